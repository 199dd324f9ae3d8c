//! What stops a start, and in which words.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{
    fs::Permissions,
    io::{BufRead as _, BufReader},
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value as Json, json};
use server::{app, settings::Settings};
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
        let mode = Permissions::from_mode(0o600);
        std::fs::set_permissions(&key, mode).unwrap();
        app::open(&scratch.settings(), cheap_hasher()).unwrap();
    });
}

#[test]
fn a_key_that_others_can_read_is_refused() {
    on_started(|scratch| {
        let key = scratch.path().join("key");
        for mode in [0o640, 0o604, 0o620] {
            std::fs::set_permissions(&key, Permissions::from_mode(mode)).unwrap();
            let said = refusal(scratch);
            assert!(said.contains("chmod 600"), "{mode:o}: {said}");
        }
        std::fs::set_permissions(&key, Permissions::from_mode(0o400)).unwrap();
        app::open(&scratch.settings(), cheap_hasher()).unwrap();
    });
}

/// A lost database must not become a new office with a new administrator.
#[test]
fn a_key_without_its_database_is_refused() {
    let scratch = Scratch::new(Backend::Sqlite);
    app::open(&scratch.settings(), cheap_hasher()).unwrap();
    let database = scratch.path().join("zhanggui.db");
    for beside in ["zhanggui.db-wal", "zhanggui.db-shm"] {
        let _ = std::fs::remove_file(scratch.path().join(beside));
    }
    std::fs::write(&database, b"").unwrap();
    assert!(refusal(&scratch).contains("是空的"));
    assert_eq!(std::fs::metadata(&database).unwrap().len(), 0);
    std::fs::remove_file(&database).unwrap();
    assert!(refusal(&scratch).contains("不存在"));
    assert!(!database.exists());
}

/// The same on a server, where the database is made by somebody else.
#[test]
fn a_key_beside_an_empty_server_is_refused() {
    let lost = Scratch::new(Backend::Postgres);
    app::open(&lost.settings(), cheap_hasher()).unwrap();
    let empty = Scratch::new(Backend::Postgres);
    let settings = Settings {
        database_url: empty.database_url(),
        ..lost.settings()
    };
    let refused = app::open(&settings, cheap_hasher()).map(drop).unwrap_err();
    assert!(
        refused.contains("是空的") && refused.contains("移走 key"),
        "{refused}"
    );
    let db = app::open_db(&Settings {
        database_url: empty.database_url(),
        ..empty.settings()
    });
    let is_untouched = db.unwrap().read_now(store::migrate::is_untouched);
    assert!(is_untouched.unwrap(), "something was made");
}

/// Whoever stops the demo while it fills is told the passwords, and the next start says that it is
/// not whole.
#[test]
fn a_demo_that_was_stopped_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let demo = || {
        let mut command = careless(&data, &["serve", "--demo", "--demo-orders", "3000"]);
        command.env_remove("ZHANGGUI_ADMIN_PASSWORD");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let stopped = demo();
    wait_for_the_demo(&data);
    terminate(&stopped);
    let output = stopped.wait_with_output().unwrap();
    let (said, complaint) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    );
    assert!(!output.status.success());
    assert!(
        said.contains("shenhe01") && said.contains("账号 admin，密码"),
        "{said}"
    );
    assert!(complaint.contains("只生成了一部分"), "{complaint}");
    let mut again = demo();
    let mut lines = BufReader::new(again.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("只生成了一部分"), "{first}");
    assert!(lines.next().unwrap().unwrap().contains("掌柜已启动"));
    again.kill().unwrap();
    again.wait().unwrap();
}

/// A kill leaves tables without indexes; the next start makes them again.
#[test]
fn a_demo_that_was_killed_is_made_usable() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serve = |arguments: &[&str]| {
        let mut command = careless(&data, arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let mut killed = serve(&["serve", "--demo", "--demo-orders", "3000"]);
    wait_for_the_demo(&data);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let structure = || {
        let db = app::open_existing_db(&testkit::settings(&data, None)).unwrap();
        let found = db.read_now(store::catalogue::differences).unwrap();
        found.sentences
    };
    assert!(!structure().is_empty(), "nothing was away");
    let mut again = serve(&["serve"]);
    let mut lines = BufReader::new(again.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().contains("掌柜已启动") {}
    terminate(&again);
    again.wait().unwrap();
    assert_eq!(structure(), Vec::<String>::new());
}

fn terminate(process: &Child) {
    let asked = Command::new("kill").arg(process.id().to_string()).status();
    assert!(asked.unwrap().success());
}

/// Waits until the demo is being made.
fn wait_for_the_demo(data: &Path) {
    let settings = testkit::settings(data, None);
    for _ in 0..1_500 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let is_there = app::open_existing_db(&settings).is_ok_and(|db| {
            let demo = db.read_now(|conn| store::meta::get(conn, "demo"));
            demo.is_ok_and(|demo| demo.is_some())
        });
        if is_there {
            return;
        }
    }
    panic!("no demo was begun");
}

/// Everything below a folder that somebody else than its owner may read, with its mode.
fn open_below(folder: &Path, found: &mut Vec<String>) {
    let mode = std::fs::metadata(folder).unwrap().permissions().mode();
    if mode & 0o077 != 0 {
        found.push(format!("{} {:o}", folder.display(), mode & 0o777));
    }
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder).unwrap() {
            open_below(&entry.unwrap().path(), found);
        }
    }
}

#[track_caller]
fn assert_private(folder: &Path) {
    let mut found = Vec::new();
    open_below(folder, &mut found);
    assert_eq!(found, Vec::<String>::new());
}

/// The program in a shell that gives everything to everybody.
fn careless(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "umask 0; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_zhanggui"))
        .args(arguments)
        .env("ZHANGGUI_DATA_DIR", data)
        .env("ZHANGGUI_ADDR", "127.0.0.1:0")
        .env("ZHANGGUI_ADMIN_PASSWORD", testkit::PASSWORD);
    command
}

#[test]
fn what_is_written_is_its_owners_alone_whatever_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("deep/data");
    for _ in 0..2 {
        let mut server = careless(&data, &["serve"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let is_there = data.join("zhanggui.db-wal").exists() && data.join("files").exists();
        server.kill().unwrap();
        server.wait().unwrap();
        assert!(is_there, "{line}");
        assert_private(&folder.path().join("deep"));
        // What an earlier version left open is closed by the next start.
        for name in ["zhanggui.db", "zhanggui.db-wal", "zhanggui.db-shm", "files"] {
            let mode = Permissions::from_mode(0o777);
            std::fs::set_permissions(data.join(name), mode).unwrap();
        }
    }
    std::fs::create_dir_all(data.join("files/avatar")).unwrap();
    std::fs::write(data.join("files/avatar/0a.png"), b"picture").unwrap();
    let (copy, again) = (folder.path().join("copy"), folder.path().join("again"));
    let copied = careless(&data, &["backup", copy.to_str().unwrap()]).output();
    assert!(copied.unwrap().status.success());
    assert_private(&copy);
    let restored = careless(&again, &["restore", copy.to_str().unwrap()]).output();
    assert!(restored.unwrap().status.success());
    assert_private(&again);
    assert_eq!(
        std::fs::read(again.join("files/avatar/0a.png")).unwrap(),
        b"picture"
    );
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
        store::migrate::migrate_beyond(&db, &testkit::LATER).unwrap();
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
