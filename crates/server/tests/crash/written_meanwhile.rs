//! Backups that are made while money moves: each restores into the other engine with the same rows,
//! and the books in it agree. `COPY_ROUNDS` says how many on each engine.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value as Json;
use server::app;
use store::portable::{self, Reader, Totals};
use testkit::{Backend, Scratch};

use crate::{
    copies::{Office, sqlite},
    money::{Shop, lead, open_shop},
    process::{Caller, Outcome, Server},
    times,
};

const WRITERS: usize = 3;
/// Events during one backup: the next one copies them too.
const EACH_ROUND: u64 = 150;

/// Lenders who work while they are let, and end with the test.
#[derive(Default)]
struct Lenders {
    /// They rest when so much is done.
    until: AtomicU64,
    is_over: AtomicBool,
    serial: AtomicUsize,
    done: AtomicU64,
}

impl Lenders {
    fn work(&self, caller: &Caller, shop: Shop) {
        let post = |verb: &str, body: Json| -> Option<Json> {
            while self.done.load(SeqCst) >= self.until.load(SeqCst) {
                if self.is_over.load(SeqCst) {
                    return None;
                }
                thread::sleep(Duration::from_millis(5));
            }
            match caller.post(&format!("/api/app/dingdan/{verb}"), &body) {
                Outcome::Answered(200, _, result) => {
                    self.done.fetch_add(1, SeqCst);
                    Some(result)
                }
                // On a machine that has no time left: the next order is another one.
                Outcome::Answered(500, why, _) if why.contains("结果未知") => None,
                Outcome::Answered(2002, why, _) if why.starts_with("查询用时过长") => None,
                other => panic!("{verb} {body}: {other:?}"),
            }
        };
        while !self.is_over.load(SeqCst) {
            lead(&post, shop, &self.serial);
        }
    }

    /// Runs something while they work; how much they did meanwhile.
    fn beside<T>(&self, run: impl FnOnce() -> T) -> (T, u64) {
        let before = self.done.load(SeqCst);
        self.until.store(before + EACH_ROUND, SeqCst);
        let started = Instant::now();
        while self.done.load(SeqCst) < before + 5 {
            assert!(started.elapsed() < Duration::from_mins(1), "nobody works");
            thread::sleep(Duration::from_millis(5));
        }
        let begun = self.done.load(SeqCst);
        let made = run();
        self.until.store(0, SeqCst);
        (made, self.done.load(SeqCst) - begun)
    }
}

/// Lets the lenders go also where the test fails.
struct Ends<'a>(&'a Lenders);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, SeqCst);
        self.0.until.store(0, SeqCst);
    }
}

#[test]
fn a_backup_made_under_writes_is_one_state_on_either_engine() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let from = Scratch::new(backend);
        let url = from.database_url().unwrap_or_else(|| sqlite(from.path()));
        let office = Office::new(from.path(), url);
        let server = Server::run(office.program(&["serve"]));
        let token = Caller::sign_in(&server.address);
        let shop = open_shop(&Caller::new(&server.address, &token));
        let (lenders, rounds) = (Lenders::default(), times("COPY_ROUNDS", 1));
        let meanwhile = thread::scope(|scope| {
            let _ends = Ends(&lenders);
            for _ in 0..WRITERS {
                let caller = Caller::new(&server.address, &token);
                let lenders = &lenders;
                scope.spawn(move || lenders.work(&caller, shop));
            }
            let each = (0..rounds).map(|_| round(&office, &lenders, backend));
            each.sum::<u64>()
        });
        server.kill();
        println!(
            "{backend:?}: {rounds} backups, {meanwhile} money events meanwhile, {} in all: restored on the other engine, hashes equal",
            lenders.done.load(SeqCst)
        );
    }
}

/// One backup while the lenders work, and what it becomes.
fn round(office: &Office, lenders: &Lenders, backend: Backend) -> u64 {
    let place = tempfile::tempdir().unwrap();
    let (copy, folder) = (place.path().join("copy"), place.path().join("to"));
    let (_, meanwhile) = lenders.beside(|| office.must(&["backup", copy.to_str().unwrap()]));
    assert!(meanwhile > 0, "nobody wrote during the backup");
    let other = match backend {
        Backend::Sqlite => Backend::Postgres,
        Backend::Postgres => Backend::Sqlite,
    };
    let to = Scratch::new(other);
    let url = to.database_url().unwrap_or_else(|| sqlite(&folder));
    let restored = Office::new(&folder, url);
    // The check at its end proves that every order, record and journal line is of one state.
    let said = restored.must(&["restore", copy.to_str().unwrap()]);
    assert!(said.contains("检查通过"), "{said}");
    assert_eq!(kept(&copy), found(&restored), "the rows differ");
    meanwhile
}

/// What is compared: the versions of tables are each engine's own.
fn compared(mut totals: Totals) -> Totals {
    totals.remove("table_version");
    totals
}

/// Rows and hash of every table in a backup.
fn kept(copy: &Path) -> Totals {
    let mut reader = Reader::open(&copy.join("data.zhanggui")).unwrap();
    while reader.rows().unwrap().is_some() {}
    compared(reader.finish().unwrap().1)
}

/// The same of a database.
fn found(office: &Office) -> Totals {
    let settings = testkit::settings(&office.folder, Some(office.url.clone()));
    let db = app::open_existing_db(&settings).unwrap();
    compared(db.read_now(|conn| portable::totals(conn, |_| {})).unwrap())
}
