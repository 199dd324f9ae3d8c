//! Every list of orders that a screen offers has the rows it should have, in their order, however
//! many there are: both ways to find them, on both databases.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::cmp::Ordering;

use schema::{Field, Model, Record as _, Timestamp, resources::Dingdan};
use serde_json::Value as Json;
use store::{Condition, Db, List, Reach, Value};
use testkit::{Backend, TestApp, demo};

const ORDERS: usize = 150;

fn model() -> &'static Model {
    Dingdan::model()
}

fn field(name: &str) -> &'static Field {
    model().field_named(name).unwrap()
}

/// The rows of a list by their wire names.
fn rows(db: &Db, of: &'static Model, list: &List, reach: &Reach) -> (Vec<Json>, i64) {
    let (list, reach) = (list.clone(), reach.clone());
    let page =
        db.read_now(move |conn| store::page::<store::Error>(conn, of, &list, &reach, 0, None));
    let page = page.unwrap();
    (serde_json::from_slice(&page.records).unwrap(), page.total)
}

/// Everything that is asked of orders: the conditions, and whether a row meets them.
type Asked = (Vec<Condition>, fn(&Json) -> bool);

fn is(row: &Json, codes: &[&str]) -> bool {
    codes.contains(&row["state"].as_str().unwrap())
}

fn costs(row: &Json) -> bool {
    (100_000..=900_000).contains(&row["jiekuanJine"].as_i64().unwrap())
}

fn asked() -> Vec<Asked> {
    let state = |code: &str| Condition::Equal(field("state"), code.into());
    let states = |codes: &[&str]| {
        let codes = codes.iter().map(|code| (*code).into());
        Condition::In(field("state"), codes.collect())
    };
    let amount = || {
        let (from, to): (Value, Value) = (100_000.into(), 900_000.into());
        Condition::Range(field("jiekuan_jine"), Some(from), Some(to))
    };
    let product = || Condition::Equal(field("project_id"), 2.into());
    vec![
        (vec![], |_| true),
        (vec![state("DAIHUANKUAN")], |row| is(row, &["DAIHUANKUAN"])),
        (vec![states(&["DAIHUANKUAN", "YIJIEQING"])], |row| {
            is(row, &["DAIHUANKUAN", "YIJIEQING"])
        }),
        // Twice the same, and one that is none.
        (
            vec![states(&["YIJIEQING", "WUXIAO", "DAIHUANKUAN", "YIJIEQING"])],
            |row| is(row, &["DAIHUANKUAN", "YIJIEQING"]),
        ),
        (vec![amount()], costs),
        (vec![product()], |row| row["projectId"] == 2),
        (vec![state("YIJIEQING"), amount()], |row| {
            is(row, &["YIJIEQING"]) && costs(row)
        }),
        (
            vec![states(&["YIJUJUE", "DAIHUANKUAN"]), product()],
            |row| is(row, &["YIJUJUE", "DAIHUANKUAN"]) && row["projectId"] == 2,
        ),
        (vec![Condition::Present(field("yinghuan_ri"))], |row| {
            !row["yinghuanRi"].is_null()
        }),
    ]
}

/// By a column, rows without a value first; then by id.
fn compare(one: &Json, other: &Json, wire: &str) -> Ordering {
    let key = |row: &Json| {
        let value = &row[wire];
        (
            !value.is_null(),
            value.as_i64(),
            value.as_str().map(str::to_owned),
            row["id"].as_i64(),
        )
    };
    key(one).cmp(&key(other))
}

