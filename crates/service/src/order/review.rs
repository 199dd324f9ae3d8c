//! 审核 and 取消.

use loan::{AmountTerms, Decision, Event, EventId, Fen, Moment, Order, Rule, State};
use schema::resources::{Dingdan, Project};
use store::{
    Conn, Reach, RowError, Tx,
    orders::Stored,
    rows::{self, Changes},
};

use super::{Done, EventRequest, carry_out, payee, refused};
use crate::{
    call::Call,
    error::Result,
    product,
    wire::{ask, codes},
};

codes! {
    /// How a review ends.
    pub enum Verdict { Approve = "TONGGUO", Reject = "JUJUE" }
}

ask! {
    /// 审核
    pub struct Review {
        id:                  i64         = id(),
        pifu_jine:           Option<Fen> = fen("批复金额"),
        jieguo:              Verdict     = one_of("审核结果"),
        yijian:              String      = text("审核意见", 500),
        banben_suo:          Option<i64> = int("版本"),
        shoukuan_banben_suo: Option<i64> = int("收款账户版本"),
    }
}

/// 审核: approve, perhaps less than was asked for, or reject.
pub fn review(tx: &mut Tx<'_>, call: &Call, ask: Review) -> Result<Done> {
    let decision = match ask.jieguo {
        Verdict::Approve => Decision::Approve(ask.pifu_jine),
        Verdict::Reject => Decision::Reject,
    };
    let opinion = ask.yijian;
    let event = Event::Review {
        decision,
        opinion: opinion.clone(),
    };
    let request = EventRequest {
        version: ask.banben_suo,
        ..EventRequest::new(ask.id, event)
    };
    carry_out(tx, call, &request, |tx, stored, outcome| {
        let columns = Changes::new()
            .set(Dingdan::shenheren_id, call.actor.user_id)
            .set(Dingdan::shenhe_yijian, opinion);
        if outcome.order.state == State::AwaitingPayout {
            check_offer(tx, stored, outcome.order.principal)?;
            payee::refuse_changed(tx, stored, ask.shoukuan_banben_suo)?;
            let copy = payee::copy(tx, call, stored.id, stored.payee_id)?;
            payee::name(&mut outcome.sentence, &copy.line);
            return Ok(columns.set(Dingdan::shoukuan_fuben_id, copy.id));
        }
        Ok(columns)
    })
}

/// The order as it would be with this much approved; refused where a review would be.
pub(super) fn approved(
    conn: &mut Conn,
    call: &Call,
    stored: &Stored,
    amount: Fen,
) -> Result<Order> {
    let event = Event::Review {
        decision: Decision::Approve(Some(amount)),
        opinion: "试算".to_owned(),
    };
    let moment = Moment {
        id: EventId(stored.events + 1),
        now: call.now.to_civil(),
    };
    let order = stored.order.apply(&event, &moment).map_err(refused)?.order;
    check_offer(conn, stored, order.principal)?;
    Ok(order)
}

/// An order from before amounts were copied with the terms goes by what the product offers today.
fn check_offer(conn: &mut Conn, stored: &Stored, approved: Fen) -> Result<()> {
    match offer(conn, stored)? {
        Some(offer) if approved != stored.order.asked && !offer.offers(approved) => {
            Err(refused(Rule::ApprovedNotOffered { approved, offer }.into()))
        }
        _ => Ok(()),
    }
}

/// The amounts a review may approve beside what was asked for.
pub(super) fn offer(conn: &mut Conn, stored: &Stored) -> Result<Option<AmountTerms>> {
    if let Some(offer) = stored.order.terms.amounts {
        return Ok(Some(offer));
    }
    match rows::get::<Project>(conn, stored.project_id, &Reach::everything()) {
        Ok(project) => Ok(product::terms(&project)?.amounts),
        Err(RowError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

ask! {
    /// 取消
    pub struct Cancel {
        dingdan_id: i64    = id(),
        yuanyin:    String = text("取消原因", 500),
    }
}

/// 取消, before any money has moved.
pub fn cancel(tx: &mut Tx<'_>, call: &Call, ask: Cancel) -> Result<Done> {
    let request = EventRequest::new(
        ask.dingdan_id,
        Event::Cancel {
            reason: ask.yuanyin,
        },
    );
    carry_out(tx, call, &request, |_, _, _| Ok(Changes::new()))
}
