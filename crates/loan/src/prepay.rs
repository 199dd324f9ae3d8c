//! 提前还款: everything at once (MONEY.md §5).

use std::cmp::Ordering;

use jiff::civil::Date;

use crate::event::{Moment, Outcome};
use crate::live::Deed;
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::permit::permit;
use crate::plan::{Charge, Instalment, Paid, Plan};
use crate::record::{Record, RecordKind};
use crate::refusal::{Refusal, Rule, Stale};
use crate::rounding::half_up;
use crate::terms::{PrepayInterest, RepaymentMode};

/// What settling the whole order costs on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrepayQuote {
    pub day: Date,
    /// Each unpaid instalment's share.
    pub shares: Vec<PrepayShare>,
    /// What is still asked for: shengyubenjin, lixi, feiyong, yuqifei, weiyuefei.
    pub charge: Charge,
    /// zongyouhui.
    pub discount: Fen,
    /// zongfeiyong.
    pub total: Fen,
}

/// What one instalment contributes to a prepayment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrepayShare {
    pub number: u16,
    pub due_on: Date,
    /// What the instalment is charged in all.
    pub charge: Charge,
    /// What is still asked for: the charge less part payments.
    pub asked: Charge,
    pub overdue_days: i64,
    pub discount: Fen,
}

impl PrepayQuote {
    /// feiyong: insurance and service fee together.
    pub fn fees(&self) -> Result<Fen, OutOfRange> {
        self.charge.insurance_fee.plus(self.charge.service_fee)
    }
}

impl Order {
    /// What prepaying on `day` means (tiqianhuankuanInit).
    pub fn prepay_quote(&self, day: Date) -> Result<PrepayQuote, Refusal> {
        permit(self, EventKind::Prepay)?;
        if !self.terms.prepay.allowed {
            return Err(Rule::PrepayNotOffered.into());
        }
        let plan = self.plan_on(day)?;
        let mut shares = self.prepay_shares(&plan, day)?;
        if let Some(last) = shares.last_mut() {
            last.charge.breach_fee = self.breach_fee(&plan, day)?;
            last.asked.breach_fee = last.charge.breach_fee;
        }
        let charge = shares
            .iter()
            .try_fold(Charge::default(), |sum, share| sum.plus(&share.asked))?;
        let before_discount = charge.total()?;
        let discount = self.pending_discount.min(before_discount);
        fill_discount(&mut shares, discount)?;
        Ok(PrepayQuote {
            day,
            shares,
            charge,
            discount,
            total: before_discount.minus(discount)?,
        })
    }

    fn prepay_shares(&self, plan: &Plan, day: Date) -> Result<Vec<PrepayShare>, Refusal> {
        let running = plan.items.iter().find(|item| item.due_on >= day);
        let running = running.map(|item| item.number);
        let mut shares = Vec::new();
        for item in plan.unpaid() {
            let overdue = self.overdue(item, day)?;
            let received = item.part_received()?;
            let charge = match running.map(|running| item.number.cmp(&running)) {
                Some(Ordering::Greater) => Charge {
                    principal: item.principal,
                    ..Charge::default()
                },
                Some(Ordering::Equal) => Charge {
                    interest: self.running_interest(plan, item, day)?,
                    ..Charge::in_full(item, overdue.fee)
                },
                Some(Ordering::Less) | None => Charge::in_full(item, overdue.fee),
            };
            // What was received stays charged, also where the rule would ask for less.
            let charge = charge.at_least(&received);
            shares.push(PrepayShare {
                number: item.number,
                due_on: item.due_on,
                charge,
                asked: charge.minus(&received)?,
                overdue_days: overdue.days,
                discount: Fen::ZERO,
            });
        }
        Ok(shares)
    }

    /// Interest of the period `day` falls into.
    pub(crate) fn running_interest(
        &self,
        plan: &Plan,
        item: &Instalment,
        day: Date,
    ) -> Result<Fen, Refusal> {
        match (self.terms.prepay.interest, self.terms.mode) {
            (PrepayInterest::FullPeriod, RepaymentMode::SinglePayment) => {
                let periods = self.periods_begun(plan, day)?;
                Ok(self.loan()?.interest_on(self.principal, periods)?)
            }
            (PrepayInterest::FullPeriod, _) => Ok(item.interest),
            (PrepayInterest::DaysUsed, _) => {
                let used = item.days_used(day);
                let factors = [item.interest.wide(), i128::from(used)];
                Ok(half_up(&factors, i128::from(item.days))?)
            }
        }
    }

