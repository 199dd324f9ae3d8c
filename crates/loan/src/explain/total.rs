//! Why the whole loan costs what it costs.

use jiff::civil::Date;

use super::{Reason, Sum};
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
            charges.push((item.number, self.charge_of(item, day)?));
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
                let each = charges
                    .iter()
                    .fold(Sum::default(), |sum, (number, charge)| {
                        sum.plus(format!("第{number}期"), figure(charge))
                    });
                reasons.push(Reason::new(what, each.text(), result));
            }
        }
        if !summary.upfront_fee.is_zero() {
            reasons.push(self.explain_upfront_fee()?);
        }
        if !summary.extension_fees.is_zero() {
            let fees = summary.extension_fees;
            reasons.push(Reason::new("展期费（各次之和）", fees.to_string(), fees));
        }
        let each = reasons.iter().skip(1).fold(Sum::default(), |sum, reason| {
            // The name without how it comes about.
            let name = reason.what.split('（').next().unwrap_or_default();
            sum.plus(name, reason.result)
        });
        let fees = summary.total_interest_and_fees;
        reasons.push(Reason::new("息费合计", each.text(), fees));
        reasons.push(Reason::new(
            "应还总额",
            Sum::default()
                .plus("本金", summary.total_principal)
                .plus("息费合计", fees)
                .text(),
            summary.total_repayment,
        ));
        Ok(reasons)
    }
}
