//! 审核 and 取消.

use loan::{AmountTerms, Decision, Event, Fen, Rule, State};
use schema::resources::{Dingdan, Project};
use serde_json::Value as Json;
use store::{
    Conn, Reach, RowError, Tx,
    orders::Stored,
    rows::{self, Changes},
};

use super::{Body, Wish, happen, payee, refused};
use crate::{
    call::Call,
    error::{Error, Result},
    product,
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
        let columns = Changes::new()
            .set(Dingdan::shenheren_id, call.actor.user_id)
            .set(Dingdan::shenhe_yijian, opinion);
        if outcome.order.state == State::AwaitingPayout {
            check_offer(tx, stored, outcome.order.principal)?;
            payee::refuse_changed(tx, stored, account_seen)?;
            let copy = payee::copy(tx, call, stored.id, stored.payee_id)?;
            payee::name(&mut outcome.sentence, &copy.line);
            return Ok(columns.set(Dingdan::shoukuan_fuben_id, copy.id));
        }
        Ok(columns)
    })
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

/// 取消, before any money has moved.
pub fn cancel(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = Body::new(body, &["dingdanId", "yuanyin"])?;
    let reason = body.must_text("yuanyin", "取消原因", 500)?;
    let wish = Wish::new(body.id("dingdanId")?, Event::Cancel { reason });
    happen(tx, call, &wish, |_, _, _| Ok(Changes::new()))
}
