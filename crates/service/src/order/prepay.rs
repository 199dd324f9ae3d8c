//! 提前还款: everything at once.

use loan::Event;
use schema::Date;
use serde_json::{Value as Json, json};
use store::{Conn, Tx, orders};

use super::{Beside, Body, PAPER, Paper, Wish, day_of, happen, refused};
use crate::{call::Call, error::Result};

/// What prepaying would cost (tiqianhuankuanInit).
pub fn prepay_quote(conn: &mut Conn, call: &Call, order: i64, day: Option<Date>) -> Result<Json> {
    let stored = orders::find(conn, order, &call.actor.access.reach)?;
    let day = day_of(&stored.order, day, call)?;
    let quote = stored.order.prepay_quote(day).map_err(refused)?;
    let charge = &quote.charge;
    Ok(json!({
        "shengyubenjin": charge.principal,
        "lixi": charge.interest,
        "feiyong": quote.fees().map_err(super::view::out_of_range)?,
        "yuqifei": charge.overdue_fee,
        "weiyuefei": charge.breach_fee,
        "zongyouhui": quote.discount,
        "zongfeiyong": quote.total,
    }))
}

pub fn prepay(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let mut names = vec!["dingdanId", "zongfeiyong", "daozhangRiqi"];
    names.extend(PAPER);
    let body = Body::new(body, &names)?;
    let total_seen = body.fen("zongfeiyong", "合计")?;
    let wish = Wish {
        is_bare: total_seen.is_none(),
        paper: Paper::read(&body, "zhifufangshi")?,
        ..Wish::new(
            body.id("dingdanId")?,
            Event::Prepay {
                total_seen,
                value_date: body.date("daozhangRiqi", "到账日期")?,
            },
        )
    };
    happen(tx, call, &wish, |_, _, _| Ok(Beside::new()))
}
