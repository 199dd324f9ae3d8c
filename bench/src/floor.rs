//! The statements that one confirmed repayment runs, taken down from a real one, and run again for
//! other instalments: no session, no JSON, no loan engine, no text put together.

use std::sync::{Arc, Mutex};

use service::{
    order::{self, Confirm},
    wire::Ask as _,
};
use store::{Conn, Tx, Value};
use testkit::{TestApp, office::Office};
use tracing::{Event, Subscriber, field};
use tracing_subscriber::{
    Layer,
    layer::{Context, SubscriberExt as _},
};

use crate::lending::{self, Stage};

/// Which instalment of which order.
#[derive(Clone, Copy)]
pub struct Step {
    pub order: i64,
    pub number: i64,
}

#[derive(Clone)]
pub struct Floor(Arc<Vec<Statement>>);

struct Statement {
    text: String,
    params: Vec<Param>,
}

/// What is bound to a statement.
enum Param {
    Order,
    Instalment,
    /// The number of the event: the payout was the first.
    Event,
    /// The version of the order's row before the event.
    Version,
    /// The row that the statement before added.
    Added,
    /// A line of the order's history, by the number it had at the first instalment.
    Line(i64),
    /// As in the real confirmation.
    Same(Value),
}

/// Nobody is given points here; whether there is a task is asked all the same.
const TASKS: &str = "app_jifen_renwu";
/// Versions of an order's row that its application, review and payout leave behind.
const VERSION_WHEN_PAID_OUT: i64 = 2;

impl Floor {
    /// Confirms the first instalment of an order and keeps what that ran.
    pub fn capture(test: &TestApp, office: &Office) -> Self {
        let order = lending::lend(test, office, 1, |_| Stage::PaidOut(0))[0];
        let (texts, call) = (Texts::default(), lending::call(test));
        let watched = texts.clone();
        let confirmed = test.db().write_now(move |tx| {
            let watch = tracing_subscriber::registry().with(watched.clone());
            let body = lending::confirmation(order, 1);
            let ask = Confirm::of_body(body)?;
            tracing::subscriber::with_default(watch, || order::confirm(tx, &call, ask))
        });
        confirmed.unwrap();
        // Otherwise the statements would still be offered to whoever watches.
        tracing::callsite::rebuild_interest_cache();
        let texts = std::mem::take(&mut *texts.0.lock().unwrap());
        let bound = move |conn: &mut Conn| Ok::<_, store::Error>(bind(conn, &texts, order));
        Self(Arc::new(test.db().read_now(bound).unwrap()))
    }

    /// How many statements there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn run(&self, tx: &mut Tx<'_>, step: Step) -> store::Result<()> {
        let mut added = 0;
        for statement in self.0.iter() {
            let value = |param: &Param| match param {
                Param::Order => step.order.into(),
                Param::Instalment => step.number.into(),
                Param::Event => (step.number + 1).into(),
                Param::Version => (VERSION_WHEN_PAID_OUT + step.number - 1).into(),
                Param::Added => added.into(),
                Param::Line(first) => (first + step.number - 1).into(),
                Param::Same(value) => value.clone(),
            };
            let params: Vec<Value> = statement.params.iter().map(value).collect();
            let text = statement.text.as_str();
            if text.starts_with("SELECT") {
                let found = !tx.query(text, &params)?.is_empty();
                assert!(found || table_of(text) == TASKS, "nothing from {text}");
            } else if text.ends_with("RETURNING id") {
                added = tx.query_one(text, &params)?.int(0)?;
            } else {
                assert!(tx.execute(text, &params)? > 0, "nothing done by {text}");
            }
        }
        Ok(())
    }
}

/// Finds out what every placeholder stands for, from what the real confirmation left behind.
fn bind(conn: &mut Conn, texts: &[String], order: i64) -> Vec<Statement> {
    let mut made = Vec::new();
    let mut written = ("", false);
    for text in texts {
        let table = table_of(text);
        let params = columns(text)
            .into_iter()
            .map(|(column, line)| match (table, column) {
                ("table_version", "name") => Param::Same(written.0.into()),
                ("table_version", _) => Param::Same(i64::from(written.1).into()),
                (TASKS, _) => Param::Same("HUANKUAN".into()),
                ("meta", _) => Param::Same("kept_days_ended".into()),
                (_, "dict_type") => Param::Same("zhifu_fangshi".into()),
                (_, "dict_value") => Param::Same("YINHANGKA".into()),
                (_, "id" | "dingdan_id") => Param::Order,
                (_, "qi") => Param::Instalment,
                (_, "shijian_id" | "shijian_shu") => Param::Event,
                ("app_dingdan", "banben_suo") => Param::Version,
                (_, "rowid") => Param::Added,
                ("app_dingdan_lishi", "xuhao") => {
                    let Value::Int(last) = left_behind(conn, table, column, line, order) else {
                        panic!("a line of the history without a number");
                    };
                    // Each line is sealed with the one before it, which is read first.
                    Param::Line(last - i64::from(text.starts_with("SELECT")))
                }
                _ => Param::Same(left_behind(conn, table, column, line, order)),
            });
        let params = params.collect();
        if !text.starts_with("SELECT") && table != "table_version" && !table.ends_with("_gram") {
            written = (table, text.starts_with("INSERT"));
        }
        let text = text.clone();
        made.push(Statement { text, params });
    }
    made
}

