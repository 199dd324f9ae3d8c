//! Spreadsheets of any resource: export, import, template.

use std::{
    fs::File,
    io::Read as _,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{body::Body, response::Response};
use bytes::Bytes;
use http::{HeaderValue, header};
use hyper::body::Frame;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schema::Model;
use service::{
    Error, Once, Result, export,
    import::{self, Done, Report},
    search,
    sheet::{Limits, Sheet},
};
use tempfile::NamedTempFile;

use super::files::{form, keep, url};
use crate::{
    answer::success,
    app::App,
    dispatch::{OwnAsk, Reply},
    files::{Folder, check},
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FORM_LIMIT: usize = 6 << 20;

/// `fileName` names the download and nothing else.
fn split_file_name(query: Vec<(String, String)>) -> (Option<String>, Vec<(String, String)>) {
    let name = query
        .iter()
        .find(|(name, _)| name == "fileName")
        .map(|(_, value)| value.clone());
    (
        name,
        query
            .into_iter()
            .filter(|(name, _)| name != "fileName")
            .collect(),
    )
}

pub fn export(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let call = ask.call()?;
        let of = ask
            .route
            .of
            .ok_or_else(|| Error::internal("the route has no resource"))?;
        let (name, query) = split_file_name(ask.query()?);
        let db = ask.app.db.clone();
        let file = tokio::task::spawn_blocking(move || export::run(&db, &call, of, &query)).await;
        download(
            &file.map_err(Error::internal)??,
            name.as_deref().unwrap_or(of.table.label),
        )
    })
}

pub fn template(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let of = ask
            .route
            .of
            .ok_or_else(|| Error::internal("the route has no resource"))?;
        let (name, _) = split_file_name(ask.query()?);
        let db = ask.app.db.clone();
        let file = tokio::task::spawn_blocking(move || import::template(&db, of)).await;
        let default = format!("{}导入模板", of.table.label);
        download(
            &file.map_err(Error::internal)??,
            name.as_deref().unwrap_or(&default),
        )
    })
}

/// `?moshi=JIANCHA|QUANBU|HAOHANG`, a form with one file.
pub fn import(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let call = ask.call()?;
        let of = ask
            .route
            .of
            .ok_or_else(|| Error::internal("the route has no resource"))?;
        let mode = import::Mode::from_query(&ask.query()?)?;
        let app = Arc::clone(&ask.app);
        let (key, route) = (ask.key()?, ask.route);
        let target = ask.request.uri().to_string();
        let trace_id = ask.origin.trace_id.clone();
        let form = form(&app, ask.request, FORM_LIMIT).await?;
        let user_id = call.actor.user_id;
        let db = app.db.clone();
        let work = move || {
            let sheet = service::sheet::read(&form.file, &Limits::default())
                .map_err(|error| Error::invalid(error.to_string()))?;
            let once = key.map(|key| {
                let asked = [target.as_bytes(), b"\n", &form.file].concat();
                Once::new(key, route.path, &asked)
            });
            search::before_import(&db, &call, of)?;
            let done = import::run(&db, &call, of, &sheet, mode, once)?;
            search::after_import(&db, &call, of, &done)?;
            Ok::<_, Error>((done, sheet))
        };
        let done = tokio::task::spawn_blocking(work).await;
        let (mut report, sheet) = match done.map_err(Error::internal)?? {
            (Done::Now(report), sheet) => (report, sheet),
            (Done::Earlier(answer), _) => return Ok(success(answer)),
        };
        if !report.bad.is_empty() {
            match keep_failed(&app, user_id, of, &report, &sheet).await {
                Ok(url) => report.failed_url = Some(url),
                // What was written stays written: an error would make people import it again.
                Err(error) => {
                    tracing::error!(trace_id, ?error, "cannot keep the failed rows of an import");
                    report.is_file_lost = true;
                }
            }
        }
        Ok(success(report.to_json().to_string().as_bytes()))
    })
}

/// Keeps the file of failed rows for its uploader, and answers where it is read from.
async fn keep_failed(
    app: &Arc<App>,
    user_id: i64,
    of: &Model,
    report: &Report,
    sheet: &Sheet,
) -> Result<String> {
    let failed = report.failed_sheet(sheet)?;
    let bytes = std::fs::read(failed.path()).map_err(Error::internal)?;
    let accepted = check(Folder::Import, bytes).map_err(Error::internal)?;
    let name = format!("{}导入失败.xlsx", of.table.label);
    let key = keep(app, user_id, Folder::Import, accepted, &name).await?;
    Ok(url(&key))
}

/// A finished file as a download, streamed from disk.
fn download(file: &NamedTempFile, name: &str) -> Result<Response> {
    let open = file.reopen().map_err(Error::internal)?;
    let length = open.metadata().map_err(Error::internal)?.len();
    let mut response = Response::new(Body::new(FileBody { file: open }));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(XLSX));
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let clean: String = name
        .chars()
        .filter(|letter| !letter.is_control() && !"/\\\"".contains(*letter))
        .take(80)
        .collect();
    let clean = clean.trim_end_matches(".xlsx").to_owned();
    let encoded = utf8_percent_encode(&clean, NON_ALPHANUMERIC);
    if let Ok(value) =
        HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{encoded}.xlsx"))
    {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// A temporary file as a body. It was just written, so reading it does not wait for the disk.
struct FileBody {
    file: File,
}

const CHUNK: usize = 64 * 1024;

impl hyper::body::Body for FileBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        let mut chunk = vec![0; CHUNK];
        match self.file.read(&mut chunk) {
            Ok(0) => Poll::Ready(None),
            Ok(length) => {
                chunk.truncate(length);
                Poll::Ready(Some(Ok(Frame::data(chunk.into()))))
            }
            Err(error) => Poll::Ready(Some(Err(error))),
        }
    }
}
