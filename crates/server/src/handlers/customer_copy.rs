//! POST /api/app/user/fuben: an archive that is made while it is sent. It never lies on a disk, and
//! one piece of it is in memory at a time.

use std::{
    io::{self, Read, Write},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

use axum::{body::Body, response::Response};
use http::{HeaderValue, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service::{
    Error,
    customer_copy::{self, Copied, CustomerCopy},
    wire::FileBytes,
};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    files::{FileKey, Pieces, Storage, Stored},
    own::{Own, Reply},
};

/// Pieces that wait for the client.
const WAITING: usize = 4;

pub fn give(own: Own, ask: CustomerCopy) -> Reply<FileBytes> {
    Box::pin(async move {
        let call = own.call()?;
        let app = own.app;
        let copied = app
            .db
            .write(move |tx| customer_copy::copy(tx, &call, &ask))
            .await?;
        let name = format!("客户{}资料副本.zip", copied.user_no);
        let (pieces, waiting) = sync_channel(WAITING);
        let files = Arc::clone(&app.files);
        // A client that goes away ends the work: nobody takes the next piece.
        tokio::task::spawn_blocking(move || {
            if let Err(error) = pack(copied, files.as_ref(), &pieces) {
                let _ = pieces.send(Err(error));
            }
        });
        let reader = Box::new(Arriving {
            waiting,
            piece: Vec::new(),
            at: 0,
        });
        let stored = Stored {
            length: None,
            reader,
        };
        let mut response = Response::new(Body::new(Pieces::new(stored)));
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/zip"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let encoded = utf8_percent_encode(&name, NON_ALPHANUMERIC);
        let disposition = format!("attachment; filename*=UTF-8''{encoded}");
        let disposition = HeaderValue::from_str(&disposition).map_err(Error::internal)?;
        headers.insert(header::CONTENT_DISPOSITION, disposition);
        Ok(response.into())
    })
}

fn pack(
    copied: Copied,
    files: &dyn Storage,
    pieces: &SyncSender<io::Result<Vec<u8>>>,
) -> io::Result<()> {
    let mut archive = ZipWriter::new_stream(Leaving(pieces));
    let options = SimpleFileOptions::default();
    for (name, text) in copied.texts {
        archive
            .start_file(name, options)
            .map_err(io::Error::other)?;
        archive.write_all(&text)?;
    }
    for key in &copied.files {
        let Some(key) = FileKey::parse(key) else {
            continue;
        };
        let stored = files.open(&key);
        let stored = stored.map_err(|error| io::Error::other(error.context().to_owned()))?;
        // What is gone by now is not in the copy; what it was called is.
        let Some(mut stored) = stored else { continue };
        let name = format!("文件/{}", key.as_str().replace('/', "-"));
        archive
            .start_file(name, options)
            .map_err(io::Error::other)?;
        io::copy(&mut stored.reader, &mut archive)?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(())
}

/// Where the archive is written to.
struct Leaving<'a>(&'a SyncSender<io::Result<Vec<u8>>>);

impl Write for Leaving<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(Ok(piece.to_vec()));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where the answer is read from.
struct Arriving {
    waiting: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    at: usize,
}

impl Read for Arriving {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at >= self.piece.len() {
            match self.waiting.recv() {
                Ok(piece) => (self.piece, self.at) = (piece?, 0),
                // The archive is complete.
                Err(_) => return Ok(0),
            }
        }
        let mut rest = self.piece.get(self.at..).unwrap_or_default();
        let read = rest.read(into)?;
        self.at += read;
        Ok(read)
    }
}
