//! Reads: where they run, what is kept of them, and when it is let go.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod place;

use std::{
    sync::{Arc, Barrier},
    thread,
};

use place::on_both;
use schema::{
    Secret, Timestamp,
    resources::{Customer, DictData},
};
use store::{
    Conn, Db, Dialect, Error, List, Reach, Result, Tx, dict, migrate,
    rows::{self, Author, Changes, RowError},
};
use tokio::runtime::Builder;

/// Counts for a while, on either engine.
fn counting(to: i64) -> String {
    format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {to}) SELECT count(*) FROM n"
    )
}

#[test]
fn a_slow_read_does_not_hold_up_the_thread_that_asks() {
    on_both(|place| {
        let db = place.open();
        let runtime = Builder::new_current_thread().build().unwrap();
        let asked_on = thread::current().id();
        let quick = db.read(move |_| Ok::<_, Error>(thread::current().id()));
        let is_here = runtime.block_on(quick).unwrap() == asked_on;
        assert_eq!(is_here, db.dialect() == Dialect::Sqlite);
        let slow = db.read(|conn| {
            let row = conn.query_one(&counting(400_000), &[])?;
            Ok::<_, Error>((row.int(0)?, thread::current().id()))
        });
        let (count, ran_on) = runtime.block_on(slow).unwrap();
        assert_eq!(count, 400_000);
        assert_ne!(ran_on, asked_on);
    });
}

#[test]
fn many_small_statements_are_as_slow_as_a_large_one() {
    on_both(|place| {
        let db = place.open();
        let runtime = Builder::new_current_thread().build().unwrap();
        let asked_on = thread::current().id();
        let many = db.read(move |conn| {
            // Here it ends only by being stopped.
            while thread::current().id() == asked_on {
                conn.query("SELECT 1", &[])?;
            }
            Ok::<_, Error>(thread::current().id())
        });
        assert_ne!(runtime.block_on(many).unwrap(), asked_on);
    });
}

#[test]
fn a_failed_statement_is_an_error_wherever_it_runs() {
    on_both(|place| {
        let db = place.open();
        let runtime = Builder::new_current_thread().build().unwrap();
        let swallowed = db.read(|conn| {
            let _ = conn.query("SELECT nothing FROM nowhere", &[]);
            Ok::<_, Error>(())
        });
        assert!(matches!(runtime.block_on(swallowed), Err(Error::Shape(_))));
        let panicked: Result<()> = runtime.block_on(db.read(|_| panic!("on purpose")));
        assert_eq!(panicked, Err(Error::Panic("on purpose".to_owned())));
        let fine = db.read(|conn| conn.query_one("SELECT 1", &[]));
        assert_eq!(runtime.block_on(fine).unwrap().int(0), Ok(1));
    });
}

/// Each of the four readers once: none goes on before all have come.
fn by_each_reader(db: &Db, read: fn(&mut Conn) -> Result<i64>) -> Vec<Result<i64>> {
    let all = Arc::new(Barrier::new(4));
    let readers: Vec<_> = (0..4)
        .map(|_| {
            let (db, all) = (db.clone(), Arc::clone(&all));
            thread::spawn(move || {
                db.read_now(move |conn| {
                    all.wait();
                    read(conn)
                })
            })
        })
        .collect();
    readers
        .into_iter()
        .map(|reader| reader.join().unwrap())
        .collect()
}

#[test]
fn a_panic_between_two_statements_lets_go_of_what_they_saw() {
    on_both(|place| {
        let mut options = place.options();
        options.readers = 4;
        let db = Db::open(&options).unwrap();
        db.write_now(|tx| tx.batch("CREATE TABLE note (name TEXT)"))
            .unwrap();
        let panicked = by_each_reader(&db, |conn| {
            conn.snapshot(|conn| {
                conn.query("SELECT count(*) FROM note", &[])?;
                panic!("on purpose")
            })
        });
        assert_eq!(
            panicked,
            vec![Err(Error::Panic("on purpose".to_owned())); 4]
        );
        db.write_now(|tx| tx.execute_one("INSERT INTO note (name) VALUES ('a')", &[]))
            .unwrap();
        let counted = by_each_reader(&db, |conn| {
            conn.query_one("SELECT count(*) FROM note", &[])?.int(0)
        });
        assert_eq!(counted, vec![Ok(1); 4]);
    });
}

fn writer(reach: &Reach) -> Author<'_> {
    Author {
        reach,
        now: Timestamp::parse("2026-03-01 09:00:00").unwrap(),
        real_ms: 0,
    }
}

/// A customer of a store.
fn customer(tx: &mut Tx<'_>, number: i64, mendian: &str) -> Result<i64, RowError> {
    let phone = Secret::New(format!("138{number:08}"));
    Changes::<Customer>::new()
        .set(Customer::user_no, format!("C{number}"))
        .set(Customer::nick_name, format!("客户{number}"))
        .set(Customer::phone, phone)
        .set(Customer::mendian, mendian.to_owned())
        .set(Customer::is_suoding, false)
        .set(Customer::state, "QIYONG")
        .insert(tx, &writer(&Reach::everything()))
}

