//! 放款, 放款失败 and 重新放款.

use loan::{Event, FeeCollection, Fen, Outcome, State};
use schema::{
    Timestamp,
    resources::{Dingdan, Project},
};
use store::{
    Reach, Tx, orders,
    orders::{Beside, Stored},
    rows::{self, Changes},
};

use super::{Done, EventRequest, Evidence, carry_out, payee};
use crate::{
    call::Call,
    contract_values,
    error::{Error, Result},
    product, settings,
    wire::{ask, codes},
};

codes! {
    /// How a payout ends.
    pub enum PayoutResult { Paid = "CHENGGONG", Failed = "SHIBAI" }
}

ask! {
    /// 放款
    pub struct PayOut {
        id:             i64               = id(),
        jieguo:         PayoutResult      = one_of("放款结果"),
        fangshi:        Option<String>    = text("支付方式", 30),
        liushuihao:     Option<String>    = receipt(),
        pingzheng:      Option<String>    = text("凭证", 2_000),
        fangkuan_time:  Option<Timestamp> = time("放款时间"),
        shibai_yuanyin: Option<String>    = text("失败原因", 500),
        banben_suo:     Option<i64>       = int("版本"),
    }
}

/// 放款: the money went out, or it could not.
pub fn pay_out(tx: &mut Tx<'_>, call: &Call, ask: PayOut) -> Result<Done> {
    match ask.jieguo {
        PayoutResult::Paid => succeeded(tx, call, ask),
        PayoutResult::Failed => failed(tx, call, ask),
    }
}

fn succeeded(tx: &mut Tx<'_>, call: &Call, ask: PayOut) -> Result<Done> {
    if ask.fangshi.is_none() {
        return Err(Error::field("fangshi", "支付方式不能为空"));
    }
    let Some(receipt) = ask.liushuihao else {
        return Err(Error::field("liushuihao", "流水号不能为空"));
    };
    let paid_at = ask.fangkuan_time;
    let event = Event::Payout {
        paid_at: paid_at.map(Timestamp::to_civil),
    };
    let request = EventRequest {
        version: ask.banben_suo,
        evidence: Evidence {
            method: ask.fangshi,
            receipt: Some(receipt.clone()),
            vouchers: ask.pingzheng,
        },
        ..EventRequest::new(ask.id, event)
    };
    carry_out(tx, call, &request, |tx, stored, outcome| {
        two_people(tx, call, stored)?;
        withholding(tx, stored)?;
        daily_limit(tx, call, stored, outcome.order.principal, paid_at)?;
        let line = payee::reviewed(tx, stored)?.line;
        payee::name(&mut outcome.sentence, &line);
        let paid_at = paid_at.unwrap_or(call.now);
        contract_values::keep_paid_out(tx, call, stored, outcome, &line, paid_at)?;
        Ok(Changes::new()
            .set(Dingdan::fangkuanren_id, call.actor.user_id)
            .set(Dingdan::fangkuan_time, paid_at)
            .set(Dingdan::fangkuan_liushui, receipt)
            .set(Dingdan::fangkuan_shibai, None::<String>))
    })
}

fn failed(tx: &mut Tx<'_>, call: &Call, ask: PayOut) -> Result<Done> {
    let missing = || Error::field("shibaiYuanyin", "失败原因不能为空");
    let reason = ask.shibai_yuanyin.ok_or_else(missing)?;
    let event = Event::PayoutFailure {
        reason: reason.clone(),
    };
    let request = EventRequest {
        version: ask.banben_suo,
        ..EventRequest::new(ask.id, event)
    };
    carry_out(tx, call, &request, |tx, stored, outcome| {
        two_people(tx, call, stored)?;
        if let Some(copy) = payee::in_force(tx, stored)? {
            payee::name(&mut outcome.sentence, &copy.line);
        }
        Ok(Changes::new().set(Dingdan::fangkuan_shibai, reason))
    })
}

