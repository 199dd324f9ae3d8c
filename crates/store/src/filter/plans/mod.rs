//! How databases would go about lists, for every tab, filter and order that a definition offers.

mod postgres;

use std::collections::BTreeSet;

use schema::{Column, Kind, Mask, Search, models};

use super::*;
use crate::{Db, Error, Options, Result, crypt::Keys, migrate};

fn database(folder: &std::path::Path) -> Db {
    let url = format!("sqlite:{}", folder.join("plan.db").display());
    let keys = Keys::from_master(&[7; 32]).unwrap();
    let db = Db::open(&Options::new(&url, keys)).unwrap();
    migrate::migrate(&db).unwrap();
    db
}

/// The steps of a plan: which is part of which, and what it does.
struct Plan(Vec<(i64, String)>);

impl Plan {
    fn of(conn: &mut Conn, of: &'static Model, list: &List, reach: &Reach, are_few: bool) -> Self {
        let filters = filters(conn, of, list, reach).unwrap();
        let sql = shown(&filters, list, 0, &vec![are_few; filters.len()]);
        let mut explained = Sql::new("EXPLAIN QUERY PLAN ");
        explained.append(&sql);
        Self::read(conn, &explained)
    }

    fn read(conn: &mut Conn, explained: &Sql) -> Self {
        let steps = conn.query_sql(explained).unwrap();
        let step = |row: &crate::Row| (row.int(1).unwrap(), row.text(3).unwrap().to_owned());
        Self(steps.iter().map(step).collect())
    }

    fn text(&self) -> String {
        let steps = self.0.iter();
        let lines: Vec<String> = steps.map(|(of, step)| format!("{of} {step}")).collect();
        lines.join("\n")
    }

    /// Whether it sorts more than the rows of a page, which are sorted again where they are read.
    fn sorts(&self) -> bool {
        let joins_a_page = self
            .0
            .iter()
            .any(|(_, step)| step.contains("SEARCH t USING INTEGER PRIMARY KEY"));
        let mut steps = self.0.iter();
        steps.any(|(of, step)| {
            step.starts_with("USE TEMP B-TREE FOR")
                && step.ends_with("ORDER BY")
                && !(joins_a_page && *of == 0)
        })
    }

    /// Whether it reads the table from one end on in no order but that of ids.
    fn scans(&self) -> bool {
        self.0.iter().any(|(_, step)| step == "SCAN t")
    }
}

fn reaches() -> [Reach; 3] {
    let own = Reach {
        user_id: 7,
        all: false,
        stores: Vec::new(),
    };
    let stores = Reach {
        stores: vec!["A".to_owned(), "B".to_owned()],
        ..own.clone()
    };
    [Reach::everything(), own, stores]
}

#[test]
fn few_rows_are_found_by_index_and_many_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let [_, own, store] = reaches();
    let list = List {
        limit: 10,
        ..List::default()
    };
    let planned = database(folder.path()).read_now(move |conn| {
        let of = model("app/user").unwrap();
        let few = Plan::of(conn, of, &list, &store, true).text();
        assert!(!few.contains("SCAN t\n"), "{few}");
        assert_eq!(few.matches("app_user_mendian_id_ix").count(), 2, "{few}");
        let by_owner = few.matches("app_user_genjinren_id_id_ix").count();
        assert_eq!(by_owner, 1, "{few}");
        let many = Plan::of(conn, of, &list, &store, false);
        assert!(!many.sorts(), "{}", many.text());
        for are_few in [true, false] {
            let own = Plan::of(conn, of, &list, &own, are_few);
            let text = own.text();
            assert!(
                text.contains("app_user_genjinren_id_id_ix") && !own.sorts(),
                "{text}"
            );
        }
        Ok::<_, Error>(())
    });
    planned.unwrap();
}

/// A value that many rows have.
const COMMON: &str = "V1";

