//! 正在查看: who else looks at an application that is being decided.

use store::{Tx, lookers, orders};

use crate::{
    call::Call,
    error::Result,
    wire::{answer, ask},
};

/// Who has not been heard of for so long looks elsewhere; a screen says so three times as often.
const LASTS_MS: i64 = 45_000;

ask! {
    /// 正在查看
    pub struct Look {
        dingdan_id: i64          = id(),
        is_likai:   Option<bool> = flag("离开"),
    }
}

answer! {
    /// The others who look at the same order.
    pub struct Lookers {
        xingming: Vec<String>,
    }
}

/// Says that somebody looks at an order, or no longer does, and hears who else does.
pub fn look(tx: &mut Tx<'_>, call: &Call, ask: Look) -> Result<Lookers> {
    let (order, user) = (ask.dingdan_id, call.actor.user_id);
    orders::find(tx, order, &call.actor.access.reach)?;
    if ask.is_likai == Some(true) {
        lookers::forget(tx, order, user)?;
        return Ok(Lookers {
            xingming: Vec::new(),
        });
    }
    lookers::note(tx, order, user, call.real_ms, LASTS_MS)?;
    let since = call.real_ms - LASTS_MS;
    Ok(Lookers {
        xingming: lookers::others(tx, order, user, since)?,
    })
}
