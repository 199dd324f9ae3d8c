//! /api/app/file: uploads, and reading them back.

use std::io::Cursor;

use http::Method;
use testkit::{Answer, Client, TestApp, on_both};

use crate::support::{add, blames, try_sign_in};

const UP: &str = "/api/app/file/up";

fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(4, 3, image::Rgb([200, 30, 30]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

async fn up(client: &Client, folder: &str, name: &str, bytes: &[u8]) -> Answer {
    client
        .upload(UP, &[("rootPath", folder)], name, bytes)
        .await
}

/// Reads an address that an upload answered.
async fn read(client: &Client, url: &str, headers: &[(&str, &str)]) -> Answer {
    let path = url.strip_prefix("/server").unwrap();
    client
        .send(Method::GET, path, Vec::new().into(), headers)
        .await
}

async fn stored(client: &Client, folder: &str) -> String {
    let answer = up(client, folder, "证件.png", &png()).await;
    answer.ok()["url"].as_str().unwrap().to_owned()
}

#[test]
fn an_upload_answers_both_shapes_and_is_served_safely() {
    on_both(async |test| {
        let person = test.person(&[]).await.client;
        let answer = up(&person, "avatar", "我的 照片.png", &png()).await;
        let whole: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(
            (
                whole["success"].as_bool(),
                answer.headers["cache-control"].to_str().unwrap()
            ),
            (Some(true), "no-store")
        );
        let result = answer.ok();
        assert_eq!(
            (&result["name"], &result["type"]),
            (&"我的 照片.png".into(), &"image".into())
        );
        let url = result["url"].as_str().unwrap();
        assert!(
            url.starts_with("/server/api/app/file/avatar/202603/") && url.contains(".png"),
            "{url}"
        );
        let shown = read(&test.anonymous(), url, &[]).await;
        assert_eq!(shown.status, 200);
        assert_eq!(shown.body.len() as u64, result["daxiao"].as_u64().unwrap());
        for (name, value) in [
            ("content-type", "image/png"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "sandbox; default-src 'none'"),
        ] {
            assert_eq!(shown.headers[name], value);
        }
        let admin = test.admin().await;
        let unnamed = admin.upload(UP, &[], "a.png", &png()).await.ok();
        assert!(unnamed["url"].as_str().unwrap().contains("/file/resource/"));
        test.anonymous()
            .upload(UP, &[], "a.png", &png())
            .await
            .refused(401, "");
    });
}

fn photo() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(480, 300, image::Rgb([220, 220, 210]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Jpeg)
        .unwrap();
    bytes.into_inner()
}

/// How many pixels differ visibly from the plain colour of the photo.
fn marked_pixels(bytes: &[u8]) -> usize {
    let picture = image::load_from_memory(bytes).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (480, 300));
    let is_marked = |pixel: &&image::Rgb<u8>| pixel.0[0] < 190;
    picture.pixels().filter(is_marked).count()
}

#[test]
fn a_private_picture_carries_the_name_and_time_of_each_look() {
    on_both(async |test| {
        let admin = test.admin().await;
        let answer = up(&admin, "shoukuan", "收款码.jpg", &photo()).await;
        let url = answer.ok()["url"].as_str().unwrap().to_owned();
        let body = serde_json::json!({ "nickName": "客户", "phone": "13800000001" });
        let customer = add(&admin, "app/user", body).await;
        let body = serde_json::json!({
            "userId": customer, "type": "WEIXIN", "shoukuanzhanghao": "13900000009", "shoukuanma": url,
        });
        add(&admin, "app/user/shoukuan", body).await;
        let checker = test.person(&["app:user:shoukuan:query"]).await.client;
        let mine = read(&admin, &url, &[]).await;
        let theirs = read(&checker, &url, &[]).await;
        for shown in [&mine, &theirs] {
            assert_eq!(shown.headers["content-type"], "image/jpeg");
            assert_eq!(shown.headers["cache-control"], "no-store");
            assert!(marked_pixels(&shown.body) > 1_000);
        }
        assert_ne!(mine.body, theirs.body, "another name");
        test.clock.advance_business(3_600_000);
        let later = read(&admin, &url, &[]).await;
        assert_ne!(mine.body, later.body, "another time");
        // What everybody may see is given out as it was kept.
        let answer = up(&admin, "avatar", "头像.jpg", &photo()).await;
        let url = answer.ok()["url"].as_str().unwrap().to_owned();
        let shown = read(&test.anonymous(), &url, &[]).await;
        assert_eq!(marked_pixels(&shown.body), 0);
    });
}

/// The file cookie of a fresh sign-in.
async fn file_cookie(test: &TestApp, name: &str, password: &str) -> String {
    let answer = try_sign_in(test, name, password).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

#[test]
fn a_private_file_needs_a_token_or_cookie_and_the_right() {
    on_both(async |test| {
        let admin = test.admin().await;
        let url = stored(&admin, "shoukuan").await;
        let body = serde_json::json!({ "nickName": "客户", "phone": "13800000001" });
        let customer = add(&admin, "app/user", body).await;
        let body = serde_json::json!({
            "userId": customer, "type": "WEIXIN", "shoukuanzhanghao": "13900000009", "shoukuanma": url,
        });
        add(&admin, "app/user/shoukuan", body).await;
        let other = test.person(&["app:user:query"]).await;
        let checker = test.person(&["app:user:shoukuan:query"]).await;
        assert_eq!(read(&test.anonymous(), &url, &[]).await.status, 404);
        assert_eq!(read(&other.client, &url, &[]).await.status, 404);
        let shown = read(&admin, &url, &[]).await;
        assert_eq!(
            (
                shown.status.as_u16(),
                shown.headers["cache-control"].to_str().unwrap()
            ),
            (200, "no-store")
        );
        assert_eq!(read(&checker.client, &url, &[]).await.status, 200);
        let cookie = file_cookie(&test, &checker.login_name, &checker.password).await;
        let with_cookie = [("cookie", cookie.as_str())];
        assert_eq!(
            read(&test.anonymous(), &url, &with_cookie).await.status,
            200
        );
        // The cookie reads files and does nothing else.
        let profile = test
            .anonymous()
            .send(
                Method::GET,
                "/api/sys/user/findProfile",
                Vec::new().into(),
                &with_cookie,
            )
            .await;
        profile.refused(401, "");
        let others = file_cookie(&test, &other.login_name, &other.password).await;
        assert_eq!(
            read(&test.anonymous(), &url, &[("cookie", others.as_str())])
                .await
                .status,
            404
        );
    });
}

#[test]
fn a_cookie_ends_with_its_session() {
    on_both(async |test| {
        let admin = test.admin().await;
        let url = stored(&admin, "renzheng").await;
        let answer = try_sign_in(&test, "admin", testkit::PASSWORD).await;
        let cookie = answer.headers["set-cookie"]
            .to_str()
            .unwrap()
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        let session = Client::new(
            test.router.clone(),
            Some(answer.ok()["token"].as_str().unwrap().to_owned()),
        );
        let headers = [("cookie", cookie.as_str())];
        assert_eq!(read(&test.anonymous(), &url, &headers).await.status, 200);
        session
            .post("/api/sys/login/logout", serde_json::json!({}))
            .await
            .ok();
        assert_eq!(read(&test.anonymous(), &url, &headers).await.status, 404);
    });
}

#[test]
fn no_name_leads_out_of_the_folder() {
    on_both(async |test| {
        let admin = test.admin().await;
        for folder in [
            "../../etc",
            "avatar/..",
            "/avatar",
            "AVATAR",
            "nothing",
            "avatar\\x",
        ] {
            blames(
                &up(&admin, folder, "a.png", &png()).await,
                "rootPath",
                "上传目录不正确",
            );
        }
        let sly = up(&admin, "avatar", "../../../evil.html", &png())
            .await
            .ok();
        assert_eq!(sly["name"], "evil.html");
        assert!(sly["url"].as_str().unwrap().contains(".png"));
        for path in [
            "/api/app/file/avatar/202603/..%2F..%2Fkey",
            "/api/app/file/..%2F/202603/key",
            "/api/app/file/avatar/..%2F../key",
            "/api/app/file/avatar/202603/key",
            "/api/app/file/avatar/202603/0123456789abcdef0123456789abcdef.png",
        ] {
            assert_eq!(admin.get(path).await.status, 404, "{path}");
        }
        let gone = "/api/app/file/avatar/202603/0123456789abcdef0123456789abcdef.png";
        admin.get(gone).await.refused(2004, "文件不存在");
    });
}

#[test]
fn what_could_run_or_is_too_large_is_refused() {
    on_both(async |test| {
        let admin = test.admin().await;
        let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
        for (name, bytes) in [
            ("a.svg", &svg[..]),
            ("a.png", b"<html><script>1</script>"),
            ("a.html", b"<!doctype html>"),
            ("a.txt", b"hello"),
        ] {
            blames(
                &up(&admin, "avatar", name, bytes).await,
                "file",
                "不支持的文件类型",
            );
        }
        let mut polyglot = png();
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        let url = up(&admin, "avatar", "a.png", &polyglot).await.ok()["url"]
            .as_str()
            .unwrap()
            .to_owned();
        let shown = read(&admin, &url, &[]).await.body;
        assert!(
            !String::from_utf8_lossy(&shown).contains("script"),
            "pictures are drawn anew"
        );
        let mut large = png();
        large.resize((5 << 20) + 1, 0);
        blames(
            &up(&admin, "avatar", "a.png", &large).await,
            "file",
            "文件大小不能超过 5m!",
        );
        let mut video = b"\0\0\0\x18ftypmp42".to_vec();
        video.resize((30 << 20) + 1, 0);
        blames(
            &up(&admin, "editor", "a.mp4", &video).await,
            "file",
            "上传视频大小限制 30M 以内！",
        );
        blames(
            &up(&admin, "avatar", "a.png", b"").await,
            "file",
            "文件是空的",
        );
        blames(
            &up(&admin, "version", "a.png", &png()).await,
            "file",
            "此处不能上传这种类型",
        );
        admin
            .post(UP, serde_json::json!({}))
            .await
            .refused(2001, "请以表单方式上传文件");
    });
}
