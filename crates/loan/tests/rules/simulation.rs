//! Random loans with random events. One seed is one whole life of an order;
//! the same seed always gives the same life.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, date};
use loan::{
    Decision, Event, EventId, EventKind, ExtensionTerms, FeeCollection, Fen, Order, OverdueBase,
    OverdueTerms, Period, PeriodUnit, Policy, Ppm, PrepayInterest, PrepayTerms, Refusal,
    RepaymentMode, Rule, State, Terms, UpfrontFee, days_between,
};

use crate::book::Book;
use crate::formula;

/// splitmix64: small, seeded, the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = low.abs_diff(high) + 1;
        low.saturating_add_unsigned(self.next() % width)
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.next().is_multiple_of(chances)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        let count = i64::try_from(list.len()).unwrap();
        let index = self.between(0, count - 1);
        list[usize::try_from(index).unwrap()]
    }

    fn small(&mut self, low: i64, high: i64) -> u16 {
        u16::try_from(self.between(low, high)).unwrap_or_default()
    }

    fn rate(&mut self, most: i64) -> Ppm {
        if self.one_in(3) {
            return Ppm::ZERO;
        }
        let ppm = self.between(0, most);
        Ppm::new(ppm).unwrap_or_default()
    }
}

/// Terms a lender might offer; one in five at the bounds of what is legal.
pub fn terms(random: &mut Random) -> Terms {
    let extreme = random.one_in(5);
    let most = |usual: i64, bound: i64| if extreme { bound } else { usual };
    let unit = random.pick(PeriodUnit::ALL);
    let longest = i64::from(Period::longest(unit));
    let length = random.small(1, most(longest.min(31), longest));
    let mode = random.pick(RepaymentMode::ALL);
    let annual_rate = random.rate(most(400_000, Ppm::MAX));
    let mut terms = Terms::plain(mode, Period { unit, length }, annual_rate);
    terms.offered_periods = vec![random.small(1, most(12, 360))];
    terms.day_count = random.pick(&[360u16, 365]).try_into().unwrap();
    terms.upfront_fee = UpfrontFee {
        rate: random.rate(most(50_000, 999_999)),
        collection: random.pick(FeeCollection::ALL),
    };
    terms.insurance_fee_rate = random.rate(most(50_000, Ppm::MAX));
    terms.service_fee_rate = random.rate(most(50_000, Ppm::MAX));
    terms.overdue = OverdueTerms {
        grace_days: random.small(0, 5),
        daily_rate: random.rate(most(2_000, 100_000)),
        base: random.pick(OverdueBase::ALL),
        cap: random.rate(most(300_000, Ppm::MAX)),
    };
    terms.prepay = PrepayTerms {
        allowed: !random.one_in(4),
        breach_fee_rate: random.rate(most(50_000, Ppm::MAX)),
        interest: random.pick(PrepayInterest::ALL),
    };
    terms.extension = ExtensionTerms {
        allowed: !random.one_in(4),
        days: random.small(1, most(31, 365)),
        fee_rate: random.rate(most(50_000, Ppm::MAX)),
        max_count: random.small(0, 5),
    };
    terms
}

pub fn principal(random: &mut Random) -> Fen {
    let most = random.pick(&[100, 1_000_000, 100_000_000, 1_000_000_000_000]);
    Fen::new(random.between(1, most))
}

/// How many of each happened, to see that a run did not test nothing.
#[derive(Default)]
pub struct Tally {
    pub accepted: u64,
    pub stale: u64,
    pub ruled_out: u64,
    /// Every step of the state machine that was taken.
    pub steps: BTreeSet<(State, EventKind, State)>,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.stale += other.stale;
        self.ruled_out += other.ruled_out;
        self.steps.extend(other.steps);
    }
}

