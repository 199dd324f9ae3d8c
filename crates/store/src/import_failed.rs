//! The rows an import refused, as a file for its maker: encrypted, and gone after a day.

use crate::{
    conn::{Conn, Tx},
    crypt::number_of,
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

/// Seals the files that lie under another key than the one that writes; answers how many.
pub(crate) fn seal_again(tx: &mut Tx<'_>) -> Result<usize> {
    let mut count = 0;
    for id in under_old_keys(tx)? {
        let text = "SELECT sealed FROM import_failed WHERE id = ?";
        let Some(row) = tx.query_opt(text, &[id.as_str().into()])? else {
            continue;
        };
        let Some(clear) = tx.keys().open(&place(&id), row.blob(0)?) else {
            continue;
        };
        let sealed = tx.keys().seal(&place(&id), &clear);
        let sealed = sealed.map_err(|error| Error::Driver(error.to_string()))?;
        let text = "UPDATE import_failed SET sealed = ? WHERE id = ?";
        count +=
            usize::try_from(tx.execute(text, &[sealed.into(), id.into()])?).unwrap_or_default();
    }
    Ok(count)
}

/// Files under another key than the one that writes.
pub(crate) fn under_old_keys(conn: &mut Conn) -> Result<Vec<String>> {
    // The first bytes say which key it is.
    let rows = conn.query("SELECT id, substr(sealed, 1, 2) FROM import_failed", &[])?;
    let mut found = Vec::new();
    for row in &rows {
        if number_of(row.blob(1)?) != Some(conn.keys().writing()) {
            found.push(row.text(0)?.to_owned());
        }
    }
    Ok(found)
}

pub fn forget_before(tx: &mut Tx<'_>, real_ms: i64) -> Result<()> {
    tx.execute(
        "DELETE FROM import_failed WHERE create_ms < ?",
        &[real_ms.into()],
    )?;
    Ok(())
}
