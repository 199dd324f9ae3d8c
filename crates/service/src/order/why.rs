//! 为什么是这个数: the lines behind a figure.

use std::collections::HashMap;

use loan::{EventId, Fen, Order, Reason};
use schema::{Date, resources::Repayment};
use store::{Condition, Conn, List, orders, rows};

use super::{day_of, refused};
use crate::{
    call::Call,
    error::{Error, Result},
    wire::{answer, ask, codes},
};

/// More movements than any order has.
const MOST_RECORDS: i64 = 5_000;

codes! {
    /// The figures that can be explained.
    pub enum Figure {
        Total = "ZONGJI",
        Instalment = "QI",
        Prepayment = "TIQIAN",
        Receipt = "DAOZHANG",
        Extension = "YANQI",
        UpfrontFee = "QIANZHIFEI",
        Due = "YINGSHOU",
        Overdue = "YUQI",
        Principal = "SHENGYUBENJIN",
    }
}

ask! {
    /// Which figure, of which instalment, as of which day.
    open pub struct Why {
        id:    i64            = path_id(),
        qi:    Option<u16>    = small("期次").says("期次应为正整数"),
        jine:  Option<Fen>    = fen("到账金额"),
        riqi:  Option<Date>   = date("日期"),
        xiang: Option<Figure> = one_of("说明项"),
    }
}

answer! {
    /// One line behind a figure.
    pub struct ReasonLine {
        xiang: String,
        suanshi: String,
        jieguo: Fen,
        /// The number of the receipt, where the line tells of money that came.
        liushuihao: Option<String>,
        /// The order, where the line is about one of several.
        dingdan_id: Option<i64>,
    }
}

impl From<Reason> for ReasonLine {
    fn from(reason: Reason) -> Self {
        Self {
            xiang: reason.what,
            suanshi: reason.formula,
            jieguo: reason.result,
            liushuihao: None,
            dingdan_id: None,
        }
    }
}

/// The lines behind one figure.
pub fn why(conn: &mut Conn, call: &Call, ask: Why) -> Result<Vec<ReasonLine>> {
    let stored = orders::find(conn, ask.id, &call.actor.access.reach)?;
    let day = day_of(&stored.order, ask.riqi, call)?;
    let reasons = reasons(&stored.order, &ask, day)?;
    let numbers = if reasons.iter().any(|reason| reason.by.is_some()) {
        receipt_numbers(conn, call, ask.id)?
    } else {
        HashMap::new()
    };
    let line = |reason: Reason| ReasonLine {
        liushuihao: reason.by.and_then(|event| numbers.get(&event).cloned()),
        ..reason.into()
    };
    Ok(reasons.into_iter().map(line).collect())
}

fn reasons(order: &Order, ask: &Why, day: Date) -> Result<Vec<Reason>> {
    let one = |reason: Reason| vec![reason];
    let explained = match ask.xiang.unwrap_or(Figure::Total) {
        Figure::Total => order.explain_total(day),
        Figure::Instalment => {
            let missing = || Error::field("qi", "期次不能为空");
            let number = ask.qi.ok_or_else(missing)?;
            let plan = order.plan_on(day).map_err(|rule| refused(rule.into()))?;
            if plan.item(number).is_none() {
                return Err(Error::field("qi", format!("没有第{number}期")));
            }
            order.explain_instalment(number, day)
        }
        Figure::Prepayment => return order.explain_prepay(day).map_err(refused),
        Figure::Receipt => {
            let missing = || Error::field("jine", "到账金额不能为空");
            let amount = ask.jine.ok_or_else(missing)?;
            return order.explain_receipt(amount, day).map_err(refused);
        }
        Figure::Extension => order.explain_extension_fee().map(one),
        Figure::Due => order.explain_due(day),
        Figure::Overdue => order.explain_overdue(day),
        Figure::Principal => order.explain_principal(),
        Figure::UpfrontFee => order.explain_upfront_fee().map(one),
    };
    explained.map_err(|rule| refused(rule.into()))
}

/// The numbers under which an order's money came, by event.
fn receipt_numbers(conn: &mut Conn, call: &Call, id: i64) -> Result<HashMap<EventId, String>> {
    let of_order = List {
        conditions: vec![
            Condition::equal(Repayment::dingdan_id, id),
            Condition::present(Repayment::liushuihao),
        ],
        limit: MOST_RECORDS,
        ..List::default()
    };
    let found: Vec<Repayment> = rows::list(conn, &of_order, &call.actor.access.reach)?;
    let numbers = found.into_iter().filter_map(|record| {
        let number = record.liushuihao?;
        Some((EventId(record.shijian_id), number))
    });
    Ok(numbers.collect())
}