/// Lives one order and checks every invariant after every event.
pub fn run(seed: u64) -> Result<Tally, String> {
    let mut random = Random::new(seed);
    let terms = terms(&mut random);
    let periods = terms.offered_periods[0];
    let allowed = Policy {
        withholding_allowed: true,
    };
    let asked = principal(&mut random);
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

struct Life {
    book: Book,
    now: DateTime,
    random: Random,
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
        match self.book.apply(event.clone(), self.now) {
            Ok(_) if wrong_guard => Err(format!("a wrong guard was accepted: {event:?}")),
            Ok(outcome) => {
                self.tally.accepted += 1;
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
        // Text takes ten times as long as arithmetic; a sample is enough.
        if self.random.one_in(8) {
            self.formulas_hold(today).map_err(at)?;
        }
        Ok(())
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

    /// Every explanation can be recomputed and ends in the amount it explains.
    fn formulas_hold(&self, today: Date) -> Result<(), String> {
        let order = &self.book.order;
        let mut reasons = Vec::new();
        let views = order.view(today).map_err(|rule| rule.to_string())?;
        for view in views.iter().take(3).chain(views.last()) {
            let lines = order.explain_instalment(view.item.number, today);
            let lines = lines.map_err(|rule| rule.to_string())?;
            if let (Some(last), Some(paid)) = (lines.last(), &view.item.paid)
                && last.result != paid.received
            {
                return Err(format!("explains {last:?}, paid {}", paid.received));
            }
            reasons.extend(lines);
        }
        if let Ok(quote) = order.prepay_quote(today) {
            let lines = order.explain_prepay(today);
            let lines = lines.map_err(|refusal| refusal.to_string())?;
            if lines.last().map(|last| last.result) != Some(quote.total) {
                return Err(format!("explains {lines:?}, quoted {}", quote.total));
            }
            reasons.extend(lines);
        }
        for reason in reasons {
            let recomputed = formula::evaluate(&reason.formula);
            if recomputed != Some(reason.result.get()) {
                return Err(format!("{reason:?} recomputes to {recomputed:?}"));
            }
        }
        Ok(())
    }
}

/// Choosing what happens next.
impl Life {
    /// An event and whether one of its guards is wrong on purpose.
    fn event(&mut self) -> (Event, bool) {
        let kinds: &[u8] = match self.book.order.state {
            State::AwaitingReview => &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 11],
            State::AwaitingPayout => &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 0, 11],
            State::PayoutFailed => &[3, 3, 3, 3, 3, 3, 2, 1, 11],
            State::Repaying => &[4, 4, 5, 5, 5, 5, 5, 6, 6, 7, 8, 8, 9, 9, 1],
            State::Settled => &[8, 8, 5, 7, 4],
            State::WrittenOff => &[8, 10, 10, 9, 5],
            State::Rejected | State::Cancelled => &[0, 1, 5, 11],
        };
        let kind = self.random.pick(kinds);
        self.event_of(kind)
    }

    fn event_of(&mut self, kind: u8) -> (Event, bool) {
        let text = || "依据已核对".to_owned();
        let repaying = self.book.order.state == State::Repaying;
        let wrong = repaying && self.random.one_in(6);
        match kind {
            0 => (self.review(), false),
            1 => (self.payout(), false),
            2 => (Event::PayoutFailure { reason: text() }, false),
            3 => (Event::Redisburse { note: text() }, false),
            4 => self.discount(wrong),
            5 => self.confirm(wrong),
            6 => self.extend(wrong),
            7 => self.prepay(wrong),
            8 => self.undo(wrong),
            9 => (Event::WriteOff { reason: text() }, false),
            10 => {
                let amount = Fen::new(self.random.between(0, 100_000));
                (Event::Recover { amount }, false)
            }
            _ => (Event::Cancel { reason: text() }, false),
        }
    }

    fn review(&mut self) -> Event {
        let asked = self.book.order.asked.get();
        let decision = match self.random.between(0, 29) {
            0 => Decision::Reject,
            1..5 => Decision::Approve(Some(Fen::new(self.random.between(0, asked + 1)))),
            _ => Decision::Approve(None),
        };
        Event::Review {
            decision,
            opinion: "资料齐全".to_owned(),
        }
    }

    fn payout(&mut self) -> Event {
        let back = self.random.between(-1, 3);
        let paid_at = self.random.one_in(4).then(|| self.now - back.days());
        Event::Payout { paid_at }
    }

    fn discount(&mut self, wrong: bool) -> (Event, bool) {
        let today = self.now.date();
        let order = &self.book.order;
        let quote = order.confirm_quote(today);
        let due = quote.map_or(100, |quote| quote.due.get());
        let pending = order.pending_discount.get();
        let amount = match self.random.between(0, 3) {
            0 => due,
            1 => 0,
            2 => due + self.random.between(-1, 1),
            _ => self.random.between(0, due.max(1)),
        };
        let event = Event::Discount {
            amount: Fen::new(amount),
            amount_seen: Some(Fen::new(pending + i64::from(wrong))),
        };
        (event, wrong)
    }

    /// Today, or a day between the last event and today.
    fn value_date(&mut self) -> Option<Date> {
        let today = self.now.date();
        let last = self.book.order.live.last().map_or(today, |event| event.on);
        if self.random.one_in(2) || last > today {
            return None;
        }
        let back = self.random.between(0, days_between(last, today));
        Some(today - back.days())
    }

    fn confirm(&mut self, wrong: bool) -> (Event, bool) {
        let value_date = self.value_date();
        let day = value_date.unwrap_or(self.now.date());
        let order = &self.book.order;
        let quote = order.confirm_quote(day).ok();
        let number = quote.as_ref().map(|quote| quote.number);
        let amount = quote.as_ref().map(|quote| quote.received.get());
        // Where no quote can be had there is nothing to be wrong about.
        let wrong = wrong && quote.is_some();
        let spoil_number = wrong && self.random.one_in(2);
        let event = Event::Confirm {
            number_seen: number.map(|number| number + u16::from(spoil_number)),
            amount_seen: amount.map(|fen| Fen::new(fen + i64::from(wrong && !spoil_number))),
            value_date,
        };
        (event, wrong)
    }

    fn extend(&mut self, wrong: bool) -> (Event, bool) {
        let order = &self.book.order;
        let number = order.earliest_unpaid().map(|item| item.number);
        let wrong_which = if wrong { self.random.between(1, 3) } else { 0 };
        let fee = order.extension_fee().unwrap_or_default().get();
        let event = Event::Extend {
            number_seen: number.map(|number| number + u16::from(wrong_which == 1)),
            count_seen: Some(order.extension_count() + usize::from(wrong_which == 2)),
            fee_seen: Some(Fen::new(fee + i64::from(wrong_which == 3))),
        };
        (event, wrong)
    }

    fn prepay(&mut self, wrong: bool) -> (Event, bool) {
        let value_date = self.value_date();
        let day = value_date.unwrap_or(self.now.date());
        let quote = self.book.order.prepay_quote(day).ok();
        let wrong = wrong && quote.is_some();
        let total = quote.map(|quote| Fen::new(quote.total.get() + i64::from(wrong)));
        let event = Event::Prepay {
            total_seen: total,
            value_date,
        };
        (event, wrong)
    }

    fn undo(&mut self, wrong: bool) -> (Event, bool) {
        let newest = self.book.order.live.last();
        let newest = newest.map_or(0, |event| event.id.0);
        let event = Event::Undo {
            event_seen: EventId(newest - i64::from(wrong)),
            reason: "客户退款".to_owned(),
        };
        (event, wrong)
    }
}
