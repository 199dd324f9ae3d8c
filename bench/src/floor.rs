//! The statements that one confirmed repayment runs, taken down from a real one, and run again for
//! other instalments: no session, no JSON, no loan engine, no text put together.

use std::sync::Arc;

use service::{
    order::{self, Confirm},
    wire::Ask as _,
};
use store::{Conn, Tx, Value};
use testkit::{TestApp, office::Office};

use crate::{
    lending::{self, Stage},
    statement::{Param, Place, Statement, Step, places, table_of},
    texts,
};

#[derive(Clone)]
pub struct Floor(Arc<Vec<Statement>>);

/// Nobody is given points here; whether there is a task is asked all the same.
const TASKS: &str = "app_jifen_renwu";
/// Versions of an order's row that its application, review and payout leave behind.
const VERSION_WHEN_PAID_OUT: i64 = 2;

impl Floor {
    /// Confirms the first instalment of an order and keeps what that ran; the second one is paid by
    /// what was kept, to see that it does something.
    pub fn capture(test: &TestApp, office: &Office) -> Self {
        let order = lending::lend(test, office, 1, |_| Stage::PaidOut(0))[0];
        let call = lending::call(test, office);
        let confirmed = test.db().write_now(move |tx| {
            let ask = Confirm::of_body(lending::confirmation(order, 1))?;
            let (confirmed, texts) = texts::taken_down(|| order::confirm(tx, &call, ask));
            confirmed.map(|_| texts)
        });
        let texts = confirmed.unwrap();
        let bound = move |conn: &mut Conn| Ok::<_, store::Error>(bind(conn, &texts, order));
        let floor = Self(Arc::new(test.db().read_now(bound).unwrap()));
        let (tried, second) = (floor.clone(), Step { order, number: 2 });
        let done = test.db().write_now(move |tx| tried.run(tx, second));
        done.unwrap();
        floor
    }

    pub fn statements(&self) -> &[Statement] {
        &self.0
    }

    pub fn run(&self, tx: &mut Tx<'_>, step: Step) -> store::Result<()> {
        for statement in self.statements() {
            let params = statement.values(step);
            let text = statement.text.as_str();
            if statement.is_read() {
                let found = !tx.query(text, &params)?.is_empty();
                assert!(found || table_of(text) == TASKS, "nothing from {text}");
            } else if statement.adds() {
                tx.query_one(text, &params)?;
            } else {
                assert!(tx.execute(text, &params)? > 0, "nothing done by {text}");
            }
            if let Some(of) = statement.adds_to {
                store::await_words(tx, of);
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
        let param = |Place { column, line, .. }| match (table, column) {
            ("table_version", "name") => Param::Same(written.0.into()),
            ("table_version", _) => Param::Same(i64::from(written.1).into()),
            (TASKS, _) => Param::Same("HUANKUAN".into()),
            ("meta", _) => Param::Same("kept_days_ended".into()),
            (_, "dict_type") => Param::Same("zhifu_fangshi".into()),
            (_, "dict_value") => Param::Same("YINHANGKA".into()),
            (_, "id" | "dingdan_id") => Param::Order,
            (_, "qi") => Param::Number(0),
            // The payout was the first event.
            (_, "shijian_id" | "shijian_shu") => Param::Number(1),
            ("app_dingdan", "banben_suo") => Param::Number(VERSION_WHEN_PAID_OUT - 1),
            ("app_dingdan_lishi", "xuhao") => {
                let Value::Int(last) = left_behind(conn, table, column, line, order) else {
                    panic!("a line of the history without a number");
                };
                // Each line is sealed with the one before it, which is read first.
                Param::Number(last - 1 - i64::from(text.starts_with("SELECT")))
            }
            _ => Param::Same(left_behind(conn, table, column, line, order)),
        };
        let params = places(text).into_iter().map(param).collect();
        let text = text.clone();
        let is_insert = text.starts_with("INSERT");
        let mut models = schema::models().iter().copied();
        let adds_to = models.find(|model| is_insert && model.name == table);
        let statement = Statement {
            text,
            params,
            adds_to,
        };
        if !statement.is_read() && table != "table_version" {
            written = (table, is_insert);
        }
        made.push(statement);
    }
    made
}

/// What the real confirmation wrote into a column.
fn left_behind(conn: &mut Conn, table: &str, column: &str, line: usize, order: i64) -> Value {
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
