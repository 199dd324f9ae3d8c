//! Who may not try another password for a while: how failures are counted by name, and forgiven.

use schema::check;
use store::{
    Conn, Tx, crypt,
    login::{self, Counter, Rule},
};

use crate::error::Result;

pub(crate) const MINUTE_MS: i64 = 60_000;
pub(crate) const FORGET_MS: i64 = 10 * MINUTE_MS;
pub(crate) const BY_NAME: Rule = Rule {
    forget_ms: FORGET_MS,
    lock_at: Some(5),
    lock_ms: 10 * MINUTE_MS,
};

/// What strangers' failures of a name are counted by: capitals make no new name. What cannot be a
/// name may well be a password typed into the wrong box, so it is not written down as it is.
pub(crate) fn name_counter(login_name: &str) -> Counter {
    if check::login_name(login_name) {
        let name = login_name.to_ascii_lowercase();
        Counter {
            who: format!("name:{name}"),
            login_name: Some(name),
        }
    } else {
        Counter {
            who: format!("other:{}", crypt::digest(login_name)),
            login_name: None,
        }
    }
}

/// What is counted of a name by somebody who is signed in.
pub(crate) fn inside_counter(login_name: &str) -> Counter {
    let name = name_counter(login_name);
    Counter {
        who: format!("inside:{}", name.who),
        ..name
    }
}

/// Whether a person who is signed in has given too many wrong passwords.
pub(crate) fn is_locked_inside(conn: &mut Conn, login_name: &str, real_ms: i64) -> Result<bool> {
    let failures = login::failures(conn, &inside_counter(login_name))?;
    Ok(failures.locked_until_ms > real_ms)
}

/// Lets one transaction at a time decide by what was counted of a person who is signed in.
pub(crate) fn hold_inside(tx: &mut Tx<'_>, login_name: &str) -> Result<()> {
    Ok(login::hold(tx, &inside_counter(login_name))?)
}

/// A right password of a person who is signed in already; what was tried at the door stays counted.
pub(crate) fn forgive_inside(tx: &mut Tx<'_>, login_name: &str) -> Result<()> {
    Ok(login::forgive(tx, &inside_counter(login_name))?)
}

/// Counts a wrong password of a person who is signed in already.
pub(crate) fn count_failure(tx: &mut Tx<'_>, login_name: &str, real_ms: i64) -> Result<()> {
    login::fail(tx, &inside_counter(login_name), real_ms, &BY_NAME)?;
    Ok(())
}

/// Lets a locked person try again at once, wherever they are.
pub fn unlock(tx: &mut Tx<'_>, login_name: &str) -> Result<()> {
    Ok(login::forgive_name(tx, login_name)?)
}
