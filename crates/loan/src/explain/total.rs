//! Why the whole loan costs what it costs.

use jiff::civil::Date;

use super::{Reason, sum_text};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::Charge;
use crate::refusal::Rule;

/// One figure of a charge.
type Figure = fn(&Charge) -> Fen;

impl Order {
    /// The lines behind zonghuankuan on `day`, totals last.
    pub fn explain_total(&self, day: Date) -> Result<Vec<Reason>, Rule> {
        let summary = self.summary(day)?;
        let plan = self.plan_on(day)?;
        let mut charges = Vec::with_capacity(plan.items.len());
        for item in &plan.items {
            charges.push(self.charge_of(item, day)?);
        }
        let mut reasons = vec![Reason::new(
            "本金",
            summary.total_principal.to_string(),
            summary.total_principal,
        )];
        let each: [(&str, Figure, Fen); 5] = [
            (
                "利息（各期之和）",
                |charge| charge.interest,
                summary.interest,
            ),
            (
                "保险费（各期之和）",
                |charge| charge.insurance_fee,
                summary.insurance_fee,
            ),
            (
                "服务费（各期之和）",
                |charge| charge.service_fee,
                summary.service_fee,
            ),
            (
                "逾期费（各期之和）",
                |charge| charge.overdue_fee,
                summary.overdue_fee,
            ),
            ("违约金", |charge| charge.breach_fee, summary.breach_fee),
        ];
        for (what, figure, result) in each {
            if !result.is_zero() {
                let parts: Vec<Fen> = charges.iter().map(figure).collect();
                reasons.push(Reason::new(what, sum_text(&parts), result));
            }
        }
        if !summary.upfront_fee.is_zero() {
            reasons.push(self.explain_upfront_fee()?);
        }
        if !summary.extension_fees.is_zero() {
            let fees = summary.extension_fees;
            reasons.push(Reason::new("展期费（各次之和）", fees.to_string(), fees));
        }
        let parts: Vec<Fen> = reasons.iter().skip(1).map(|reason| reason.result).collect();
        let fees = summary.total_interest_and_fees;
        reasons.push(Reason::new("息费合计", sum_text(&parts), fees));
        reasons.push(Reason::new(
            "应还总额（本金 + 息费合计）",
            sum_text(&[summary.total_principal, fees]),
            summary.total_repayment,
        ));
        Ok(reasons)
    }
}
