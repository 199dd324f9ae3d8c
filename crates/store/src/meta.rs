//! Facts about the installation itself.

use std::collections::HashMap;

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

pub fn get(conn: &mut Conn, name: &str) -> Result<Option<String>> {
    let row = conn.query_opt("SELECT value FROM meta WHERE name = ?", &[name.into()])?;
    row.map(|row| row.text(0).map(str::to_owned)).transpose()
}

/// Sets a fact that is not there yet; answers whether it was set.
pub fn put_new(tx: &mut Tx<'_>, name: &str, value: &str) -> Result<bool> {
    let text = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";
    Ok(tx.execute(text, &[name.into(), value.into()])? == 1)
}

/// Sets a fact, whatever it was.
pub fn put(tx: &mut Tx<'_>, name: &str, value: &str) -> Result<()> {
    let text = "INSERT INTO meta (name, value) VALUES (?, ?) \
                ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    tx.execute(text, &[name.into(), value.into()]).map(drop)
}

/// Forgets a fact.
pub fn remove(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    tx.execute("DELETE FROM meta WHERE name = ?", &[name.into()])
        .map(drop)
}

/// Whether it is the caller's turn to do what all nodes together do once in `every_ms`; if so, the
/// turn is theirs from now on. A mark from the future is of a clock that went wrong.
pub fn takes_turn(tx: &mut Tx<'_>, task: &str, real_ms: i64, every_ms: i64) -> Result<bool> {
    let text = "INSERT INTO meta (name, value) VALUES (?, ?) \
                ON CONFLICT (name) DO UPDATE SET value = excluded.value \
                WHERE CAST(meta.value AS BIGINT) NOT BETWEEN ? AND ?";
    let params = [
        turn(task).into(),
        real_ms.to_string().into(),
        (real_ms - every_ms + 1).into(),
        real_ms.into(),
    ];
    Ok(tx.execute(text, &params)? == 1)
}

/// Leaves a turn to whoever asks next: the caller had it and could not do what it is for.
pub fn leave_turn(tx: &mut Tx<'_>, task: &str) -> Result<()> {
    remove(tx, &turn(task))
}

fn turn(task: &str) -> String {
    format!("turn_{task}")
}

/// Facts whose names start with `prefix`, without it.
pub fn with_prefix(conn: &mut Conn, prefix: &str) -> Result<HashMap<String, String>> {
    let text = "SELECT name, value FROM meta WHERE name LIKE ? || '%'";
    let rows = conn.query(text, &[prefix.into()])?;
    rows.iter()
        .map(|row| {
            let name = row.text(0)?.strip_prefix(prefix).unwrap_or_default();
            Ok((name.to_owned(), row.text(1)?.to_owned()))
        })
        .collect()
}

/// The database answers.
pub fn ping(conn: &mut Conn) -> Result<()> {
    conn.query("SELECT 1", &[]).map(drop)
}
