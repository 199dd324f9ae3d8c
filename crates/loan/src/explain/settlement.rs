//! Why settling costs what it costs: one instalment, all of them, or a fee.

use jiff::civil::Date;

use super::received::why_parts;
use super::{Reason, Sum};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Instalment, Plan};
use crate::prepay::{PrepayQuote, principal_not_due};
use crate::refusal::{Refusal, Rule};
use crate::terms::{PrepayInterest, RepaymentMode};

impl Order {
    /// From what is due to what has to be paid on `day`.
    pub(super) fn why_payable(
        &self,
        plan: &Plan,
        item: &Instalment,
        day: Date,
    ) -> Result<Vec<Reason>, Rule> {
        let due = item.amount_due()?;
        let mut reasons = self.why_overdue(item, day)?;
        let fee = reasons.last().map_or(Fen::ZERO, |reason| reason.result);
        reasons.extend(why_parts(item)?);
        let received = item.part_received()?.total()?;
        let payable = self.left(item, day)?;
        let in_turn = plan.earliest_unpaid().map(|item| item.number) == Some(item.number);
        let pending = if in_turn {
            self.pending_discount
        } else {
            Fen::ZERO
        };
        // A discount granted on a later overdue fee can be more than an earlier day owes.
        let discount = pending.min(payable);
        if discount < pending {
            let what = "当前优惠（超过当日应付，以应付为限；按当日确认还款须先调整优惠）";
            let formula = format!("min({pending}, {payable})");
            reasons.push(Reason::new(what, formula, discount));
        } else if !discount.is_zero() {
            reasons.push(Reason::new("当前优惠", discount.to_string(), discount));
        }
        let formula = Sum::default()
            .plus("应还", due)
            .plus("逾期费", fee)
            .minus("已还", received)
            .minus("优惠", discount);
        reasons.push(Reason::new(
            "应付",
            formula.text(),
            payable.minus(discount)?,
        ));
        Ok(reasons)
    }

    /// The lines behind the prepayment total on `day`.
    pub fn explain_prepay(&self, day: Date) -> Result<Vec<Reason>, Refusal> {
        let quote = self.prepay_quote(day)?;
        let plan = self.plan_on(day)?;
        let each = quote.shares.iter().fold(Sum::default(), |sum, share| {
            sum.plus(format!("第{}期", share.number), share.asked.principal)
        });
        let mut reasons = vec![Reason::new(
            "剩余本金（各期未还本金之和）",
            each.text(),
            quote.charge.principal,
        )];
        for share in &quote.shares {
            let Some(item) = plan.item(share.number) else {
                continue;
            };
            let interest = share.charge.interest;
            let received = item.part_received()?;
            if !interest.is_zero() && interest > received.interest {
                reasons.push(self.why_prepaid_interest(&plan, item, day, interest)?);
            }
            reasons.extend(why_rest("利息", item, interest, received.interest)?);
            reasons.extend(self.why_overdue(item, day)?);
            let fee = share.charge.overdue_fee;
            reasons.extend(why_rest("逾期费", item, fee, received.overdue_fee)?);
        }
        reasons.extend(self.why_prepaid_fees(&plan, &quote)?);
        let formula = Sum::default()
            .plus("剩余本金", quote.charge.principal)
            .plus("利息", quote.charge.interest)
            .plus("费用", quote.fees()?)
            .plus("逾期费", quote.charge.overdue_fee)
            .plus("违约金", quote.charge.breach_fee)
            .minus("优惠", quote.discount);
        reasons.push(Reason::new("合计", formula.text(), quote.total));
        Ok(reasons)
    }

    pub(super) fn why_prepaid_interest(
        &self,
        plan: &Plan,
        item: &Instalment,
        day: Date,
        interest: Fen,
    ) -> Result<Reason, Rule> {
        let number = item.number;
        if item.due_on < day {
            let what = format!("第{number}期利息（已到期，全额）");
            return Ok(Reason::new(what, item.interest.to_string(), interest));
        }
        let (what, formula) = match (self.terms.prepay.interest, self.terms.mode) {
            (PrepayInterest::FullPeriod, RepaymentMode::SinglePayment) => {
                let periods = self.periods_begun(plan, day)?;
                (
                    format!("利息（整期计息，已进入第 {periods} 个周期）"),
                    self.interest_formula(self.principal, periods),
                )
            }
            (PrepayInterest::FullPeriod, _) => (
                format!("第{number}期利息（整期计息）"),
                item.interest.to_string(),
            ),
            (PrepayInterest::DaysUsed, _) => {
                let used = item.days_used(day);
                (
                    format!("第{number}期利息（按日计息，已用天数 ÷ 本期天数）"),
                    format!("{} × {used} ÷ {}", item.interest, item.days),
                )
            }
        };
        Ok(Reason::new(what, formula, interest))
    }

    fn why_prepaid_fees(&self, plan: &Plan, quote: &PrepayQuote) -> Result<Vec<Reason>, Rule> {
        let each = quote.shares.iter().fold(Sum::default(), |sum, share| {
            let number = share.number;
            sum.plus(format!("第{number}期保险费"), share.asked.insurance_fee)
                .plus(format!("第{number}期服务费"), share.asked.service_fee)
        });
        let mut reasons = Vec::new();
        let total = quote.fees()?;
        if !total.is_zero() {
            let what = "费用（已到期各期及本期的保险费、服务费）";
            reasons.push(Reason::new(what, each.text(), total));
        }
        let rate = self.terms.prepay.breach_fee_rate;
        if !rate.is_zero() {
            let base = principal_not_due(plan, quote.day)?;
            reasons.push(self.why_breach_fee(base, quote.charge.breach_fee));
        }
        if !quote.discount.is_zero() {
            let what = "当前优惠（以应付合计为限）";
            reasons.push(Reason::new(
                what,
                quote.discount.to_string(),
                quote.discount,
            ));
        }
        Ok(reasons)
    }

    pub(super) fn why_breach_fee(&self, not_due: Fen, fee: Fen) -> Reason {
        let rate = self.terms.prepay.breach_fee_rate;
        let what = "违约金（未到期本金 × 违约金费率）";
        Reason::new(what, format!("{not_due} × {rate}"), fee)
    }

    /// Why an extension costs what it costs.
    pub fn explain_extension_fee(&self) -> Result<Reason, Rule> {
        Ok(Reason::new(
            "展期费（剩余本金 × 展期费率）",
            format!(
                "{} × {}",
                self.unpaid_principal()?,
                self.terms.extension.fee_rate
            ),
            self.extension_fee()?,
        ))
    }

    /// Why the upfront fee is what it is.
    pub fn explain_upfront_fee(&self) -> Result<Reason, Rule> {
        Ok(Reason::new(
            "前置费（借款本金 × 前置费率）",
            format!("{} × {}", self.principal, self.terms.upfront_fee.rate),
            self.upfront_fee()?,
        ))
    }
}

/// What is still asked for of a figure that was received in part.
fn why_rest(
    name: &str,
    item: &Instalment,
    charge: Fen,
    received: Fen,
) -> Result<Option<Reason>, Rule> {
    if received.is_zero() {
        return Ok(None);
    }
    let number = item.number;
    let what = if charge > received {
        format!("第{number}期{name}（应收 − 已收）")
    } else {
        format!("第{number}期{name}（已收足，不再收取）")
    };
    let rest = charge.minus(received)?;
    Ok(Some(Reason::new(
        what,
        format!("{charge} − {received}"),
        rest,
    )))
}