/// Where the two-person rule is on, whoever reviewed an order may not pay it out.
fn two_people(tx: &mut Tx<'_>, call: &Call, stored: &Stored) -> Result<()> {
    if stored.reviewer_id == Some(call.actor.user_id) && settings::TWO_PEOPLE.is_on(tx)? {
        return Err(Error::refused(
            "已开启双人复核：审核人不能放款，请由他人放款",
        ));
    }
    Ok(())
}

/// Keeping the fee back from the payout is refused while it is not allowed, whenever the order was
/// made.
fn withholding(tx: &mut Tx<'_>, stored: &Stored) -> Result<()> {
    let is_withheld = stored.order.terms.upfront_fee.collection == FeeCollection::Withheld;
    if is_withheld && !product::policy(tx)?.withholding_allowed {
        return Err(Error::refused(
            "该订单约定从放款中扣除前置费，而当前参数不允许扣除（民法典第六百七十条：利息不得预先在本金中扣除），不能放款",
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
    let project: Project = rows::get(tx, stored.project_id, &Reach::everything())?;
    let Some(limit) = project.rixiane else {
        return Ok(());
    };
    let day = paid_at.unwrap_or(call.now).date();
    let from = Timestamp::start_of(day);
    let to = from.0 + 86_400_000 - 1;
    let already = orders::paid_out_on(tx, stored.project_id, from.0, to)?;
    if already + i128::from(amount.get()) > i128::from(limit) {
        let already = i64::try_from(already).unwrap_or(i64::MAX);
        return Err(Error::refused(format!(
            "超过该产品的日放款限额 {} 元：当日已放款 {} 元，本笔 {amount} 元",
            Fen::new(limit),
            Fen::new(already)
        )));
    }
    Ok(())
}

ask! {
    /// 重新放款
    pub struct Redisburse {
        beizhu:           String      = text("备注", 500),
        id:               i64         = id(),
        user_shoukuan_id: Option<i64> = int("收款账户"),
        banben_suo:       Option<i64> = int("版本"),
    }
}

/// 重新放款 after a failure; another receiving account may be chosen. Where the two-person rule is
/// on, another account needs another review.
pub fn redisburse(tx: &mut Tx<'_>, call: &Call, ask: Redisburse) -> Result<Done> {
    let stored = orders::lock(tx, ask.id, &call.actor.access.reach)?;
    let other = match ask.user_shoukuan_id {
        Some(account) if payee::is_other(tx, &stored, account)? => Some(account),
        _ => None,
    };
    let needs_review = other.is_some() && settings::TWO_PEOPLE.is_on(tx)?;
    let event = Event::Redisburse {
        note: ask.beizhu,
        needs_review,
    };
    let request = EventRequest {
        version: ask.banben_suo,
        ..EventRequest::new(ask.id, event)
    };
    carry_out(tx, call, &request, |tx, stored, outcome| match other {
        None => {
            if let Some(copy) = payee::in_force(tx, stored)? {
                payee::name(&mut outcome.sentence, &copy.line);
            }
            Ok(Changes::new())
        }
        Some(account) => other_account(tx, call, stored, account, outcome),
    })
}

/// What the order keeps of another receiving account: a copy, or nothing until it is reviewed.
fn other_account(
    tx: &mut Tx<'_>,
    call: &Call,
    stored: &Stored,
    account: i64,
    outcome: &mut Outcome,
) -> Result<Beside> {
    let from = payee::line(tx, stored)?;
    let columns = Changes::new().set(Dingdan::user_shoukuan_id, account);
    let (columns, to, then) = if outcome.order.state == State::AwaitingReview {
        let columns = columns
            .set(Dingdan::shoukuan_fuben_id, None::<i64>)
            .set(Dingdan::shenheren_id, None::<i64>)
            .set(Dingdan::shenhe_yijian, None::<String>);
        let line = payee::account_line(tx, account)?;
        (columns, line, "，需重新审核")
    } else {
        let copy = payee::copy(tx, call, stored.id, account)?;
        let columns = columns.set(Dingdan::shoukuan_fuben_id, copy.id);
        (columns, copy.line, "")
    };
    let change = format!("；收款账户由“{from}”改为“{to}”{then}");
    outcome.sentence.push_str(&change);
    Ok(columns)
}
