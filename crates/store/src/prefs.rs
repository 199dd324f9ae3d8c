//! What a person has set for themselves: tabs, columns, sizes.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

pub fn all(conn: &mut Conn, user_id: i64) -> Result<Vec<(String, String)>> {
    let rows = conn.query(
        "SELECT jian, zhi FROM sys_pianhao WHERE user_id = ? ORDER BY jian",
        &[user_id.into()],
    )?;
    rows.iter()
        .map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())))
        .collect()
}

pub fn set(tx: &mut Tx<'_>, user_id: i64, jian: &str, zhi: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO sys_pianhao (user_id, jian, zhi) VALUES (?, ?, ?) \
         ON CONFLICT (user_id, jian) DO UPDATE SET zhi = excluded.zhi",
        &[user_id.into(), jian.into(), zhi.into()],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx<'_>, user_id: i64, jian: &str) -> Result<()> {
    tx.execute(
        "DELETE FROM sys_pianhao WHERE user_id = ? AND jian = ?",
        &[user_id.into(), jian.into()],
    )?;
    Ok(())
}

/// How many are set beside this one.
pub fn count_others(conn: &mut Conn, user_id: i64, jian: &str) -> Result<i64> {
    conn.query_one(
        "SELECT count(*) FROM sys_pianhao WHERE user_id = ? AND jian <> ?",
        &[user_id.into(), jian.into()],
    )?
    .int(0)
}
