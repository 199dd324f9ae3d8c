//! /api/code/gen: the files of a table are shown, packed, or written into the source tree.

use std::io::{Cursor, Write as _};

use axum::{body::Body, response::Response};
use http::{HeaderValue, header};
use service::{
    Error, Result,
    call::Call,
    generator::{self, Generated, Plan, TableRow, Written},
    wire::FileBytes,
};
use tokio::sync::Semaphore;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    app::App,
    code_tree,
    own::{Own, Replied, Reply},
};

/// Templates run beside everything else, those of one table at a time.
static TURN: Semaphore = Semaphore::const_new(1);

/// What a table becomes. Templates are rendered where nobody waits for the database.
async fn made(app: &App, call: Call, ask: TableRow) -> Result<(Plan, Generated)> {
    let wanted = app
        .db
        .read(move |conn| generator::wanted(conn, &call, &ask))
        .await?;
    let _turn = TURN.acquire().await.map_err(Error::internal)?;
    let made = tokio::task::spawn_blocking(move || {
        let (plan, templates) = wanted;
        let generated = generator::generate(&plan, &templates)?;
        Ok::<_, Error>((plan, generated))
    });
    made.await.map_err(Error::internal)?
}

pub fn preview(own: Own, ask: TableRow) -> Reply<Generated> {
    Box::pin(async move {
        let call = own.call()?;
        let app = own.app;
        let (_, mut generated) = made(&app, call, ask).await?;
        if let Some(root) = app.code_dir.clone() {
            let compared = tokio::task::spawn_blocking(move || {
                code_tree::compare(&root, &mut generated.files);
                generated
            });
            generated = compared.await.map_err(Error::internal)?;
        }
        Replied::new(generated)
    })
}

pub fn download(own: Own, ask: TableRow) -> Reply<FileBytes> {
    Box::pin(async move {
        let call = own.call()?;
        let app = own.app;
        let (_, generated) = made(&app, call.clone(), ask.clone()).await?;
        let noted = app
            .db
            .write(move |tx| generator::noted(tx, &call, &ask, "下载代码"));
        noted.await?;
        let name = format!("{}.zip", generated.table_name);
        let mut response = Response::new(Body::from(packed(&generated)?));
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/zip"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let disposition = format!("attachment; filename=\"{name}\"");
        let disposition = HeaderValue::from_str(&disposition).map_err(Error::internal)?;
        headers.insert(header::CONTENT_DISPOSITION, disposition);
        Ok(response.into())
    })
}

/// The archive; the names of its entries were checked where they were made.
fn packed(generated: &Generated) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in &generated.files {
        let started = archive.start_file(file.path.as_str(), SimpleFileOptions::default());
        started.map_err(Error::internal)?;
        let written = archive.write_all(file.neirong.as_bytes());
        written.map_err(Error::internal)?;
    }
    let finished = archive.finish().map_err(Error::internal)?;
    Ok(finished.into_inner())
}

pub fn write(own: Own, ask: TableRow) -> Reply<Written> {
    Box::pin(async move {
        let call = own.call()?;
        let app = own.app;
        let root = app.code_dir.clone().ok_or_else(|| {
            Error::refused("服务器启动时没有指定代码目录，不能写入源代码，请改用下载")
        })?;
        let (plan, generated) = made(&app, call.clone(), ask.clone()).await?;
        let tishi = generated.tishi.clone();
        let written =
            tokio::task::spawn_blocking(move || code_tree::write(&root, &plan, &generated.files));
        let files = written.await.map_err(Error::internal)?;
        let files = files.map_err(Error::refused)?;
        let noted = app
            .db
            .write(move |tx| generator::noted(tx, &call, &ask, "生成代码"));
        noted.await?;
        Replied::new(Written { files, tishi })
    })
}
