//! 展期: due dates move, for a fee.

use loan::{Event, Fen};
use store::Tx;

use super::{Beside, Done, EventRequest, Evidence, carry_out};
use crate::{call::Call, error::Result, wire::ask};

ask! {
    /// 展期. What the operator saw guards against a stale screen.
    pub struct Extend {
        dingdan_id:   i64            = id(),
        qi:           Option<u16>    = small("期次"),
        cishu:        Option<u16>    = small("展期次数"),
        feiyong:      Option<Fen>    = fen("展期费"),
        zhifufangshi: Option<String> = text("支付方式", 30),
        liushuihao:   Option<String> = receipt(),
    }
}

pub fn extend(tx: &mut Tx<'_>, call: &Call, ask: Extend) -> Result<Done> {
    let event = Event::Extend {
        number_seen: ask.qi,
        count_seen: ask.cishu.map(usize::from),
        fee_seen: ask.feiyong,
    };
    let request = EventRequest {
        is_bare: ask.cishu.is_none(),
        evidence: Evidence {
            method: ask.zhifufangshi,
            receipt: ask.liushuihao,
            vouchers: None,
        },
        ..EventRequest::new(ask.dingdan_id, event)
    };
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}
