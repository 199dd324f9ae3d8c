//! What the store refuses: schemas it does not know, keys that are not the database's, statements
//! that do not end.

mod place;

use std::time::{Duration, Instant};

use place::on_both;
use store::{Dialect, Error, migrate, migrate::Mismatch};

#[test]
fn a_newer_schema_is_refused() {
    on_both(|place| {
        let db = place.open();
        assert!(migrate::migrate(&db).unwrap() > 0);
        assert_eq!(migrate::migrate(&db).unwrap(), 0);
        db.write_now(|tx| {
            tx.execute_one(
                "INSERT INTO schema_migration (version, name, checksum) VALUES (9999, 'later', 'x')",
                &[],
            )
        })
        .unwrap();
        let refused = migrate::migrate(&place.open());
        assert!(
            matches!(refused, Err(Mismatch::Newer { found: 9999, .. })),
            "{refused:?}"
        );
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
        let db = store::Db::open(&options).unwrap();
        let started = Instant::now();
        let read = db.read_now(|conn| conn.query(endless(conn.dialect()), &[]));
        assert_eq!(read.map(|rows| rows.len()), Err(Error::Timeout));
        let written = db.write_now(|tx| {
            let text = endless(tx.dialect());
            tx.query(text, &[])
        });
        assert_eq!(written.map(|rows| rows.len()), Err(Error::Timeout));
        assert!(started.elapsed() < Duration::from_secs(10));
        // The connections are as good as before.
        let one = db.read_now(|conn| conn.query_one("SELECT 1", &[])?.int(0));
        assert_eq!(one, Ok(1));
        db.write_now(|tx| tx.batch("CREATE TABLE note (name TEXT)"))
            .unwrap();
    });
}
