//! The key is changed beside a running server, and whoever changes it is killed in the middle.

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use schema::{Record as _, Secret, resources::Customer};
use server::app;
use service::seed::system_call;
use store::rows::Changes;
use testkit::{Backend, Scratch, cheap_hasher};

use crate::process::{Caller, Server, check, output, program};

const CUSTOMERS: i64 = 3_000;

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

    let mut rotating = program(&scratch, "rotate-key")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(rotating.stdout.take().unwrap()).lines();
    let mut said = said.map(Result::unwrap);
    assert!(said.any(|line| line.starts_with("已重新加密")), "it ended");
    rotating.kill().unwrap();
    rotating.wait().unwrap();

    let notes = check(&scratch).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(notes.contains("更换尚未完成"), "{notes}");
    // The server answers for what is under the new key and for what is not.
    for number in [0, CUSTOMERS - 1] {
        assert_eq!(found(&caller, number), format!("客户{number}"));
    }

    let ended = output(program(&scratch, "rotate-key"));
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success(), "{said}");
    let notes = check(&scratch).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(notes.contains("全部在密钥 2 下"), "{notes}");
    let mut forget = program(&scratch, "rotate-key");
    forget.arg("--forget");
    assert!(output(forget).status.success());
    assert_eq!(found(&caller, 7), "客户7");
    server.kill();
    let server = Server::start(&scratch);
    assert_eq!(found(&Caller::new(&server.address, &token), 7), "客户7");
    server.kill();
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
