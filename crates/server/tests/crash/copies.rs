//! An office from one engine to the other and back, by a move and by a backup: the same rows, the
//! same answers, and `check` finds nothing.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value as Json, json};
use server::{app, settings::Settings};
use store::searches::{self, Search};
use testkit::{Backend, Bucket, PASSWORD, Scratch};

use crate::process::{Caller, Outcome, Server, output};

/// A folder with the keys of an office, and the database it uses.
pub struct Office {
    pub folder: PathBuf,
    pub url: String,
}

impl Office {
    pub fn new(folder: &Path, url: String) -> Self {
        Self {
            folder: folder.to_owned(),
            url,
        }
    }

    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_zhanggui"));
        program
            .args(arguments)
            .env("ZHANGGUI_ADDR", "127.0.0.1:0")
            .env("ZHANGGUI_DATA_DIR", &self.folder)
            .env("ZHANGGUI_DATABASE_URL", &self.url)
            .env("ZHANGGUI_ADMIN_PASSWORD", PASSWORD)
            .env("ZHANGGUI_DRAIN_SECONDS", "0")
            .env("ZHANGGUI_CLOCK", "2026-03-01T09:00:00")
            .env("RUST_LOG", "error");
        program
    }

    fn run(&self, arguments: &[&str]) -> Output {
        output(self.program(arguments))
    }

    /// Runs until it says this, and is killed at that moment.
    fn killed_at(&self, sentence: &str, arguments: &[&str]) {
        let mut program = self.program(arguments);
        let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let mut lines = said.lines().map(Result::unwrap);
        assert!(lines.any(|line| line.contains(sentence)), "not said");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[track_caller]
    pub fn must(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        said
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?} went well");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

fn stop(server: Server) {
    assert!(server.terminate(Duration::from_mins(1)).unwrap().success());
}

/// Everything an office shows: each list, and each order with its plan.
fn shown(office: &Office) -> Vec<(String, Json)> {
    let server = Server::run(office.program(&["serve"]));
    let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
    let mut shown = Vec::new();
    for model in schema::models() {
        let is_alive = matches!(model.table.path, "sys/log" | "sys/session" | "sys/user");
        let path = format!("/api/{}/findAllByPage?size=50&current=1", model.table.path);
        if let (false, Outcome::Answered(200, _, list)) = (is_alive, caller.try_get(&path)) {
            shown.push((path, list));
        }
    }
    for order in 1..=12 {
        for path in ["weapp/findById", "huankuanXiangqing"] {
            let path = format!("/api/app/dingdan/{path}/{order}");
            shown.push((path.clone(), caller.get(&path)));
        }
    }
    // What has a number goes on with the next one, and what is searched is found.
    let title = "搬家之后的公告";
    let notice = json!({ "biaoti": title, "type": "XITONG", "neirong": "<p>x</p>" });
    let added = caller.post("/api/app/gonggao/add", &notice);
    let Outcome::Answered(200, _, added) = added else {
        panic!("{added:?}");
    };
    let found = caller.get("/api/app/gonggao/findAllByPage?biaoti=家之后&size=10");
    assert_eq!(found["records"][0]["id"], added["id"], "{found}");
    let removed = format!("/api/app/gonggao/delByIds/{}", added["id"]);
    caller.delete(&removed);
    stop(server);
    shown
}

#[track_caller]
fn same(before: &[(String, Json)], after: &[(String, Json)]) {
    assert!(before.len() > 40, "only {} answers", before.len());
    for (before, after) in before.iter().zip(after) {
        assert_eq!(before, after);
    }
    assert_eq!(before.len(), after.len());
}

fn demo(folder: &Path, url: String) -> Office {
    let office = Office::new(folder, url);
    stop(Server::run(office.program(&[
        "serve",
        "--demo",
        "--demo-orders",
        "60",
    ])));
    office
}

pub fn sqlite(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("zhanggui.db").display())
}

/// A search for a secret is counted, under a number that none before it has.
fn searched(office: &Office) {
    let settings = Settings {
        database_url: Some(office.url.clone()),
        ..testkit::settings(&office.folder, None)
    };
    let db = app::open_existing_db(&settings).unwrap();
    let counted = db.write_now(|tx| {
        let search = Search {
            user_id: 1,
            real_ms: 1,
            misses: 0,
            what: "phone",
            route: "app/user",
        };
        searches::add(tx, &search)
    });
    counted.unwrap();
}

