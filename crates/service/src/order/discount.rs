//! 设置优惠: one pending amount for the earliest unpaid instalment.

use loan::Event;
use serde_json::Value as Json;
use store::Tx;

use super::{Beside, Body, Wish, happen};
use crate::{call::Call, error::Result};

pub fn set_discount(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(body, &["id", "jine", "jiuJine"])?;
    let event = Event::Discount {
        amount: body.must_fen("jine", "优惠金额")?,
        amount_seen: body.fen("jiuJine", "原优惠金额")?,
    };
    let wish = Wish::new(body.id("id")?, event);
    happen(tx, call, &wish, |_, _, _| Ok(Beside::new()))
}
