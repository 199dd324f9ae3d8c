//! What a paid instalment was charged, and which money paid it.

use jiff::civil::Date;

use super::receipt::paid_text;
use super::{Reason, Sum};
use crate::live::{Deed, EventId};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Instalment, Paid, Plan};
use crate::refusal::Rule;

impl Order {
    /// What a paid instalment was charged, as it was fixed on the day, and every receipt of it.
    pub(super) fn why_received(
        &self,
        plan: &Plan,
        item: &Instalment,
        paid: &Paid,
    ) -> Result<Vec<Reason>, Rule> {
        let charge = &paid.charge;
        let mut reasons = self.why_overdue(item, paid.on)?;
        if self.is_prepaid(paid.by) {
            reasons.extend(self.why_prepaid(plan, item, paid)?);
        }
        let on = paid.on;
        let total = charge.total()?;
        let formula = Sum::default()
            .plus("本金", charge.principal)
            .plus("利息", charge.interest)
            .plus("保险费", charge.insurance_fee)
            .plus("服务费", charge.service_fee)
            .plus("逾期费", charge.overdue_fee)
            .plus("违约金", charge.breach_fee)
            .text();
        let what = format!("应付（{on} 确定）");
        reasons.push(Reason::new(what, formula, total));
        if item.parts.is_empty() {
            let formula = Sum::default().plus("应付", total);
            let formula = formula.minus("优惠", paid.discount).text();
            let what = format!("实付（{on} 到账）");
            reasons.push(Reason::new(what, formula, paid.received).by(paid.by));
        } else {
            reasons.extend(self.why_completed(item, paid)?);
        }
        Ok(reasons)
    }

    /// The part payments, what settled the rest, and their sum.
    fn why_completed(&self, item: &Instalment, paid: &Paid) -> Result<Vec<Reason>, Rule> {
        let mut reasons = why_parts(item)?;
        let (number, on) = (item.number, paid.on);
        let rest = paid.charge.minus(&item.part_received()?)?;
        let gross = rest.total()?;
        // A prepayment's discount fills an instalment up to its charge, what was received of it
        // included: what is above the rest is taken off the sum.
        let discount = paid.discount;
        let (of_rest, of_sum) = if discount > gross {
            (Fen::ZERO, discount)
        } else {
            (discount, Fen::ZERO)
        };
        let done = if self.is_prepaid(paid.by) {
            "提前结清"
        } else {
            "还清"
        };
        let what = format!("第{number}期{done}（{on} 到账）");
        let formula = paid_text(&rest).minus("优惠", of_rest).text();
        reasons.push(Reason::new(what, formula, gross.minus(of_rest)?).by(paid.by));
        let parts = item.part_received()?.total()?;
        let formula = Sum::default()
            .plus("部分还款", parts)
            .plus(done, gross.minus(of_rest)?)
            .minus("优惠", of_sum)
            .text();
        reasons.push(Reason::new("实付", formula, paid.received));
        Ok(reasons)
    }

    pub(super) fn is_prepaid(&self, by: EventId) -> bool {
        let mut live = self.live.iter();
        live.any(|event| event.id == by && matches!(event.deed, Deed::Prepay { .. }))
    }

    /// Why a prepayment charged other figures than the plan has, as on its day.
    fn why_prepaid(
        &self,
        plan: &Plan,
        item: &Instalment,
        paid: &Paid,
    ) -> Result<Vec<Reason>, Rule> {
        let (number, charge, day) = (item.number, &paid.charge, paid.on);
        let received = item.part_received()?;
        let running = plan.items.iter().find(|item| item.due_on >= day);
        let mut reasons = Vec::new();
        if running.is_some_and(|running| running.number < number) {
            let what = format!("第{number}期（提前结清时尚未开始，只收本金）");
            let formula = Sum::default().plus("本金", charge.principal).text();
            reasons.push(Reason::new(what, formula, charge.principal));
        } else if charge.interest != item.interest {
            if charge.interest > received.interest {
                reasons.push(self.why_prepaid_interest(plan, item, day, charge.interest)?);
            } else {
                let what = format!("第{number}期利息（提前结清前已收，不退）");
                reasons.push(Reason::new(
                    what,
                    charge.interest.to_string(),
                    charge.interest,
                ));
            }
        }
        if !charge.breach_fee.is_zero() {
            let base = prepaid_principal_not_due(plan, paid.by, day)?;
            reasons.push(self.why_breach_fee(base, charge.breach_fee));
        }
        Ok(reasons)
    }
}

/// The principal not due on `day` that a prepayment settled.
fn prepaid_principal_not_due(plan: &Plan, by: EventId, day: Date) -> Result<Fen, Rule> {
    let settled = |item: &&Instalment| item.paid.as_ref().is_some_and(|paid| paid.by == by);
    let mut sum = Fen::ZERO;
    for item in plan.items.iter().filter(settled) {
        if item.due_on > day {
            sum = sum.plus(item.principal_left()?)?;
        }
    }
    Ok(sum)
}

/// What each receipt went to that paid the instalment in part.
pub(super) fn why_parts(item: &Instalment) -> Result<Vec<Reason>, Rule> {
    let mut reasons = Vec::with_capacity(item.parts.len());
    for part in &item.parts {
        let what = format!("第{}期部分还款（{} 到账）", item.number, part.on);
        let sum = paid_text(&part.received).text();
        reasons.push(Reason::new(what, sum, part.received.total()?).by(part.by));
    }
    Ok(reasons)
}
