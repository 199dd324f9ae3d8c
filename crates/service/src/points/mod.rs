//! 积分: what moves a customer's points. Each movement is one line of an append-only ledger, and no
//! balance is ever below nothing.

mod adjust;
mod expire;
mod tasks;

pub use adjust::adjust;
pub use expire::expire;
pub(crate) use tasks::{Cycle, Did, advance};

use schema::{Timestamp, resources::PointsEntry};
use serde_json::Value as Json;
use store::{
    Conn, Derived, Reach, Tx, customers,
    points::{self, Movement, Posted},
    rows::Author,
};

use crate::{
    call::Call,
    error::{Error, Result},
    rules::Rules,
    settings,
};

const DAY_MS: i64 = 86_400_000;
const DEFAULT_DAYS: i64 = 365;

/// Whose points they are is shown by the phone too.
pub(crate) const RULES: Rules = Rules {
    derive: Some(derive),
    ..Rules::NONE
};

fn derive(conn: &mut Conn, _: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for (row, of) in customers::known_of_rows(conn, "app_jifen", ids)? {
        found.put(row, [(PointsEntry::phone.wire(), Json::from(of.phone))]);
    }
    Ok(found)
}

/// Moves points; answers the line. What happened before is not done again. Whose customer it is was
/// asked before: a line follows from what was done.
pub(crate) fn post(tx: &mut Tx<'_>, call: &Call, moved: &Movement<'_>) -> Result<i64> {
    let reach = Reach {
        user_id: call.actor.user_id,
        ..Reach::everything()
    };
    let by = Author {
        reach: &reach,
        ..call.writer()
    };
    match points::post(tx, moved, &by)? {
        Posted::Entry(id) | Posted::Earlier(id) => Ok(id),
        Posted::Short(balance) => Err(Error::refused(format!(
            "积分不足：现有{balance}，需要{}",
            moved.points.saturating_neg()
        ))),
        Posted::TooMany => Err(Error::refused("积分余额超过上限")),
    }
}

/// When points gained now are lost.
pub(crate) fn expiry(conn: &mut Conn, now: Timestamp) -> Result<Option<Timestamp>> {
    let days = settings::POINTS_DAYS.value(conn)?.unwrap_or(DEFAULT_DAYS);
    Ok((days > 0).then(|| Timestamp(now.0 + days * DAY_MS)))
}
