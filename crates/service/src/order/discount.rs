//! 设置优惠: one pending amount for the earliest unpaid instalment.

use loan::{Event, Fen};
use store::Tx;

use super::{Beside, Done, EventRequest, carry_out};
use crate::{call::Call, error::Result, wire::ask};

ask! {
    /// 设置优惠
    pub struct SetDiscount {
        id:       i64         = id(),
        jine:     Fen         = fen("优惠金额"),
        jiu_jine: Option<Fen> = fen("原优惠金额"),
    }
}

pub fn set_discount(tx: &mut Tx<'_>, call: &Call, ask: SetDiscount) -> Result<Done> {
    let event = Event::Discount {
        amount: ask.jine,
        amount_seen: ask.jiu_jine,
    };
    let request = EventRequest::new(ask.id, event);
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}
