//! Rows are found by what they contain, from the moment they are written and never after they are
//! taken back.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod place;

use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use place::on_both;
use schema::{Record as _, Timestamp, resources::Gonggao};
use store::{
    Condition, Conn, Db, Dialect, Error, List, Reach, RowError, Tx, migrate, oplog,
    rows::{self, Author, Changes},
};
use tokio::runtime::Builder;

/// How long a writer without work may take for words.
const PATIENCE: Duration = Duration::from_secs(30);

const NOW: Timestamp = Timestamp(1_772_326_800_000);

fn by(reach: &Reach) -> Author<'_> {
    Author {
        reach,
        now: NOW,
        real_ms: 0,
    }
}

fn announcement(title: &str) -> Changes<Gonggao> {
    Changes::new()
        .set(Gonggao::biaoti, title)
        .set(Gonggao::r#type, "XITONG")
        .set(Gonggao::is_zhiding, false)
        .set(Gonggao::is_tanchuang, false)
        .set(Gonggao::liulanliang, 0)
        .set(Gonggao::paixu, 0)
        .set(Gonggao::state, "CAOGAO")
        .set(Gonggao::neirong, "<p>内容</p>")
}

fn add(tx: &mut Tx<'_>, title: &str) -> Result<i64, RowError> {
    announcement(title).insert(tx, &by(&Reach::everything()))
}

/// The rows whose title contains a text.
fn found(conn: &mut Conn, text: &str) -> Result<Vec<i64>, RowError> {
    let list = List {
        conditions: vec![Condition::Contains(
            Gonggao::biaoti.field(),
            text.to_owned(),
        )],
        limit: 100,
        ..List::default()
    };
    rows::ids::<Gonggao>(conn, &list, &Reach::everything())
}

#[test]
fn a_row_is_found_at_once_and_no_more_when_it_was_taken_back() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        let (first, second) = db
            .write_now(|tx| {
                let first = add(tx, "春节放假")?;
                assert_eq!(found(tx, "放假")?, [first]);
                let part: Result<i64, RowError> = tx.attempt(|tx| {
                    let gone = add(tx, "国庆放假")?;
                    assert_eq!(found(tx, "放假")?.len(), 2);
                    add(tx, "端午放假")?;
                    assert!(gone > first);
                    Err(Error::Driver("changed my mind".to_owned()).into())
                });
                assert!(part.is_err());
                assert_eq!(found(tx, "放假")?, [first]);
                // One that takes the number of a row that was taken back.
                let second = add(tx, "中秋值班")?;
                assert!(found(tx, "国庆")?.is_empty());
                let renamed = Changes::<Gonggao>::new().set(Gonggao::biaoti, "元旦放假");
                renamed.update(tx, first, &by(&Reach::everything()))?;
                assert!(found(tx, "春节")?.is_empty());
                Ok::<_, RowError>((first, second))
            })
            .unwrap();
        let found = |text: &'static str| db.read_now(move |conn| found(conn, text)).unwrap();
        assert_eq!(found("放假"), [first]);
        assert_eq!(found("值班"), [second]);
        assert!(found("国庆").is_empty() && found("春节").is_empty());
    });
}

fn wrote(tx: &mut Tx<'_>, title: &str, fails: bool) -> Result<bool, RowError> {
    add(tx, title)?;
    if fails {
        return Err(Error::Driver("changed my mind".to_owned()).into());
    }
    Ok(true)
}

/// Sends jobs while the first one holds the only writer of SQLite.
fn at_once(db: &Db, titles: [&'static str; 4], fails: &'static str) {
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let (release, released) = mpsc::channel::<()>();
        let holder = db.clone();
        let held = async move { holder.write(move |_| Ok(released.recv().is_err())).await };
        let mut jobs = vec![tokio::spawn(held)];
        for title in titles {
            let db = db.clone();
            let write = async move { db.write(move |tx| wrote(tx, title, title == fails)).await };
            jobs.push(tokio::spawn(write));
        }
        tokio::task::yield_now().await;
        drop(release);
        for job in jobs {
            let _: Result<bool, RowError> = job.await.unwrap();
        }
    });
}

#[test]
fn rows_of_one_commit_are_found_each_by_its_own_words() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        at_once(
            &db,
            ["一号通知", "二号通知", "三号通知", "四号通知"],
            "三号通知",
        );
        let found = |text: &'static str| db.read_now(move |conn| found(conn, text)).unwrap();
        assert_eq!(found("通知").len(), 3);
        assert!(found("三号").is_empty());
        for text in ["一号", "二号", "四号"] {
            let [id] = found(text)[..] else {
                panic!("{text}")
            };
            let title = db.read_now(move |conn| {
                rows::get::<Gonggao>(conn, id, &Reach::everything()).map(|row| row.biaoti)
            });
            assert!(title.unwrap().starts_with(text));
        }
    });
}

/// Rows that the index of SQLite has not come to; PostgreSQL keeps words in the row.
fn wordless(db: &Db) -> i64 {
    let count = db.read_now(|conn| {
        let text = match conn.dialect() {
            Dialect::Sqlite => {
                "SELECT count(*) FROM app_gonggao WHERE id > (SELECT coalesce(max(rowid), 0) FROM app_gonggao_gram)"
            }
            Dialect::Postgres => "SELECT count(*) FROM app_gonggao WHERE gram = '{}'",
        };
        conn.query_one(text, &[])?.int(0)
    });
    count.unwrap()
}

