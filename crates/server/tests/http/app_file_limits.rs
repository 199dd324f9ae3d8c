//! /api/app/file: however many people upload and read at once, memory has a bound.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Frame};
use serde_json::json;
use server::{
    app::{self, App},
    files::Folder,
    room::Room,
    router::router,
};
use testkit::{Backend, Client, Scratch, on_both};
use tower::ServiceExt as _;

const UP: &str = "/api/app/file/up";
const FORM: [(&str, &str); 1] = [("content-type", "multipart/form-data; boundary=edge")];

/// A picture that no encoder makes small.
fn noise() -> Vec<u8> {
    let mut state = 1_u32;
    let picture = image::RgbImage::from_fn(600, 400, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, red, green, blue] = state.to_le_bytes();
        image::Rgb([red, green, blue])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// A form whose file does not end, and how much of it was taken.
struct Endless {
    head: Option<Bytes>,
    piece: Bytes,
    taken: Arc<AtomicUsize>,
}

impl hyper::body::Body for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = self.head.take().unwrap_or_else(|| self.piece.clone());
        self.taken.fetch_add(bytes.len(), Ordering::Relaxed);
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }
}

#[test]
fn an_upload_is_read_no_further_than_the_largest_file_there_is() {
    on_both(async |test| {
        let admin = test.admin().await;
        let largest = Folder::largest();
        let taken = Arc::new(AtomicUsize::new(0));
        let head =
            b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.apk\"\r\n\r\n";
        let body = Endless {
            head: Some(Bytes::from_static(head)),
            piece: vec![0; 1 << 20].into(),
            taken: Arc::clone(&taken),
        };
        let answer = admin.send(Method::POST, UP, Body::new(body), &FORM).await;
        answer.refused(2001, "过大");
        let taken = taken.load(Ordering::Relaxed);
        assert!(taken <= largest + (2 << 20), "{taken}");
    });
}

#[test]
fn uploads_wait_for_room() {
    on_both(async |test| {
        let admin = test.admin().await;
        let held = test.app.uploads.take(0, usize::MAX).await.unwrap();
        let waiting = tokio::spawn({
            let admin = admin.clone();
            async move { admin.upload(UP, &[], "a.png", &noise()).await }
        });
        // Everything else goes on meanwhile.
        admin.get("/api/sys/user/findProfile").await.ok();
        assert!(!waiting.is_finished());
        drop(held);
        waiting.await.unwrap().ok();
        // And gives it back.
        assert!(test.app.uploads.take(0, usize::MAX).await.is_some());
    });
}

/// An application with something changed, and its administrator.
fn changed<F: Future<Output = ()>>(
    change: impl FnOnce(&mut App),
    test: impl FnOnce(Arc<App>, Client) -> F,
) {
    let scratch = Scratch::new(Backend::Sqlite);
    let mut app = app::open(&scratch.settings(), testkit::cheap_hasher())
        .unwrap_or_else(|sentence| panic!("{sentence}"))
        .app;
    change(Arc::get_mut(&mut app).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async move {
        let router = router(&app);
        let body = json!({ "loginName": "admin", "password": testkit::PASSWORD });
        let signed_in = Client::new(router.clone(), None)
            .post("/api/sys/login/login", body)
            .await
            .ok();
        let token = signed_in["token"].as_str().unwrap().to_owned();
        test(app, Client::new(router, Some(token))).await;
    });
}

/// A form that never begins.
struct Stuck;

impl hyper::body::Body for Stuck {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

#[test]
fn an_upload_that_does_not_end_is_ended() {
    let hurry = |app: &mut App| app.upload_time = Duration::from_millis(20);
    changed(hurry, async |app, admin| {
        let answer = admin.send(Method::POST, UP, Body::new(Stuck), &FORM).await;
        answer.refused(2001, "上传时间过长");
        let room = app.uploads.take(0, usize::MAX).await;
        assert!(room.is_some(), "its room is free");
    });
}

#[test]
fn pictures_take_room_before_they_are_decoded() {
    let tight = |app: &mut App| app.decoded = Room::new(6 << 20, 6 << 20, Duration::ZERO);
    changed(tight, async |app, admin| {
        let held = app.decoded.take(0, usize::MAX).await.unwrap();
        let answer = admin.upload(UP, &[], "a.png", &noise()).await;
        assert_eq!(answer.status, 503);
        drop(held);
        admin.upload(UP, &[], "a.png", &noise()).await.ok();
        let mut large = std::io::Cursor::new(Vec::new());
        image::GrayImage::new(2_000, 1_000)
            .write_to(&mut large, image::ImageFormat::Png)
            .unwrap();
        let answer = admin.upload(UP, &[], "a.png", &large.into_inner()).await;
        answer.refused(2001, "图片像素过大");
    });
}

#[test]
fn an_upload_that_finds_no_room_is_told_so() {
    // Nobody waits here.
    let tight = |app: &mut App| app.uploads = Room::new(1 << 20, 1 << 20, Duration::ZERO);
    changed(tight, async |app, admin| {
        let held = app.uploads.take(0, usize::MAX).await.unwrap();
        let answer = admin.upload(UP, &[], "a.png", &noise()).await;
        assert_eq!(answer.status, 503);
        answer.refused(500, "系统繁忙");
        drop(held);
        admin.upload(UP, &[], "a.png", &noise()).await.ok();
    });
}

#[test]
fn a_file_is_sent_in_pieces() {
    on_both(async |test| {
        let admin = test.admin().await;
        let made = admin.upload(UP, &[], "a.png", &noise()).await.ok();
        let size = made["daxiao"].as_u64().unwrap();
        let request = Request::get(made["url"].as_str().unwrap())
            .body(Body::empty())
            .unwrap();
        let response = test.router.clone().oneshot(request).await.unwrap();
        let mut body = response.into_body();
        // What the header content-length is made of.
        assert_eq!(body.size_hint().exact(), Some(size));
        let mut pieces = Vec::new();
        while let Some(frame) = body.frame().await {
            pieces.push(frame.unwrap().into_data().unwrap());
        }
        let sum: usize = pieces.iter().map(Bytes::len).sum();
        assert_eq!(sum as u64, size);
        assert!(pieces.iter().all(|piece| piece.len() <= 64 << 10));
        let whole: Vec<u8> = pieces.concat();
        assert_eq!(
            image::guess_format(&whole).unwrap(),
            image::ImageFormat::Png
        );
    });
}
