//! Exact searches of secret columns, by person. Times are real time.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

/// What one search adds to a person's account.
pub struct Search<'a> {
    pub user_id: i64,
    pub real_ms: i64,
    pub misses: i64,
    /// A keyed hash of what was searched for.
    pub what: &'a str,
    pub route: &'a str,
}

/// Searches of a day and misses of an hour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    pub searches: i64,
    pub misses: i64,
}

pub fn add(tx: &mut Tx<'_>, search: &Search<'_>) -> Result<()> {
    tx.execute_one(
        "INSERT INTO secret_search (user_id, real_ms, misses, what, route) VALUES (?, ?, ?, ?, ?)",
        &[
            search.user_id.into(),
            search.real_ms.into(),
            search.misses.into(),
            search.what.into(),
            search.route.into(),
        ],
    )
}

/// What a person has searched for since the day and the last hour began.
pub fn spent(conn: &mut Conn, user_id: i64, day_ms: i64, hour_ms: i64) -> Result<Spent> {
    let row = conn.query_one(
        "SELECT CAST(coalesce(sum(CASE WHEN real_ms >= ? THEN 1 ELSE 0 END), 0) AS BIGINT), \
         CAST(coalesce(sum(CASE WHEN real_ms > ? THEN misses ELSE 0 END), 0) AS BIGINT) \
         FROM secret_search WHERE user_id = ? AND real_ms >= ?",
        &[
            day_ms.into(),
            hour_ms.into(),
            user_id.into(),
            day_ms.min(hour_ms).into(),
        ],
    )?;
    Ok(Spent {
        searches: row.int(0)?,
        misses: row.int(1)?,
    })
}

/// Whether a person searched for the same just now by another route: one screen asks several.
pub fn is_known(conn: &mut Conn, search: &Search<'_>, since_ms: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM secret_search WHERE user_id = ? AND real_ms >= ? AND what = ? AND route <> ? LIMIT 1",
        &[
            search.user_id.into(),
            since_ms.into(),
            search.what.into(),
            search.route.into(),
        ],
    )?;
    Ok(!rows.is_empty())
}

/// Whether a person searched for the same in vain since then.
pub fn was_missed(conn: &mut Conn, user_id: i64, what: &str, since_ms: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM secret_search WHERE user_id = ? AND real_ms > ? AND what = ? AND misses > 0 LIMIT 1",
        &[user_id.into(), since_ms.into(), what.into()],
    )?;
    Ok(!rows.is_empty())
}

pub fn forget_before(tx: &mut Tx<'_>, real_ms: i64) -> Result<u64> {
    tx.execute(
        "DELETE FROM secret_search WHERE real_ms < ?",
        &[real_ms.into()],
    )
}
