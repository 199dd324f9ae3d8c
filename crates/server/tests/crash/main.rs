//! The program is killed while it writes: every acknowledged write is there afterwards, and none
//! is half there. `CRASH_KILLS` says how often.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

mod copies;
mod disk;
mod failover;
mod ledger;
mod lost;
mod money;
mod nodes;
mod points;
mod process;
mod rotation;
mod servers;
mod several;
mod written_meanwhile;

use std::{
    sync::mpsc::{self, Sender},
    thread,
    time::Duration,
};

use ledger::Told;
use process::{Caller, Outcome, Server, check};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::json;
use testkit::{Backend, Scratch};

const WRITERS: usize = 16;

fn kills() -> u64 {
    times("CRASH_KILLS", 4)
}

/// How often something is to happen: as the environment says, or a little.
fn times(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn nothing_acknowledged_is_lost_on_sqlite() {
    kill_again_and_again(Backend::Sqlite);
}

#[test]
fn nothing_acknowledged_is_lost_on_postgres() {
    kill_again_and_again(Backend::Postgres);
}

fn kill_again_and_again(backend: Backend) {
    let scratch = Scratch::new(backend);
    let mut server = Server::start(&scratch);
    let token = Caller::sign_in(&server.address);
    let rng = &mut StdRng::seed_from_u64(7);
    let mut acknowledged = 0;
    for run in 0..kills() {
        let (mark, after) = (format!("r{run}t"), rng.random_range(1..250));
        let address = server.address.clone();
        let told = write_until(&address, &token, &mark, after, || server.kill());
        acknowledged += told.titles.len();
        check(&scratch).unwrap_or_else(|problems| panic!("run {run}: {problems}"));
        server = Server::start(&scratch);
        ledger::agrees(&Caller::new(&server.address, &token), &mark, &told);
    }
    println!(
        "{backend:?}: {} kills, {acknowledged} acknowledged rows",
        kills()
    );
    server.kill();
}

#[test]
fn a_stop_that_was_asked_for_loses_nothing_either() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let scratch = Scratch::new(backend);
        let server = Server::start(&scratch);
        let token = Caller::sign_in(&server.address);
        let address = server.address.clone();
        let mut ended = None;
        let told = write_until(&address, &token, "t", 150, || {
            ended = server.terminate(Duration::from_secs(10));
        });
        let ended = ended.unwrap_or_else(|| panic!("still running after ten seconds"));
        assert!(ended.success(), "{ended}");
        let said = check(&scratch).unwrap_or_else(|problems| panic!("{problems}"));
        // Nothing is on its way any more, so everything is under seal.
        let seals: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("封存 "))
            .collect();
        let is_whole = |line: &&str| line.ends_with("；0 行尚未封存");
        assert!(!seals.is_empty() && seals.iter().all(is_whole), "{said}");
        let server = Server::start(&scratch);
        ledger::agrees(&Caller::new(&server.address, &token), "t", &told);
        server.kill();
    }
}

/// Many clients write until so many writes were acknowledged and `stop` was called; what they
/// were told.
fn write_until(address: &str, token: &str, mark: &str, after: usize, stop: impl FnOnce()) -> Told {
    let (acknowledged, acknowledgements) = mpsc::channel();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let caller = Caller::new(address, token);
            let (mark, acknowledged) = (format!("{mark}{writer}n"), acknowledged.clone());
            thread::spawn(move || write(&caller, &mark, &acknowledged))
        })
        .collect();
    drop(acknowledged);
    assert_eq!(acknowledgements.iter().take(after).count(), after);
    stop();
    let mut told = Told::default();
    for writer in writers {
        told.add(writer.join().unwrap());
    }
    told
}

/// Adds and changes announcements until the connection breaks.
fn write(caller: &Caller, mark: &str, acknowledged: &Sender<()>) -> Told {
    let mut told = Told::default();
    for number in 0.. {
        let title = format!("{mark}{number}a");
        let body = json!({ "biaoti": title, "type": "XITONG", "neirong": "<p>内容</p>" });
        let Some(result) = send(caller, "/api/app/gonggao/add", &body, &title, &mut told) else {
            break;
        };
        let id = result["id"].as_i64().unwrap();
        told.titles.insert(id, title);
        let _ = acknowledged.send(());
        let title = format!("{mark}{number}b");
        let body = json!({ "id": id, "banbenSuo": 0, "biaoti": title });
        if send(caller, "/api/app/gonggao/edit", &body, &title, &mut told).is_none() {
            break;
        }
        told.titles.insert(id, title);
        let _ = acknowledged.send(());
    }
    told
}

/// The result of an acknowledged write; otherwise the title is in doubt.
fn send(
    caller: &Caller,
    path: &str,
    body: &serde_json::Value,
    title: &str,
    told: &mut Told,
) -> Option<serde_json::Value> {
    match caller.post(path, body) {
        Outcome::Answered(200, _, result) => Some(result),
        Outcome::Answered(code, message, _) => panic!("{title}: {code} {message}"),
        Outcome::Broken => {
            told.in_doubt.insert(title.to_owned());
            None
        }
    }
}
