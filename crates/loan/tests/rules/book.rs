//! An order with everything its events wrote; the invariants of MONEY.md §7
//! are asked of the product's own book. Every table test and every random run goes through
//! here, so no rule is ever tested without them.

use jiff::civil::{Date, DateTime};
use loan::{
    Entry, Event, EventId, EventKind, ItemState, Kept, Moment, Order, Outcome, Posted, Record,
    Refusal, State,
};

#[derive(Clone)]
pub struct Book {
    pub order: Order,
    pub entries: Vec<(EventId, Entry)>,
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
        let posted = outcome.entry.clone();
        let entry_of = outcome.reverses.unwrap_or(id);
        self.entries.extend(posted.map(|entry| (entry_of, entry)));
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

    /// The first invariant that does not hold on `day`.
    pub fn broken(&self, day: Date) -> Result<(), String> {
        if let Some(broken) = self.as_kept().broken(day).first() {
            return Err(format!("invariant {}: {}", broken.rule, broken.what));
        }
        self.due_dates_rise()?;
        self.pending_discount_fits(day)?;
        self.summary_agrees(day)?;
        self.flags_agree(day)
    }

    /// As the product keeps it.
    fn as_kept(&self) -> loan::Book {
        let lines = self.entries.iter().flat_map(|(event, entry)| {
            entry.lines().iter().map(|line| Posted {
                event: *event,
                is_reversal: entry.reverses().is_some(),
                line: *line,
            })
        });
        let records = self.records.iter().map(|written| Kept {
            event: written.event,
            kind: written.record.kind,
            number: written.record.number,
            due: written.record.due,
            discount: written.record.discount,
            cash: written.record.cash,
            is_reversed: written.reversed,
        });
        loan::Book {
            order: self.order.clone(),
            lines: lines.collect(),
            records: records.collect(),
            steps: self.steps.clone(),
        }
    }

    fn due_dates_rise(&self) -> Result<(), String> {
        let Some(plan) = &self.order.plan else {
            return Ok(());
        };
        let days = plan.items.iter().all(|item| item.days >= 1);
        holds(days, "a period has no day")?;
        let rises = plan.items.windows(2).all(|pair| match pair {
            [earlier, later] => earlier.due_on < later.due_on,
            _ => true,
        });
        holds(rises, "due dates do not rise")
    }

    fn pending_discount_fits(&self, day: Date) -> Result<(), String> {
        if self.order.state != State::Repaying {
            return Ok(());
        }
        let quote = self.order.confirm_quote(day);
        let quote = quote.map_err(|refusal| refusal.to_string())?;
        holds(
            self.order.pending_discount <= quote.due,
            "the pending discount exceeds what is due",
        )
    }

    /// The summary adds up.
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
