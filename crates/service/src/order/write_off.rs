//! 核销, and 收回 of money that comes in after it.

use loan::{Event, Fen};
use store::Tx;

use super::{Beside, Done, EventRequest, Evidence, carry_out};
use crate::{call::Call, error::Result, wire::ask};

ask! {
    /// 核销
    pub struct WriteOff {
        dingdan_id: i64    = id(),
        yuanyin:    String = text("核销原因", 500),
    }
}

pub fn write_off(tx: &mut Tx<'_>, call: &Call, ask: WriteOff) -> Result<Done> {
    let request = EventRequest::new(
        ask.dingdan_id,
        Event::WriteOff {
            reason: ask.yuanyin,
        },
    );
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}

ask! {
    /// 核销收回
    pub struct Recover {
        dingdan_id:   i64            = id(),
        jine:         Fen            = fen("收回金额"),
        liushuihao:   String         = receipt(),
        zhifufangshi: Option<String> = text("支付方式", 30),
        pingzheng:    Option<String> = text("凭证", 2_000),
    }
}

pub fn recover(tx: &mut Tx<'_>, call: &Call, ask: Recover) -> Result<Done> {
    let request = EventRequest {
        evidence: Evidence {
            method: ask.zhifufangshi,
            receipt: Some(ask.liushuihao),
            vouchers: ask.pingzheng,
        },
        ..EventRequest::new(ask.dingdan_id, Event::Recover { amount: ask.jine })
    };
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}
