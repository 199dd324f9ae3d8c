//! Events as pure transitions: an order, an event and a moment give the next
//! order with all that has to be written, or a refusal and no change.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::journal::Entry;
use crate::live::{Deed, EventId, LiveEvent};
use crate::machine::EventKind;
use crate::money::Fen;
use crate::order::Order;
use crate::postings;
use crate::record::Record;
use crate::refusal::{Refusal, Rule};

/// The decision of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// The amount approved, or all that was asked for.
    Approve(Option<Fen>),
    Reject,
}

/// What an operator asks for. The `seen` fields are guards: what the screen
/// showed; left out, they are not compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    Review {
        decision: Decision,
        opinion: String,
    },
    Payout {
        paid_at: Option<DateTime>,
    },
    PayoutFailure {
        reason: String,
    },
    Redisburse {
        note: String,
        /// Another receiving account that somebody has to review first.
        needs_review: bool,
    },
    Discount {
        amount: Fen,
        amount_seen: Option<Fen>,
    },
    Confirm {
        number_seen: Option<u16>,
        amount_seen: Option<Fen>,
        value_date: Option<Date>,
    },
    Receipt {
        amount: Fen,
        number_seen: Option<u16>,
        received_seen: Option<Fen>,
        value_date: Option<Date>,
    },
    Extend {
        number_seen: Option<u16>,
        count_seen: Option<usize>,
        fee_seen: Option<Fen>,
    },
    Prepay {
        total_seen: Option<Fen>,
        value_date: Option<Date>,
    },
    Undo {
        event_seen: EventId,
        reason: String,
    },
    WriteOff {
        reason: String,
    },
    Recover {
        amount: Fen,
    },
    Cancel {
        reason: String,
    },
}

impl Event {
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Review { .. } => EventKind::Review,
            Self::Payout { .. } => EventKind::Payout,
            Self::PayoutFailure { .. } => EventKind::PayoutFailure,
            Self::Redisburse { .. } => EventKind::Redisburse,
            Self::Discount { .. } => EventKind::Discount,
            Self::Confirm { .. } => EventKind::Confirm,
            Self::Receipt { .. } => EventKind::Receipt,
            Self::Extend { .. } => EventKind::Extend,
            Self::Prepay { .. } => EventKind::Prepay,
            Self::Undo { .. } => EventKind::Undo,
            Self::WriteOff { .. } => EventKind::WriteOff,
            Self::Recover { .. } => EventKind::Recover,
            Self::Cancel { .. } => EventKind::Cancel,
        }
    }
}

/// When an event is entered, and the number the log will know it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    pub id: EventId,
    /// The business clock, Asia/Shanghai.
    pub now: DateTime,
}

impl Moment {
    pub fn today(&self) -> Date {
        self.now.date()
    }
}

/// Everything one event writes, in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub order: Order,
    pub records: Vec<Record>,
    pub entry: Option<Entry>,
    /// The event whose records are to be marked reversed.
    pub reverses: Option<EventId>,
    /// The amount the order log shows beside the sentence.
    pub amount: Option<Fen>,
    /// The sentence of the order log.
    pub sentence: String,
}

impl Outcome {
    /// An event that moves no money.
    pub(crate) fn quiet(order: Order, sentence: String) -> Self {
        Self {
            order,
            records: Vec::new(),
            entry: None,
            reverses: None,
            amount: None,
            sentence,
        }
    }

    /// A money event: it joins those in force and posts its entry.
    pub(crate) fn money(
        mut order: Order,
        at: &Moment,
        on: Date,
        deed: Deed,
        records: Vec<Record>,
        sentence: String,
    ) -> Result<Self, Refusal> {
        let event = LiveEvent {
            id: at.id,
            at: at.now,
            on,
            deed,
        };
        let entry = postings::entry_of(&order, &event)?;
        let amount = Fen::sum(records.iter().map(|record| record.cash))?;
        order.live.push(event);
        // What would overflow a total is refused, never posted.
        order.summary(on)?;
        Ok(Self {
            order,
            records,
            entry,
            reverses: None,
            amount: Some(amount),
            sentence,
        })
    }
}

impl Order {
    /// Applies one event.
    pub fn apply(&self, event: &Event, at: &Moment) -> Result<Outcome, Refusal> {
        match event {
            Event::Review { decision, opinion } => self.review(*decision, opinion, at),
            Event::Payout { paid_at } => self.pay_out(*paid_at, at),
            Event::PayoutFailure { reason } => self.payout_failed(reason),
            Event::Redisburse { note, needs_review } => self.redisburse(note, *needs_review),
            Event::Discount {
                amount,
                amount_seen,
            } => self.set_discount(*amount, *amount_seen, at),
            Event::Confirm {
                number_seen,
                amount_seen,
                value_date,
            } => self.confirm(*number_seen, *amount_seen, *value_date, at),
            Event::Receipt {
                amount,
                number_seen,
                received_seen,
                value_date,
            } => {
                let seen = (*number_seen, *received_seen);
                self.receive(*amount, seen, *value_date, at)
            }
            Event::Extend {
                number_seen,
                count_seen,
                fee_seen,
            } => self.extend(*number_seen, *count_seen, *fee_seen, at),
            Event::Prepay {
                total_seen,
                value_date,
            } => self.prepay(*total_seen, *value_date, at),
            Event::Undo { event_seen, reason } => self.undo(*event_seen, reason),
            Event::WriteOff { reason } => self.write_off(reason, at),
            Event::Recover { amount } => self.recover(*amount, at),
            Event::Cancel { reason } => self.cancel(reason),
        }
    }

    /// The day an event counts from: what the operator says, today otherwise;
    /// never in the future, never before the last money event in force.
    pub fn value_date(&self, asked: Option<Date>, today: Date) -> Result<Date, Refusal> {
        let day = asked.unwrap_or(today);
        if day > today {
            return Err(Rule::ValueDateInFuture { asked: day, today }.into());
        }
        match self.live.last() {
            Some(last) if day < last.on => Err(Rule::BeforeLastEvent {
                asked: day,
                last: last.on,
            }
            .into()),
            _ => Ok(day),
        }
    }
}

/// A text the rules demand.
pub(crate) fn required<'a>(text: &'a str, field: &'static str) -> Result<&'a str, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Rule::TextMissing(field).into());
    }
    Ok(text)
}
