//! Spreadsheets of any resource: export, import, template.

use std::{
    fs::File,
    io::Read as _,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{body::Body, response::Response};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{HeaderValue, header};
use hyper::body::Frame;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schema::Model;
use service::{
    Error, Once, Result,
    export::{self, Export},
    import::{self, Done, FailedRows, Import, ImportReport, Report, Template},
    movement,
    progress::{Steps, StepsDone, WorkName},
    rules::Resource,
    search,
    sheet::{Limits, Sheet},
    wire::FileBytes,
};
use store::{crypt, import_failed};
use tempfile::NamedTempFile;

use super::files::form;
use crate::{
    answer::success,
    app::App,
    own::{Own, Replied, Reply},
    per_person::Place,
};

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
pub(super) const FORM_LIMIT: usize = 6 << 20;

pub fn export(own: Own, ask: Export) -> Reply<FileBytes> {
    let of = own.resource();
    export_of(own, of, ask)
}

/// 资金流水: movements, not the records they make.
pub fn movements(own: Own, ask: Export) -> Reply<FileBytes> {
    export_of(own, Ok(movement::resource()), ask)
}

fn export_of(own: Own, of: Result<Resource>, ask: Export) -> Reply<FileBytes> {
    Box::pin(async move {
        let (call, of) = (own.call()?, of?);
        let (app, person) = (own.app, call.actor.user_id);
        let watched = app.under_way.watch(person, ask.jindu)?;
        let place = place(&app, person, &watched.steps).await?;
        let (db, steps) = (app.db.clone(), Arc::clone(&watched.steps));
        let work = move || {
            let file = export::run(&db, &call, of, &ask.query, &steps);
            // The place is taken until the work is done, whether or not somebody still waits.
            (file, place)
        };
        let (file, place) = tokio::task::spawn_blocking(work)
            .await
            .map_err(Error::internal)?;
        let name = ask.file_name.as_deref().unwrap_or(of.label());
        download(&file?, name, Some(place)).map(Replied::from)
    })
}

/// One of the places a person has for exports; it tells whoever asks that they wait for it.
async fn place(app: &App, person: i64, steps: &Steps) -> Result<Place> {
    if let Some(place) = app.exports.try_take(person) {
        return Ok(place);
    }
    steps.wait();
    let waited = app.exports.take(person).await;
    waited.ok_or_else(|| Error::refused("已有两个导出正在进行，请等其中一个完成后再试"))
}

/// How far an import or export of the caller is; nothing where it is not under way here.
pub fn progress(own: Own, ask: WorkName) -> Reply<Option<StepsDone>> {
    Box::pin(async move {
        let person = own.call()?.actor.user_id;
        let name = ask.id.unwrap_or_default();
        let found = own.app.under_way.find(person, &name);
        Replied::new(found.map(|steps| steps.shown()))
    })
}

pub fn template(own: Own, ask: Template) -> Reply<FileBytes> {
    Box::pin(async move {
        let of = own.resource()?;
        let db = own.app.db.clone();
        let file = tokio::task::spawn_blocking(move || import::template(&db, of.model)).await;
        let default = format!("{}导入模板", of.table.label);
        download(
            &file.map_err(Error::internal)??,
            ask.file_name.as_deref().unwrap_or(&default),
            None,
        )
        .map(Replied::from)
    })
}

/// A form with one file.
pub fn import(own: Own, ask: Import) -> Reply<ImportReport> {
    Box::pin(async move {
        let (call, of) = (own.call()?, own.resource()?);
        let user_id = call.actor.user_id;
        let app = Arc::clone(&own.app);
        let watched = app.under_way.watch(user_id, ask.jindu)?;
        let mode = ask.moshi.unwrap_or(import::Mode::Check);
        let into = import::Target::new(of, ask.user_id)?;
        let (key, path) = (own.key()?, own.path);
        let customer = ask.user_id.unwrap_or_default();
        let target = format!("{}?{mode:?}&{customer}", own.request.uri().path());
        let trace_id = own.origin.trace_id.clone();
        let form = form(&app, user_id, own.request, FORM_LIMIT).await?;
        watched.steps.wait();
        let needed = Limits::default().memory(&form.file);
        let room = app.decoded.take(user_id, needed).await;
        let room = room.ok_or_else(|| Error::refused("正在处理的导入和图片较多，请稍后再试"))?;
        let (db, steps) = (app.db.clone(), Arc::clone(&watched.steps));
        let work = move || {
            let sheet = service::sheet::read(&form.file, &Limits::default())
                .map_err(|error| Error::invalid(error.to_string()))?;
            let once = key.map(|key| {
                let asked = format!("{target}\n{}", crypt::digest(&form.file));
                Once::new(key, path, asked.as_bytes())
            });
            let sheet = Arc::new(sheet);
            search::before_import(&db, &call, of.model)?;
            let done = import::run(&db, &call, into, &sheet, mode, once, &steps)?;
            if let Done::Now(report) = &done {
                search::after_import(&db, &call, of.model, report)?;
            }
            // What is read takes its room until it is dropped.
            Ok::<_, Error>((done, sheet, room))
        };
        let done = tokio::task::spawn_blocking(work).await;
        let (mut report, sheet, _room) = match done.map_err(Error::internal)?? {
            (Done::Now(report), sheet, room) => (report, sheet, room),
            (Done::Earlier(answer), ..) => return Ok(success(answer).into()),
        };
        if !report.bad.is_empty() && mode != import::Mode::Check {
            match keep_failed(&app, user_id, of.model, &report, &sheet).await {
                Ok(url) => report.failed_url = Some(url),
                // What was written stays written: an error would make people import it again.
                Err(error) => {
                    tracing::error!(trace_id, ?error, "cannot keep the failed rows of an import");
                    report.is_file_lost = true;
                }
            }
        }
        Replied::new(report.shown())
    })
}

/// Keeps the file of failed rows for its maker, and answers where it is read from.
async fn keep_failed(
    app: &Arc<App>,
    user_id: i64,
    of: &Model,
    report: &Report,
    sheet: &Sheet,
) -> Result<String> {
    let failed = report.failed_sheet(sheet)?;
    let text = STANDARD.encode(std::fs::read(failed.path()).map_err(Error::internal)?);
    let name = format!("{}导入失败", of.table.label);
    let id = crypt::token().map_err(Error::internal)?;
    let url = format!("/server{FAILED_ROWS}/{id}");
    let real_ms = app.clock.real().0;
    app.db
        .write(move |tx| import_failed::keep(tx, &id, user_id, &name, &text, real_ms))
        .await?;
    Ok(url)
}

/// Where files of failed rows are read from.
const FAILED_ROWS: &str = "/api/app/import/shibai";
const DAY_MS: i64 = 86_400_000;

/// The file of rows that an import of the caller refused.
pub fn failed_rows(own: Own, ask: FailedRows) -> Reply<FileBytes> {
    Box::pin(async move {
        let call = own.call()?;
        // Only what we make is looked for: a database refuses some letters outright.
        let is_ours = |id: &String| id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let id = ask.id.filter(is_ours).ok_or(Error::NotFound)?;
        let (user_id, since_ms) = (call.actor.user_id, call.real_ms - DAY_MS);
        let found = own
            .app
            .db
            .read(move |conn| import_failed::find(conn, &id, user_id, since_ms))
            .await?;
        let (name, text) = found.ok_or(Error::NotFound)?;
        let bytes = STANDARD.decode(text).map_err(Error::internal)?;
        let length = bytes.len() as u64;
        Ok(named(Body::from(bytes), length, &name).into())
    })
}

/// A finished file as a download, streamed from disk.
pub(super) fn download(file: &NamedTempFile, name: &str, place: Option<Place>) -> Result<Response> {
    let file = file.reopen().map_err(Error::internal)?;
    let length = file.metadata().map_err(Error::internal)?.len();
    let body = FileBody {
        file,
        _place: place,
    };
    Ok(named(Body::new(body), length, name))
}

/// A spreadsheet under a name.
fn named(body: Body, length: u64, name: &str) -> Response {
    let mut response = Response::new(body);
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
    response
}

/// A temporary file as a body. It was just written, so reading it does not wait for the disk.
struct FileBody {
    file: File,
    _place: Option<Place>,
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
