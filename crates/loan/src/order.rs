//! A loan order: everything its figures depend on, and nothing else.

use std::borrow::Cow;

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::live::{Deed, EventId, LiveEvent};
use crate::machine::State;
use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::overdue::Overdue;
use crate::plan::{Charge, Instalment, Plan};
use crate::refusal::Rule;
use crate::schedule::Loan;
use crate::terms::Terms;
use crate::terms_check::{Policy, TermsError};

/// One loan order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub state: State,
    /// Copied from the product when the order was made.
    pub terms: Terms,
    pub asked: Fen,
    /// What was asked for until review, what was approved after it.
    pub principal: Fen,
    pub periods: u16,
    pub reviewed_at: Option<DateTime>,
    /// Payouts tried again after a failure.
    pub redisbursements: u16,
    /// Fixed at payout; before that the plan is only a preview.
    pub plan: Option<Plan>,
    /// youhuiDangqian: one amount waiting for the earliest unpaid instalment.
    pub pending_discount: Fen,
    /// Money events in force, oldest first.
    pub live: Vec<LiveEvent>,
    /// The event undone last, so that undoing it twice is recognised.
    pub last_undone: Option<EventId>,
}

impl Order {
    /// A new application.
    pub fn new(terms: Terms, asked: Fen, periods: u16, policy: Policy) -> Result<Self, TermsError> {
        terms.check(policy)?;
        Loan::new(&terms, asked, periods)?;
        if !terms.offered_periods.contains(&periods) {
            return Err(TermsError::PeriodsNotOffered(periods));
        }
        Ok(Self {
            state: State::AwaitingReview,
            terms,
            asked,
            principal: asked,
            periods,
            reviewed_at: None,
            redisbursements: 0,
            plan: None,
            pending_discount: Fen::ZERO,
            live: Vec::new(),
            last_undone: None,
        })
    }

    pub fn loan(&self) -> Result<Loan<'_>, TermsError> {
        Loan::new(&self.terms, self.principal, self.periods)
    }

    /// The fixed plan, or a preview counted from `today`.
    pub fn plan_on(&self, today: Date) -> Result<Cow<'_, Plan>, Rule> {
        match &self.plan {
            Some(plan) => Ok(Cow::Borrowed(plan)),
            None => Ok(Cow::Owned(self.loan()?.plan(today)?)),
        }
    }

    pub fn upfront_fee(&self) -> Result<Fen, OutOfRange> {
        self.terms.upfront_fee.rate.of(self.principal)
    }

    /// Principal not yet repaid, part payments taken off; nothing before payout.
    pub fn unpaid_principal(&self) -> Result<Fen, OutOfRange> {
        self.plan
            .as_ref()
            .map_or(Ok(Fen::ZERO), Plan::unpaid_principal)
    }

    pub fn earliest_unpaid(&self) -> Option<&Instalment> {
        self.plan.as_ref().and_then(Plan::earliest_unpaid)
    }

    /// How many times the due dates have moved (yanqiCishu).
    pub fn extension_count(&self) -> usize {
        self.extensions().count()
    }

    /// When they moved last (yanqiShijian).
    pub fn extended_at(&self) -> Option<DateTime> {
        self.extensions().last().map(|(at, _)| at)
    }

    pub fn extension_fees(&self) -> Result<Fen, OutOfRange> {
        Fen::sum(self.extensions().map(|(_, fee)| fee))
    }

    fn extensions(&self) -> impl Iterator<Item = (DateTime, Fen)> {
        self.live.iter().filter_map(|event| match event.deed {
            Deed::Extension { fee } => Some((event.at, fee)),
            _ => None,
        })
    }

    /// The day late days are counted to: `day`, or the write-off if earlier.
    pub fn counting_day(&self, day: Date) -> Date {
        let written_off = self.live.iter().find_map(|event| match event.deed {
            Deed::WriteOff { .. } => Some(event.on),
            _ => None,
        });
        written_off.map_or(day, |stop| stop.min(day))
    }

    /// How late one instalment of this order is.
    pub fn overdue(&self, item: &Instalment, day: Date) -> Result<Overdue, OutOfRange> {
        self.terms.overdue.of(item, self.counting_day(day))
    }

    /// What is left to pay on an instalment: its plan and the overdue fee of `day`, less what
    /// was received of them. A pending discount is not taken off.
    pub fn left(&self, item: &Instalment, day: Date) -> Result<Fen, OutOfRange> {
        if !item.is_unpaid() {
            return Ok(Fen::ZERO);
        }
        self.charge_left(item, day)?.total()
    }

    /// The figures of [`Order::left`].
    pub(crate) fn charge_left(&self, item: &Instalment, day: Date) -> Result<Charge, OutOfRange> {
        let overdue = self.overdue(item, day)?;
        Charge::in_full(item, overdue.fee).minus(&item.part_received()?)
    }

    /// How late the order is: as late as its earliest unpaid instalment.
    pub fn overdue_days(&self, day: Date) -> Result<i64, OutOfRange> {
        match self.earliest_unpaid() {
            Some(item) => Ok(self.overdue(item, day)?.days),
            None => Ok(0),
        }
    }

    /// The order's flag isYuqi; like all flags, only while it is being repaid.
    pub fn is_overdue(&self, day: Date) -> Result<bool, OutOfRange> {
        Ok(self.state == State::Repaying && self.overdue_days(day)? > 0)
    }

    /// The order is overdue on every day after this one, until something is
    /// paid or extended: the date to index lists of overdue orders by.
    pub fn overdue_after(&self) -> Result<Option<Date>, OutOfRange> {
        match self.earliest_unpaid() {
            Some(item) if self.state == State::Repaying => {
                self.terms.overdue.grace_ends_on(item).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether the order may be prepaid now (isTiqian).
    pub fn can_prepay(&self) -> bool {
        self.terms.may_be_prepaid(self.state)
    }
}