/// That value in a column of this kind.
fn common(kind: &Kind) -> Value {
    match kind {
        Kind::Bool => true.into(),
        Kind::Int { .. } | Kind::Fen { .. } | Kind::Ppm { .. } => 1.into(),
        _ => COMMON.into(),
    }
}

/// What a screen may ask of a column, where it has an index of its own.
fn asked(field: &'static Field) -> Option<Condition> {
    let Column {
        kind,
        search,
        filter,
        computed,
        sortable,
        ..
    } = &field.column;
    match (search, kind) {
        _ if *computed || matches!(kind, Kind::Id | Kind::Secret(_)) => None,
        _ if matches!(field.column.name, "create_by" | "update_by") => None,
        (Some(Search::Range), Kind::Date) => {
            let days = ["2026-03-01", "2026-06-30"].map(|day| Some(day.into()));
            let [from, to] = days;
            Some(Condition::Range(field, from, to))
        }
        (Some(Search::Range), _) => Some(Condition::Range(
            field,
            Some(1.into()),
            Some(500_000.into()),
        )),
        (_, Kind::Ref(_)) => Some(Condition::Equal(field, 1.into())),
        (Some(Search::Equal), _) => Some(Condition::Equal(field, common(kind))),
        _ if *filter => Some(Condition::Equal(field, common(kind))),
        _ if *sortable => None,
        _ => None,
    }
}

/// The tabs of a list: none, one, some.
fn tabs(of: &'static Model) -> Vec<Vec<Condition>> {
    let tab = of
        .table
        .tabs
        .and_then(|(column, values)| Some((of.field_named(column)?, values)));
    let Some((field, values)) = tab else {
        return vec![Vec::new()];
    };
    let values: Vec<Value> = values.iter().map(|value| (*value).into()).collect();
    let one = Condition::Equal(field, values.first().cloned().unwrap());
    let some = Condition::In(field, values.into_iter().take(2).collect());
    vec![Vec::new(), vec![one], vec![some]]
}

/// Every list of a definition: its tabs, one filter or none, one order or none.
fn lists(of: &'static Model) -> Vec<List> {
    let tab = of.table.tabs.map(|(column, _)| column);
    let filters = of
        .fields
        .iter()
        .filter(|field| Some(field.column.name) != tab);
    let filters: Vec<Option<Condition>> = std::iter::once(None)
        .chain(filters.filter_map(asked).map(Some))
        .collect();
    let sortable = of
        .fields
        .iter()
        .filter(|field| field.column.sortable && !field.column.computed);
    let sorts: Vec<Vec<(&'static Field, bool)>> = std::iter::once(Vec::new())
        .chain(sortable.flat_map(|field| [vec![(field, false)], vec![(field, true)]]))
        .collect();
    let mut lists = Vec::new();
    for tabs in tabs(of) {
        for filter in &filters {
            for orders in &sorts {
                lists.push(List {
                    conditions: tabs.iter().cloned().chain(filter.clone()).collect(),
                    orders: orders.clone(),
                    offset: 0,
                    limit: 10,
                });
            }
        }
    }
    lists
}

fn told(of: &Model, what: &str, list: &List, plan: &Plan) -> String {
    let compared = list.conditions.iter().filter_map(Condition::compared);
    let names: Vec<&str> = compared.map(|field| field.column.name).collect();
    let orders = list.orders.iter();
    let orders: Vec<_> = orders
        .map(|(field, down)| (field.column.name, *down))
        .collect();
    format!("{} {what}: {names:?} {orders:?}\n{}", of.name, plan.text())
}

/// Every plan that is not as it should be, of every list; also how many there are.
fn wrong_plans(conn: &mut Conn) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for of in models() {
        for list in lists(of) {
            for reach in reaches() {
                let plans = [true, false].map(|few| Plan::of(conn, of, &list, &reach, few));
                let [few, many] = plans;
                count += 2;
                if many.sorts() {
                    wrong.push(told(of, "sorts many", &list, &many));
                }
                if !list.conditions.is_empty() && few.scans() {
                    wrong.push(told(of, "scans for few", &list, &few));
                }
            }
        }
    }
    (count, wrong)
}

