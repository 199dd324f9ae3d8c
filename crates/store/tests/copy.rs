//! A copy of a live SQLite database ends, however busy the database is.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod place;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use place::on_both;
use store::{Db, Dialect, bare, kept_days, migrate, portable};

const ROWS: usize = 20_000;

fn rows(db: &Db) -> i64 {
    let counted = db.read_now(|conn| conn.query_one("SELECT count(*) FROM note", &[])?.int(0));
    counted.unwrap()
}

#[test]
fn commits_beside_a_copy_do_not_start_it_again() {
    on_both(|place| {
        let db = place.open();
        if db.dialect() != Dialect::Sqlite {
            return;
        }
        let page = "x".repeat(4_000);
        db.write_now(move |tx| {
            tx.batch("CREATE TABLE note (text TEXT NOT NULL)")?;
            for _ in 0..ROWS {
                tx.execute_one(
                    "INSERT INTO note (text) VALUES (?)",
                    &[page.as_str().into()],
                )?;
            }
            Ok::<_, store::Error>(())
        })
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (copy, is_copied) = (folder.path().join("copy.db"), AtomicBool::new(false));
        thread::scope(|scope| {
            let copying = scope.spawn(|| {
                let copied = db.copy_to(&copy);
                is_copied.store(true, Ordering::Relaxed);
                copied
            });
            // A copy that starts again with each commit would go on as long as these do.
            let started = Instant::now();
            while !is_copied.load(Ordering::Relaxed) {
                assert!(
                    started.elapsed() < Duration::from_mins(1),
                    "it still copies"
                );
                db.write_now(|tx| tx.execute_one("INSERT INTO note (text) VALUES ('y')", &[]))
                    .unwrap();
            }
            copying.join().unwrap().unwrap();
        });
        let mut options = place.options();
        options.url = format!("sqlite:{}", copy.display());
        let found = rows(&Db::open(&options).unwrap());
        let most = rows(&db);
        let least = i64::try_from(ROWS).unwrap();
        assert!((least..=most).contains(&found), "{found} of {most}");
    });
}

/// What is put back may be older than the program.
#[test]
fn a_copy_of_an_earlier_version_comes_to_its_end() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate_to(&db, 20).unwrap();
        db.write_now(|tx| portable::begin(tx, "an office")).unwrap();
        db.write_now(|tx| portable::finish(tx, &[])).unwrap();
        db.write_now(portable::end).unwrap();
        assert_eq!(db.read_now(migrate::applied).unwrap(), 20);
    });
}

/// As a restore finds it, before it is brought up to date.
#[test]
fn figures_of_an_earlier_version_are_proven_and_counted_again() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate_to(&db, 37).unwrap();
        let wrong = db.write_now(|tx| {
            bare::count_again(tx)?;
            kept_days::wrong(tx)
        });
        assert!(wrong.unwrap().is_empty());
    });
}
