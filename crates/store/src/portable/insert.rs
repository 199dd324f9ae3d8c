//! Puts rows into an empty database.

use schema::{Model, models};

use super::{GRAM, KEPT, Place, Shape, numbers, shapes};
use crate::{
    bare, catalogue, checks,
    conn::{Conn, Tx},
    error::{Error, Result},
    gram,
    guard::changed_by,
    meta, migrate,
    sql::{Dialect, Sql},
    value::{Row, Value},
};

/// Fewer than either engine binds in one statement.
const BOUND: usize = 20_000;
/// Where a copy that is under way stands and what it is a copy of, in the database it goes to.
const UNDER_WAY: &str = "copying";
const OF: &str = "copying_of";
/// Where an office went, in the database that it left.
const MOVED: &str = "moved";
/// Facts about a copy on its way, which are no part of what is copied.
pub(super) const OF_THE_COPY: [&str; 4] = [OF, UNDER_WAY, MOVED, bare::TAKEN];

/// Somebody else's table, view or sequence in the place where an office is to be, if there is one.
pub fn foreign(conn: &mut Conn) -> Result<Option<String>> {
    catalogue::foreign(conn)
}

/// Whether no office has been here: nothing at all, or tables without rows.
pub fn is_empty(conn: &mut Conn) -> Result<bool> {
    if !has_facts(conn)? {
        return Ok(true);
    }
    // The first thing an office notes is which key it has.
    let facts = conn.query_one("SELECT count(*) FROM meta", &[])?;
    Ok(facts.int(0)? == 0)
}

/// Whether there is a place where an installation notes what it knows of itself.
fn has_facts(conn: &mut Conn) -> Result<bool> {
    if migrate::is_untouched(conn)? {
        return Ok(false);
    }
    let known = conn.query_one("SELECT count(*) FROM schema_migration", &[])?;
    Ok(known.int(0)? > 0)
}

/// Whether a copy is under way here, and nobody may work with what has arrived of it.
pub fn is_begun(conn: &mut Conn) -> Result<bool> {
    Ok(has_facts(conn)? && meta::get(conn, OF)?.is_some())
}

/// Where the office went that was here.
pub fn moved_to(conn: &mut Conn) -> Result<Option<String>> {
    if has_facts(conn)? {
        meta::get(conn, MOVED)
    } else {
        Ok(None)
    }
}

/// Notes in the place it left where an office went.
pub fn leave(tx: &mut Tx<'_>, place: &str) -> Result<()> {
    meta::put(tx, MOVED, place)
}

/// Begins a copy of an office, or goes on with one; false where another one is under way here. Rows
/// arrive in the order of their keys, so that nobody needs an index before the end.
pub fn begin(tx: &mut Tx<'_>, office: &str) -> Result<bool> {
    if meta::put_new(tx, OF, office)? {
        bare::take_away(tx, |_, _| false)?;
    }
    Ok(meta::get(tx, OF)?.as_deref() == Some(office))
}

/// Puts rows into their table and notes how far the copy has come, in one transaction.
pub fn insert(tx: &mut Tx<'_>, shape: &Shape, rows: &[Row]) -> Result<()> {
    // SQLite has words in tables beside; they are written in the end.
    let is_in_row = tx.dialect() == Dialect::Postgres;
    let model = models().iter().find(|model| model.name == shape.table);
    let model = model
        .copied()
        .filter(|model| is_in_row && model.gram_fields().next().is_some());
    if KEPT.contains(&shape.table.as_str()) && !has_reached(tx, shape)? {
        // Migrations have put something there.
        let text = format!("DELETE FROM \"{}\"", shape.table);
        tx.execute(&text, &[])?;
    }
    for rows in rows.chunks((BOUND / (shape.columns.len() + 1)).clamp(1, 200)) {
        let words = model.map(|model| words_of(model, shape, rows));
        let sql = insert_sql(shape, rows, words.as_deref());
        match changed_by(&sql.text) {
            // The states of these rows travel with them.
            Some(guard) => tx.guarding(guard, &[], |tx| tx.execute_sql(&sql))?,
            None => tx.execute_sql(&sql)?,
        };
    }
    match rows.last() {
        Some(last) => note(tx, &shape.place(last)),
        None => Ok(()),
    }
}

/// Waits for everybody else who works with a database on a server, and lets nobody begin.
pub fn lock(tx: &mut Tx<'_>) -> Result<()> {
    let tables = tables(tx)?;
    tx.batch(&format!("LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE"))
}

/// Takes everything out of a database on a server.
pub fn clear(tx: &mut Tx<'_>) -> Result<()> {
    let tables = tables(tx)?;
    tx.batch(&format!("TRUNCATE {tables}"))
}

/// All tables with commas between them.
fn tables(conn: &mut Conn) -> Result<String> {
    let shapes = shapes(conn)?;
    let names = shapes.iter().map(|shape| format!("\"{}\"", shape.table));
    Ok(names.collect::<Vec<String>>().join(", "))
}

/// Whether rows of a table have arrived.
fn has_reached(conn: &mut Conn, shape: &Shape) -> Result<bool> {
    let place = under_way(conn)?;
    Ok(place.is_some_and(|place| place.table == shape.table))
}

