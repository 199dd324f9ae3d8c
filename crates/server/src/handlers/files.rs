//! /api/app/file: uploads, and reading them back.

use std::{io::Read as _, sync::Arc};

use axum::{
    body::Body,
    extract::{FromRequest as _, Multipart, Request, multipart::Field},
    response::Response,
};
use http::{HeaderValue, header::CONTENT_TYPE};
use http_body_util::Limited;
use hyper::body::Body as _;
use image::ImageFormat;
use md5::{Digest as _, Md5};
use service::{
    Actor, Error, Result,
    files::{self as own_files, FileAddress, Upload, Uploaded},
    look, session,
    wire::FileBytes,
};
use store::{crypt, files::StoredFile, sessions};

use crate::{
    answer::{failure, uploaded},
    app::App,
    error,
    files::{
        Accepted, FileKey, Folder, Kind, Pieces, Refusal, Storage as _, StorageError, Stored,
        check, hex_of, need, serving_headers, watermark,
    },
    handlers::health,
    own::{self, Own, Reply},
    request,
    room::Held,
};

/// What a form has around its file.
const FORM_ROOM: usize = 64 << 10;
/// Longer than the name of any folder.
const NAME_LIMIT: usize = 100;

/// A file out of a form, with the other fields.
pub struct Form {
    pub file: Vec<u8>,
    pub file_name: String,
    pub root_path: Option<String>,
    /// Held for as long as the file is in memory.
    pub room: Held,
}

fn unreadable() -> Error {
    Error::invalid("上传内容不完整、过大或格式不正确")
}

/// Reads a form of one file within a limit, once there is room for it.
pub async fn form(app: &App, person: i64, request: Request, limit: usize) -> Result<Form> {
    let promised = request.body().size_hint().upper();
    let size = promised.map_or(limit, |size| usize::try_from(size).unwrap_or(usize::MAX));
    if size > limit {
        return Err(unreadable());
    }
    let room = app.uploads.take(person, size).await;
    let room = room.ok_or(Error::Store(store::Error::Busy))?;
    let request = request.map(|body| Body::new(Limited::new(body, limit)));
    let read = tokio::time::timeout(app.upload_time, read_form(request, size)).await;
    let (file, file_name, root_path) =
        read.map_err(|_| Error::invalid("上传时间过长，请检查网络后重试"))??;
    Ok(Form {
        file,
        file_name,
        root_path,
        room,
    })
}

/// The file, its name and its folder, in whatever order they come.
async fn read_form(request: Request, size: usize) -> Result<(Vec<u8>, String, Option<String>)> {
    let wrong = |_| unreadable();
    let mut multipart = Multipart::from_request(request, &())
        .await
        .map_err(|_| Error::invalid("请以表单方式上传文件"))?;
    let (mut file, mut file_name, mut root_path) = (None, String::new(), None);
    while let Some(mut field) = multipart.next_field().await.map_err(wrong)? {
        match field.name().unwrap_or_default() {
            "file" if file.is_none() => {
                file_name = field.file_name().unwrap_or_default().to_owned();
                // As large as it may become, so that it is never moved.
                let mut bytes = Vec::with_capacity(size);
                while let Some(piece) = field.chunk().await.map_err(wrong)? {
                    bytes.extend_from_slice(&piece);
                }
                file = Some(bytes);
            }
            "file" => return Err(Error::invalid("一次只能上传一个文件")),
            "rootPath" => root_path = Some(short(field).await?),
            _ => while field.chunk().await.map_err(wrong)?.is_some() {},
        }
    }
    let file = file.ok_or_else(|| Error::field("file", "请选择文件"))?;
    Ok((file, file_name, root_path))
}

/// A short text of a form.
async fn short(mut field: Field<'_>) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(|_| unreadable())? {
        if bytes.len() + piece.len() > NAME_LIMIT {
            return Err(Error::field("rootPath", "上传目录不正确"));
        }
        bytes.extend_from_slice(&piece);
    }
    String::from_utf8(bytes).map_err(|_| unreadable())
}

pub fn upload(ask: Own, _: Upload) -> Reply<Uploaded> {
    Box::pin(async move {
        let call = ask.call()?;
        let app = ask.app;
        let person = call.actor.user_id;
        let real_ms = call.real_ms;
        app.db
            .read(move |conn| own_files::check_quota(conn, person, 0, real_ms))
            .await?;
        let limit = own_files::largest_upload(&call.actor) + FORM_ROOM;
        let Form {
            file,
            file_name,
            root_path,
            room,
        } = form(&app, person, ask.request, limit).await?;
        let folder = Folder::from_root_path(root_path.as_deref())
            .map_err(|error| Error::field("rootPath", error.to_string()))?;
        own_files::check_upload(&call.actor, folder)?;
        let name = shown_name(&file_name);
        let (accepted, unpacked) = checked(&app, person, folder, file).await?;
        let kind = kind_name(accepted.kind);
        let size = accepted.bytes.len();
        let key = keep(&app, person, folder, accepted, &name).await?;
        drop((room, unpacked));
        let result = Uploaded {
            url: url(&key),
            name,
            r#type: kind,
            daxiao: size,
        };
        Ok(uploaded(&result).into())
    })
}

