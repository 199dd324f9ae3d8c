//! Rows that wait to be added. Where one transaction adds very many, those of a table go out
//! together, in few statements; nobody may ask for them before.

use crate::{
    conn::Tx,
    error::{Error, Result},
    sql::{Dialect, Sql},
    value::Value,
    waiting::Waiting,
};

/// Rows of one statement.
const TOGETHER: usize = 128;
/// Rows that wait, at most, before they go out.
const WAITING: usize = 4 * TOGETHER;

/// Lets rows wait while `write` runs, and adds them in the end.
pub(crate) fn waiting<T, E: From<Error>>(
    tx: &mut Tx<'_>,
    write: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    tx.waiting = Waiting {
        is_on: true,
        ..Waiting::default()
    };
    let outcome = write(tx);
    let flushed = if outcome.is_ok() { flush(tx) } else { Ok(()) };
    tx.waiting = Waiting::default();
    let written = outcome?;
    flushed?;
    Ok(written)
}

/// Adds a row whose number nobody asks for, now or later. `head` is the beginning of the statement,
/// up to its columns.
pub(crate) fn append(tx: &mut Tx<'_>, head: &str, row: Vec<Value>) -> Result<()> {
    append_all(tx, head, vec![row])
}

/// The same for several rows of one table.
pub(crate) fn append_all(tx: &mut Tx<'_>, head: &str, rows: Vec<Vec<Value>>) -> Result<()> {
    append_ending(tx, head, "?", rows)
}

/// The same where something else than its value stands for the last column.
pub(crate) fn append_ending(
    tx: &mut Tx<'_>,
    head: &str,
    last: &'static str,
    rows: Vec<Vec<Value>>,
) -> Result<()> {
    if !tx.waiting.is_on {
        return insert(tx, head, last, rows);
    }
    let key = (head.to_owned(), last);
    let waiting = tx.waiting.rows.entry(key).or_default();
    waiting.extend(rows);
    if waiting.len() < WAITING {
        return Ok(());
    }
    let due = std::mem::take(waiting);
    insert(tx, head, last, due)
}

/// Before the database numbers a row of a table by itself: those that wait come first.
pub(crate) fn let_number(tx: &mut Tx<'_>, table: &str) -> Result<()> {
    if tx.waiting.is_on && tx.waiting.has_rows_of(table) {
        flush(tx)?;
    }
    Ok(())
}

/// Adds what waits.
pub(crate) fn flush(tx: &mut Tx<'_>) -> Result<()> {
    for ((head, last), rows) in std::mem::take(&mut tx.waiting.rows) {
        insert(tx, &head, last, rows)?;
    }
    let touched = std::mem::take(&mut tx.waiting.touched);
    if tx.dialect() == Dialect::Sqlite {
        for (table, rows) in touched {
            let text = "UPDATE table_version SET version = version + 1, row_count = row_count + ? WHERE name = ?";
            tx.execute_one(text, &[rows.into(), table.into()])?;
        }
    }
    Ok(())
}

fn insert(tx: &mut Tx<'_>, head: &str, last: &'static str, rows: Vec<Vec<Value>>) -> Result<()> {
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let mut sql = Sql::wide(head);
        let mut count = 0;
        for row in rows.by_ref().take(TOGETHER) {
            sql.push(if count > 0 { ", (" } else { " VALUES (" });
            let marks = row.len().saturating_sub(1);
            sql.push(&"?, ".repeat(marks)).push(last).push(")");
            sql.params.extend(row);
            count += 1;
        }
        tx.execute_all(&sql, count)?;
    }
    Ok(())
}
