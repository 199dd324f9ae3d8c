//! 撤销: the newest money event is taken back, named by its number.

use loan::{Event, EventId};
use schema::{Timestamp, resources::Dingdan};
use store::Tx;

use super::{Beside, Done, EventRequest, carry_out};
use crate::{call::Call, error::Result, wire::ask};

ask! {
    /// 撤销
    pub struct Undo {
        dingdan_id: i64    = id(),
        shijian_id: i64    = int("事件号"),
        yuanyin:    String = text("撤销原因", 500),
    }
}

pub fn undo(tx: &mut Tx<'_>, call: &Call, ask: Undo) -> Result<Done> {
    let event = Event::Undo {
        event_seen: EventId(ask.shijian_id),
        reason: ask.yuanyin,
    };
    let request = EventRequest::new(ask.dingdan_id, event);
    carry_out(tx, call, &request, |_, _, outcome| {
        if outcome.order.plan.is_some() {
            return Ok(Beside::new());
        }
        // The payout itself was taken back.
        Ok(Beside::new()
            .set(Dingdan::fangkuanren_id, None::<i64>)
            .set(Dingdan::fangkuan_time, None::<Timestamp>)
            .set(Dingdan::fangkuan_liushui, None::<String>))
    })
}