fn insert_sql(shape: &Shape, rows: &[Row], words: Option<&[String]>) -> Sql {
    let mut sql = Sql::new("INSERT INTO ");
    sql.name(&shape.table).push(" (");
    shape.names(&mut sql);
    if words.is_some() {
        sql.push(", ").name(GRAM);
    }
    sql.push(") VALUES ");
    for (at, row) in rows.iter().enumerate() {
        sql.push(if at > 0 { ", (" } else { "(" });
        for (at, value) in row.0.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(value.clone());
        }
        if let Some(words) = words.and_then(|words| words.get(at)) {
            sql.push(", string_to_array(")
                .bind(words.as_str())
                .push(", ' ')");
        }
        sql.push(")");
    }
    sql
}

/// The words by which each row is found.
fn words_of(model: &Model, shape: &Shape, rows: &[Row]) -> Vec<String> {
    let text = |row: &'_ Row, name: &str| match cell(shape, row, name) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let words = |row: &Row| {
        let texts: Vec<Option<String>> = model
            .gram_fields()
            .map(|field| text(row, field.column.name))
            .collect();
        gram::index_text(texts.iter().map(Option::as_deref))
    };
    rows.iter().map(words).collect()
}

fn cell<'a>(shape: &Shape, row: &'a Row, name: &str) -> Option<&'a Value> {
    let at = shape.columns.iter().position(|column| column == name)?;
    row.0.get(at)
}

fn note(tx: &mut Tx<'_>, place: &Place) -> Result<()> {
    let key: Option<Vec<serde_json::Value>> = place.key.iter().map(noted).collect();
    let key = key.ok_or_else(|| Error::shape("a key of numbers and texts", "another"))?;
    let text = serde_json::json!({ "table": place.table, "key": key }).to_string();
    meta::put(tx, UNDER_WAY, &text)
}

fn noted(value: &Value) -> Option<serde_json::Value> {
    match value {
        Value::Int(number) => Some((*number).into()),
        Value::Text(text) => Some(text.as_str().into()),
        _ => None,
    }
}

/// Where a copy that was cut off goes on; nothing where no row has arrived.
pub fn under_way(conn: &mut Conn) -> Result<Option<Place>> {
    let Some(text) = meta::get(conn, UNDER_WAY)? else {
        return Ok(None);
    };
    let noted: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| Error::Driver(error.to_string()))?;
    let value = |value: &serde_json::Value| match value.as_i64() {
        Some(number) => Value::Int(number),
        None => Value::Text(value.as_str().unwrap_or_default().to_owned()),
    };
    let key = noted.get("key").and_then(serde_json::Value::as_array);
    Ok(Some(Place {
        table: noted
            .get("table")
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        key: key.into_iter().flatten().map(value).collect(),
    }))
}

/// The tables that PostgreSQL numbers.
const NUMBERED: &str = "SELECT table_name::text FROM information_schema.columns \
    WHERE table_schema = current_schema() AND column_name = 'id' AND is_identity = 'YES'";

/// What is left when all rows are there: indexes, the numbers that new rows get, and row counts.
pub fn finish(tx: &mut Tx<'_>, given: &[(String, i64)]) -> Result<()> {
    tx.be_patient()?;
    bare::give_back(tx)?;
    match tx.dialect() {
        Dialect::Sqlite => {
            let known = numbers(tx)?;
            for (table, last) in given {
                let text = if known.iter().any(|(name, _)| name == table) {
                    "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
                } else {
                    "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
                };
                tx.execute(text, &[(*last).into(), table.as_str().into()])?;
            }
            // A backup of an earlier version has fewer tables.
            let there = shapes(tx)?;
            let is_there = |model: &&&Model| there.iter().any(|shape| shape.table == model.name);
            for model in models().iter().filter(is_there) {
                let counted = checks::counted(tx, model)?;
                let text = "UPDATE table_version SET row_count = ? WHERE name = ?";
                tx.execute_one(text, &[counted.into(), model.name.as_str().into()])?;
            }
        }
        Dialect::Postgres => {
            for (table, last) in given {
                let text = "SELECT setval(pg_get_serial_sequence(?, 'id'), ?)";
                let quoted = format!("\"{table}\"");
                tx.query(text, &[quoted.into(), (*last).into()])?;
            }
            // SQLite gives the numbers of some tables without keeping which was the last.
            for row in &tx.query(NUMBERED, &[])? {
                let table = row.text(0)?;
                if !given.iter().any(|(known, _)| known == table) {
                    let quoted = format!("\"{table}\"");
                    let text = format!(
                        "SELECT setval(pg_get_serial_sequence(?, 'id'), max(id)) FROM {quoted} HAVING max(id) > 0"
                    );
                    tx.query(&text, &[quoted.into()])?;
                }
            }
        }
    }
    Ok(())
}

/// The copy is whole: from now on it is an office of its own.
pub fn end(tx: &mut Tx<'_>) -> Result<()> {
    meta::remove(tx, OF)?;
    meta::remove(tx, UNDER_WAY)
}
