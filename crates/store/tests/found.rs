//! Rows are found by what they contain, from the moment they are written and never after they are
//! taken back.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod place;

use std::sync::mpsc;

use place::on_both;
use schema::{Timestamp, resources::Gonggao};
use store::{
    Condition, Conn, Db, Dialect, Error, List, Reach, RowError, Tx, migrate,
    rows::{self, Author, Changes},
};
use tokio::runtime::Builder;

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

/// Words are told to the index with the commit: what fails there is nobody else's fault.
#[test]
fn words_that_cannot_be_kept_cost_their_row_alone() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        db.write_now(|tx| {
            tx.batch("CREATE TABLE note (name TEXT NOT NULL UNIQUE)")?;
            match tx.dialect() {
                Dialect::Sqlite => tx.batch("DROP TABLE app_gonggao_gram"),
                Dialect::Postgres => tx.batch("ALTER TABLE app_gonggao DROP COLUMN gram"),
            }
        })
        .unwrap();
        let runtime = Builder::new_current_thread().build().unwrap();
        let done = runtime.block_on(async {
            let (release, released) = mpsc::channel::<()>();
            let holder = db.clone();
            let held = async move { holder.write(move |_| Ok(released.recv().is_err())).await };
            let mut jobs = vec![tokio::spawn(held)];
            for name in ["a", "通知", "b"] {
                let db = db.clone();
                let write = async move {
                    db.write(move |tx| {
                        if name == "通知" {
                            return add(tx, name).map(|_| true);
                        }
                        tx.execute_one("INSERT INTO note (name) VALUES (?)", &[name.into()])?;
                        Ok::<_, RowError>(true)
                    })
                    .await
                };
                jobs.push(tokio::spawn(write));
            }
            tokio::task::yield_now().await;
            drop(release);
            let mut done = Vec::new();
            for job in jobs {
                done.push(job.await.unwrap().is_ok());
            }
            done
        });
        assert_eq!(done, [true, true, false, true]);
        let count = "SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM app_gonggao)";
        let counted = db.read_now(move |conn| conn.query_one(count, &[])).unwrap();
        assert_eq!((counted.int(0), counted.int(1)), (Ok(2), Ok(0)));
    });
}
