//! 资金流水: money that moved at once is one line, whatever number of records it makes.

use loan::{EventId, Fen, Fold, Order};
use schema::{Field, Record, resources::Repayment};
use store::{
    Condition, Conn,
    orders::history::{self, What},
    rows,
};

use crate::{
    call::Call,
    error::{Error, Result},
    resources::app_dingdan_xingqing,
    rules::{Resource, Rules},
    wire::{answer, ask},
};

/// The records that begin a movement.
static RULES: Rules = Rules {
    conditions: |_, of, query| {
        let mut list = app_dingdan_xingqing::asked(of, query)?;
        let begins = Condition::present(Repayment::liushui_jine);
        list.conditions.push(begins);
        Ok(list)
    },
    label: Some("资金流水"),
    exported: is_exported,
    ..Rules::NONE
};

/// The repayment records, read as movements.
pub fn resource() -> Resource {
    Resource {
        model: Repayment::model(),
        rules: &RULES,
    }
}

/// What a movement has as a whole; what is its first record's alone stays out.
fn is_exported(field: &Field) -> bool {
    let whole = [
        Repayment::liushui_miaoshu.name(),
        Repayment::liushui_jine.name(),
    ];
    let of_one_record = [
        Repayment::miaoshu.name(),
        Repayment::yingfujine.name(),
        Repayment::youhuijine.name(),
        Repayment::shifujine.name(),
        Repayment::is_yuqi.name(),
        Repayment::dangqian_huankuan_time.name(),
    ];
    let name = field.column.name;
    whole.contains(&name) || ((Rules::NONE.exported)(field) && !of_one_record.contains(&name))
}

ask! {
    /// Which movement.
    open pub struct MovementId {
        id: i64 = path_id(),
    }
}

answer! {
    /// What one instalment got of a movement.
    pub struct Share {
        qi: u16,
        yuqifei: Fen,
        weiyuefei: Fen,
        fuwufei: Fen,
        zixunfei: Fen,
        lixi: Fen,
        benjin: Fen,
        youhui: Fen,
        /// The money of it.
        heji: Fen,
        is_wancheng: bool,
    }
}

/// What a movement went to, instalment by instalment; nothing where it paid none. What was taken
/// back is told as it was.
pub fn shares(conn: &mut Conn, call: &Call, ask: MovementId) -> Result<Vec<Share>> {
    let record = rows::get::<Repayment>(conn, ask.id, &call.actor.access.reach)?;
    let event = EventId(record.shijian_id);
    let Some(order) = order_after(conn, record.dingdan_id, event)? else {
        return Ok(Vec::new());
    };
    let mut shares = Vec::new();
    for item in order.plan.iter().flat_map(|plan| &plan.items) {
        if let Some((charge, discount)) = item.paid_by(event).map_err(Error::internal)? {
            let gross = charge.total().map_err(Error::internal)?;
            shares.push(Share {
                qi: item.number,
                yuqifei: charge.overdue_fee,
                weiyuefei: charge.breach_fee,
                fuwufei: charge.service_fee,
                zixunfei: charge.insurance_fee,
                lixi: charge.interest,
                benjin: charge.principal,
                youhui: discount,
                heji: gross.minus(discount).map_err(Error::internal)?,
                is_wancheng: item.paid.is_some(),
            });
        }
    }
    Ok(shares)
}

/// The order as a money event left it; none where the event lies before its history.
fn order_after(conn: &mut Conn, id: i64, event: EventId) -> Result<Option<Order>> {
    let mut fold: Option<Fold> = None;
    for (at, fact) in history::of(conn, id)? {
        match (fact.what, &mut fold) {
            (
                What::Applied {
                    terms,
                    asked,
                    periods,
                },
                _,
            ) => fold = Some(Fold::begin(*terms, asked, periods).map_err(Error::internal)?),
            (What::Known(known), _) => fold = Some(Fold::resume(known.order, known.events)),
            (What::Happened(happened), Some(fold)) => {
                fold.step(&happened, at.to_civil())
                    .map_err(Error::internal)?;
            }
            (What::Happened(_), None) => return Ok(None),
        }
        let reached = fold.as_ref().filter(|fold| fold.events() >= event.0);
        if let Some(reached) = reached {
            return Ok(Some(reached.order().clone()));
        }
    }
    Ok(None)
}
