//! 放款: payout fixes the plan; a failed payout can be tried again.

use jiff::civil::{Date, DateTime};

use crate::event::{Moment, Outcome, required};
use crate::live::Deed;
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::permit::permit;
use crate::record::{Record, RecordKind};
use crate::refusal::{Refusal, Rule};
use crate::terms::FeeCollection;

impl Order {
    pub(crate) fn pay_out(
        &self,
        paid_at: Option<DateTime>,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        permit(self, EventKind::Payout)?;
        let paid_at = paid_at.unwrap_or(at.now);
        self.check_payout_time(paid_at, at.now)?;
        let paid_on = paid_at.date();
        let records = self.payout_records(paid_on)?;
        let mut order = self.clone();
        order.plan = Some(self.loan()?.plan(paid_on)?);
        order.state = State::Repaying;
        let sentence = self.payout_sentence(paid_on)?;
        Outcome::money(order, at, paid_on, Deed::Payout, records, sentence)
    }

    /// Never in the future, never before the instant of the review. People read
    /// and type whole seconds.
    fn check_payout_time(&self, paid_at: DateTime, now: DateTime) -> Result<(), Rule> {
        if paid_at > now {
            return Err(Rule::PayoutInFuture { paid_at, now });
        }
        match self.reviewed_at {
            Some(reviewed_at) if whole_second(paid_at) < whole_second(reviewed_at) => {
                Err(Rule::PayoutBeforeReview {
                    paid_at,
                    reviewed_at,
                })
            }
            _ => Ok(()),
        }
    }

    /// What the borrower receives.
    pub fn payout_amount(&self) -> Result<Fen, OutOfRange> {
        match self.terms.upfront_fee.collection {
            FeeCollection::Apart => Ok(self.principal),
            FeeCollection::Withheld => self.principal.minus(self.upfront_fee()?),
        }
    }

    fn payout_records(&self, paid_on: Date) -> Result<Vec<Record>, OutOfRange> {
        let lent = self.payout_amount()?.negated()?;
        let mut records = vec![Record::plain(RecordKind::Payout, lent, paid_on)];
        let fee = self.upfront_fee()?;
        if self.terms.upfront_fee.collection == FeeCollection::Apart && !fee.is_zero() {
            records.push(Record::plain(RecordKind::UpfrontFee, fee, paid_on));
        }
        Ok(records)
    }

    fn payout_sentence(&self, paid_on: Date) -> Result<String, OutOfRange> {
        let (principal, fee) = (self.principal, self.upfront_fee()?);
        let lent = self.payout_amount()?;
        let how = match self.terms.upfront_fee.collection {
            _ if fee.is_zero() => String::new(),
            FeeCollection::Apart => format!("，另收前置费 {fee} 元"),
            FeeCollection::Withheld => format!("，扣除前置费 {fee} 元，实际到账 {lent} 元"),
        };
        Ok(format!("放款 {principal} 元{how}，放款日 {paid_on}"))
    }

    pub(crate) fn payout_failed(&self, reason: &str) -> Result<Outcome, Refusal> {
        permit(self, EventKind::PayoutFailure)?;
        let reason = required(reason, "失败原因")?;
        let mut order = self.clone();
        order.state = State::PayoutFailed;
        Ok(Outcome::quiet(order, format!("放款失败：{reason}")))
    }

    /// Once more to payout; back to review where the account has to be reviewed anew, with all
    /// that the earlier review decided forgotten.
    pub(crate) fn redisburse(&self, note: &str, needs_review: bool) -> Result<Outcome, Refusal> {
        permit(self, EventKind::Redisburse)?;
        let mut order = self.clone();
        order.state = State::AwaitingPayout;
        if needs_review {
            order.state = State::AwaitingReview;
            order.reviewed_at = None;
            order.principal = order.asked;
        }
        order.redisbursements = order.redisbursements.saturating_add(1);
        let note = match note.trim() {
            "" => String::new(),
            note => format!("：{note}"),
        };
        Ok(Outcome::quiet(order, format!("重新放款{note}")))
    }
}

fn whole_second(at: DateTime) -> DateTime {
    let time = at.time();
    at.date().at(time.hour(), time.minute(), time.second(), 0)
}
