//! How an order stands as long as nothing of it is due: the same on each of those days, so that a
//! list need not read a plan to show it.

use crate::machine::State;
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::plan::{Charge, Instalment};

/// What an order that is being repaid stands at before its next due date, and one that is settled
/// on every day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// 应还总额, as [`Order::summary`] has it.
    pub total: Fen,
    /// 本期应还, as [`Order::owed`] has it.
    pub current: Fen,
}

impl Order {
    /// None before the payout, where the total depends on the day of asking, and after a write-off,
    /// where it depends on how late the order was.
    pub fn standing(&self) -> Result<Option<Standing>, OutOfRange> {
        let (Some(plan), State::Repaying | State::Settled) = (&self.plan, self.state) else {
            return Ok(None);
        };
        let outside_plan = self.upfront_fee()?.plus(self.extension_fees()?)?;
        let mut total = self.principal.plus(outside_plan)?;
        for item in &plan.items {
            let charge = match &item.paid {
                Some(paid) => paid.charge,
                None => Charge::in_full(item, Fen::ZERO),
            };
            total = total.plus(charge.interest_and_fees()?)?;
        }
        let current = match self.asked_for().next() {
            Some(item) => self.asked_in_time(item)?,
            None => Fen::ZERO,
        };
        Ok(Some(Standing { total, current }))
    }

    /// What is left of the instalment in turn if it is brought in time, less the discount.
    fn asked_in_time(&self, item: &Instalment) -> Result<Fen, OutOfRange> {
        let left = item.amount_due()?.minus(item.part_of_due()?)?;
        left.minus(self.pending_discount.min(left))
    }
}
