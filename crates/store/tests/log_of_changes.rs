//! The log of changes of SQLite is brought over into the database while people write.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod place;

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use place::{Place, on_both};
use store::{Db, Dialect, Value};

/// Pages in one transaction, and what all of them together would make the log, almost twice of what
/// it may come to.
const PAGES: i64 = 250;
const TRANSACTIONS: i64 = 200;
const PATIENCE: Duration = Duration::from_mins(1);
const MOST_BYTES: u64 = 28_000 * 4_120;

fn write(db: &Db) {
    let row = "INSERT INTO page (text) VALUES (?)";
    for _ in 0..TRANSACTIONS {
        db.write_now(|tx| {
            (0..PAGES).try_for_each(|_| {
                let text = Value::from("x".repeat(4_000).as_str());
                tx.execute_one(row, &[text])
            })
        })
        .unwrap();
    }
}

#[test]
fn the_log_begins_anew() {
    on_both(|place| {
        let db = place.open();
        if db.dialect() == Dialect::Postgres {
            return;
        }
        db.write_now(|tx| tx.batch("CREATE TABLE page (text TEXT NOT NULL)"))
            .unwrap();
        write(&db);
        let log = log_bytes(place.key_path().parent().unwrap());
        assert!(log > 0, "no log");
        assert!(log < MOST_BYTES, "{log} bytes");
        let count = db.read_now(|conn| conn.query_one("SELECT count(*) FROM page", &[])?.int(0));
        assert_eq!(count, Ok(PAGES * TRANSACTIONS));
    });
}

/// Readers look for every page in the log until all of it is in the database.
#[test]
fn it_is_brought_over_while_nobody_writes() {
    on_both(|place| {
        let db = place.open();
        if db.dialect() == Dialect::Postgres {
            return;
        }
        db.write_now(|tx| tx.batch("CREATE TABLE page (text TEXT NOT NULL)"))
            .unwrap();
        for word in ["one of the first", "one of the last"] {
            let row = "INSERT INTO page (text) VALUES (?)";
            db.write_now(move |tx| tx.execute_one(row, &[word.into()]))
                .unwrap();
            await_in_database(place, word);
        }
    });
}

fn await_in_database(place: &Place, word: &str) {
    let file = place.key_path().with_file_name("test.db");
    let started = Instant::now();
    let is_there = || {
        let bytes = fs::read(&file).unwrap();
        bytes
            .windows(word.len())
            .any(|part| part == word.as_bytes())
    };
    while !is_there() {
        assert!(started.elapsed() < PATIENCE, "{word} is in the log alone");
        thread::yield_now();
    }
}

fn log_bytes(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let logs = files.filter(|file| file.path().extension().is_some_and(|end| end == "db-wal"));
    logs.map(|file| file.metadata().unwrap().len()).sum()
}
