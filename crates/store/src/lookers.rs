//! Who is looking at an order right now, so that two people do not decide about it side by side.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

/// Notes that somebody looks at an order, and forgets everybody who no longer does.
pub fn note(tx: &mut Tx<'_>, order: i64, user: i64, real_ms: i64, lasts_ms: i64) -> Result<()> {
    tx.execute(
        "DELETE FROM dingdan_kanzhe WHERE last_ms < ?",
        &[(real_ms - lasts_ms).into()],
    )?;
    tx.execute(
        "INSERT INTO dingdan_kanzhe (dingdan_id, user_id, last_ms) VALUES (?, ?, ?) \
         ON CONFLICT (dingdan_id, user_id) DO UPDATE SET last_ms = excluded.last_ms",
        &[order.into(), user.into(), real_ms.into()],
    )?;
    Ok(())
}

/// Forgets one who has turned away.
pub fn forget(tx: &mut Tx<'_>, order: i64, user: i64) -> Result<()> {
    tx.execute(
        "DELETE FROM dingdan_kanzhe WHERE dingdan_id = ? AND user_id = ?",
        &[order.into(), user.into()],
    )?;
    Ok(())
}

/// The names of the others who look at it, the first one first.
pub fn others(conn: &mut Conn, order: i64, user: i64, since_ms: i64) -> Result<Vec<String>> {
    let rows = conn.query(
        "SELECT u.nick_name FROM dingdan_kanzhe k JOIN sys_user u ON u.id = k.user_id \
         WHERE k.dingdan_id = ? AND k.user_id <> ? AND k.last_ms >= ? ORDER BY k.user_id",
        &[order.into(), user.into(), since_ms.into()],
    )?;
    rows.iter().map(|row| Ok(row.text(0)?.to_owned())).collect()
}
