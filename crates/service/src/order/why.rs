//! 为什么是这个数: the lines behind a figure.

use loan::Reason;
use schema::Date;
use serde_json::{Value as Json, json};
use store::{Conn, orders};

use super::{day_of, refused};
use crate::{
    call::Call,
    error::{Error, Result},
};

/// Which figure, of which instalment, as of which day.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub what: &'a str,
    pub number: Option<u16>,
    pub day: Option<Date>,
}

/// The lines behind one figure.
pub fn why(conn: &mut Conn, call: &Call, id: i64, asked: &Asked<'_>) -> Result<Json> {
    let stored = orders::find(conn, id, &call.actor.access.reach)?;
    let order = &stored.order;
    let day = day_of(&stored.order, asked.day, call)?;
    let reasons = match asked.what {
        "ZONGJI" => order
            .explain_total(day)
            .map_err(|rule| refused(rule.into()))?,
        "QI" => {
            let number = asked
                .number
                .ok_or_else(|| Error::field("qi", "期次不能为空"))?;
            let plan = order.plan_on(day).map_err(|rule| refused(rule.into()))?;
            if plan.item(number).is_none() {
                return Err(Error::field("qi", format!("没有第{number}期")));
            }
            order
                .explain_instalment(number, day)
                .map_err(|rule| refused(rule.into()))?
        }
        "TIQIAN" => order.explain_prepay(day).map_err(refused)?,
        "YANQI" => vec![
            order
                .explain_extension_fee()
                .map_err(|rule| refused(rule.into()))?,
        ],
        "QIANZHIFEI" => vec![
            order
                .explain_upfront_fee()
                .map_err(|rule| refused(rule.into()))?,
        ],
        _ => {
            return Err(Error::field(
                "xiang",
                "说明项应为ZONGJI、QI、TIQIAN、YANQI或QIANZHIFEI",
            ));
        }
    };
    let line = |reason: &Reason| json!({ "xiang": reason.what, "suanshi": reason.formula, "jieguo": reason.result });
    Ok(reasons.iter().map(line).collect())
}
