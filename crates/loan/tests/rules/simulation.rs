//! Random loans with random events. One seed is one whole life of an order;
//! the same seed always gives the same life.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, date};
use loan::{
    Account, Deed, Event, EventId, EventKind, Fen, Order, Outcome, Policy, RecordKind, Refusal,
    Rule, State,
};

use crate::book::Book;
use crate::explained;
use crate::random::{self, Random};

/// How many of each happened, to see that a run did not test nothing.
#[derive(Default)]
pub struct Tally {
    pub accepted: u64,
    pub stale: u64,
    pub ruled_out: u64,
    pub receipts: Receipts,
    /// Every step of the state machine that was taken.
    pub steps: BTreeSet<(State, EventKind, State)>,
}

/// What receipts were tried for.
#[derive(Default)]
pub struct Receipts {
    pub booked: u64,
    /// Of them, those that left a part payment behind.
    pub in_part: u64,
    /// Those compared with two that bring the same.
    pub split: u64,
    /// Those of exactly the rest, compared with a confirmation.
    pub exact: u64,
    /// Those undone, and compared with what was before.
    pub undone: u64,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.receipts.add(&other.receipts);
        self.accepted += other.accepted;
        self.stale += other.stale;
        self.ruled_out += other.ruled_out;
        self.steps.extend(other.steps);
    }
}

impl Receipts {
    fn add(&mut self, other: &Self) {
        self.booked += other.booked;
        self.in_part += other.in_part;
        self.split += other.split;
        self.exact += other.exact;
        self.undone += other.undone;
    }
}

/// Lives one order and checks every invariant after every event.
pub fn run(seed: u64) -> Result<Tally, String> {
    let mut random = Random::new(seed);
    let terms = random::terms(&mut random);
    let periods = terms.offered_periods[0];
    let allowed = Policy {
        withholding_allowed: true,
    };
    let asked = random::principal(&mut random);
    let order = Order::new(terms, asked, periods, allowed).map_err(|error| error.to_string())?;
    let mut life = Life {
        book: Book::new(order.clone()),
        now: date(2024, 1, 1).at(9, 0, 0, 0),
        random,
        tally: Tally::default(),
    };
    life.now += life.random.between(0, 900).days();
    for _ in 0..life.random.between(5, 40) {
        life.step()?;
    }
    life.replay(order)?;
    life.tally.steps.extend(&life.book.steps);
    Ok(life.tally)
}

pub struct Life {
    pub book: Book,
    pub now: DateTime,
    pub random: Random,
    tally: Tally,
}

impl Life {
    fn step(&mut self) -> Result<(), String> {
        if !self.random.one_in(3) {
            let days = self.random.between(0, 45);
            self.now += days.days();
        }
        let (event, wrong_guard) = self.event();
        let before = self.book.order.clone();
        if let Event::Receipt {
            amount, value_date, ..
        } = event
            && self.random.one_in(4)
        {
            self.receipt_holds(amount, value_date.unwrap_or(self.now.date()))?;
        }
        match self.book.apply(event.clone(), self.now) {
            Ok(_) if wrong_guard => Err(format!("a wrong guard was accepted: {event:?}")),
            Ok(outcome) => {
                self.tally.accepted += 1;
                self.count_receipt(&outcome);
                self.check(&event)?;
                if outcome.order.live.len() > before.live.len() && self.random.one_in(3) {
                    self.undo_restores(&before, &event)?;
                }
                Ok(())
            }
            Err(Refusal::Stale(_)) if wrong_guard => {
                self.tally.stale += 1;
                Ok(())
            }
            Err(Refusal::Stale(stale)) => self.expect_already_done(&event, &stale.to_string()),
            Err(Refusal::Rule(Rule::OutOfRange(error))) => Err(format!("{event:?}: {error}")),
            Err(Refusal::Rule(_)) => {
                self.tally.ruled_out += 1;
                Ok(())
            }
        }
    }

    fn count_receipt(&mut self, outcome: &Outcome) {
        let newest = outcome.order.live.last();
        let is_new = outcome.reverses.is_none() && !outcome.records.is_empty();
        if is_new && newest.is_some_and(|event| matches!(event.deed, Deed::Receipt { .. })) {
            let mut records = outcome.records.iter();
            let in_part = records.any(|record| record.kind == RecordKind::PartPayment);
            self.tally.receipts.booked += 1;
            self.tally.receipts.in_part += u64::from(in_part);
        }
    }

