//! The repayment summary: a function of order and day, never stored.

use jiff::civil::{Date, DateTime};

use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Charge, Instalment};
use crate::refusal::Rule;

/// All totals of an order. `total_repayment` is always `total_principal` plus
/// `total_interest_and_fees`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// zonghuankuan.
    pub total_repayment: Fen,
    /// zongbenjin.
    pub total_principal: Fen,
    /// zongxifei.
    pub total_interest_and_fees: Fen,
    pub interest: Fen,
    /// qianzhifei.
    pub upfront_fee: Fen,
    /// zixunfei.
    pub insurance_fee: Fen,
    /// fuwufei.
    pub service_fee: Fen,
    /// yuqifei.
    pub overdue_fee: Fen,
    pub breach_fee: Fen,
    pub extension_fees: Fen,
    /// zongqishu.
    pub instalments: usize,
    /// youhuiDangqian; in no total.
    pub pending_discount: Fen,
    /// youhuiZongjine: discounts consumed.
    pub total_discount: Fen,
    /// yanqiShijian.
    pub extended_at: Option<DateTime>,
    /// yanqiCishu.
    pub extension_count: usize,
}

impl Order {
    /// Charged figures for paid instalments, planned ones with the overdue fee
    /// of `day` for the others, and the fees outside the plan.
    pub fn summary(&self, day: Date) -> Result<Summary, Rule> {
        let plan = self.plan_on(day)?;
        let mut charge = Charge::default();
        let mut total_discount = Fen::ZERO;
        for item in &plan.items {
            charge = charge.plus(&self.charge_of(item, day)?)?;
            if let Some(paid) = &item.paid {
                total_discount = total_discount.plus(paid.discount)?;
            }
        }
        let upfront_fee = self.upfront_fee()?;
        let extension_fees = self.extension_fees()?;
        let total_interest_and_fees = charge
            .interest_and_fees()?
            .plus(upfront_fee)?
            .plus(extension_fees)?;
        Ok(Summary {
            total_repayment: self.principal.plus(total_interest_and_fees)?,
            total_principal: self.principal,
            total_interest_and_fees,
            interest: charge.interest,
            upfront_fee,
            insurance_fee: charge.insurance_fee,
            service_fee: charge.service_fee,
            overdue_fee: charge.overdue_fee,
            breach_fee: charge.breach_fee,
            extension_fees,
            instalments: plan.items.len(),
            pending_discount: self.pending_discount,
            total_discount,
            extended_at: self.extended_at(),
            extension_count: self.extension_count(),
        })
    }

    /// What is repaid by the plan as the payout made it: fees for being late, extensions and
    /// discounts came later. None before the payout.
    pub fn agreed_total(&self) -> Result<Option<Fen>, Rule> {
        let Some(plan) = &self.plan else {
            return Ok(None);
        };
        let upfront_fee = self.upfront_fee()?;
        let total = plan
            .items
            .iter()
            .try_fold(upfront_fee, |sum, item| sum.plus(item.amount_due()?))?;
        Ok(Some(total))
    }

    pub(crate) fn charge_of(&self, item: &Instalment, day: Date) -> Result<Charge, Rule> {
        match &item.paid {
            Some(paid) => Ok(paid.charge),
            None => Ok(Charge::in_full(item, self.overdue(item, day)?.fee)),
        }
    }
}
