//! 账实检查: proves MONEY.md §7 on every order of a database.

use std::collections::HashMap;

use loan::{
    Account, Book, EventId, EventKind, Fen, INVARIANTS, Kept, Line, Posted, RecordKind, Side, State,
};
use schema::Date;
use serde_json::{Value as Json, json};
use store::{
    Conn, Db, Row, ledger,
    orders::{self, Stored},
    records,
};

use crate::error::{Error, Result};

/// Orders checked at a time; each step sees one state of the database.
const STEP: i64 = 200;
/// Findings shown for one invariant on the screen; all are counted.
const SHOWN: usize = 50;

/// An order that breaks an invariant.
#[derive(Debug, Clone)]
pub struct Finding {
    pub rule: u8,
    pub text: String,
}

/// What a check found.
#[derive(Debug, Default)]
pub struct Report {
    pub orders: usize,
    pub findings: Vec<Finding>,
}

/// Walks all orders. It takes as long as it takes: call it on a thread that may wait.
pub fn run(db: &Db, today: Date) -> Result<Report> {
    let mut report = Report::default();
    let mut after_id = 0;
    loop {
        let books = db.read_relaxed_now(move |conn| conn.snapshot(|conn| books(conn, after_id)))?;
        let Some((last, _)) = books.last() else { break };
        after_id = last.id;
        report.orders += books.len();
        for (stored, book) in &books {
            report
                .findings
                .extend(book.broken(today).into_iter().map(|broken| Finding {
                    rule: broken.rule,
                    text: format!("订单 {}：{}", stored.bianhao, broken.what),
                }));
        }
    }
    Ok(report)
}

/// The report as the page shows it.
pub fn shown(report: &Report, at: &str) -> Json {
    let rules = INVARIANTS.map(|(number, name)| {
        let found: Vec<&str> = report
            .findings
            .iter()
            .filter(|finding| finding.rule == number)
            .map(|finding| finding.text.as_str())
            .collect();
        json!({
            "bianhao": number, "mingcheng": name, "isTongguo": found.is_empty(),
            "cuowushu": found.len(), "cuowu": found.iter().take(SHOWN).collect::<Vec<_>>(),
        })
    });
    json!({
        "isTongguo": report.findings.is_empty(), "jianchaTime": at, "dingdanShu": report.orders,
        "xiang": rules,
    })
}

/// The next orders with everything their events wrote.
fn books(conn: &mut Conn, after_id: i64) -> Result<Vec<(Stored, Book)>> {
    let stored = orders::after(conn, after_id, STEP)?;
    let ids: Vec<i64> = stored.iter().map(|stored| stored.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut lines = by_order(ledger::lines(conn, &ids)?, posted)?;
    let mut kept = by_order(records::of_orders(conn, &ids)?, kept)?;
    let mut steps = by_order(records::steps(conn, &ids)?, step)?;
    let made = stored.into_iter().map(|stored| {
        let book = Book {
            order: stored.order.clone(),
            lines: lines.remove(&stored.id).unwrap_or_default(),
            records: kept.remove(&stored.id).unwrap_or_default(),
            steps: steps
                .remove(&stored.id)
                .unwrap_or_default()
                .into_iter()
                .flatten()
                .collect(),
        };
        (stored, book)
    });
    Ok(made.collect())
}

fn by_order<T>(rows: Vec<Row>, read: fn(&Row) -> Result<T>) -> Result<HashMap<i64, Vec<T>>> {
    let mut sorted: HashMap<i64, Vec<T>> = HashMap::new();
    for row in rows {
        sorted.entry(row.int(0)?).or_default().push(read(&row)?);
    }
    Ok(sorted)
}

fn unknown(what: &str) -> Error {
    Error::internal(format!("unknown {what} in the database"))
}

fn posted(row: &Row) -> Result<Posted> {
    let account = |code: &str| Account::from_code(code).ok_or_else(|| unknown("account"));
    Ok(Posted {
        event: EventId(row.int(1)?),
        is_reversal: row.bool(2)?,
        line: Line {
            account: account(row.text(3)?)?,
            side: Side::from_code(row.text(4)?).ok_or_else(|| unknown("side"))?,
            amount: Fen::new(row.int(5)?),
            reduces: row.opt_text(6)?.map(account).transpose()?,
        },
    })
}

fn kept(row: &Row) -> Result<Kept> {
    let number = row.opt_int(3)?.map(u16::try_from).transpose();
    Ok(Kept {
        event: EventId(row.int(1)?),
        kind: RecordKind::from_code(row.text(2)?).ok_or_else(|| unknown("record"))?,
        number: number.map_err(|_| unknown("instalment"))?,
        due: Fen::new(row.int(4)?),
        discount: Fen::new(row.int(5)?),
        cash: Fen::new(row.int(6)?),
        is_reversed: row.bool(7)?,
    })
}

/// A line of the order log as a step; lines about something else are none.
fn step(row: &Row) -> Result<Option<(State, EventKind, State)>> {
    let state = |code: &str| State::from_code(code).ok_or_else(|| unknown("state"));
    let (Some(event), Some(before)) = (EventKind::from_code(row.text(1)?), row.opt_text(2)?) else {
        return Ok(None);
    };
    Ok(Some((state(before)?, event, state(row.text(3)?)?)))
}