    /// Right guards are stale only where the event has already happened.
    fn expect_already_done(&mut self, event: &Event, sentence: &str) -> Result<(), String> {
        let repeatable = matches!(
            event,
            Event::Review { .. }
                | Event::Payout { .. }
                | Event::PayoutFailure { .. }
                | Event::Redisburse { .. }
                | Event::Prepay { .. }
                | Event::WriteOff { .. }
                | Event::Cancel { .. }
        );
        self.tally.stale += 1;
        if repeatable {
            Ok(())
        } else {
            Err(format!(
                "right guards refused as stale: {event:?}: {sentence}"
            ))
        }
    }

    fn check(&mut self, event: &Event) -> Result<(), String> {
        let today = self.now.date();
        let at = |error: String| format!("after {event:?} on {today}: {error}");
        self.book.broken(today).map_err(at)?;
        self.prepay_holds(today).map_err(at)?;
        self.standing_holds(today).map_err(at)?;
        // Text takes ten times as long as arithmetic; a sample is enough.
        if self.random.one_in(8) {
            explained::holds(&self.book, today).map_err(at)?;
            let asked = self.earlier_day();
            explained::holds(&self.book, asked).map_err(at)?;
        }
        Ok(())
    }

    /// What is kept for lists is what the engine says on the days that it is kept for.
    fn standing_holds(&self, today: Date) -> Result<(), String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let order = &self.book.order;
        let Some(standing) = order.standing().map_err(|error| said(&error))? else {
            return match order.state {
                State::Repaying | State::Settled => Err("no standing".to_owned()),
                _ => Ok(()),
            };
        };
        let due = order.earliest_unpaid().map(|item| item.due_on);
        let eve = due.and_then(|due| due.yesterday().ok());
        for day in [Some(today), eve].into_iter().flatten() {
            if day < today || due.is_some_and(|due| due <= day) {
                continue;
            }
            let total = order.summary(day).map_err(|error| said(&error))?;
            let owed = order.owed(day).map_err(|error| said(&error))?;
            let is_late = order.is_overdue(day).map_err(|error| said(&error))?;
            let found = (total.total_repayment, owed.current);
            let is_calm = owed.due.is_zero() && owed.overdue.is_zero() && !is_late;
            if found != (standing.total, standing.current) || !is_calm {
                return Err(format!("{standing:?}, but {found:?} and {owed:?} on {day}"));
            }
        }
        Ok(())
    }

    /// A day a screen may ask for: from the last money event to today.
    fn earlier_day(&mut self) -> Date {
        let today = self.now.date();
        let last = self.book.order.live.last().map_or(today, |event| event.on);
        let back = self
            .random
            .between(0, loan::days_between(last, today).max(0));
        today - back.days()
    }

    /// Undoing gives back exactly what was; doing it again gives what was undone.
    fn undo_restores(&mut self, before: &Order, event: &Event) -> Result<(), String> {
        let done = self.book.order.clone();
        let newest = done.live.last().map_or(EventId(0), |event| event.id);
        let undo = Event::Undo {
            event_seen: newest,
            reason: "录错".to_owned(),
        };
        let undone = self.book.apply(undo.clone(), self.now);
        let mut undone = undone.map_err(|refusal| refusal.to_string())?.order;
        undone.last_undone = before.last_undone;
        if undone != *before {
            return Err(format!("undoing {event:?} left {undone:?}"));
        }
        if let Event::Receipt { .. } = event {
            self.tally.receipts.undone += 1;
        }
        self.check(&undo)?;
        match self.book.apply(undo, self.now) {
            Err(Refusal::Stale(_)) => {}
            other => return Err(format!("undone twice: {other:?}")),
        }
        let again = self.book.apply(event.clone(), self.now);
        again.map_err(|refusal| refusal.to_string())?;
        self.check(event)
    }

    /// The same events at the same moments give the same order and the same
    /// books, also after the order was stored and read back in between.
    fn replay(&self, fresh: Order) -> Result<(), String> {
        let mut again = fresh;
        for (index, (event, moment)) in self.book.accepted.iter().enumerate() {
            let outcome = again.apply(event, moment);
            again = outcome
                .map_err(|refusal| format!("replay: {refusal}"))?
                .order;
            if index.is_multiple_of(7) {
                let stored = serde_json::to_string(&again).map_err(|error| error.to_string())?;
                again = serde_json::from_str(&stored).map_err(|error| error.to_string())?;
            }
        }
        if again == self.book.order {
            Ok(())
        } else {
            Err("replaying the events gives another order".to_owned())
        }
    }

    /// Two receipts on one day are one of their sum, and one of exactly the rest is a
    /// confirmation: the same instalments, discount and state, the same books.
    fn receipt_holds(&mut self, amount: Fen, day: Date) -> Result<(), String> {
        let order = self.book.order.clone();
        let Ok(quote) = order.receipt_quote(amount, day) else {
            return Ok(());
        };
        let now = self.now;
        let receipt = |amount: Fen| Event::Receipt {
            amount,
            number_seen: None,
            received_seen: None,
            value_date: Some(day),
        };
        let after = |events: &[Event]| {
            let mut book = Book::new(order.clone());
            for event in events {
                let done = book.apply(event.clone(), now);
                done.map_err(|refusal| format!("{event:?} of {events:?}: {refusal}"))?;
            }
            Ok::<_, String>(book)
        };
        let whole = after(&[receipt(amount)])?;
        let first = Fen::new(self.random.between(1, amount.get()));
        let second = Fen::new(amount.get() - first.get());
        if second > Fen::ZERO {
            let split = after(&[receipt(first), receipt(second)])?;
            same_but_for_events("split", &whole, &split)?;
            self.tally.receipts.split += 1;
        }
        let confirmed = order
            .confirm_quote(day)
            .map_err(|error| error.to_string())?;
        if confirmed.received > Fen::ZERO {
            let exact = after(&[receipt(confirmed.received)])?;
            let confirm = Event::Confirm {
                number_seen: None,
                amount_seen: None,
                value_date: Some(day),
            };
            same_but_for_events("exact", &exact, &after(&[confirm])?)?;
            self.tally.receipts.exact += 1;
        }
        let shares: i64 = quote.shares.iter().map(|share| share.cash.get()).sum();
        if shares != amount.get() || quote.left.get() != quote.most.get() - amount.get() {
            return Err(format!("receipt quote {quote:?}"));
        }
        Ok(())
    }

    /// What a prepayment costs agrees with the plan it replaces.
    fn prepay_holds(&self, today: Date) -> Result<(), String> {
        let order = &self.book.order;
        let Ok(quote) = order.prepay_quote(today) else {
            return Ok(());
        };
        let text = |error: loan::OutOfRange| error.to_string();
        let unpaid = order.unpaid_principal().map_err(text)?;
        if quote.charge.principal != unpaid || quote.total.is_negative() {
            return Err(format!("prepay quote {quote:?}"));
        }
        let discounts: i64 = quote.shares.iter().map(|share| share.discount.get()).sum();
        if discounts != quote.discount.get() || quote.discount > order.pending_discount {
            return Err(format!("prepay discount {quote:?}"));
        }
        self.last_instalment_costs_the_same()
    }

    /// On the last due date, with the last instalment alone unpaid, prepaying
    /// is confirming: the whole period has been used under either interest
    /// rule, its fee share counts in full, nothing is overdue, and nothing is
    /// left that is not yet due, so no breach fee can arise at any rate. It
    /// needs no condition on mode or extension. (Earlier in the last period it
    /// still holds for whole-period interest without a breach fee; the table
    /// in prepay.rs shows that.)
    fn last_instalment_costs_the_same(&self) -> Result<(), String> {
        let order = &self.book.order;
        let Some(plan) = &order.plan else {
            return Ok(());
        };
        let mut unpaid = plan.unpaid();
        let (Some(last), None) = (unpaid.next(), unpaid.next()) else {
            return Ok(());
        };
        let day = last.due_on;
        let quotes = (order.prepay_quote(day), order.confirm_quote(day));
        match quotes {
            (Ok(prepay), Ok(confirm)) if prepay.total != confirm.received => Err(format!(
                "prepaying the last instalment: {} is not {}",
                prepay.total, confirm.received
            )),
            _ => Ok(()),
        }
    }
}