fn label(tx: &mut Tx<'_>, value: &str, label: &str) -> Result<i64, RowError> {
    let id = Changes::<DictData>::new()
        .set(DictData::dict_type, "mendian")
        .set(DictData::dict_label, label)
        .set(DictData::dict_value, value)
        .set(DictData::tag_type, "default")
        .set(DictData::state, "QIYONG")
        .set(DictData::paixu, 1)
        .set(DictData::is_moren, false)
        .insert(tx, &writer(&Reach::everything()))?;
    dict::touch(tx)?;
    Ok(id)
}

fn rename(tx: &mut Tx<'_>, id: i64, label: &str) -> Result<(), RowError> {
    let changes = Changes::<DictData>::new().set(DictData::dict_label, label);
    changes.update(tx, id, &writer(&Reach::everything()))?;
    dict::touch(tx)?;
    Ok(())
}

/// What the list of customers shows of one column, newest first.
fn shown(db: &Db, reach: Reach, column: &'static str) -> Vec<String> {
    let runtime = Builder::new_current_thread().build().unwrap();
    let read = db.read(move |conn| {
        let list = List {
            limit: 10,
            ..List::default()
        };
        store::page::<Error>(
            conn,
            schema::model("app/user").unwrap(),
            &list,
            &reach,
            0,
            None,
        )
    });
    let page = runtime.block_on(read).unwrap();
    let records: Vec<serde_json::Map<String, serde_json::Value>> =
        serde_json::from_slice(&page.records).unwrap();
    assert_eq!(
        page.total,
        i64::try_from(records.len()).unwrap().max(page.total)
    );
    records.iter().map(|row| row[column].to_string()).collect()
}

#[test]
fn labels_follow_what_is_committed_and_nothing_else() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        let id = db
            .write_now(|tx| {
                customer(tx, 1, "A")?;
                label(tx, "A", "一店")
            })
            .unwrap();
        let labels = || shown(&db, Reach::everything(), "mendianShow");
        assert_eq!(labels(), ["\"一店\""]);
        // Seen in a transaction that comes to nothing, under a version that another will have.
        let undone: Result<(), RowError> = db.write_now(move |tx| {
            rename(tx, id, "未成")?;
            let of = schema::model("app/user").unwrap();
            let row = rows::find(tx, of, 1, &Reach::everything(), 0)?;
            assert_eq!(row["mendianShow"], "未成");
            Err(RowError::Stale)
        });
        assert!(undone.is_err());
        assert_eq!(labels(), ["\"一店\""]);
        db.write_now(move |tx| rename(tx, id, "新店")).unwrap();
        assert_eq!(labels(), ["\"新店\""]);
        // Another program beside this one.
        place
            .open()
            .write_now(move |tx| rename(tx, id, "旗舰店"))
            .unwrap();
        assert_eq!(labels(), ["\"旗舰店\""]);
    });
}

#[test]
fn totals_follow_another_program_too() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        let other = place.open();
        for number in 1..4 {
            other
                .write_now(move |tx| customer(tx, number, "A").map(drop))
                .unwrap();
            let count = usize::try_from(number).unwrap();
            assert_eq!(shown(&db, Reach::everything(), "id").len(), count);
        }
    });
}

#[test]
fn a_store_and_what_one_owns_come_in_one_order() {
    on_both(|place| {
        let db = place.open();
        migrate::migrate(&db).unwrap();
        db.write_now(|tx| {
            for number in 1..=40 {
                let store = ["A", "B", "C", "D"][usize::try_from(number).unwrap() % 4];
                let id = customer(tx, number, store)?;
                if number % 5 == 0 {
                    let owner = Changes::<Customer>::new().set(Customer::genjinren_id, 7);
                    owner.update(tx, id, &writer(&Reach::everything()))?;
                }
            }
            Ok::<_, RowError>(())
        })
        .unwrap();
        let reach = Reach {
            user_id: 7,
            all: false,
            stores: vec!["A".to_owned(), "B".to_owned()],
        };
        let expected: Vec<String> = (1..=40)
            .rev()
            .filter(|number| number % 4 < 2 || number % 5 == 0)
            .map(|number| number.to_string())
            .collect();
        assert_eq!(shown(&db, reach.clone(), "id"), expected[..10]);
        for (offset, limit) in [(10, 10), (3, 7), (20, 20), (0, 100)] {
            let list = List {
                offset,
                limit,
                ..List::default()
            };
            let reach = reach.clone();
            let page = db
                .read_now(move |conn| {
                    store::page::<Error>(
                        conn,
                        schema::model("app/user").unwrap(),
                        &list,
                        &reach,
                        0,
                        None,
                    )
                })
                .unwrap();
            let records: Vec<serde_json::Map<String, serde_json::Value>> =
                serde_json::from_slice(&page.records).unwrap();
            let ids: Vec<String> = records.iter().map(|row| row["id"].to_string()).collect();
            let from = usize::try_from(offset).unwrap();
            let to = (from + usize::try_from(limit).unwrap()).min(expected.len());
            assert_eq!(ids, expected[from..to]);
            assert_eq!(page.total, i64::try_from(expected.len()).unwrap());
        }
    });
}