fn sorted(all: &[Json], meets: fn(&Json) -> bool, wire: &str, descends: bool) -> Vec<i64> {
    let mut rows: Vec<&Json> = all.iter().filter(|row| meets(row)).collect();
    rows.sort_by(|one, other| {
        let order = compare(one, other, wire);
        if descends { order.reverse() } else { order }
    });
    rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

fn every_list_is_right(test: &TestApp, db: &Db, reach: &Reach, bound: i64) -> usize {
    let everything = List {
        limit: 1_000,
        ..List::default()
    };
    let (all, _) = rows(test.db(), model(), &everything, reach);
    assert!(all.len() > 10, "{} rows are too few", all.len());
    let mut count = 0;
    for (conditions, meets) in asked() {
        for order in [
            "id",
            "jiekuan_jine",
            "yinghuan_ri",
            "create_time",
            "shengyu_benjin",
        ] {
            for descends in [true, false] {
                let wire = &field(order).wire;
                let wanted = sorted(&all, meets, wire, descends);
                let orders = match (order, descends) {
                    ("id", true) => vec![],
                    ("id", false) => continue,
                    _ => vec![(field(order), descends)],
                };
                for offset in [0, 10].into_iter().filter(|offset| *offset < bound) {
                    let list = List {
                        conditions: conditions.clone(),
                        orders: orders.clone(),
                        offset,
                        limit: 10,
                    };
                    let (found, total) = rows(db, model(), &list, reach);
                    let offset = usize::try_from(offset).unwrap();
                    let page: Vec<i64> = wanted.iter().copied().skip(offset).take(10).collect();
                    assert_eq!(ids(&found), page, "{list:?} for {reach:?} of {bound}");
                    let size = i64::try_from(wanted.len()).unwrap();
                    assert_eq!(total, size.min(bound), "{list:?} for {reach:?}");
                    count += 1;
                }
            }
        }
    }
    count
}

fn ids(rows: &[Json]) -> Vec<i64> {
    rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

/// What hangs on an order is within reach where the order is.
fn what_hangs_on_orders_is_right(test: &TestApp, db: &Db, reach: &Reach, bound: i64) {
    let everything = List {
        limit: 10_000,
        ..List::default()
    };
    let reached = ids(&rows(test.db(), model(), &everything, reach).0);
    for path in ["app/dingdan/xingqing", "app/log"] {
        let of = schema::model(path).unwrap();
        let named = |name: &str| of.field_named(name).unwrap();
        let (all, _) = rows(test.db(), of, &everything, &Reach::everything());
        let kind = all.first().unwrap()["type"].clone();
        let kinds = Condition::Equal(named("type"), kind.as_str().unwrap().into());
        for conditions in [vec![], vec![kinds]] {
            for descends in [true, false] {
                let mut wanted: Vec<i64> = all
                    .iter()
                    .filter(|row| reached.contains(&row["dingdanId"].as_i64().unwrap()))
                    .filter(|row| conditions.is_empty() || row["type"] == kind)
                    .map(|row| row["id"].as_i64().unwrap())
                    .collect();
                wanted.sort_unstable();
                if descends {
                    wanted.reverse();
                }
                let by_id = || vec![(named("id"), false)];
                let orders = if descends { vec![] } else { by_id() };
                let list = List {
                    conditions: conditions.clone(),
                    orders,
                    offset: 0,
                    limit: 10,
                };
                let (found, total) = rows(db, of, &list, reach);
                let size = i64::try_from(wanted.len()).unwrap();
                wanted.truncate(10);
                assert_eq!(ids(&found), wanted, "{path} {list:?} for {reach:?}");
                assert_eq!(total, size.min(bound), "{path} {list:?} for {reach:?}");
                let (asked, within) = (list.clone(), reach.clone());
                let exported =
                    db.read_now(move |conn| store::ids_in_order(conn, of, &asked, &within));
                assert_eq!(exported.unwrap(), wanted, "{path} {list:?} for {reach:?}");
            }
        }
    }
}

/// A page past the rows that are counted is refused where there are that many.
fn no_page_lies_too_deep(db: &Db, bound: i64) {
    let behind = List {
        offset: bound,
        limit: 10,
        ..List::default()
    };
    let page = db.read_now(move |conn| {
        store::page::<store::Error>(conn, model(), &behind, &Reach::everything(), 0, None)
    });
    match page {
        Ok(page) => assert!(bound > 1_000 && page.records == b"[]"),
        Err(error) => assert!(bound < 1_000 && error == store::Error::Deep, "{error}"),
    }
}

#[test]
fn every_list_of_orders_is_the_same_however_it_is_found() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let test = TestApp::start(backend);
        let now = Timestamp::parse("2026-11-15 12:00:00").unwrap();
        demo::fill(test.db(), now, ORDERS);
        let everything = Reach::everything();
        let stores = Reach {
            user_id: 1,
            all: false,
            stores: vec!["ZONGDIAN".to_owned(), "XICHENG".to_owned()],
        };
        let own = {
            let clerk = test.db().read_now(|conn| {
                conn.query_one("SELECT max(genjinren_id) FROM app_dingdan", &[])?
                    .int(0)
            });
            Reach {
                user_id: clerk.unwrap(),
                all: false,
                stores: Vec::new(),
            }
        };
        // Everything is few, some is many, and everything is many.
        for bound in [10_000, 20, 1] {
            let db = test.db_with_bound(bound);
            no_page_lies_too_deep(&db, bound);
            let counts = [&everything, &stores, &own]
                .map(|reach| every_list_is_right(&test, &db, reach, bound));
            for reach in [&everything, &stores, &own] {
                what_hangs_on_orders_is_right(&test, &db, reach, bound);
            }
            println!("{backend:?}, at most {bound} are few: {counts:?} lists");
        }
    }
}
