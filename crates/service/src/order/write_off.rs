//! 核销, and 收回 of money that comes in after it.

use loan::Event;
use serde_json::Value as Json;
use store::Tx;

use super::{Beside, Body, Paper, Wish, happen};
use crate::{
    call::Call,
    error::{Error, Result},
};

pub fn write_off(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(body, &["dingdanId", "yuanyin"])?;
    let reason = body.must_text("yuanyin", "核销原因", 500)?;
    let wish = Wish::new(body.id("dingdanId")?, Event::WriteOff { reason });
    happen(tx, call, &wish, |_, _, _| Ok(Beside::new()))
}

pub fn recover(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let names = [
        "dingdanId",
        "jine",
        "liushuihao",
        "zhifufangshi",
        "pingzheng",
    ];
    let body = Body::new(body, &names)?;
    let amount = body.must_fen("jine", "收回金额")?;
    let paper = Paper::read(&body, "zhifufangshi")?;
    if paper.receipt.is_none() {
        return Err(Error::field("liushuihao", "流水号不能为空"));
    }
    let wish = Wish {
        paper,
        ..Wish::new(body.id("dingdanId")?, Event::Recover { amount })
    };
    happen(tx, call, &wish, |_, _, _| Ok(Beside::new()))
}
