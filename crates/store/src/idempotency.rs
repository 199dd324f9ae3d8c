//! Answers that were given once and are given again to the same question under the same key.

use crate::{
    conn::Tx,
    error::{Error, Result},
    sql::Dialect,
};

/// What a key was used for before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    pub route: String,
    pub body_hash: String,
    pub answer: String,
}

/// A key, and what it is used for now.
pub struct Use<'a> {
    pub user_id: i64,
    pub key: &'a str,
    pub route: &'a str,
    pub body_hash: &'a str,
    pub real_ms: i64,
}

/// Claims a key for this transaction, or answers what it was used for. A second caller waits for
/// the first one's commit; on SQLite nobody else writes meanwhile, and a refusal has written nothing.
pub fn claim(tx: &mut Tx<'_>, used: &Use<'_>) -> Result<Option<Earlier>> {
    if tx.dialect() == Dialect::Postgres && add(tx, used, "")? {
        return Ok(None);
    }
    let row = tx.query_opt(
        "SELECT route, body_hash, answer FROM idempotency WHERE user_id = ? AND idem_key = ?",
        &[used.user_id.into(), used.key.into()],
    )?;
    let earlier = row.map(|row| {
        Ok(Earlier {
            route: row.text(0)?.to_owned(),
            body_hash: row.text(1)?.to_owned(),
            answer: row.text(2)?.to_owned(),
        })
    });
    earlier.transpose()
}

/// Keeps the answer with the work it answers.
pub fn keep(tx: &mut Tx<'_>, used: &Use<'_>, answer: &str) -> Result<()> {
    if tx.dialect() == Dialect::Sqlite {
        if add(tx, used, answer)? {
            return Ok(());
        }
        return Err(Error::shape("a key of this transaction", "one of another"));
    }
    tx.execute_one(
        "UPDATE idempotency SET answer = ? WHERE user_id = ? AND idem_key = ?",
        &[answer.into(), used.user_id.into(), used.key.into()],
    )
}

/// Whether the key was not used before.
fn add(tx: &mut Tx<'_>, used: &Use<'_>, answer: &str) -> Result<bool> {
    let added = tx.execute(
        "INSERT INTO idempotency (user_id, idem_key, route, body_hash, answer, create_ms) \
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, idem_key) DO NOTHING",
        &[
            used.user_id.into(),
            used.key.into(),
            used.route.into(),
            used.body_hash.into(),
            answer.into(),
            used.real_ms.into(),
        ],
    )?;
    Ok(added == 1)
}

/// Housekeeping.
pub fn forget_before(tx: &mut Tx<'_>, real_ms: i64) -> Result<u64> {
    tx.execute(
        "DELETE FROM idempotency WHERE create_ms < ?",
        &[real_ms.into()],
    )
}
