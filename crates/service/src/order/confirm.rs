//! 确认还款: the earliest unpaid instalment.

use loan::Event;
use serde_json::Value as Json;
use store::Tx;

use super::{Beside, Body, PAPER, Paper, Wish, happen};
use crate::{call::Call, error::Result};

pub fn confirm(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let mut names = vec!["dingdanId", "qi", "yingfu", "daozhangRiqi"];
    names.extend(PAPER);
    let body = Body::new(body, &names)?;
    let number_seen = body.small("qi", "期次")?;
    let amount_seen = body.fen("yingfu", "应付金额")?;
    let wish = Wish {
        is_bare: number_seen.is_none(),
        paper: Paper::read(&body, "zhifufangshi")?,
        ..Wish::new(
            body.id("dingdanId")?,
            Event::Confirm {
                number_seen,
                amount_seen,
                value_date: body.date("daozhangRiqi", "到账日期")?,
            },
        )
    };
    happen(tx, call, &wish, |_, _, _| Ok(Beside::new()))
}
