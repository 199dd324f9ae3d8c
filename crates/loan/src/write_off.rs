//! 核销 and 核销收回.

use crate::event::{Moment, Outcome, required};
use crate::live::Deed;
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::permit::permit;
use crate::record::{Record, RecordKind};
use crate::refusal::{Refusal, Rule};
use crate::terms_check::MAX_PRINCIPAL;

impl Order {
    pub(crate) fn write_off(&self, reason: &str, at: &Moment) -> Result<Outcome, Refusal> {
        permit(self, EventKind::WriteOff)?;
        let reason = required(reason, "核销原因")?;
        let day = self.value_date(None, at.today())?;
        if self.overdue_days(day)? == 0 {
            return Err(Rule::NotOverdue.into());
        }
        let lost = self.unpaid_principal()?;
        let deed = Deed::WriteOff {
            discount_before: self.pending_discount,
        };
        let mut order = self.clone();
        order.state = State::WrittenOff;
        order.pending_discount = Fen::ZERO;
        let sentence = format!("核销未还本金 {lost} 元：{reason}");
        let outcome = Outcome::money(order, at, day, deed, Vec::new(), sentence)?;
        Ok(Outcome {
            amount: Some(lost),
            ..outcome
        })
    }

    /// All that came back after the write-off.
    fn recovered(&self) -> Result<Fen, OutOfRange> {
        Fen::sum(self.live.iter().filter_map(|event| match event.deed {
            Deed::Recovery { amount } => Some(amount),
            _ => None,
        }))
    }

    pub(crate) fn recover(&self, amount: Fen, at: &Moment) -> Result<Outcome, Refusal> {
        permit(self, EventKind::Recover)?;
        if amount <= Fen::ZERO {
            return Err(Rule::RecoveryNotPositive.into());
        }
        if amount > MAX_PRINCIPAL {
            return Err(Rule::RecoveryTooHigh {
                asked: amount,
                most: MAX_PRINCIPAL,
            }
            .into());
        }
        self.recovered()?.plus(amount)?;
        let day = self.value_date(None, at.today())?;
        let record = Record::plain(RecordKind::Recovery, amount, day);
        let sentence = format!("核销后收回 {amount} 元");
        let deed = Deed::Recovery { amount };
        Outcome::money(self.clone(), at, day, deed, vec![record], sentence)
    }
}
