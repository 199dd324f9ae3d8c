//! PostgreSQL chooses by what it knows of the values: tables are filled, and then said to be of two
//! million rows.

use ::postgres::{Client, NoTls};
use schema::{Kind, Model, models};

use super::{super::*, COMMON, lists, reaches, together};
use crate::{Db, Error, Options, crypt::Keys, migrate};

/// So many rows are made, and so many are said to be there.
const MADE: i64 = 3_000;
const SAID: i64 = 2_000_000;
/// What may be sorted: the rows of one customer, product or member of staff, not those of a state.
const SORTED: f64 = 10_000.0;
/// The same where nothing is known of values: then one in two hundred is expected to be what was
/// asked for, and a range within somebody's reach to be one in eight hundred.
const SORTED_BLINDLY: f64 = 5_000.0;

fn url() -> String {
    std::env::var("PG_TEST_URL").unwrap_or_else(|_| {
        panic!("PG_TEST_URL is not set: run the tests with scripts/with-postgres")
    })
}

/// A database of the test's own, gone with it.
struct Place(String);

impl Place {
    fn new() -> Self {
        let name = format!("plans_{}", std::process::id());
        Client::connect(&url(), NoTls)
            .unwrap()
            .batch_execute(&format!("CREATE DATABASE {name}"))
            .unwrap();
        Self(name)
    }

    fn url(&self) -> String {
        url().replace("/postgres", &format!("/{}", self.0))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let text = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.0);
        let client = Client::connect(&url(), NoTls);
        client.unwrap().batch_execute(&text).unwrap();
    }
}

/// What the row of number `i` has in a column.
fn value(of: &Model, column: &str, kind: &str) -> String {
    let field = of.field_named(column);
    let is_tag = field.is_some_and(|field| matches!(field.column.kind, Kind::Dict(_)));
    let is_day = field.is_some_and(|field| matches!(field.column.kind, Kind::Date));
    let tabs = of.table.tabs.filter(|(tab, _)| *tab == column);
    match kind {
        _ if column == "id" => "i".to_owned(),
        "boolean" if column == "is_del" => "FALSE".to_owned(),
        "boolean" => "i % 5 = 0".to_owned(),
        "text" if is_day => "to_char(DATE '2026-01-01' + i % 400, 'YYYY-MM-DD')".to_owned(),
        "ARRAY" => "ARRAY['x' || i]".to_owned(),
        "bytea" => "''::bytea".to_owned(),
        "text" if tabs.is_some() => {
            let values: Vec<String> = tabs
                .into_iter()
                .flat_map(|(_, values)| values.iter().map(|value| format!("'{value}'")))
                .collect();
            let count = values.len();
            format!("(ARRAY[{}])[1 + i % {count}]", values.join(","))
        }
        "text" if column == "mendian" => {
            "(ARRAY['A','B','C','D','E','F','G','H'])[1 + i % 8]".to_owned()
        }
        "text" if is_tag => {
            let common = COMMON.trim_end_matches('1');
            format!("'{common}' || i % 8")
        }
        "text" => "'x' || i".to_owned(),
        _ if column.ends_with("_id") => "1 + (i * 7919) % 500".to_owned(),
        _ => "(i::bigint * 7919) % 1000003".to_owned(),
    }
}

/// Fills the tables of all resources, and says that there is much more in them.
fn fill(client: &mut Client) {
    let checks = "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) \
                  FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace";
    for row in client.query(checks, &[]).unwrap() {
        client.batch_execute(row.get(0)).unwrap();
    }
    client
        .batch_execute("SET session_replication_role = replica")
        .unwrap();
    let columns = "SELECT column_name::text, data_type::text FROM information_schema.columns \
                   WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'";
    for of in models() {
        let columns = client.query(columns, &[&of.name]).unwrap();
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for row in &columns {
            let (name, kind): (&str, &str) = (row.get(0), row.get(1));
            names.push(format!("\"{name}\""));
            values.push(value(of, name, kind));
        }
        let (names, values) = (names.join(","), values.join(","));
        let text = format!(
            "INSERT INTO \"{}\" ({names}) OVERRIDING SYSTEM VALUE \
             SELECT {values} FROM generate_series(1, {MADE}) i ON CONFLICT DO NOTHING",
            of.name
        );
        if let Err(error) = client.batch_execute(&text) {
            panic!("{}: {error:?}\n{text}", of.name);
        }
    }
    client.batch_execute("ANALYZE").unwrap();
    let say = format!(
        "UPDATE pg_class SET reltuples = reltuples * {} WHERE relnamespace = 'public'::regnamespace \
         AND reltuples > 0",
        SAID / MADE
    );
    client.batch_execute(&say).unwrap();
}

