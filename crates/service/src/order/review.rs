//! 审核 and 取消.

use loan::{Decision, Event, State};
use serde_json::Value as Json;
use store::Tx;

use super::{Body, Wish, happen, payee};
use crate::{
    call::Call,
    error::{Error, Result},
};

/// 审核: approve, perhaps less than was asked for, or reject.
pub fn review(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let names = [
        "id",
        "jieguo",
        "yijian",
        "pifuJine",
        "banbenSuo",
        "shoukuanBanbenSuo",
    ];
    let body = Body::new(body, &names)?;
    let amount = body.fen("pifuJine", "批复金额")?;
    let decision = match body.must_text("jieguo", "审核结果", 20)?.as_str() {
        "TONGGUO" => Decision::Approve(amount),
        "JUJUE" => Decision::Reject,
        _ => return Err(Error::field("jieguo", "审核结果应为TONGGUO或JUJUE")),
    };
    let opinion = body.must_text("yijian", "审核意见", 500)?;
    let wish = Wish {
        version: body.int("banbenSuo", "版本")?,
        ..Wish::new(
            body.id("id")?,
            Event::Review {
                decision,
                opinion: opinion.clone(),
            },
        )
    };
    let account_seen = body.int("shoukuanBanbenSuo", "收款账户版本")?;
    happen(tx, call, &wish, |tx, stored, outcome| {
        let mut columns = vec![
            ("shenheren_id", call.actor.user_id.into()),
            ("shenhe_yijian", opinion.into()),
        ];
        if outcome.order.state == State::AwaitingPayout {
            payee::refuse_changed(tx, stored, account_seen)?;
            let (line, column) = payee::copy(tx, call, stored.id, stored.payee_id)?;
            payee::name(&mut outcome.sentence, &line);
            columns.push(column);
        }
        Ok(columns)
    })
}

/// 取消, before any money has moved.
pub fn cancel(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(body, &["dingdanId", "yuanyin"])?;
    let reason = body.must_text("yuanyin", "取消原因", 500)?;
    let wish = Wish::new(body.id("dingdanId")?, Event::Cancel { reason });
    happen(tx, call, &wish, |_, _, _| Ok(Vec::new()))
}
