//! 为什么是这个数: the lines behind a figure.

use loan::{Fen, Reason};
use schema::Date;
use store::{Conn, orders};

use super::{day_of, refused};
use crate::{
    call::Call,
    error::{Error, Result},
    wire::{answer, ask, codes},
};

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
    }
}

/// The lines behind one figure.
pub fn why(conn: &mut Conn, call: &Call, ask: Why) -> Result<Vec<ReasonLine>> {
    let stored = orders::find(conn, ask.id, &call.actor.access.reach)?;
    let order = &stored.order;
    let day = day_of(&stored.order, ask.riqi, call)?;
    let reasons = match ask.xiang.unwrap_or(Figure::Total) {
        Figure::Total => order
            .explain_total(day)
            .map_err(|rule| refused(rule.into()))?,
        Figure::Instalment => {
            let missing = || Error::field("qi", "期次不能为空");
            let number = ask.qi.ok_or_else(missing)?;
            let plan = order.plan_on(day).map_err(|rule| refused(rule.into()))?;
            if plan.item(number).is_none() {
                return Err(Error::field("qi", format!("没有第{number}期")));
            }
            order
                .explain_instalment(number, day)
                .map_err(|rule| refused(rule.into()))?
        }
        Figure::Prepayment => order.explain_prepay(day).map_err(refused)?,
        Figure::Receipt => {
            let missing = || Error::field("jine", "到账金额不能为空");
            let amount = ask.jine.ok_or_else(missing)?;
            order.explain_receipt(amount, day).map_err(refused)?
        }
        Figure::Extension => vec![
            order
                .explain_extension_fee()
                .map_err(|rule| refused(rule.into()))?,
        ],
        Figure::Due => order
            .explain_due(day)
            .map_err(|rule| refused(rule.into()))?,
        Figure::Overdue => order
            .explain_overdue(day)
            .map_err(|rule| refused(rule.into()))?,
        Figure::UpfrontFee => vec![
            order
                .explain_upfront_fee()
                .map_err(|rule| refused(rule.into()))?,
        ],
    };
    let line = |reason: Reason| ReasonLine {
        xiang: reason.what,
        suanshi: reason.formula,
        jieguo: reason.result,
    };
    Ok(reasons.into_iter().map(line).collect())
}