/// The number after `name=` in a step of a plan.
fn number(step: &str, name: &str) -> f64 {
    let after = step.split_once(name).map_or("", |(_, after)| after);
    let end = after.find([' ', ')', '.']).unwrap_or(after.len());
    after.get(..end).unwrap_or_default().parse().unwrap_or(0.0)
}

/// What is wrong with a plan, if anything is.
fn fault(of: &Model, steps: &[String], sorted: f64) -> Option<&'static str> {
    // Its own rows, or those of its parent.
    let whole = [format!("{} t", of.name), " tp".to_owned()];
    for step in steps {
        let node = step.trim_start_matches([' ', '-', '>']);
        if node.starts_with("Sort ") && number(step, "rows=") > sorted {
            return Some("sorts many");
        }
        if node.contains("Seq Scan on ") && whole.iter().any(|rows| node.contains(rows)) {
            return Some("reads the table");
        }
    }
    None
}

#[test]
fn no_list_that_a_screen_offers_grows_with_its_table_on_postgresql() {
    let place = Place::new();
    let options = Options::new(&place.url(), Keys::from_master(&[7; 32]).unwrap());
    let db = Db::open(&options).unwrap();
    migrate::migrate(&db).unwrap();
    fill(&mut Client::connect(&place.url(), NoTls).unwrap());
    let strange = db
        .read_now(|conn| Ok::<_, Error>(strangely_found(conn)))
        .unwrap();
    assert!(strange.is_empty(), "{}", strange.join("\n"));
    refuse_wrong(&db, SORTED);
    let forget = "DELETE FROM pg_statistic";
    let client = Client::connect(&place.url(), NoTls);
    client.unwrap().batch_execute(forget).unwrap();
    // Whoever planned before knows.
    let db = Db::open(&options).unwrap();
    refuse_wrong(&db, SORTED_BLINDLY);
}

fn refuse_wrong(db: &Db, sorted: f64) {
    let planned = db.read_now(move |conn| Ok::<_, Error>(wrong_plans(conn, sorted)));
    let (count, wrong) = planned.unwrap();
    println!("{count} plans on PostgreSQL");
    let first = wrong.get(..wrong.len().min(12)).unwrap_or_default();
    let (found, first) = (wrong.len(), first.join("\n"));
    assert!(wrong.is_empty(), "{found} of {count}:\n{first}");
}

/// The steps by which the many rows of a list are found.
fn steps(conn: &mut Conn, of: &'static Model, list: &List, reach: &Reach) -> Vec<String> {
    let filters = filters(conn, of, list, reach).unwrap();
    let sql = shown(&filters, list, 0, &vec![false; filters.len()]);
    let rows = conn.query(&format!("EXPLAIN {}", sql.text), &sql.params);
    let rows = rows.unwrap();
    let texts = rows.iter().map(|row| row.text(0).unwrap().to_owned());
    texts.collect()
}

/// Plans of lists of values that go together which do not use the index for them.
fn strangely_found(conn: &mut Conn) -> Vec<String> {
    let mut strange = Vec::new();
    for (of, list, index) in together() {
        let steps = steps(conn, of, &list, &Reach::everything()).join("\n");
        if !steps.contains(index) {
            strange.push(format!("{index}:\n{steps}"));
        }
    }
    strange
}

fn wrong_plans(conn: &mut Conn, sorted: f64) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for of in models() {
        // What hangs on others is sorted before it is known whose it is.
        let sorted = match of.table.scope {
            Scope::Through { .. } => SORTED,
            _ => sorted,
        };
        for list in lists(of) {
            for reach in reaches() {
                let steps = steps(conn, of, &list, &reach);
                count += 1;
                if let Some(fault) = fault(of, &steps, sorted) {
                    let plan = super::Plan(steps.into_iter().map(|step| (0, step)).collect());
                    wrong.push(super::told(of, fault, &list, &plan));
                }
            }
        }
    }
    (count, wrong)
}