/// Adds, renames and deletes, and looks whether each search finds what it should.
fn change_and_look(db: &Db, between: impl Fn()) {
    let all = Reach::everything();
    let found = |text: &'static str| db.read_now(move |conn| found(conn, text)).unwrap();
    let (first, second, third) = db
        .write_now(|tx| {
            let first = add(tx, "春节放假")?;
            Ok::<_, RowError>((first, add(tx, "国庆放假")?, add(tx, "端午放假")?))
        })
        .unwrap();
    between();
    assert_eq!(found("放假"), [third, second, first]);
    db.write_now(move |tx| {
        let all = Reach::everything();
        let renamed = Changes::<Gonggao>::new().set(Gonggao::biaoti, "元旦放假");
        renamed.update(tx, first, &by(&all))?;
        let renamed = Changes::<Gonggao>::new().set(Gonggao::biaoti, "中秋值班");
        renamed.update(tx, third, &by(&all))?;
        let gone = rows::locked(tx, Gonggao::model(), second, &by(&all))?;
        rows::delete(tx, Gonggao::model(), &[gone], &by(&all))
    })
    .unwrap();
    between();
    assert_eq!(found("放假"), [first]);
    assert_eq!(found("中秋"), [third]);
    assert!(found("春节").is_empty() && found("国庆").is_empty());
    // The last row goes, and another one comes.
    let fourth = db.write_now(move |tx| {
        let gone = rows::locked(tx, Gonggao::model(), third, &by(&all))?;
        rows::delete(tx, Gonggao::model(), &[gone], &by(&all))?;
        add(tx, "中秋赏月")
    });
    between();
    assert_eq!(found("中秋"), [fourth.unwrap()]);
}

#[test]
fn a_row_is_found_whether_its_words_were_written_or_not() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        change_and_look(&db, || {});
        if db.dialect() == Dialect::Sqlite {
            assert!(wordless(&db) > 0, "nobody wrote words yet");
        }
        let (unwritten, written) = (db.clone(), db.clone());
        let empty = move || {
            unwritten.write_now(|tx| {
                let rows = rows::ids::<Gonggao>(
                    tx,
                    &List {
                        limit: 100,
                        ..List::default()
                    },
                    &Reach::everything(),
                )?;
                store::erase::remove(tx, Gonggao::model(), &rows)
            })
        };
        empty().unwrap();
        change_and_look(&db, move || {
            store::finish_words(&written).unwrap();
            assert_eq!(wordless(&written), 0);
        });
    });
}

fn wait_until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "words are still not written");
        thread::yield_now();
    }
}

#[test]
fn words_are_written_when_nobody_else_writes() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        store::write_behind(&db);
        db.write_now(|tx| add(tx, "春节放假")).unwrap();
        wait_until(|| wordless(&db) == 0);
    });
}

#[test]
fn words_do_not_wait_for_silence_where_very_many_are_missing() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        store::write_behind(&db);
        // More than a search should have to look through itself.
        for _ in 0..30 {
            db.write_now(|tx| (0..100).try_for_each(|_| add(tx, "放假").map(drop)))
                .unwrap();
            let barrier = db.write_now(|tx| tx.query_one("SELECT 1", &[]));
            barrier.unwrap();
            assert!(wordless(&db) < 1_000);
        }
    });
}

/// Who writes after very many rows waits for the words of a part of them.
#[test]
fn nobody_waits_for_the_words_of_very_many_rows() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        if db.dialect() == Dialect::Postgres {
            return;
        }
        store::write_behind(&db);
        db.write_now(|tx| (0..6_000).try_for_each(|_| add(tx, "放假").map(drop)))
            .unwrap();
        let left = db.write_now(|tx| {
            let text = "SELECT count(*) FROM app_gonggao WHERE id > (SELECT coalesce(max(rowid), 0) FROM app_gonggao_gram)";
            tx.query_one(text, &[])?.int(0)
        });
        assert!(left.unwrap() > 3_000);
        wait_until(|| wordless(&db) == 0);
    });
}

/// An index that cannot be written costs nobody a row, and no other index its words.
#[test]
fn an_office_works_on_where_words_cannot_be_written() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        if db.dialect() == Dialect::Postgres {
            return;
        }
        db.write_now(|tx| tx.batch("DROP TABLE app_gonggao_gram"))
            .unwrap();
        store::write_behind(&db);
        let lines = "SELECT count(*) FROM sys_log_gram_docsize";
        for round in 1..=2 {
            db.write_now(|tx| add(tx, "春节放假")).unwrap();
            let entry = oplog::Entry {
                kind: "QITA",
                ..oplog::Entry::default()
            };
            db.write_now(move |tx| oplog::append(tx, &entry, NOW))
                .unwrap();
            wait_until(|| count(&db, lines) == round);
        }
        assert_eq!(count(&db, "SELECT count(*) FROM app_gonggao"), 2);
        assert!(store::finish_words(&db).is_err());
    });
}

fn count(db: &Db, text: &'static str) -> i64 {
    db.read_now(move |conn| conn.query_one(text, &[])?.int(0))
        .unwrap()
}
