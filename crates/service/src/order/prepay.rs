//! 提前还款: everything at once.

use loan::{Event, Fen};
use schema::Date;
use store::{Conn, Tx, orders};

use super::{Beside, Done, EventRequest, Payment, carry_out, day_of, refused};
use crate::{
    call::Call,
    error::Result,
    wire::{answer, ask},
};

ask! {
    /// What prepaying would cost on a day.
    open pub struct PrepayOn {
        daozhang_riqi: Option<Date> = date("日期"),
        dingdan_id:    i64          = id().says("编号应为正整数"),
    }
}

answer! {
    /// What prepaying costs.
    pub struct PrepayQuote {
        shengyubenjin: Fen,
        lixi: Fen,
        feiyong: Fen,
        yuqifei: Fen,
        weiyuefei: Fen,
        zongyouhui: Fen,
        zongfeiyong: Fen,
    }
}

/// What prepaying would cost (tiqianhuankuanInit).
pub fn prepay_quote(conn: &mut Conn, call: &Call, ask: PrepayOn) -> Result<PrepayQuote> {
    let stored = orders::find(conn, ask.dingdan_id, &call.actor.access.reach)?;
    let day = day_of(&stored.order, ask.daozhang_riqi, call)?;
    let quote = stored.order.prepay_quote(day).map_err(refused)?;
    let charge = &quote.charge;
    Ok(PrepayQuote {
        shengyubenjin: charge.principal,
        lixi: charge.interest,
        feiyong: quote.fees().map_err(super::view::out_of_range)?,
        yuqifei: charge.overdue_fee,
        weiyuefei: charge.breach_fee,
        zongyouhui: quote.discount,
        zongfeiyong: quote.total,
    })
}

ask! {
    /// 提前还款. What the operator saw guards against a stale screen.
    pub struct Prepay {
        dingdan_id:    i64          = id(),
        zongfeiyong:   Option<Fen>  = fen("合计"),
        daozhang_riqi: Option<Date> = date("到账日期"),
        ..payment: Payment,
    }
}

pub fn prepay(tx: &mut Tx<'_>, call: &Call, ask: Prepay) -> Result<Done> {
    let event = Event::Prepay {
        total_seen: ask.zongfeiyong,
        value_date: ask.daozhang_riqi,
    };
    let request = EventRequest {
        is_bare: ask.zongfeiyong.is_none(),
        evidence: ask.payment.into(),
        ..EventRequest::new(ask.dingdan_id, event)
    };
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}