    /// The first period of the term that ends on or after `day`; all of them
    /// once the term is over.
    pub(crate) fn periods_begun(&self, plan: &Plan, day: Date) -> Result<u16, OutOfRange> {
        for count in 1..self.periods {
            if self.terms.period.end(plan.starts_on, count)? >= day {
                return Ok(count);
            }
        }
        Ok(self.periods)
    }

    fn breach_fee(&self, plan: &Plan, day: Date) -> Result<Fen, OutOfRange> {
        self.terms
            .prepay
            .breach_fee_rate
            .of(principal_not_due(plan, day)?)
    }

    pub(crate) fn prepay(
        &self,
        total_seen: Option<Fen>,
        value_date: Option<Date>,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        if self.state == State::Settled && total_seen.is_some() {
            return Err(Stale::OrderSettled.into());
        }
        permit(self, EventKind::Prepay)?;
        let day = self.value_date(value_date, at.today())?;
        let quote = self.prepay_quote(day)?;
        if let Some(seen) = total_seen.filter(|seen| *seen != quote.total) {
            let now = quote.total;
            return Err(Stale::AmountChanged { seen, now }.into());
        }
        let mut order = self.clone();
        order.settle_all(&quote, at)?;
        let deed = Deed::Prepay {
            discount_before: self.pending_discount,
        };
        let sentence = quote.sentence()?;
        Outcome::money(order, at, day, deed, vec![quote.record()?], sentence)
    }

    fn settle_all(&mut self, quote: &PrepayQuote, at: &Moment) -> Result<(), OutOfRange> {
        self.pending_discount = Fen::ZERO;
        self.state = State::Settled;
        let items = self.plan.iter_mut().flat_map(|plan| &mut plan.items);
        let unpaid = items.filter(|item| item.is_unpaid());
        for (item, share) in unpaid.zip(&quote.shares) {
            item.paid = Some(Paid {
                by: at.id,
                on: quote.day,
                charge: share.charge,
                overdue_days: share.overdue_days,
                discount: share.discount,
                received: share.charge.total()?.minus(share.discount)?,
            });
        }
        Ok(())
    }
}

impl Instalment {
    /// Days of the period used on `day`, within 0 and its whole length.
    pub(crate) fn days_used(&self, day: Date) -> i64 {
        crate::calendar::days_between(self.starts_on, day).clamp(0, self.days)
    }
}

/// Principal of unpaid instalments due after `day`, less what was received of it.
pub(crate) fn principal_not_due(plan: &Plan, day: Date) -> Result<Fen, OutOfRange> {
    let mut not_due = plan.unpaid().filter(|item| item.due_on > day);
    not_due.try_fold(Fen::ZERO, |sum, item| sum.plus(item.principal_left()?))
}

/// The discount fills instalments in order, each up to its charge (MONEY.md section 5).
fn fill_discount(shares: &mut [PrepayShare], discount: Fen) -> Result<(), OutOfRange> {
    let mut left = discount;
    for share in shares {
        share.discount = share.charge.total()?.min(left);
        left = left.minus(share.discount)?;
    }
    Ok(())
}

impl PrepayQuote {
    fn record(&self) -> Result<Record, OutOfRange> {
        let first = self.shares.first();
        Ok(Record {
            kind: RecordKind::Prepayment,
            number: None,
            description: RecordKind::Prepayment.label().to_owned(),
            due: self.charge.total()?,
            discount: self.discount,
            cash: self.total,
            overdue: first.is_some_and(|share| share.overdue_days > 0),
            scheduled_on: first.map(|share| share.due_on),
            value_on: self.day,
        })
    }

    fn sentence(&self) -> Result<String, OutOfRange> {
        Ok(format!(
            "提前还款结清：剩余本金 {} 元，利息 {} 元，费用 {} 元，逾期费 {} 元，违约金 {} 元，\
             优惠 {} 元，合计实付 {} 元，到账日 {}",
            self.charge.principal,
            self.charge.interest,
            self.fees()?,
            self.charge.overdue_fee,
            self.charge.breach_fee,
            self.discount,
            self.total,
            self.day
        ))
    }
}