#[test]
fn an_office_moves_to_a_server_and_back() {
    let (small, large) = (
        Scratch::new(Backend::Sqlite),
        Scratch::new(Backend::Postgres),
    );
    let office = demo(small.path(), sqlite(small.path()));
    searched(&office);
    let before = shown(&office);
    let url = large.database_url().unwrap();
    let there = Office {
        folder: small.path().to_owned(),
        url: url.clone(),
    };
    // Killed while rows arrive or while they are checked, it goes on; nobody works in a half.
    let mut moving = office.program(&["move", "--to", &url]).spawn().unwrap();
    thread::sleep(Duration::from_millis(200));
    moving.kill().unwrap();
    moving.wait().unwrap();
    for _ in 0..2 {
        office.killed_at("正在检查目标数据库", &["move", "--to", &url]);
        let refused = there.refuses(&["serve"]);
        assert!(refused.contains("还没有迁移完"), "{refused}");
    }
    office.must(&["move", "--to", &url]);
    there.must(&["check"]);
    assert!(office.refuses(&["serve"]).contains("已迁移到 postgres://"));
    assert!(office.refuses(&["move", "--to", &url]).contains("不是空的"));
    let after = shown(&there);
    same(&before, &after);
    searched(&there);
    let again = format!("sqlite:{}", small.path().join("again.db").display());
    there.must(&["move", "--to", &again]);
    let back = Office {
        folder: small.path().to_owned(),
        url: again,
    };
    same(&before, &shown(&back));
    back.must(&["check"]);
}

#[test]
fn a_backup_of_either_engine_restores_into_the_other() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let from = Scratch::new(backend);
        let url = from.database_url().unwrap_or_else(|| sqlite(from.path()));
        let office = demo(from.path(), url);
        let server = Server::run(office.program(&["serve"]));
        let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
        let [_, card] = ["avatar", "renzheng"].map(|folder| {
            match caller.upload(folder, "a.png", include_bytes!("pixel.png")) {
                Outcome::Answered(200, _, file) => file["url"].as_str().unwrap().to_owned(),
                other => panic!("{other:?}"),
            }
        });
        let card = card.strip_prefix("/server").unwrap();
        // Beside a live server.
        let copy = from.path().with_extension("copy");
        office.must(&["backup", copy.to_str().unwrap()]);
        stop(server);
        let before = shown(&office);
        let other = match backend {
            Backend::Sqlite => Backend::Postgres,
            Backend::Postgres => Backend::Sqlite,
        };
        let (to, place) = (Scratch::new(other), from.path().with_extension("to"));
        let restored = Office {
            url: to.database_url().unwrap_or_else(|| sqlite(&place)),
            folder: place.clone(),
        };
        let said = restored.must(&["restore", copy.to_str().unwrap()]);
        assert!(said.contains("检查通过"), "{said}");
        same(&before, &shown(&restored));
        let files = walk(&place.join("files"));
        assert_eq!(files.len(), 2, "{files:?}");
        // The private one lay sealed all the way, and opens.
        let of_card = |path: &&PathBuf| path.to_string_lossy().contains("/renzheng/");
        for folder in [&copy, &place] {
            let files = walk(&folder.join("files"));
            let sealed = std::fs::read(files.iter().find(of_card).unwrap()).unwrap();
            assert_eq!(store::file_seal::number(&sealed), Some(1));
        }
        let server = Server::run(restored.program(&["serve"]));
        let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
        assert!(caller.bytes(card).starts_with(b"\x89PNG"));
        stop(server);
        // What is not empty is left alone.
        let refused = restored.refuses(&["restore", copy.to_str().unwrap()]);
        assert!(refused.contains("不是空的"), "{refused}");
        let other_folder = Office {
            folder: from.path().with_extension("third"),
            url: restored.url.clone(),
        };
        let refused = other_folder.refuses(&["restore", copy.to_str().unwrap()]);
        assert!(refused.contains("不是空的"), "{refused}");
        // A copy that lost its end is no copy.
        let rows = copy.join("data.zhanggui");
        let bytes = std::fs::read(&rows).unwrap();
        std::fs::write(&rows, &bytes[..bytes.len() - 9]).unwrap();
        let empty = Scratch::new(Backend::Sqlite);
        let cut = Office {
            folder: from.path().with_extension("fourth"),
            url: sqlite(empty.path()),
        };
        assert!(
            cut.refuses(&["restore", copy.to_str().unwrap()])
                .contains("无法读取")
        );
        // A file that is gone is named.
        std::fs::remove_file(&walk(&from.path().join("files"))[0]).unwrap();
        let second = from.path().with_extension("copy2");
        let refused = office.refuses(&["backup", second.to_str().unwrap()]);
        assert!(refused.contains("缺少 1 个文件"), "{refused}");
        for made in ["copy", "copy2", "to", "third", "fourth"] {
            let _ = std::fs::remove_dir_all(from.path().with_extension(made));
        }
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else {
            files.push(path);
        }
    }
    files
}

