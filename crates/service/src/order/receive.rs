//! 登记到账: money of any amount, over as many instalments as it covers.

use loan::{Event, Fen, Order, ReceiptQuote, ReceiptShare};
use schema::Date;
use store::{Conn, Tx, orders, records};

use super::{Beside, Done, EventRequest, Evidence, carry_out, day_of, refused, view::out_of_range};
use crate::{
    call::Call,
    error::{Error, Result},
    wire::{answer, ask},
};

ask! {
    /// What a sum would go to, on a day.
    open pub struct ReceiveOn {
        dingdan_id:    i64          = id().says("编号应为正整数"),
        jine:          Option<Fen>  = fen("到账金额"),
        daozhang_riqi: Option<Date> = date("到账日期"),
    }
}

answer! {
    /// What one instalment gets of a receipt.
    pub struct Allocated {
        qi: u16,
        yuqifei: Fen,
        fuwufei: Fen,
        zixunfei: Fen,
        lixi: Fen,
        benjin: Fen,
        youhui: Fen,
        /// The money of it.
        heji: Fen,
        is_wancheng: bool,
        /// What is left on the instalment after it.
        weihuan: Fen,
    }
}

answer! {
    /// What a receipt would go to.
    pub struct Allocation {
        /// The most that can come in.
        yingshou: Fen,
        fenpei: Vec<Allocated>,
        /// Left to receive after it.
        shengyu: Fen,
        /// The earliest unpaid instalment and what was received on it: the guards of daozhang.
        qi: u16,
        yishou: Fen,
        /// The rest of the earliest unpaid instalment.
        benqi: Fen,
        /// The rest of every overdue instalment.
        yuqi: Fen,
        /// The day it is reckoned for: what is booked for it is what was shown, midnight or not.
        riqi: Date,
    }
}

/// What a sum would go to (daozhangInit); without a sum, what there is to receive.
pub fn receipt_quote(conn: &mut Conn, call: &Call, ask: ReceiveOn) -> Result<Allocation> {
    let stored = orders::find(conn, ask.dingdan_id, &call.actor.access.reach)?;
    let order = &stored.order;
    let day = day_of(order, ask.daozhang_riqi, call)?;
    let most = order.most_receivable(day).map_err(refused)?;
    let quote = match ask.jine {
        Some(amount) => Some(order.receipt_quote(amount, day).map_err(refused)?),
        None => None,
    };
    let views = order.view(day).map_err(|rule| refused(rule.into()))?;
    let mut unpaid = views.iter().filter(|view| view.item.is_unpaid());
    let late = Fen::sum(
        unpaid
            .clone()
            .filter(|view| view.is_overdue())
            .map(|view| view.left),
    );
    let first = unpaid.next().ok_or(Error::NotFound)?;
    let rest = |sum: Fen| match sum {
        none if none.is_zero() => Ok(none),
        sum => sum.minus(order.pending_discount),
    };
    Ok(Allocation {
        yingshou: most,
        shengyu: quote.as_ref().map_or(most, |quote| quote.left),
        qi: first.item.number,
        yishou: first.received_in_part,
        benqi: rest(first.left).map_err(out_of_range)?,
        yuqi: late.and_then(rest).map_err(out_of_range)?,
        riqi: day,
        fenpei: match &quote {
            Some(quote) => allocated(order, quote)?,
            None => Vec::new(),
        },
    })
}

/// What each instalment gets, and what it has left after it.
pub(super) fn allocated(order: &Order, quote: &ReceiptQuote) -> Result<Vec<Allocated>> {
    let items = || order.plan.iter().flat_map(|plan| &plan.items);
    let line = |share: &ReceiptShare| {
        let item = items().find(|item| item.number == share.number);
        let before = match item.filter(|_| !share.completes) {
            Some(item) => order.left(item, quote.day).map_err(out_of_range)?,
            None => share.cash,
        };
        let left = before.minus(share.cash).map_err(out_of_range)?;
        Ok(Allocated {
            qi: share.number,
            yuqifei: share.charge.overdue_fee,
            fuwufei: share.charge.service_fee,
            zixunfei: share.charge.insurance_fee,
            lixi: share.charge.interest,
            benjin: share.charge.principal,
            youhui: share.discount,
            heji: share.cash,
            is_wancheng: share.completes,
            weihuan: left,
        })
    };
    quote.shares.iter().map(line).collect()
}

ask! {
    /// 登记到账. What the operator saw guards against a stale screen.
    pub struct Receive {
        dingdan_id:    i64            = id(),
        jine:          Fen            = fen("到账金额"),
        zhifufangshi:  String         = text("支付方式", 30),
        liushuihao:    String         = receipt(),
        daozhang_riqi: Option<Date>   = date("到账日期"),
        qi:            Option<u16>    = small("期次"),
        yishou:        Option<Fen>    = fen("已收金额"),
        pingzheng:     Option<String> = text("凭证", 2_000),
    }
}

pub fn receive(tx: &mut Tx<'_>, call: &Call, ask: Receive) -> Result<Done> {
    let event = Event::Receipt {
        amount: ask.jine,
        number_seen: ask.qi,
        received_seen: ask.yishou,
        value_date: ask.daozhang_riqi,
    };
    // Its number makes a repeat known, so that no call of it is bare.
    let request = EventRequest {
        evidence: Evidence {
            method: Some(ask.zhifufangshi),
            receipt: Some(ask.liushuihao),
            vouchers: ask.pingzheng,
        },
        ..EventRequest::new(ask.dingdan_id, event)
    };
    carry_out(tx, call, &request, |_, _, _| Ok(Beside::new()))
}

/// A number that an event in force carries came in before.
pub(super) fn refuse_used(conn: &mut Conn, receipt: &str) -> Result<()> {
    match records::by_receipt(conn, receipt)? {
        None => Ok(()),
        Some(_) => Err(used(receipt)),
    }
}

pub(super) fn used(receipt: &str) -> Error {
    Error::StaleField {
        wire: "liushuihao",
        message: format!("流水号{receipt}已登记，请核对"),
    }
}
