//! A stored file as the body of an answer: one piece in memory at a time.

use std::{
    io::{self, Read},
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::task::{JoinHandle, spawn_blocking};

use super::storage::Stored;

const PIECE: usize = 64 << 10;

type Reader = Box<dyn Read + Send>;

/// Storage may make us wait, so each piece is read on a thread that may; a peer that takes its
/// time keeps none.
pub struct Pieces {
    state: State,
    /// What is still to come, where the length is known.
    left: Option<u64>,
}

enum State {
    Idle(Reader),
    Reading(JoinHandle<io::Result<(Reader, Vec<u8>)>>),
    Done,
}

impl Pieces {
    pub fn new(stored: Stored) -> Self {
        Self {
            state: State::Idle(stored.reader),
            left: stored.length,
        }
    }

    /// Counts a piece; a file that ends early must not pass for a whole one.
    fn count(&mut self, piece: &[u8]) -> io::Result<()> {
        let Some(left) = &mut self.left else {
            return Ok(());
        };
        let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        match (length, left.checked_sub(length)) {
            (0, Some(1..)) | (_, None) => Err(io::ErrorKind::UnexpectedEof.into()),
            (_, Some(rest)) => {
                *left = rest;
                Ok(())
            }
        }
    }
}

fn read(mut reader: Reader) -> io::Result<(Reader, Vec<u8>)> {
    let mut piece = Vec::with_capacity(PIECE);
    let most = u64::try_from(PIECE).unwrap_or(u64::MAX);
    reader.by_ref().take(most).read_to_end(&mut piece)?;
    Ok((reader, piece))
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let mut reading = match std::mem::replace(&mut self.state, State::Done) {
            State::Idle(reader) => spawn_blocking(move || read(reader)),
            State::Reading(reading) => reading,
            State::Done => return Poll::Ready(None),
        };
        let Poll::Ready(joined) = Pin::new(&mut reading).poll(context) else {
            self.state = State::Reading(reading);
            return Poll::Pending;
        };
        let counted = joined.map_err(io::Error::other).flatten().and_then(|read| {
            self.count(&read.1)?;
            Ok(read)
        });
        Poll::Ready(match counted {
            Ok((_, piece)) if piece.is_empty() => None,
            Ok((reader, piece)) => {
                self.state = State::Idle(reader);
                Some(Ok(Frame::data(piece.into())))
            }
            Err(error) => {
                tracing::error!(%error, "cannot read a file to its end");
                Some(Err(error))
            }
        })
    }

    fn size_hint(&self) -> SizeHint {
        self.left
            .map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    fn pieces(bytes: &[u8], length: Option<u64>) -> Pieces {
        let reader = Box::new(io::Cursor::new(bytes.to_vec()));
        Pieces::new(Stored { length, reader })
    }

    #[tokio::test]
    async fn a_file_comes_whole_or_fails() {
        let bytes: Vec<u8> = (0..200_000_u32).map(|i| i.to_le_bytes()[0]).collect();
        for length in [Some(200_000), None] {
            let body = pieces(&bytes, length);
            assert_eq!(body.size_hint().exact(), length);
            assert_eq!(body.collect().await.unwrap().to_bytes(), bytes);
        }
        for wrong in [Some(200_001), Some(199_999), Some(0)] {
            assert!(pieces(&bytes, wrong).collect().await.is_err(), "{wrong:?}");
        }
        assert!(
            pieces(&[], Some(0))
                .collect()
                .await
                .unwrap()
                .to_bytes()
                .is_empty()
        );
    }
}