#[test]
fn a_backup_is_made_every_day_by_the_server_itself() {
    let place = Scratch::new(Backend::Sqlite);
    let at = |name: &str| Office {
        folder: place.path().join(name),
        url: sqlite(&place.path().join(name)),
    };
    let (office, backups) = (at("office"), place.path().join("backups"));
    let mut serve = office.program(&["serve"]);
    serve
        .env("ZHANGGUI_BACKUP_DIR", &backups)
        .env("ZHANGGUI_BACKUP_HOUR", "9");
    let server = Server::run(serve);
    let made = || {
        let entries = std::fs::read_dir(&backups).into_iter().flatten().flatten();
        let mut paths = entries.map(|entry| entry.path());
        paths.find(|path| path.to_string_lossy().contains("zhanggui-20260301"))
    };
    let waited = std::time::Instant::now();
    let backup = loop {
        if let Some(made) = made() {
            break made;
        }
        assert!(waited.elapsed() < Duration::from_mins(1), "no backup");
        thread::sleep(Duration::from_millis(100));
    };
    // The next start knows of it.
    let mut serve = office.program(&["serve"]);
    serve
        .env("ZHANGGUI_BACKUP_DIR", &backups)
        .env("ZHANGGUI_METRICS_TOKEN", "seen");
    stop(server);
    let server = Server::run(serve);
    let measured = || {
        let page = ureq::get(format!("{}/metrics", server.address))
            .header("authorization", "Bearer seen")
            .call();
        page.unwrap().body_mut().read_to_string().unwrap()
    };
    let unknown = "zhanggui_backup_timestamp_seconds 0\n";
    let waited = std::time::Instant::now();
    while measured().contains(unknown) {
        assert!(waited.elapsed() < Duration::from_secs(20), "not known");
        thread::sleep(Duration::from_millis(100));
    }
    stop(server);
    at("again").must(&["restore", backup.to_str().unwrap()]);
}

/// A backup in a bucket, sealed with a key of its own, comes back on the other engine, and only with
/// that key.
#[test]
fn a_sealed_backup_in_a_bucket_comes_back_with_its_key() {
    let bucket = Bucket::start();
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let from = Scratch::new(backend);
        let url = from.database_url().unwrap_or_else(|| sqlite(from.path()));
        let office = demo(from.path(), url);
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        for key in ["backup.key", "other.key"] {
            office.must(&["make-backup-key", at(key).to_str().unwrap()]);
        }
        let before = shown(&office);
        let target = bucket.url(&format!("of-{backend:?}"));
        let with_key = |office: &Office, key: &str, arguments: &[&str]| {
            let mut program = office.program(arguments);
            program.env("ZHANGGUI_BACKUP_KEY_FILE", at(key));
            let ended = output(program);
            let said = [ended.stdout, ended.stderr].concat();
            (
                ended.status.success(),
                String::from_utf8_lossy(&said).into_owned(),
            )
        };
        let (is_made, said) = with_key(&office, "backup.key", &["backup", &target]);
        assert!(is_made, "{said}");
        let (is_made, said) = with_key(&office, "backup.key", &["backup", &target]);
        assert!(!is_made && said.contains("已存在"), "{said}");
        assert!(!said.contains("secret"), "{said}");
        let to = Scratch::new(match backend {
            Backend::Sqlite => Backend::Postgres,
            Backend::Postgres => Backend::Sqlite,
        });
        let folder = at("to");
        let restored = Office::new(
            &folder,
            to.database_url().unwrap_or_else(|| sqlite(&folder)),
        );
        let refused = restored.refuses(&["restore", &target]);
        assert!(refused.contains("ZHANGGUI_BACKUP_KEY_FILE"), "{refused}");
        let (is_back, said) = with_key(&restored, "other.key", &["restore", &target]);
        assert!(
            !is_back && said.contains("备份密钥不是这个备份的"),
            "{said}"
        );
        let (is_back, said) = with_key(&restored, "backup.key", &["restore", &target]);
        assert!(is_back && said.contains("检查通过"), "{said}");
        same(&before, &shown(&restored));
    }
}
