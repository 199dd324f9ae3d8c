//! 确认还款: the earliest unpaid instalment.

use loan::{Event, Fen};
use schema::Date;
use store::Tx;

use super::{Beside, Done, EventRequest, Payment, carry_out};
use crate::{call::Call, error::Result, wire::ask};

ask! {
    /// 确认还款. What the operator saw guards against a stale screen.
    pub struct Confirm {
        dingdan_id:    i64          = id(),
        qi:            Option<u16>  = small("期次"),
        yingfu:        Option<Fen>  = fen("应付"),
        daozhang_riqi: Option<Date> = date("到账日期"),
        ..payment: Payment,
    }
}

pub fn confirm(tx: &mut Tx<'_>, call: &Call, ask: Confirm) -> Result<Done> {
    let event = Event::Confirm {
        number_seen: ask.qi,
        amount_seen: ask.yingfu,
        value_date: ask.daozhang_riqi,
    };
    let request = EventRequest {
        is_bare: ask.qi.is_none(),
        evidence: ask.payment.into(),
        ..EventRequest::new(ask.dingdan_id, event)
    };
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}
