//! The rows an import refused, as a file for its maker: encrypted, and gone after a day.

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
};

/// Of one person; older ones make room.
const KEPT: i64 = 10;

fn place(id: &str) -> String {
    format!("import_failed.sealed.{id}")
}

/// Keeps a file under a number of its own; `text` is what it holds.
pub fn keep(
    tx: &mut Tx<'_>,
    id: &str,
    user_id: i64,
    name: &str,
    text: &str,
    real_ms: i64,
) -> Result<()> {
    let sealed = tx.keys().seal(&place(id), text);
    let sealed = sealed.map_err(|error| Error::Driver(error.to_string()))?;
    tx.execute(
        "INSERT INTO import_failed (id, user_id, name, create_ms, sealed) VALUES (?, ?, ?, ?, ?)",
        &[
            id.into(),
            user_id.into(),
            name.into(),
            real_ms.into(),
            sealed.into(),
        ],
    )?;
    tx.execute(
        "DELETE FROM import_failed WHERE user_id = ? AND id NOT IN \
         (SELECT id FROM import_failed WHERE user_id = ? ORDER BY create_ms DESC, id LIMIT ?)",
        &[user_id.into(), user_id.into(), KEPT.into()],
    )?;
    Ok(())
}

/// The name and text of a file, for its maker alone and while it is young.
pub fn find(
    conn: &mut Conn,
    id: &str,
    user_id: i64,
    since_ms: i64,
) -> Result<Option<(String, String)>> {
    let row = conn.query_opt(
        "SELECT name, sealed FROM import_failed WHERE id = ? AND user_id = ? AND create_ms > ?",
        &[id.into(), user_id.into(), since_ms.into()],
    )?;
    let Some(row) = row else {
        return Ok(None);
    };
    let text = conn.keys().open(&place(id), row.blob(1)?);
    Ok(text.map(|text| (row.text(0).unwrap_or_default().to_owned(), text)))
}

pub fn forget_before(tx: &mut Tx<'_>, real_ms: i64) -> Result<()> {
    tx.execute(
        "DELETE FROM import_failed WHERE create_ms < ?",
        &[real_ms.into()],
    )?;
    Ok(())
}