/// The table that a statement writes, or the first one that it reads.
fn table_of(text: &str) -> &str {
    let before = ["INSERT INTO ", "UPDATE ", " FROM "];
    let after = before.iter().find_map(|word| text.split_once(word));
    let word = after.and_then(|(_, rest)| rest.split_whitespace().next());
    word.unwrap_or_default().trim_matches('"')
}

/// The column of each placeholder, and the line of VALUES it stands in.
fn columns(text: &str) -> Vec<(&str, usize)> {
    let pieces: Vec<&str> = text.split('?').collect();
    let placeholders = pieces.len() - 1;
    if text.starts_with("INSERT") {
        let names = text.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let names: Vec<&str> = names
            .split(", ")
            .map(|name| name.trim_matches('"'))
            .collect();
        return (0..placeholders)
            .map(|at| (names[at % names.len()], at / names.len()))
            .collect();
    }
    let named = pieces[..placeholders].iter();
    named.map(|piece| (last_name(piece), 0)).collect()
}

fn last_name(text: &str) -> &str {
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let mut names = text.split(|letter| !is_part(letter));
    names.rfind(|name| !name.is_empty()).unwrap_or_default()
}

/// What the real confirmation wrote into a column.
fn left_behind(conn: &mut Conn, table: &str, column: &str, line: usize, order: i64) -> Value {
    if let Some(searched) = table.strip_suffix("_gram") {
        return words(conn, searched, order).into();
    }
    let column = match column {
        "gram" => "array_to_string(gram, ' ')".to_owned(),
        name => format!("\"{name}\""),
    };
    let of = format!("dingdan_id = {order}");
    let rows = match table {
        "app_dingdan" => format!("id = {order}"),
        "app_dingdan_jihua" => format!("{of} AND qi = 1"),
        "app_dingdan_shijian" => format!("{of} AND shijian_id = 2"),
        "app_zijin_fenlu" => format!("{of} AND shijian_id = 2 ORDER BY hang"),
        "sys_log" => "TRUE ORDER BY id DESC".to_owned(),
        _ => format!("{of} ORDER BY id DESC"),
    };
    let text = format!("SELECT {column} FROM {table} WHERE {rows} LIMIT 1 OFFSET {line}");
    let row = conn.query_one(&text, &[]).unwrap();
    row.get(0).unwrap().clone()
}

/// Search words for what was written, as many and as long as the store's own.
fn words(conn: &mut Conn, table: &str, order: i64) -> String {
    let of = schema::models().iter().find(|of| of.name == table).unwrap();
    let mut words = std::collections::BTreeSet::new();
    for (at, field) in of.gram_fields().enumerate() {
        let Value::Text(text) = left_behind(conn, table, field.column.name, 0, order) else {
            continue;
        };
        let letters: Vec<u32> = text.chars().map(u32::from).collect();
        words.extend(letters.iter().map(|letter| format!("c{at}x{letter:x}")));
        let pairs = letters.windows(2);
        words.extend(pairs.map(|pair| format!("c{at}x{:x}x{:x}", pair[0], pair[1])));
    }
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// Texts of statements, in the order in which they ran.
#[derive(Clone, Default)]
struct Texts(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Texts {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "store::sql" {
            event.record(&mut Text(&self.0));
        }
    }
}

struct Text<'a>(&'a Mutex<Vec<String>>);

impl field::Visit for Text<'_> {
    fn record_str(&mut self, field: &field::Field, value: &str) {
        if field.name() == "text" {
            self.0.lock().unwrap().push(value.to_owned());
        }
    }
    fn record_debug(&mut self, _: &field::Field, _: &dyn std::fmt::Debug) {}
}
