//! Sign-in attempts: failures by name and by address, locks, captchas. Times are real time.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

/// Failures counted against a name or an address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Failures {
    pub count: i64,
    pub last_ms: i64,
    pub locked_until_ms: i64,
}

pub fn failures(conn: &mut Conn, who: &str) -> Result<Failures> {
    let row = conn.query_opt(
        "SELECT failures, last_ms, locked_until_ms FROM login_failure WHERE who = ?",
        &[who.into()],
    )?;
    row.map_or(Ok(Failures::default()), |row| {
        Ok(Failures {
            count: row.int(0)?,
            last_ms: row.int(1)?,
            locked_until_ms: row.int(2)?,
        })
    })
}

/// Counts one more failure and answers the new state. A count older than `forget_ms` starts
/// afresh; at `lock_at` failures the name is locked for `lock_ms`.
pub fn fail(tx: &mut Tx<'_>, who: &str, real_ms: i64, rule: &Rule) -> Result<Failures> {
    let text = "INSERT INTO login_failure (who, failures, last_ms, locked_until_ms) VALUES (?, 1, ?, 0) \
         ON CONFLICT (who) DO UPDATE SET \
         failures = CASE WHEN login_failure.last_ms < ? THEN 1 ELSE login_failure.failures + 1 END, \
         last_ms = excluded.last_ms RETURNING failures";
    let row = tx.query_one(
        text,
        &[
            who.into(),
            real_ms.into(),
            (real_ms - rule.forget_ms).into(),
        ],
    )?;
    let count = row.int(0)?;
    let mut locked_until_ms = 0;
    if rule.lock_at.is_some_and(|lock_at| count >= lock_at) {
        locked_until_ms = real_ms + rule.lock_ms;
        tx.execute_one(
            "UPDATE login_failure SET locked_until_ms = ?, failures = 0 WHERE who = ?",
            &[locked_until_ms.into(), who.into()],
        )?;
    }
    Ok(Failures {
        count,
        last_ms: real_ms,
        locked_until_ms,
    })
}

/// When failures are forgotten and when they lock.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub forget_ms: i64,
    pub lock_at: Option<i64>,
    pub lock_ms: i64,
}

pub fn forgive(tx: &mut Tx<'_>, who: &str) -> Result<()> {
    tx.execute("DELETE FROM login_failure WHERE who = ?", &[who.into()])?;
    Ok(())
}

pub fn put_captcha(tx: &mut Tx<'_>, id: &str, code_hash: &str, expires_ms: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO yzm (id, code_hash, expires_ms) VALUES (?, ?, ?)",
        &[id.into(), code_hash.into(), expires_ms.into()],
    )?;
    Ok(())
}

/// Takes a captcha: it is gone whether the code was right or not.
pub fn take_captcha(tx: &mut Tx<'_>, id: &str, real_ms: i64) -> Result<Option<String>> {
    let row = tx.query_opt(
        "DELETE FROM yzm WHERE id = ? RETURNING code_hash, expires_ms",
        &[id.into()],
    )?;
    match row {
        Some(row) if row.int(1)? >= real_ms => Ok(Some(row.text(0)?.to_owned())),
        _ => Ok(None),
    }
}

/// Housekeeping: captchas nobody answered, failures long forgotten.
pub fn forget_old(tx: &mut Tx<'_>, real_ms: i64, failures_before_ms: i64) -> Result<()> {
    tx.execute("DELETE FROM yzm WHERE expires_ms < ?", &[real_ms.into()])?;
    tx.execute(
        "DELETE FROM login_failure WHERE last_ms < ? AND locked_until_ms < ?",
        &[failures_before_ms.into(), real_ms.into()],
    )?;
    Ok(())
}
