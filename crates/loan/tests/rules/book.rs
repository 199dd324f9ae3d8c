//! An order with everything its events wrote, and the invariants of
//! MONEY.md §7 over it. Every table test and every random run goes through
//! here, so no rule is ever tested without them.

use std::collections::BTreeSet;

use jiff::civil::{Date, DateTime};
use loan::{
    Account, Entry, Event, EventId, EventKind, FeeCollection, Fen, ItemState, Moment, Order,
    Outcome, Record, RecordKind, Refusal, Side, State, is_step,
};

#[derive(Clone)]
pub struct Book {
    pub order: Order,
    pub entries: Vec<Entry>,
    pub records: Vec<Written>,
    pub steps: Vec<(State, EventKind, State)>,
    pub accepted: Vec<(Event, Moment)>,
    pub next_id: i64,
}

/// A record and whether its event was undone.
#[derive(Clone)]
pub struct Written {
    pub event: EventId,
    pub record: Record,
    pub reversed: bool,
}

impl Book {
    pub fn new(order: Order) -> Self {
        Self {
            order,
            entries: Vec::new(),
            records: Vec::new(),
            steps: Vec::new(),
            accepted: Vec::new(),
            next_id: 1,
        }
    }

    /// Applies an event and writes down what it asks for.
    pub fn apply(&mut self, event: Event, now: DateTime) -> Result<Outcome, Refusal> {
        let id = EventId(self.next_id);
        let moment = Moment { id, now };
        let outcome = self.order.apply(&event, &moment)?;
        self.next_id += 1;
        self.steps
            .push((self.order.state, event.kind(), outcome.order.state));
        self.order = outcome.order.clone();
        self.entries.extend(outcome.entry.clone());
        if let Some(original) = outcome.reverses {
            for written in &mut self.records {
                written.reversed |= written.event == original;
            }
        }
        self.records
            .extend(outcome.records.iter().cloned().map(|record| Written {
                event: id,
                record,
                reversed: false,
            }));
        self.accepted.push((event, moment));
        Ok(outcome)
    }

    pub fn live_records(&self) -> impl Iterator<Item = &Record> {
        let live = self.records.iter().filter(|written| !written.reversed);
        live.map(|written| &written.record)
    }

    /// Debit less credit of one account over all entries.
    pub fn ledger(&self, account: Account) -> i64 {
        let nets = self.entries.iter().map(|entry| entry.net(account));
        nets.map(|net| net.unwrap_or_default().get()).sum()
    }

    /// The first invariant that does not hold on `day`.
    pub fn broken(&self, day: Date) -> Result<(), String> {
        self.plan_is_whole()?;
        self.journal_balances()?;
        self.ledger_agrees()?;
        self.records_agree()?;
        self.states_agree()?;
        self.discounts_agree(day)?;
        self.summary_agrees(day)?;
        self.flags_agree(day)
    }

    /// Invariant 1, and due dates that rise.
    fn plan_is_whole(&self) -> Result<(), String> {
        let Some(plan) = &self.order.plan else {
            return Ok(());
        };
        let sum: i64 = plan.items.iter().map(|item| item.principal.get()).sum();
        same("plan principal", sum, self.order.principal.get())?;
        for item in &plan.items {
            let mut amounts = vec![
                item.principal,
                item.interest,
                item.insurance_fee,
                item.service_fee,
            ];
            if let Some(paid) = &item.paid {
                let charge = &paid.charge;
                amounts.extend([paid.discount, paid.received, charge.interest]);
                amounts.extend([charge.insurance_fee, charge.service_fee]);
                amounts.extend([charge.overdue_fee, charge.breach_fee]);
                same(
                    "principal charged",
                    charge.principal.get(),
                    item.principal.get(),
                )?;
                let total = charge.total().map_err(|error| error.to_string())?;
                same(
                    "paid and discounted",
                    paid.received.get() + paid.discount.get(),
                    total.get(),
                )?;
            }
            holds(
                amounts.iter().all(|amount| !amount.is_negative()),
                "an amount is negative",
            )?;
            holds(item.days >= 1, "a period has no day")?;
        }
        let rises = plan.items.windows(2).all(|pair| match pair {
            [earlier, later] => earlier.due_on < later.due_on,
            _ => true,
        });
        holds(rises, "due dates do not rise")
    }

    /// Invariant 2; no zero line is written.
    fn journal_balances(&self) -> Result<(), String> {
        for entry in &self.entries {
            let mut balance = 0;
            for line in entry.lines() {
                holds(!line.amount.is_zero(), "a zero line was written")?;
                balance += match line.side {
                    Side::Debit => line.amount.get(),
                    Side::Credit => -line.amount.get(),
                };
            }
            same("entry balance", balance, 0)?;
        }
        let trial: i64 = Account::ALL
            .iter()
            .map(|&account| self.ledger(account))
            .sum();
        same("trial balance", trial, 0)
    }

    /// Invariants 3 and 4.
    fn ledger_agrees(&self) -> Result<(), String> {
        let items = self.order.plan.iter().flat_map(|plan| &plan.items);
        let unpaid = items.filter(|item| item.paid.is_none());
        let owed: i64 = match self.order.state {
            State::Repaying => unpaid.map(|item| item.principal.get()).sum(),
            _ => 0,
        };
        same(
            "ledger principal",
            self.ledger(Account::LoanPrincipal),
            owed,
        )?;
        let cash: i64 = self.live_records().map(|record| record.cash.get()).sum();
        same("cash", self.ledger(Account::Cash), cash)
    }

