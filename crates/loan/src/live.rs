//! Money events in force.

use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::money::Fen;

/// The number under which the order log knows an event (shijianId).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub i64);

/// A money event in force. Undoing takes the newest one off the list; what
/// happened stays in the log and the journal, which only grow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveEvent {
    pub id: EventId,
    /// When it was entered.
    pub at: DateTime,
    /// The day its money counts from.
    pub on: Date,
    pub deed: Deed,
}

/// What a money event did, with what undoing it needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    Payout,
    Confirm { number: u16, discount_before: Fen },
    Receipt { amount: Fen, discount_before: Fen },
    Extension { fee: Fen },
    Prepay { discount_before: Fen },
    WriteOff { discount_before: Fen },
    Recovery { amount: Fen },
}