/// Checks a file on a thread that may take its time, once there is room for what it unpacks to.
/// The room is held on: the new file may be as large as what it was made from.
async fn checked(
    app: &App,
    person: i64,
    folder: Folder,
    bytes: Vec<u8>,
) -> Result<(Accepted, Held)> {
    let (bytes, needed) = decoding(app, move || {
        let needed = need(folder, &bytes)?;
        Ok((bytes, needed))
    })
    .await?;
    if !app.decoded.fits(needed) {
        return Err(refused(Refusal::TooManyPixels));
    }
    let room = app.decoded.take(person, needed).await;
    let room = room.ok_or(Error::Store(store::Error::Busy))?;
    let accepted = decoding(app, move || check(folder, bytes)).await?;
    Ok((accepted, room))
}

/// As many at once as there are cores.
async fn decoding<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> std::result::Result<T, Refusal> + Send + 'static,
) -> Result<T> {
    let permit = app.decoding.acquire().await.map_err(Error::internal)?;
    let done = tokio::task::spawn_blocking(work).await;
    drop(permit);
    done.map_err(Error::internal)?.map_err(refused)
}

fn refused(refusal: Refusal) -> Error {
    Error::field("file", refusal.to_string())
}

/// Stores an accepted file under a name of our own, and answers its key.
pub async fn keep(
    app: &Arc<App>,
    user_id: i64,
    folder: Folder,
    accepted: Accepted,
    name: &str,
) -> Result<FileKey> {
    let mut random = [0; 16];
    crypt::random(&mut random).map_err(Error::internal)?;
    let now = app.clock.now();
    let today = now.date();
    let (year, month) = (
        u16::try_from(today.year()).unwrap_or_default(),
        u8::try_from(today.month()).unwrap_or_default(),
    );
    let key = FileKey::new(
        folder,
        year,
        month,
        u128::from_le_bytes(random),
        accepted.extension,
    );
    let key = key.ok_or_else(|| Error::internal("no key for the file"))?;
    let stored = StoredFile {
        key: key.as_str().to_owned(),
        folder: folder.name().to_owned(),
        name: name.to_owned(),
        mime: accepted.mime.to_owned(),
        size: i64::try_from(accepted.bytes.len()).unwrap_or(i64::MAX),
        md5: Some(hex_of(&Md5::digest(&accepted.bytes))),
        // Should another key take over before the bytes are there, they lie under a newer one.
        key_number: if folder.is_private() {
            app.files.writing()
        } else {
            0
        },
        create_by: user_id,
        owner: None,
    };
    let real_ms = app.clock.real().0;
    // Its row first: bytes without one would never be found again.
    app.db
        .write(move |tx| {
            if folder != Folder::Import {
                own_files::check_quota(tx, user_id, stored.size, real_ms)?;
            }
            store::files::insert(tx, &stored, now.0, real_ms)?;
            Ok::<_, Error>(())
        })
        .await?;
    let (files, put_key) = (Arc::clone(&app.files), key.clone());
    let put = tokio::task::spawn_blocking(move || files.put(&put_key, &accepted.bytes)).await;
    let put = put
        .map_err(Error::internal)
        .and_then(|put| put.map_err(Error::from));
    if put.is_err() {
        let row = [key.as_str().to_owned()];
        app.db
            .write(move |tx| store::files::forget(tx, &row, real_ms))
            .await?;
    }
    put.map(|()| key)
}

/// Where a file is read from.
pub fn url(key: &FileKey) -> String {
    format!("/server/api/app/file/{}", key.as_str())
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Image => "image",
        Kind::Video => "video",
        Kind::Pdf => "pdf",
        Kind::Spreadsheet => "excel",
        Kind::Package => "package",
    }
}

/// The name a person gave a file, without anything a path could hide in.
fn shown_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last
        .chars()
        .filter(|letter| !letter.is_control())
        .take(120)
        .collect();
    if clean.is_empty() {
        "file".to_owned()
    } else {
        clean
    }
}

