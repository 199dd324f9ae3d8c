//! Answers that were given once and are given again to the same question under the same key.

use crate::{conn::Tx, error::Result};

/// What a key was used for before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earlier {
    pub route: String,
    pub body_hash: String,
    pub answer: String,
}

/// Claims a key for this transaction, or answers what it was used for. A second caller waits for
/// the first one's commit.
pub fn claim(
    tx: &mut Tx<'_>,
    user_id: i64,
    key: &str,
    route: &str,
    body_hash: &str,
    real_ms: i64,
) -> Result<Option<Earlier>> {
    let claimed = tx.execute(
        "INSERT INTO idempotency (user_id, idem_key, route, body_hash, answer, create_ms) VALUES (?, ?, ?, ?, '', ?) \
         ON CONFLICT (user_id, idem_key) DO NOTHING",
        &[user_id.into(), key.into(), route.into(), body_hash.into(), real_ms.into()],
    )?;
    if claimed == 1 {
        return Ok(None);
    }
    let row = tx.query_one(
        "SELECT route, body_hash, answer FROM idempotency WHERE user_id = ? AND idem_key = ?",
        &[user_id.into(), key.into()],
    )?;
    Ok(Some(Earlier {
        route: row.text(0)?.to_owned(),
        body_hash: row.text(1)?.to_owned(),
        answer: row.text(2)?.to_owned(),
    }))
}

/// Keeps the answer with the work it answers.
pub fn keep(tx: &mut Tx<'_>, user_id: i64, key: &str, answer: &str) -> Result<()> {
    tx.execute_one(
        "UPDATE idempotency SET answer = ? WHERE user_id = ? AND idem_key = ?",
        &[answer.into(), user_id.into(), key.into()],
    )
}

/// Housekeeping.
pub fn forget_before(tx: &mut Tx<'_>, real_ms: i64) -> Result<u64> {
    tx.execute(
        "DELETE FROM idempotency WHERE create_ms < ?",
        &[real_ms.into()],
    )
}
