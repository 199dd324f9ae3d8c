//! Files that rows showed once: what nothing shows any more is taken away where that is asked for,
//! and what anything shows stays, rich text included.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{fs, io::Cursor, path::PathBuf};

use serde_json::json;
use server::cli::unused_files;
use store::files;
use testkit::{Client, TestApp, on_both, on_both_with_bucket};

fn picture(seed: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let drawn = image::RgbImage::from_pixel(8, 8, image::Rgb([seed, 1, 2]));
    drawn.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// The address of a new picture.
async fn uploaded(admin: &Client, folder: &str, seed: u8) -> String {
    let (fields, picture) = ([("rootPath", folder)], picture(seed));
    let kept = admin.upload("/api/app/file/up", &fields, "a.png", &picture);
    kept.await.ok()["url"].as_str().unwrap().to_owned()
}

fn key(url: &str) -> &str {
    url.strip_prefix("/server/api/app/file/").unwrap()
}

fn on_disk(test: &TestApp, url: &str) -> PathBuf {
    test.scratch.files().join(key(url))
}

fn text_with(url: &str) -> String {
    format!("<p>图</p><img src=\"{url}\">")
}

async fn add(admin: &Client, title: &str, text: &str) -> i64 {
    let notice = json!({ "biaoti": title, "type": "XITONG", "neirong": text });
    let added = admin.post("/api/app/gonggao/add", notice).await.ok();
    added["id"].as_i64().unwrap()
}

async fn run(test: &TestApp, removes: bool) {
    let settings = test.scratch.settings();
    let ran = move || unused_files::run(&settings, removes);
    tokio::task::spawn_blocking(ran).await.unwrap().unwrap();
}

async fn known(test: &TestApp, url: &str) -> bool {
    let key = key(url).to_owned();
    let found = test.db().read(move |conn| files::find(conn, &key)).await;
    found.unwrap().is_some()
}

#[test]
fn what_nothing_shows_any_more_goes_when_asked_for() {
    on_both(goes_when_asked_for);
}

#[test]
fn what_nothing_shows_any_more_goes_from_a_bucket_too() {
    on_both_with_bucket(goes_when_asked_for);
}

async fn goes_when_asked_for(test: TestApp) {
    let admin = test.admin().await;
    let [shown, replaced, deleted, new] = [
        uploaded(&admin, "editor", 1).await,
        uploaded(&admin, "editor", 2).await,
        uploaded(&admin, "editor", 3).await,
        uploaded(&admin, "editor", 4).await,
    ];
    let identity = uploaded(&admin, "renzheng", 5).await;
    let back = uploaded(&admin, "renzheng", 6).await;
    let customer = json!({ "nickName": "张三", "phone": "13800000001" });
    let customer = admin.post("/api/app/user/add", customer).await.ok();
    let person = json!({ "userId": customer["id"], "zhenshixingming": "张三",
        "zhengjianhaoma": "11010519491231002X", "sfzZhengmian": identity, "sfzFanmian": back });
    admin.post("/api/app/user/renzheng/add", person).await.ok();
    add(&admin, "一", &text_with(&shown)).await;
    let changed = add(&admin, "二", &text_with(&replaced)).await;
    let gone = add(&admin, "三", &text_with(&deleted)).await;
    let edit = json!({ "id": changed, "banbenSuo": 0, "neirong": "<p>无图</p>" });
    admin.post("/api/app/gonggao/edit", edit).await.ok();
    let path = format!("/api/app/gonggao/delByIds/{gone}");
    admin.delete(&path).await.ok();
    let older = "UPDATE file SET shangchuan_ms = 1";
    test.db().write(move |tx| tx.batch(older)).await.unwrap();
    // Taken and let go within this day: somebody may be at work with it.
    let today = add(&admin, "四", &text_with(&new)).await;
    let young = format!(
        "UPDATE file SET shangchuan_ms = {} WHERE file_key = '{}'",
        test.clock.real().0,
        key(&new)
    );
    test.db().write(move |tx| tx.batch(&young)).await.unwrap();
    let edit = json!({ "id": today, "banbenSuo": 0, "neirong": "<p>无图</p>" });
    admin.post("/api/app/gonggao/edit", edit).await.ok();

    let all = [&shown, &replaced, &deleted, &new, &identity, &back];
    run(&test, false).await;
    for url in all {
        assert!(known(&test, url).await && on_disk(&test, url).exists());
    }
    // Somebody was cut off after setting one aside.
    let aside = vec![key(&shown).to_owned()];
    let cut = test.db().write(move |tx| files::set_aside(tx, &aside));
    cut.await.unwrap();
    assert!(!known(&test, &shown).await);
    run(&test, true).await;
    for (url, stays) in all.into_iter().zip([true, false, false, true, true, true]) {
        assert_eq!(known(&test, url).await, stays, "{url}");
        assert_eq!(on_disk(&test, url).exists(), stays, "{url}");
    }
    let bytes = fs::read(on_disk(&test, &shown)).unwrap();
    assert!(image::load_from_memory(&bytes).is_ok());
    run(&test, true).await;
    assert!(known(&test, &shown).await);
}
