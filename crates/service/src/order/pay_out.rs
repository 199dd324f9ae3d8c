//! 放款, 放款失败 and 重新放款.

use loan::{Event, Fen};
use schema::Timestamp;
use serde_json::Value as Json;
use store::{Tx, orders, orders::Stored};

use super::{Body, Paper, Wish, happen};
use crate::{
    call::Call,
    config,
    error::{Error, Result},
    resource,
};

/// 放款: the money went out, or it could not.
pub fn pay_out(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(
        body,
        &[
            "id",
            "jieguo",
            "fangshi",
            "liushuihao",
            "fangkuanTime",
            "shibaiYuanyin",
            "pingzheng",
            "banbenSuo",
        ],
    )?;
    match body.must_text("jieguo", "放款结果", 20)?.as_str() {
        "CHENGGONG" => succeeded(tx, call, &body),
        "SHIBAI" => failed(tx, call, &body),
        _ => Err(Error::field("jieguo", "放款结果应为CHENGGONG或SHIBAI")),
    }
}

fn succeeded(tx: &mut Tx<'_>, call: &Call, body: &Body<'_>) -> Result<Json> {
    let paper = Paper::read(body, "fangshi")?;
    if paper.method.is_none() {
        return Err(Error::field("fangshi", "放款方式不能为空"));
    }
    let Some(receipt) = paper.receipt.clone() else {
        return Err(Error::field("liushuihao", "流水号不能为空"));
    };
    let paid_at = body.time("fangkuanTime", "放款时间")?;
    let wish = Wish {
        version: body.int("banbenSuo", "版本")?,
        paper,
        ..Wish::new(
            body.id("id")?,
            Event::Payout {
                paid_at: paid_at.map(Timestamp::to_civil),
            },
        )
    };
    happen(tx, call, &wish, |tx, stored, outcome| {
        two_people(tx, call, stored)?;
        daily_limit(tx, call, stored, outcome.order.principal, paid_at)?;
        Ok(vec![
            ("fangkuanren_id", call.actor.user_id.into()),
            ("fangkuan_time", paid_at.unwrap_or(call.now).0.into()),
            ("fangkuan_liushui", receipt.into()),
            ("fangkuan_shibai", None::<String>.into()),
        ])
    })
}

fn failed(tx: &mut Tx<'_>, call: &Call, body: &Body<'_>) -> Result<Json> {
    let reason = body.must_text("shibaiYuanyin", "失败原因", 500)?;
    let event = Event::PayoutFailure {
        reason: reason.clone(),
    };
    let wish = Wish {
        version: body.int("banbenSuo", "版本")?,
        ..Wish::new(body.id("id")?, event)
    };
    happen(tx, call, &wish, |tx, stored, _| {
        two_people(tx, call, stored)?;
        Ok(vec![("fangkuan_shibai", reason.into())])
    })
}

/// Where the two-person rule is on, whoever reviewed an order may not pay it out.
fn two_people(tx: &mut Tx<'_>, call: &Call, stored: &Stored) -> Result<()> {
    if stored.reviewer_id == Some(call.actor.user_id) && config::is_on(tx, "shuangrenFangkuan")? {
        return Err(Error::refused(
            "已开启双人复核：审核人不能放款，请由他人放款",
        ));
    }
    Ok(())
}

/// A product may have a limit on what is paid out in a day.
fn daily_limit(
    tx: &mut Tx<'_>,
    call: &Call,
    stored: &Stored,
    amount: Fen,
    paid_at: Option<Timestamp>,
) -> Result<()> {
    let project = resource::anywhere(tx, "app/project", stored.project_id)?;
    let Some(limit) = project.get("rixiane").and_then(Json::as_i64) else {
        return Ok(());
    };
    let day = paid_at.unwrap_or(call.now).date();
    let from = Timestamp::start_of(day);
    let to = from.0 + 86_400_000 - 1;
    let already = orders::paid_out_on(tx, stored.project_id, from.0, to)?;
    if already + amount.get() > limit {
        return Err(Error::refused(format!(
            "超过该产品的日放款限额 {} 元：当日已放款 {} 元，本笔 {amount} 元",
            Fen::new(limit),
            Fen::new(already)
        )));
    }
    Ok(())
}

/// 重新放款 after a failure; another receiving account may be chosen.
pub fn redisburse(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(body, &["id", "userShoukuanId", "beizhu", "banbenSuo"])?;
    let mut note = body.must_text("beizhu", "备注", 500)?;
    let order = body.id("id")?;
    let payee = body.int("userShoukuanId", "收款账户")?;
    if let Some(payee) = payee {
        note.push_str(&other_account(tx, call, order, payee)?);
    }
    let wish = Wish {
        version: body.int("banbenSuo", "版本")?,
        ..Wish::new(order, Event::Redisburse { note })
    };
    happen(tx, call, &wish, |_, _, _| {
        let column = payee.map(|payee| ("user_shoukuan_id", payee.into()));
        Ok(column.into_iter().collect())
    })
}

/// What the log says of another receiving account; nothing where it stays the same.
fn other_account(tx: &mut Tx<'_>, call: &Call, order: i64, payee: i64) -> Result<String> {
    let stored = orders::lock(tx, order, &call.actor.access.reach)?;
    super::apply::check_payee(tx, stored.user_id, payee)?;
    if stored.payee_id == payee {
        return Ok(String::new());
    }
    let mut name = |id| -> Result<String> {
        let row = resource::anywhere(tx, "app/user/shoukuan", id)?;
        Ok(resource::title(resource::model("app/user/shoukuan")?, &row))
    };
    let (from, to) = (name(stored.payee_id)?, name(payee)?);
    Ok(format!("；收款账户由“{from}”改为“{to}”"))
}
