//! Sign-in attempts: failures by name, address and known place, locks, captchas, and the places
//! people sign in from. Times are real time.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    sql::Dialect,
    value::Value,
};

/// What failures are counted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    pub who: String,
    /// The name that is locked by it, in small letters; none for an address.
    pub login_name: Option<String>,
}

/// Failures counted against a name, an address or a known place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Failures {
    pub count: i64,
    pub last_ms: i64,
    pub locked_until_ms: i64,
}

pub fn failures(conn: &mut Conn, counter: &Counter) -> Result<Failures> {
    let row = conn.query_opt(
        "SELECT failures, last_ms, locked_until_ms FROM login_failure WHERE who = ?",
        &[counter.who.as_str().into()],
    )?;
    row.map_or(Ok(Failures::default()), |row| {
        Ok(Failures {
            count: row.int(0)?,
            last_ms: row.int(1)?,
            locked_until_ms: row.int(2)?,
        })
    })
}

/// Lets one transaction at a time decide by a counter. SQLite writes one at a time anyway.
pub fn hold(tx: &mut Tx<'_>, counter: &Counter) -> Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.execute(
            "INSERT INTO login_failure (who, login_name, failures, last_ms, locked_until_ms) VALUES (?, ?, 0, 0, 0) \
             ON CONFLICT (who) DO UPDATE SET who = excluded.who",
            &[
                counter.who.as_str().into(),
                counter.login_name.as_deref().map_or(Value::Null, Value::from),
            ],
        )?;
    }
    Ok(())
}

/// Counts one more failure and answers the new state. A count older than `forget_ms` starts
/// afresh; at `lock_at` failures the name is locked for `lock_ms`.
pub fn fail(tx: &mut Tx<'_>, counter: &Counter, real_ms: i64, rule: &Rule) -> Result<Failures> {
    let text = "INSERT INTO login_failure (who, login_name, failures, last_ms, locked_until_ms) VALUES (?, ?, 1, ?, 0) \
         ON CONFLICT (who) DO UPDATE SET \
         failures = CASE WHEN login_failure.last_ms < ? THEN 1 ELSE login_failure.failures + 1 END, \
         last_ms = excluded.last_ms RETURNING failures";
    let row = tx.query_one(
        text,
        &[
            counter.who.as_str().into(),
            counter
                .login_name
                .as_deref()
                .map_or(Value::Null, Value::from),
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
            &[locked_until_ms.into(), counter.who.as_str().into()],
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

pub fn forgive(tx: &mut Tx<'_>, counter: &Counter) -> Result<()> {
    tx.execute(
        "DELETE FROM login_failure WHERE who = ?",
        &[counter.who.as_str().into()],
    )?;
    Ok(())
}

/// Forgets every failure of a name, wherever it was made.
pub fn forgive_name(tx: &mut Tx<'_>, login_name: &str) -> Result<()> {
    tx.execute(
        "DELETE FROM login_failure WHERE login_name = ?",
        &[login_name.to_ascii_lowercase().into()],
    )?;
    Ok(())
}

/// Whether this person signed in from this place since then.
pub fn is_known(conn: &mut Conn, place: &str, user_id: i64, since_ms: i64) -> Result<bool> {
    let row = conn.query_opt(
        "SELECT 1 FROM login_place WHERE place = ? AND user_id = ? AND last_ms >= ?",
        &[place.into(), user_id.into(), since_ms.into()],
    )?;
    Ok(row.is_some())
}

/// Whether anybody signed in from this place since then.
pub fn is_anybodys(conn: &mut Conn, place: &str, since_ms: i64) -> Result<bool> {
    let row = conn.query_opt(
        "SELECT 1 FROM login_place WHERE place = ? AND last_ms >= ? LIMIT 1",
        &[place.into(), since_ms.into()],
    )?;
    Ok(row.is_some())
}

/// Remembers that a person signed in from a place.
pub fn remember(tx: &mut Tx<'_>, place: &str, user_id: i64, real_ms: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO login_place (place, user_id, last_ms) VALUES (?, ?, ?) \
         ON CONFLICT (place, user_id) DO UPDATE SET last_ms = excluded.last_ms",
        &[place.into(), user_id.into(), real_ms.into()],
    )?;
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

/// Housekeeping: captchas nobody answered, failures and places long forgotten.
pub fn forget_old(
    tx: &mut Tx<'_>,
    real_ms: i64,
    failures_before_ms: i64,
    places_before_ms: i64,
) -> Result<()> {
    let texts: [(&str, Vec<Value>); 3] = [
        ("DELETE FROM yzm WHERE expires_ms < ?", vec![real_ms.into()]),
        (
            "DELETE FROM login_failure WHERE last_ms < ? AND locked_until_ms < ?",
            vec![failures_before_ms.into(), real_ms.into()],
        ),
        (
            "DELETE FROM login_place WHERE last_ms < ?",
            vec![places_before_ms.into()],
        ),
    ];
    for (text, params) in texts {
        tx.execute(text, &params)?;
    }
    Ok(())
}