/// Lists filtered by a column and ordered by one whose values go with its own, each with the index
/// that it should be read by.
fn together() -> Vec<(&'static Model, List, &'static str)> {
    let mut lists = Vec::new();
    for of in models().iter().copied() {
        for (filter, orders) in of.table.together {
            for order in *orders {
                let [filter, order] = [filter, order].map(|name| of.field_named(name).unwrap());
                let tab = tabs(of).into_iter().nth(1).unwrap_or_default();
                let columns = tab
                    .iter()
                    .filter_map(Condition::compared)
                    .map(|field| field.column.name);
                let columns: Vec<&str> = std::iter::once(filter.column.name)
                    .chain(columns)
                    .chain([order.column.name, "id"])
                    .collect();
                let index = ddl::index_on(of, &columns).unwrap();
                let conditions = tab.into_iter().chain(asked(filter)).collect();
                let list = List {
                    conditions,
                    orders: vec![(order, true)],
                    offset: 0,
                    limit: 10,
                };
                lists.push((of, list, index));
            }
        }
    }
    assert!(!lists.is_empty());
    lists
}

/// All rows that an order without the filter meets first may be of other values: products that lend
/// more, for one.
#[test]
fn values_that_go_together_are_found_by_their_own_index() {
    let folder = tempfile::tempdir().unwrap();
    let planned = database(folder.path()).read_now(|conn| {
        for (of, list, index) in together() {
            for reach in reaches() {
                let many = Plan::of(conn, of, &list, &reach, false);
                assert!(many.text().contains(index), "{index}:\n{}", many.text());
                assert!(!many.sorts(), "{}", many.text());
            }
        }
        Ok::<_, Error>(())
    });
    planned.unwrap();
}

/// How many rows a store has under a tab is told by an index alone.
#[test]
fn rows_of_a_store_are_counted_without_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let planned = database(folder.path()).read_now(|conn| {
        let [_, _, stores] = reaches();
        let of = model("app/dingdan").unwrap();
        for conditions in tabs(of) {
            let list = List {
                conditions,
                ..List::default()
            };
            for filter in filters(conn, of, &list, &stores)? {
                let mut count = Sql::new("EXPLAIN QUERY PLAN SELECT 1");
                filter.counted(&mut count);
                let plan = Plan::read(conn, &count).text();
                let alone = "SEARCH t USING COVERING INDEX app_dingdan_mendian_state_id_ix";
                assert!(plan.contains(alone), "{plan}");
                assert!(!plan.contains("SCAN"), "{plan}");
            }
        }
        Ok::<_, Error>(())
    });
    planned.unwrap();
}

/// Whoever reaches few orders or customers sees what hangs on them soon, however much hangs on
/// others: rows are counted and found by their parents.
#[test]
fn rows_of_few_parents_are_found_by_them() {
    let folder = tempfile::tempdir().unwrap();
    let planned = database(folder.path()).read_now(|conn| {
        let [_, own, stores] = reaches();
        let is_through = |of: &&'static Model| matches!(of.table.scope, Scope::Through { .. });
        for of in models().iter().copied().filter(is_through) {
            for (list, reach) in lists(of)
                .iter()
                .flat_map(|list| [(list, &own), (list, &stores)])
            {
                let filters = filters(conn, of, list, reach)?;
                let mut count = Sql::new("EXPLAIN QUERY PLAN SELECT 1");
                for filter in &filters {
                    filter.counted(&mut count);
                }
                let counted = Plan::read(conn, &count).text();
                let shown = Plan::of(conn, of, list, reach, true).text();
                for plan in [counted, shown] {
                    assert!(!plan.contains("SCAN"), "{}: {plan}", of.name);
                    assert!(plan.contains("SEARCH t "), "{}: {plan}", of.name);
                }
            }
        }
        Ok::<_, Error>(())
    });
    planned.unwrap();
}