/// Everything but which event did it: state, discount, every instalment, every account, and the
/// money of each instalment in the records.
fn same_but_for_events(what: &str, left: &Book, right: &Book) -> Result<(), String> {
    let plain = |book: &Book| {
        let mut order = book.order.clone();
        order.live.clear();
        for item in order.plan.iter_mut().flat_map(|plan| &mut plan.items) {
            let received = item.part_received();
            let frozen = item.parts.iter().rev().find_map(|part| part.frozen);
            // How many part payments there were makes no difference.
            item.parts.truncate(usize::from(item.paid.is_none()));
            for part in &mut item.parts {
                part.by = EventId(0);
                part.received = received.unwrap_or_default();
                part.frozen = frozen;
            }
            if let Some(paid) = &mut item.paid {
                paid.by = EventId(0);
            }
        }
        let nets = Account::ALL.iter().map(|account| {
            let entries = book.entries.iter().map(|(_, entry)| entry.net(*account));
            entries
                .map(|net| net.unwrap_or_default().get())
                .sum::<i64>()
        });
        let cash: i64 = book.records.iter().map(|kept| kept.record.cash.get()).sum();
        (order, nets.collect::<Vec<_>>(), cash)
    };
    let (left, right) = (plain(left), plain(right));
    if left == right {
        Ok(())
    } else {
        Err(format!("{what}: {left:?} is not {right:?}"))
    }
}
