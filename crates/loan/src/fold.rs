//! An order is the fold of its events (MONEY.md §7): the engine that let them
//! happen makes the order again, and what is stored must come out the same.
//!
//! What was allowed once must stay allowed here: a rule that becomes stricter
//! belongs in front of [`Order::apply`], or old orders cannot be made again.

use jiff::civil::DateTime;

use crate::event::{Event, Moment, Outcome};
use crate::journal::Entry;
use crate::live::{EventId, LiveEvent};
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::terms::Terms;
use crate::terms_check::{Policy, TermsError};

/// An order on its way through its events.
#[derive(Debug, Clone)]
pub struct Fold {
    order: Order,
    /// Money events so far, undone ones included.
    events: i64,
}

/// What one event did, beside the order it left.
#[derive(Debug, Clone)]
pub struct Step {
    pub kind: EventKind,
    pub before: State,
    pub after: State,
    /// The money event that came into force.
    pub event: Option<LiveEvent>,
    pub records: Vec<Record>,
    pub entry: Option<Entry>,
    /// The money event it took back.
    pub reverses: Option<EventId>,
    pub amount: Option<Fen>,
}

impl Fold {
    /// A new application. Whether its terms were on offer was asked that day.
    pub fn begin(terms: Terms, asked: Fen, periods: u16) -> Result<Self, TermsError> {
        let policy = Policy {
            withholding_allowed: true,
        };
        Order::new(terms, asked, periods, policy).map(|order| Self::resume(order, 0))
    }

    /// An order as it is known to have been, with so many money events behind it.
    pub const fn resume(order: Order, events: i64) -> Self {
        Self { order, events }
    }

    pub const fn order(&self) -> &Order {
        &self.order
    }

    pub const fn events(&self) -> i64 {
        self.events
    }

    /// Lets the next event happen again.
    pub fn step(&mut self, event: &Event, now: DateTime) -> Result<Step, Refusal> {
        let id = EventId(self.events + 1);
        let Outcome {
            order,
            records,
            entry,
            reverses,
            amount,
            sentence: _,
        } = self.order.apply(event, &Moment { id, now })?;
        let newest = order.live.last().filter(|live| live.id == id);
        let step = Step {
            kind: event.kind(),
            before: self.order.state,
            after: order.state,
            event: newest.cloned(),
            records,
            entry,
            reverses,
            amount,
        };
        self.events += i64::from(step.event.is_some());
        self.order = order;
        Ok(step)
    }
}
