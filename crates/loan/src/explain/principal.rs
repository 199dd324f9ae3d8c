//! Why so much principal is left.

use super::{Reason, Sum};
use crate::machine::State;
use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Instalment, Plan};
use crate::refusal::Rule;

impl Order {
    /// The lines behind 剩余本金: what each instalment repaid of the loan, and what was written
    /// off, the rest last. Nothing before payout.
    pub fn explain_principal(&self) -> Result<Vec<Reason>, Rule> {
        let Some(plan) = &self.plan else {
            return Ok(Vec::new());
        };
        let mut reasons = vec![Reason::new(
            "借款本金",
            self.principal.to_string(),
            self.principal,
        )];
        let mut rest = Sum::default().plus("借款本金", self.principal);
        for item in &plan.items {
            let Some(reason) = self.why_repaid(item)? else {
                continue;
            };
            rest = rest.minus(format!("第{}期", item.number), reason.result);
            reasons.push(reason);
        }
        if self.state == State::WrittenOff {
            let lost = plan.unpaid_principal()?;
            reasons.push(why_written_off(plan, lost)?);
            rest = rest.minus("核销", lost);
        }
        let left = self.principal_left()?.unwrap_or_default();
        reasons.push(Reason::new("剩余本金", rest.text(), left));
        Ok(reasons)
    }

    /// The principal that one instalment repaid; nothing where it repaid none.
    fn why_repaid(&self, item: &Instalment) -> Result<Option<Reason>, Rule> {
        let in_parts = item.part_received()?.principal;
        let repaid = match &item.paid {
            Some(paid) => paid.charge.principal,
            None => in_parts,
        };
        if repaid.is_zero() {
            return Ok(None);
        }
        let (done, on) = match &item.paid {
            Some(paid) if self.is_prepaid(paid.by) => ("提前结清", Some(paid.on)),
            Some(paid) => ("还清", Some(paid.on)),
            None => ("部分还款", item.parts.last().map(|part| part.on)),
        };
        let mut each = Sum::default();
        for part in &item.parts {
            each = each.plus("部分还款", part.received.principal);
        }
        let formula = each.plus(done, repaid.minus(in_parts)?).text();
        let on = on.map_or_else(String::new, |on| format!("{on} "));
        let what = format!("第{}期已还本金（{on}{done}）", item.number);
        Ok(Some(Reason::new(what, formula, repaid)))
    }
}

/// The principal that was given up.
fn why_written_off(plan: &Plan, lost: Fen) -> Result<Reason, Rule> {
    let mut each = Sum::default();
    for item in plan.unpaid() {
        each = each.plus(format!("第{}期", item.number), item.principal_left()?);
    }
    Ok(Reason::new(
        "核销本金（各期未还本金之和）",
        each.text(),
        lost,
    ))
}