/// Public folders are for everyone; private ones for a signed-in person, by token or file cookie, who sees the row.
pub fn download(ask: Own, at: FileAddress) -> Reply<FileBytes> {
    Box::pin(async move {
        let parts = [at.folder, at.month, at.name].map(Option::unwrap_or_default);
        let Some(key) = FileKey::parse(&parts.join("/")) else {
            return Ok(error::no_such_file().into());
        };
        let app = Arc::clone(&ask.app);
        let shown = credential(ask.request.headers());
        let Some(Readable {
            known,
            reader,
            is_look,
        }) = readable(&app, &key, shown).await?
        else {
            let response = if key.folder().is_private() {
                failure(
                    http::StatusCode::NOT_FOUND,
                    service::code::NOT_FOUND,
                    "文件不存在或无权查看",
                    None,
                )
            } else {
                error::no_such_file()
            };
            return Ok(response.into());
        };
        let (files, read_key) = (Arc::clone(&app.files), key.clone());
        let stored = tokio::task::spawn_blocking(move || files.open(&read_key)).await;
        let Some(stored) = stored.map_err(Error::internal)?? else {
            return Ok(error::no_such_file().into());
        };
        if let (true, Some(reader)) = (is_look, &reader) {
            health::may_write(&app)?;
            let call = own::call(&app, ask.log_type, reader.clone(), ask.origin.clone());
            let file = known.clone();
            app.db.write(move |tx| look::note(tx, &call, &file)).await?;
        }
        let format = ImageFormat::from_mime_type(key.mime());
        let mut response = match (reader, format) {
            (Some(reader), Some(format)) => marked(&app, &reader, stored, format).await?,
            _ => Response::new(Body::new(Pieces::new(stored))),
        };
        for (name, value) in &serving_headers(&key, Some(&known.name)) {
            response.headers_mut().entry(name).or_insert(value.clone());
        }
        Ok(response.into())
    })
}

/// A private picture with the name of whoever looks at it and the time, made for this look.
async fn marked(
    app: &Arc<App>,
    reader: &Actor,
    stored: Stored,
    format: ImageFormat,
) -> Result<Response> {
    let text = format!("{} {}", reader.login_name, app.clock.now());
    let unmarked = |refusal: Refusal| Error::internal(refusal.to_string());
    let read = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        let mut limited = stored.reader.take(MARKED_LIMIT);
        limited.read_to_end(&mut bytes).map(|_| bytes)
    });
    let bytes = read.await.map_err(Error::internal)?;
    // The storage fell silent in the middle.
    let bytes = bytes.map_err(StorageError::from)?;
    let needed = watermark::need(&bytes, format).map_err(unmarked)?;
    let room = app.decoded.take(reader.user_id, needed).await;
    let room = room.ok_or(Error::Store(store::Error::Busy))?;
    let permit = app.decoding.acquire().await.map_err(Error::internal)?;
    let work = tokio::task::spawn_blocking(move || watermark::mark(&bytes, format, &text));
    let (marked, mime) = work.await.map_err(Error::internal)?.map_err(unmarked)?;
    drop((permit, room));
    let mut response = Response::new(Body::from(marked));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(mime));
    Ok(response)
}

/// Larger than any picture that is accepted.
const MARKED_LIMIT: u64 = 32 << 20;

/// What a reader of a private file showed: the token, or the cookie made for this.
fn credential(headers: &http::HeaderMap) -> Option<(sessions::By, String)> {
    let by_token = request::token(headers).map(|token| (sessions::By::Token, token.to_owned()));
    let by_cookie = request::cookie(headers, request::FILE_COOKIE)
        .map(|token| (sessions::By::FileCookie, token.to_owned()));
    by_token.or(by_cookie)
}

/// A file that whoever asks may read.
struct Readable {
    known: StoredFile,
    /// Who asks, where it is private.
    reader: Option<Actor>,
    /// It is a look that must be written down first.
    is_look: bool,
}

/// The file at a key, if it is there and whoever asks may read it.
async fn readable(
    app: &Arc<App>,
    key: &FileKey,
    shown: Option<(sessions::By, String)>,
) -> Result<Option<Readable>> {
    let (job_app, key) = (Arc::clone(app), key.clone());
    app.db
        .read(move |conn| {
            let found = store::files::find(conn, key.as_str())?;
            let Some(file) = found.filter(|_| !key.folder().is_private() || shown.is_some()) else {
                return Ok(None);
            };
            let (true, Some((by, token))) = (key.folder().is_private(), &shown) else {
                return Ok(Some(Readable {
                    known: file,
                    reader: None,
                    is_look: false,
                }));
            };
            let real_ms = job_app.clock.real().0;
            match session::authenticate(conn, &job_app.access, *by, token, real_ms) {
                // A locked screen shows no private picture either.
                Ok(signed_in) if signed_in.actor.is_locked => Ok(None),
                Ok(signed_in) => {
                    let reader = signed_in.actor;
                    if !own_files::may_read(conn, &reader, &file)? {
                        return Ok(None);
                    }
                    let is_look = look::is_due(conn, &reader, &file, job_app.clock.now())?;
                    Ok(Some(Readable {
                        known: file,
                        reader: Some(reader),
                        is_look,
                    }))
                }
                Err(Error::SignedOut) => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
}