/// What SQLite would know of tables of two million rows: a tag or a store on many of them, anything
/// else on few.
fn know_large_tables(tx: &mut crate::Tx<'_>) -> Result<()> {
    tx.batch("ANALYZE; DELETE FROM sqlite_stat1")?;
    let text = "SELECT m.name, m.tbl_name, group_concat(i.name) FROM sqlite_master m, pragma_index_info(m.name) i \
                WHERE m.type = 'index' AND m.sql IS NOT NULL GROUP BY m.name, m.tbl_name";
    for row in &tx.query(text, &[])? {
        let (mut left, mut known) = (2_000_000_i64, String::from("2000000"));
        for column in row.text(2)?.split(',') {
            let is_common = [
                "state",
                "mendian",
                "type",
                "huankuan_moshi",
                "jiekuan_yongtu",
            ];
            left = match column {
                "id" => 1,
                column if is_common.contains(&column) => (left / 8).max(1),
                _ => (left / 100).max(1),
            };
            known.push_str(&format!(" {left}"));
        }
        let values = [row.text(1)?.into(), row.text(0)?.into(), known.into()];
        tx.execute(
            "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
            &values,
        )?;
    }
    tx.batch("ANALYZE sqlite_schema")
}

/// Many rows are met in the order of the list, so that a page is read and not the table; few are
/// found by what they were asked for. Whatever SQLite knows of the tables.
#[test]
fn no_list_that_a_screen_offers_grows_with_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let db = database(folder.path());
    for knows in [false, true] {
        if knows {
            db.write_now(know_large_tables).unwrap();
        }
        let planned = db.read_now(|conn| Ok::<_, Error>(wrong_plans(conn)));
        let (count, wrong) = planned.unwrap();
        println!("{count} plans, with statistics: {knows}");
        let (found, first) = (wrong.len(), wrong.get(..wrong.len().min(12)));
        let first = first.unwrap_or_default().join("\n");
        assert!(wrong.is_empty(), "{found} of {count}:\n{first}");
    }
}

/// The lists of a definition that are searched by a secret, whole or by its last digits.
fn by_secret(of: &'static Model) -> Vec<List> {
    let secrets = of.secrets();
    let conditions = secrets.flat_map(|field| {
        let clear = "13812345678".to_owned();
        let tail = matches!(field.column.kind, Kind::Secret(Mask::Phone));
        let tail = tail.then(|| Condition::SecretTail(field, "5678".to_owned()));
        std::iter::once(Condition::SecretEqual(field, clear)).chain(tail)
    });
    let list = |condition| List {
        conditions: vec![condition],
        limit: 10,
        ..List::default()
    };
    conditions.map(list).collect()
}

/// An index that no list is read by would cost every write for nothing.
#[test]
fn every_index_of_a_definition_serves_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let planned = database(folder.path()).read_now(|conn| {
        let mut plans = String::new();
        for of in models() {
            for list in lists(of).iter().chain(&by_secret(of)) {
                for reach in reaches() {
                    for few in [true, false] {
                        let plan = Plan::of(conn, of, list, &reach, few);
                        plans.push_str(&format!("{}\n", plan.text()));
                    }
                    for filter in filters(conn, of, list, &reach)? {
                        let mut count = Sql::new("EXPLAIN QUERY PLAN SELECT 1");
                        filter.counted(&mut count);
                        let plan = Plan::read(conn, &count);
                        plans.push_str(&format!("{}\n", plan.text()));
                    }
                }
            }
        }
        let used: BTreeSet<&str> = plans.split_whitespace().collect();
        let text = "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%\\_ix' ESCAPE '\\'";
        let rows = conn.query(text, &[])?;
        let names = rows.iter().map(|row| row.text(0).unwrap());
        let unused: Vec<&str> = names.filter(|name| !used.contains(name)).collect();
        assert!(unused.is_empty(), "{unused:#?}");
        Ok::<_, Error>(())
    });
    planned.unwrap();
}
