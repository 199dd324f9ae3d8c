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
use serde_json::Value as Json;
use service::{
    Error, Once, Result, export,
    import::{self, Done, Report},
    progress::Steps,
    search,
    sheet::{Limits, Sheet},
};
use store::{Conn, crypt, import_failed};
use tempfile::NamedTempFile;

use super::files::form;
use crate::{
    answer::{Answer, success},
    app::App,
    dispatch::{Ask, OwnAsk, Reply, resource_of},
    per_person::Place,
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
        let of = resource_of(ask.route.of)?;
        let (name, mut query) = split_file_name(ask.query()?);
        let (app, person) = (ask.app, call.actor.user_id);
        let watched = app.under_way.watch(person, &mut query)?;
        let place = place(&app, person, &watched.steps).await?;
        let (db, steps) = (app.db.clone(), Arc::clone(&watched.steps));
        let work = move || {
            let file = export::run(&db, &call, of, &query, &steps);
            // The place is taken until the work is done, whether or not somebody still waits.
            (file, place)
        };
        let (file, place) = tokio::task::spawn_blocking(work)
            .await
            .map_err(Error::internal)?;
        let name = name.as_deref().unwrap_or(of.table.label);
        download(&file?, name, Some(place))
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
#[expect(clippy::unnecessary_wraps, reason = "a read of the router may fail")]
pub fn progress(_: &mut Conn, ask: &Ask) -> Result<Answer> {
    let person = ask.call.actor.user_id;
    let found = ask.app.under_way.find(person, ask.param("id"));
    Ok(Answer::from(
        found.map_or(Json::Null, |steps| steps.to_json()),
    ))
}

pub fn template(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let of = resource_of(ask.route.of)?;
        let (name, _) = split_file_name(ask.query()?);
        let db = ask.app.db.clone();
        let file = tokio::task::spawn_blocking(move || import::template(&db, of.model)).await;
        let default = format!("{}导入模板", of.table.label);
        download(
            &file.map_err(Error::internal)??,
            name.as_deref().unwrap_or(&default),
            None,
        )
    })
}

/// `?moshi=JIANCHA|QUANBU|HAOHANG`, a form with one file.
pub fn import(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let call = ask.call()?;
        let of = resource_of(ask.route.of)?;
        let mut query = ask.query()?;
        let user_id = call.actor.user_id;
        let app = Arc::clone(&ask.app);
        let watched = app.under_way.watch(user_id, &mut query)?;
        let mode = import::Mode::from_query(&query)?;
        let (key, route) = (ask.key()?, ask.route);
        let target = format!("{}?{query:?}", ask.request.uri().path());
        let trace_id = ask.origin.trace_id.clone();
        let form = form(&app, user_id, ask.request, FORM_LIMIT).await?;
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
                Once::new(key, route.path, asked.as_bytes())
            });
            let sheet = Arc::new(sheet);
            search::before_import(&db, &call, of.model)?;
            let done = import::run(&db, &call, of, &sheet, mode, once, &steps)?;
            search::after_import(&db, &call, of.model, &done)?;
            // What is read takes its room until it is dropped.
            Ok::<_, Error>((done, sheet, room))
        };
        let done = tokio::task::spawn_blocking(work).await;
        let (mut report, sheet, _room) = match done.map_err(Error::internal)?? {
            (Done::Now(report), sheet, room) => (report, sheet, room),
            (Done::Earlier(answer), ..) => return Ok(success(answer)),
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
        Ok(success(report.to_json().to_string().as_bytes()))
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
pub fn failed_rows(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let call = ask.call()?;
        let given = ask.params.iter().find(|(name, _)| name == "id");
        // Only what we make is looked for: a database refuses some letters outright.
        let is_ours = |id: &&String| id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let id = given.map(|(_, id)| id).filter(is_ours).cloned();
        let id = id.ok_or(Error::NotFound)?;
        let (user_id, since_ms) = (call.actor.user_id, call.real_ms - DAY_MS);
        let found = ask
            .app
            .db
            .read(move |conn| import_failed::find(conn, &id, user_id, since_ms))
            .await?;
        let (name, text) = found.ok_or(Error::NotFound)?;
        let bytes = STANDARD.decode(text).map_err(Error::internal)?;
        let length = bytes.len() as u64;
        Ok(named(Body::from(bytes), length, &name))
    })
}

/// A finished file as a download, streamed from disk.
fn download(file: &NamedTempFile, name: &str, place: Option<Place>) -> Result<Response> {
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
