//! Which PostgreSQL server is talked to, what is waited for, and what is not.

mod place;

use std::{
    net::TcpListener,
    time::{Duration, Instant},
};

use place::{Place, on_both};
use store::{Db, Dialect, Error, Options, Tx, meta, migrate, portable};

/// What a test is about one engine only.
fn on_postgres(test: impl Fn(&Place, Options)) {
    on_both(|place| {
        let options = place.options();
        if !options.url.starts_with("sqlite:") {
            test(place, options);
        }
    });
}

/// The options with another text in the place of a part of the address.
fn with(options: &Options, part: &str, other: &str) -> Options {
    Options {
        url: options.url.replace(part, other),
        ..options.clone()
    }
}

#[test]
fn a_silent_server_leaves_time_for_the_next() {
    on_postgres(|_, options| {
        // It takes connections, and nothing else happens.
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let both = format!("@{},", silent.local_addr().unwrap());
        let mut options = with(&options, "@", &both);
        options.url.push_str("?target_session_attrs=read-write");
        let db = Db::open(&options.sharing(2)).unwrap();
        let one = db.read_now(|conn| conn.query_one("SELECT 1", &[])?.int(0));
        assert_eq!(one, Ok(1));
    });
}

#[test]
fn who_is_not_let_in_is_told_at_once() {
    on_postgres(|_, options| {
        for (part, other) in [("zhanggui@", "nobody@"), ("/s", "/nosuch")] {
            let mut options = with(&options, part, other);
            options.start_patience = Duration::from_mins(1);
            let started = Instant::now();
            let Err(refused) = Db::open(&options) else {
                panic!("{} was opened", options.url);
            };
            assert!(matches!(refused, Error::Barred(_)), "{refused}");
            assert!(started.elapsed() < Duration::from_secs(10), "{refused}");
        }
    });
}

/// A primary that became a standby answers still; whoever writes goes on with another connection.
#[test]
fn a_server_that_takes_no_writes_any_more_is_left() {
    on_postgres(|_, options| {
        let db = Db::open(&options.sharing(2)).unwrap();
        db.write_now(|tx| tx.batch("CREATE TABLE note (connection BIGINT)"))
            .unwrap();
        let mut tries = 0;
        let mut write = move |tx: &mut Tx<'_>| {
            tries += 1;
            if tries == 1 {
                tx.batch("SET TRANSACTION READ ONLY")?;
            }
            let text =
                "INSERT INTO note (connection) VALUES (pg_backend_pid()) RETURNING connection";
            let connection = tx.query_one(text, &[])?.int(0)?;
            Ok::<_, Error>((tries, connection))
        };
        let before =
            db.write_now(|tx| tx.query_one("SELECT pg_backend_pid()::bigint", &[])?.int(0));
        let (tries, connection) = db.write_now(move |tx| write(tx)).unwrap();
        assert_eq!(tries, 2);
        assert_ne!(connection, before.unwrap());
        // A reader that would write is refused, once.
        let refused = db.rehearse_now(|tx| tx.batch("DELETE FROM note"));
        assert!(matches!(refused, Err(Error::Full(_))), "{refused:?}");
    });
}

#[test]
fn all_nodes_together_have_one_turn_at_a_time() {
    const MINUTE: i64 = 60_000;
    on_both(|place| {
        let nodes = [place.open(), place.open()];
        migrate::migrate(&nodes[0]).unwrap();
        let takes = |node: usize, real_ms: i64| {
            let asked = move |tx: &mut Tx<'_>| meta::takes_turn(tx, "sweep", real_ms, MINUTE);
            nodes[node].write_now(asked).unwrap()
        };
        let start = 1_700_000_000_000;
        assert!(takes(0, start));
        assert!(!takes(1, start));
        assert!(!takes(1, start + MINUTE - 1));
        assert!(takes(0, start + MINUTE));
        // Another task has turns of its own.
        let other = move |tx: &mut Tx<'_>| meta::takes_turn(tx, "other", start, MINUTE);
        assert!(nodes[1].write_now(other).unwrap());
        // One that comes to nothing is left to the next; one of a clock that went wrong counts for nothing.
        nodes[0]
            .write_now(|tx| meta::leave_turn(tx, "sweep"))
            .unwrap();
        assert!(takes(1, start + MINUTE + 1));
        assert!(takes(0, start - 5 * MINUTE));
    });
}

#[test]
fn what_somebody_else_keeps_in_a_database_is_named() {
    on_both(|place| {
        let db = place.open();
        let foreign = || db.read_now(portable::foreign).unwrap();
        assert_eq!(foreign(), None);
        db.write_now(|tx| tx.batch("CREATE TABLE their_notes (name TEXT)"))
            .unwrap();
        assert!(db.read_now(portable::is_empty).unwrap());
        assert_eq!(foreign().as_deref(), Some("表 their_notes"));
        // Beside tables of ours, too; ours alone are none of somebody else's.
        migrate::migrate(&db).unwrap();
        assert_eq!(foreign().as_deref(), Some("表 their_notes"));
        db.write_now(|tx| tx.batch("DROP TABLE their_notes"))
            .unwrap();
        assert_eq!(foreign(), None);
        if db.dialect() == Dialect::Postgres {
            // Of another schema nothing is said.
            let text = "CREATE SCHEMA theirs; CREATE TABLE theirs.notes (name TEXT)";
            db.write_now(move |tx| tx.batch(text)).unwrap();
            assert_eq!(foreign(), None);
        }
    });
}