    /// Invariant 5.
    fn records_agree(&self) -> Result<(), String> {
        let mut numbers = BTreeSet::new();
        let mut prepayments = 0;
        for record in self.live_records() {
            same(
                "record cash",
                record.due.get() - record.discount.get(),
                record.cash.get(),
            )?;
            if let Some(number) = record.number {
                holds(numbers.insert(number), "an instalment was paid twice")?;
            }
            prepayments += i64::from(record.kind == RecordKind::Prepayment);
        }
        holds(prepayments <= 1, "two prepayments are in force")
    }

    /// Invariant 6.
    fn states_agree(&self) -> Result<(), String> {
        let plan = self.order.plan.as_ref();
        let all_paid = plan.is_some_and(|plan| {
            !plan.items.is_empty() && plan.items.iter().all(|item| item.paid.is_some())
        });
        let settled = self.order.state == State::Settled;
        holds(settled == all_paid, "settled and all paid differ")?;
        let mut state = State::AwaitingReview;
        for &(from, event, to) in &self.steps {
            holds(
                from == state && is_step(from, event, to),
                "not a legal path",
            )?;
            state = to;
        }
        holds(state == self.order.state, "the path ends elsewhere")
    }

    /// Invariant 7, and a pending discount that never exceeds what is due.
    fn discounts_agree(&self, day: Date) -> Result<(), String> {
        let lines = self.entries.iter().flat_map(Entry::lines);
        let booked: i64 = lines
            .filter(|line| line.reduces.is_some())
            .map(|line| line.amount.get())
            .sum();
        let items = self.order.plan.iter().flat_map(|plan| &plan.items);
        let paid = items.filter_map(|item| item.paid.as_ref());
        let consumed: i64 = paid.map(|paid| paid.discount.get()).sum();
        same("discounts booked", booked, consumed)?;

        let pending = self.order.pending_discount;
        holds(!pending.is_negative(), "the pending discount is negative")?;
        if self.order.state != State::Repaying {
            return same("pending discount when nothing is due", pending.get(), 0);
        }
        let quote = self.order.confirm_quote(day);
        let quote = quote.map_err(|refusal| refusal.to_string())?;
        holds(
            pending <= quote.due,
            "the pending discount exceeds what is due",
        )
    }

    /// The summary adds up; invariant 8 once settled.
    fn summary_agrees(&self, day: Date) -> Result<(), String> {
        let summary = self.order.summary(day).map_err(|rule| rule.to_string())?;
        same(
            "total repayment",
            summary.total_repayment.get(),
            summary.total_principal.get() + summary.total_interest_and_fees.get(),
        )?;
        let parts = [
            summary.interest,
            summary.upfront_fee,
            summary.insurance_fee,
            summary.service_fee,
            summary.overdue_fee,
            summary.breach_fee,
            summary.extension_fees,
        ];
        let parts: i64 = parts.iter().map(|part| part.get()).sum();
        same(
            "interest and fees",
            summary.total_interest_and_fees.get(),
            parts,
        )?;
        if self.order.state != State::Settled {
            return Ok(());
        }
        let receipts = self
            .live_records()
            .filter(|record| record.kind != RecordKind::Payout);
        let received: i64 = receipts.map(|record| record.cash.get()).sum();
        let withheld = match self.order.terms.upfront_fee.collection {
            FeeCollection::Withheld => summary.upfront_fee,
            FeeCollection::Apart => Fen::ZERO,
        };
        same(
            "receipts at settlement",
            received + withheld.get(),
            summary.total_repayment.get() - summary.total_discount.get(),
        )
    }

    /// MONEY.md §4: who may be confirmed, extended, prepaid.
    fn flags_agree(&self, day: Date) -> Result<(), String> {
        let views = self.order.view(day).map_err(|rule| rule.to_string())?;
        let repaying = self.order.state == State::Repaying;
        let confirmable = views.iter().filter(|view| view.can_confirm).count();
        holds(confirmable == usize::from(repaying), "isHuankuan")?;
        let first = views.iter().find(|view| view.item.paid.is_none());
        let first = first.map(|view| view.item.number);
        for view in &views {
            let in_turn = first == Some(view.item.number);
            holds(!view.can_confirm || in_turn, "confirmed out of order")?;
            holds(!view.can_extend || (in_turn && repaying), "isYanqi")?;
            holds(
                !view.can_extend || !view.is_overdue(),
                "extends an overdue one",
            )?;
            let completed = view.state == ItemState::Completed;
            holds(completed == view.item.paid.is_some(), "YIWANCHENG")?;
            holds(
                view.is_overdue() || view.overdue_fee.is_zero(),
                "a fee without a late day",
            )?;
        }
        holds(!self.order.can_prepay() || repaying, "isTiqian")
    }
}

fn same(what: &str, left: i64, right: i64) -> Result<(), String> {
    if left == right {
        Ok(())
    } else {
        Err(format!("{what}: {left} is not {right}"))
    }
}

fn holds(condition: bool, what: &str) -> Result<(), String> {
    if condition {
        Ok(())
    } else {
        Err(what.to_owned())
    }
}
