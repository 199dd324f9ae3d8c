//! 撤销: the newest money event is taken back, named by its number.

use loan::{Event, EventId};
use schema::{Timestamp, resources::Dingdan};
use serde_json::Value as Json;
use store::Tx;

use super::{Beside, Body, Wish, happen};
use crate::{
    call::Call,
    error::{Error, Result},
};

pub fn undo(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(body, &["dingdanId", "shijianId", "yuanyin"])?;
    let seen = body
        .int("shijianId", "事件号")?
        .ok_or_else(|| Error::field("shijianId", "事件号不能为空"))?;
    let event = Event::Undo {
        event_seen: EventId(seen),
        reason: body.must_text("yuanyin", "撤销原因", 500)?,
    };
    let wish = Wish::new(body.id("dingdanId")?, event);
    happen(tx, call, &wish, |_, _, outcome| {
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
