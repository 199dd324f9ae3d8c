//! What the store refuses: schemas it does not know, keys that are not the database's, statements
//! that do not end.

mod place;

use std::time::{Duration, Instant};

use place::on_both;
use store::{
    Db, Dialect, Error, Result, Value, meta, migrate,
    migrate::{Migration, Mismatch},
};

/// What a later program brings along.
const LATER: Migration = Migration {
    version: 9999,
    name: "9999_later.sql",
    sqlite: "ALTER TABLE meta ADD COLUMN origin TEXT",
    postgres: "ALTER TABLE meta ADD COLUMN origin TEXT",
};

#[test]
fn a_newer_schema_is_refused() {
    on_both(|place| {
        let db = place.open();
        assert!(migrate::migrate(&db).unwrap() > 0);
        assert_eq!(migrate::migrate(&db).unwrap(), 0);
        migrate::migrate_beyond(&place.open(), &LATER).unwrap();
        let refused = migrate::migrate(&place.open());
        assert!(
            matches!(refused, Err(Mismatch::Newer { found: 9999, .. })),
            "{refused:?}"
        );
    });
}

/// An old node beside a new one: what it began before the schema moved is not committed after.
#[test]
fn a_program_older_than_the_schema_writes_nothing() {
    on_both(|place| {
        let (old, new) = (place.open(), place.open());
        migrate::migrate(&old).unwrap();
        let note = |db: &Db, name: &'static str| db.write_now(move |tx| meta::put(tx, name, "x"));
        assert_eq!(note(&old, "before"), Ok(()));
        if old.dialect() == Dialect::Postgres {
            let later = place.open();
            let under_way = old.write_now(move |tx| {
                meta::ping(tx)?;
                migrate::migrate_beyond(&later, &LATER).unwrap();
                meta::put(tx, "during", "x")
            });
            assert_eq!(under_way, Err(Error::Outdated));
        } else {
            migrate::migrate_beyond(&new, &LATER).unwrap();
        }
        assert_eq!(note(&old, "after"), Err(Error::Outdated));
        // Reads go on, and so does the new one.
        let found = old.read_now(|conn| meta::with_prefix(conn, ""));
        let found = found.unwrap();
        assert!(found.contains_key("before"));
        assert!(!found.contains_key("during") && !found.contains_key("after"));
        let add = "INSERT INTO meta (name, value, origin) VALUES ('new', 'x', 'y')";
        assert_eq!(new.write_now(move |tx| tx.execute_one(add, &[])), Ok(()));
    });
}

#[test]
fn a_migration_that_reads_differently_is_refused() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        db.write_now(|tx| {
            tx.execute_one(
                "UPDATE schema_migration SET checksum = 'x' WHERE version = 1",
                &[],
            )
        })
        .unwrap();
        let refused = migrate::migrate(&db);
        assert!(
            matches!(refused, Err(Mismatch::Changed { version: 1 })),
            "{refused:?}"
        );
    });
}

/// Rows without end: neither engine would ever answer.
fn endless(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        }
        Dialect::Postgres => {
            "WITH RECURSIVE n(i) AS (SELECT 1::bigint UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        }
    }
}

#[test]
fn an_endless_statement_is_stopped() {
    on_both(|place| {
        let mut options = place.options();
        options.statement_budget = Duration::from_millis(300);
        let db = Db::open(&options).unwrap();
        let started = Instant::now();
        let read = db.read_now(|conn| conn.query(endless(conn.dialect()), &[]));
        assert_eq!(read.map(|rows| rows.len()), Err(Error::Timeout));
        let written = db.write_now(|tx| {
            let text = endless(tx.dialect());
            tx.query(text, &[])
        });
        assert_eq!(written.map(|rows| rows.len()), Err(Error::Timeout));
        assert!(started.elapsed() < Duration::from_mins(1));
        // The connections are as good as before.
        let one = in_the_end(|| db.read_now(|conn| conn.query_one("SELECT 1", &[])?.int(0)));
        assert_eq!(one, Ok(1));
        let made = in_the_end(|| db.write_now(|tx| tx.batch("CREATE TABLE note (name TEXT)")));
        assert_eq!(made, Ok(()));
    });
}

/// Long work that somebody asked for is let be, and what follows it is not.
#[test]
fn a_patient_job_is_not_stopped() {
    on_both(|place| {
        let mut options = place.options();
        options.statement_budget = Duration::from_millis(300);
        let db = Db::open(&options).unwrap();
        let rows = db.write_now(|tx| {
            tx.be_patient()?;
            // As long as it takes to be longer than others may.
            let mut count = 100_000_i64;
            loop {
                let text = match tx.dialect() {
                    Dialect::Sqlite => "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(*) FROM n",
                    Dialect::Postgres => "WITH RECURSIVE n(i) AS (SELECT 1::bigint UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(*) FROM n",
                };
                let started = Instant::now();
                assert_eq!(tx.query_one(text, &[count.into()])?.int(0)?, count);
                if started.elapsed() > Duration::from_millis(600) {
                    return Ok::<_, Error>(count);
                }
                count *= 2;
            }
        });
        assert!(rows.is_ok(), "{rows:?}");
        let written = db.write_now(|tx| {
            let text = endless(tx.dialect());
            tx.query(text, &[])
        });
        assert_eq!(written.map(|rows| rows.len()), Err(Error::Timeout));
    });
}

/// On a busy machine a short statement too may take longer than it may here.
fn in_the_end<T: PartialEq>(ask: impl Fn() -> Result<T>) -> Result<T> {
    let mut answers = (0..100).map(|_| ask());
    answers
        .find(|answer| *answer != Err(Error::Timeout))
        .unwrap_or(Err(Error::Timeout))
}

/// What an error says is for the log, and what customers gave must not get there.
#[test]
fn an_error_does_not_repeat_what_was_written() {
    on_both(|place| {
        let db = place.open();
        db.write_now(|tx| {
            tx.batch(
                "CREATE TABLE note (name TEXT NOT NULL CHECK (length(name) < 5), size BIGINT NOT NULL)",
            )
        })
        .unwrap();
        let phone = "13800138000";
        let checked = db.write_now(move |tx| {
            let values = [phone.into(), 1.into()];
            tx.execute("INSERT INTO note (name, size) VALUES (?, ?)", &values)
        });
        let absent = db.write_now(move |tx| {
            let values = [7_654_321.into(), Value::Null];
            tx.execute("INSERT INTO note (size, name) VALUES (?, ?)", &values)
        });
        let misread = db.write_now(move |tx| {
            let text = "SELECT CAST(? AS TEXT)";
            let row = tx.query_one(text, &[phone.into()])?;
            row.int(0).map(|_| 0)
        });
        let mut refused = vec![checked, absent, misread];
        if db.dialect() == Dialect::Postgres {
            refused.push(db.write_now(move |tx| {
                let values = ["a".into(), phone.into()];
                tx.execute("INSERT INTO note (name, size) VALUES (?, ?)", &values)
            }));
            assert!(
                refused[0]
                    .as_ref()
                    .unwrap_err()
                    .to_string()
                    .contains("23514")
            );
        }
        for refused in refused {
            let said = refused.unwrap_err().to_string();
            assert!(!said.contains(phone) && !said.contains("7654321"), "{said}");
        }
    });
}
