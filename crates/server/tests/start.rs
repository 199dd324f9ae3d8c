//! What stops a start, and in which words.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{net::TcpListener, process::Command};

use serde_json::{Value as Json, json};
use server::app;
use testkit::{Backend, Scratch, TestApp, cheap_hasher, on_both};

/// Why this place cannot be opened; a place that can is a failure.
fn refusal(scratch: &Scratch) -> String {
    match app::open(&scratch.settings(), cheap_hasher()) {
        Ok(_) => panic!("it started"),
        Err(sentence) => sentence,
    }
}

fn on_started(test: impl Fn(&Scratch)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let scratch = Scratch::new(backend);
        app::open(&scratch.settings(), cheap_hasher()).unwrap();
        test(&scratch);
    }
}

#[test]
fn a_second_start_changes_nothing() {
    on_started(|scratch| {
        let again = app::open(&scratch.settings(), cheap_hasher()).unwrap();
        assert!(!again.is_first_start);
        assert_eq!(again.made_up_password, None);
    });
}

/// Secrets sealed with one key are noise under another.
#[test]
fn a_key_that_is_not_the_databases_is_refused() {
    on_started(|scratch| {
        let key = scratch.path().join("key");
        let kept = std::fs::read(&key).unwrap();
        std::fs::remove_file(&key).unwrap();
        assert!(refusal(scratch).contains("密钥与数据库不符"));
        assert!(!key.exists(), "a key of no use was left behind");
        std::fs::write(&key, kept).unwrap();
        app::open(&scratch.settings(), cheap_hasher()).unwrap();
    });
}

/// A password that is shown once must not be lost to a port that somebody else has.
#[test]
fn nothing_is_made_where_nobody_can_listen() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let ended = Command::new(env!("CARGO_BIN_EXE_zhanggui"))
        .arg("serve")
        .env("ZHANGGUI_DATA_DIR", &data)
        .env("ZHANGGUI_ADDR", taken.local_addr().unwrap().to_string())
        .output()
        .unwrap();
    assert!(!ended.status.success());
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("无法监听"), "{said}");
    assert!(!data.exists());
}

#[test]
fn a_command_refuses_a_newer_schema_too() {
    on_started(|scratch| {
        let db = app::open_existing_db(&scratch.settings()).unwrap();
        db.write_now(|tx| {
            tx.execute_one(
                "INSERT INTO schema_migration (version, name, checksum) VALUES (9999, 'later', 'x')",
                &[],
            )
        })
        .unwrap();
        let refused = app::open_existing_db(&scratch.settings()).map(drop);
        assert!(refused.unwrap_err().contains("更新的程序"));
    });
}

fn flat(nodes: &Json, into: &mut Vec<String>) {
    for node in nodes.as_array().into_iter().flatten() {
        into.push(format!("{} {}", node["id"], node["name"]));
        flat(&node["children"], into);
    }
}

/// The menu belongs to the people who use it: a start adds nothing they took away.
#[test]
fn the_menu_stays_as_people_left_it() {
    async fn tree(test: &TestApp) -> Vec<String> {
        let admin = test.admin().await;
        let mut found = Vec::new();
        let tree = admin.get("/api/sys/menu/findAllByTree").await.ok();
        flat(&tree, &mut found);
        found
    }
    on_both(async |test| {
        let admin = test.admin().await;
        let all = admin.get("/api/sys/menu/findAllByList").await.ok();
        let id = |wire: &str, text: &str| {
            let mut nodes = all.as_array().unwrap().iter();
            nodes.find(|node| node[wire] == text).unwrap()["id"].clone()
        };
        let edit = async |body: Json| admin.post("/api/sys/menu/edit", body).await.ok();
        edit(json!({ "id": id("routerUrl", "/dingdan"), "routerUrl": "/orders" })).await;
        edit(json!({ "id": id("perms", "app:dict:del"), "perms": "app:dict:del2" })).await;
        edit(json!({ "id": id("name", "系统管理"), "name": "系统" })).await;
        let gone = id("perms", "app:dict:add");
        let delete = format!("/api/sys/menu/delByIds/{gone}");
        admin.delete(&delete).await.ok();
        let before = tree(&test).await;
        let settings = test.scratch.settings();
        let again = move || app::open(&settings, cheap_hasher()).map(drop);
        tokio::task::spawn_blocking(again).await.unwrap().unwrap();
        assert_eq!(tree(&test).await, before);
    });
}
