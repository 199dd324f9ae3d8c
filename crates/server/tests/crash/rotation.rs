//! The key is changed beside a running server, and whoever changes it is killed in the middle.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use schema::{Record as _, Secret, resources::Customer};
use server::{
    app::{self, App},
    files::{FileKey, Folder, Storage as _},
};
use service::seed::system_call;
use store::{file_seal, files::StoredFile, rows::Changes};
use testkit::{Backend, Scratch, cheap_hasher};

use crate::process::{Caller, Server, check, output, program};

const CUSTOMERS: i64 = 3_000;
const FILES: u128 = 1_000;

fn phone(number: i64) -> String {
    format!("138{number:08}")
}

/// Customers straight into the database: what is looked at is what becomes of them.
fn fill(scratch: &Scratch) {
    let opened = app::open(&scratch.settings(), cheap_hasher()).unwrap();
    let app = opened.app;
    let call = system_call("fill", app.clock.now(), app.clock.real().0);
    app.db
        .write_now(move |tx| {
            for number in 0..CUSTOMERS {
                let row = Changes::<Customer>::new()
                    .set(Customer::user_no, format!("U{number}"))
                    .set(Customer::nick_name, format!("客户{number}"))
                    .set(Customer::phone, Secret::New(phone(number)))
                    .set(Customer::is_suoding, false)
                    .set(Customer::state, "QIYONG".to_owned());
                row.insert(tx, &call.writer())?;
            }
            Ok::<_, store::RowError>(())
        })
        .unwrap();
    assert_eq!(Customer::model().name, "app_user");
    fill_files(&app);
}

#[test]
fn a_change_of_keys_that_is_killed_goes_on_on_sqlite() {
    kill_in_the_middle(Backend::Sqlite);
}

#[test]
fn a_change_of_keys_that_is_killed_goes_on_on_postgres() {
    kill_in_the_middle(Backend::Postgres);
}

fn kill_in_the_middle(backend: Backend) {
    let scratch = Scratch::new(backend);
    fill(&scratch);
    let server = Server::start(&scratch);
    let token = Caller::sign_in(&server.address);
    let caller = Caller::new(&server.address, &token);

    rotate_until(&scratch, " 条");
    rotate_until(&scratch, " 个文件");

    let notes = check(&scratch).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(notes.contains("更换尚未完成"), "{notes}");
    // The server answers for what is under the new key and for what is not.
    for number in [0, CUSTOMERS - 1] {
        assert_eq!(found(&caller, number), format!("客户{number}"));
    }
    all_open(&caller);
    let under = numbers(&scratch);
    assert!(under.contains(&2) && under.contains(&1), "{under:?}");

    let ended = output(program(&scratch, "rotate-key"));
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success(), "{said}");
    let notes = check(&scratch).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(notes.contains("全部在密钥 2 下"), "{notes}");
    let mut forget = program(&scratch, "rotate-key");
    forget.arg("--forget");
    assert!(output(forget).status.success());
    assert_eq!(found(&caller, 7), "客户7");
    let under = numbers(&scratch);
    assert!(under.iter().all(|number| *number == 2), "{under:?}");
    assert_eq!(under.len() as u128, FILES);
    all_open(&caller);
    server.kill();
    let server = Server::start(&scratch);
    assert_eq!(found(&Caller::new(&server.address, &token), 7), "客户7");
    server.kill();
}

/// Begins or goes on, and is killed once it says this.
fn rotate_until(scratch: &Scratch, word: &str) {
    let mut rotating = program(scratch, "rotate-key")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(rotating.stdout.take().unwrap()).lines();
    let mut said = said.map(Result::unwrap);
    let is_there = said.any(|line| line.starts_with("已重新加密") && line.ends_with(word));
    assert!(is_there, "it ended");
    rotating.kill().unwrap();
    rotating.wait().unwrap();
}

/// Private files straight into the storage.
fn fill_files(app: &App) {
    let keys = (0..FILES).map(|id| FileKey::new(Folder::Renzheng, 2026, 3, id, "png").unwrap());
    let keys: Vec<FileKey> = keys.collect();
    for key in &keys {
        app.files.put(key, include_bytes!("pixel.png")).unwrap();
    }
    let real_ms = app.clock.real().0;
    let rows = move |tx: &mut store::Tx<'_>| {
        keys.iter().try_for_each(|key| {
            let file = StoredFile {
                key: key.as_str().to_owned(),
                folder: key.folder().name().to_owned(),
                name: "证件.png".to_owned(),
                mime: key.mime().to_owned(),
                size: include_bytes!("pixel.png").len().try_into().unwrap(),
                md5: None,
                key_number: 1,
                create_by: 1,
                owner: None,
            };
            store::files::insert(tx, &file, real_ms, real_ms)
        })
    };
    app.db.write_now(rows).unwrap();
}

/// A private file opens, whichever key it lies under.
fn all_open(caller: &Caller) {
    for id in (0..FILES).step_by(37) {
        let key = FileKey::new(Folder::Renzheng, 2026, 3, id, "png").unwrap();
        let bytes = caller.bytes(&format!("/api/app/file/{key}"));
        assert!(bytes.starts_with(b"\x89PNG"), "{key}");
    }
}

/// The keys that the private files lie under.
fn numbers(scratch: &Scratch) -> Vec<u8> {
    let months = std::fs::read_dir(scratch.path().join("files/renzheng")).unwrap();
    let files = months.flat_map(|month| std::fs::read_dir(month.unwrap().path()).unwrap());
    // What was half written when the program was killed has no name of ours.
    let files = files.map(|file| file.unwrap().path());
    let files = files.filter(|path| path.extension().is_some());
    let bytes = files.map(|path| std::fs::read(path).unwrap());
    bytes
        .filter_map(|bytes| file_seal::number(&bytes))
        .collect()
}

fn found(caller: &Caller, number: i64) -> String {
    let phone = phone(number);
    let page = caller.get(&format!(
        "/api/app/user/findAllByPage?size=10&phone={phone}"
    ));
    page["records"][0]["nickName"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
