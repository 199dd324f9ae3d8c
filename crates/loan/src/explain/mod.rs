//! "Why this number": each amount as lines a borrower can recompute.

use std::fmt::Display;

use crate::live::EventId;
use crate::money::Fen;

mod instalment;
mod overdue;
mod owed;
mod principal;
mod receipt;
mod received;
mod settlement;
mod total;

/// One line: what the figure is, how it is computed with the real figures, and
/// the result. The formula uses + − × ÷ % and min(…), each term of a sum has its
/// name in front, and rounding it half up to the fen gives the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub what: String,
    pub formula: String,
    pub result: Fen,
    /// The event that brought this money, where the line tells of one.
    pub by: Option<EventId>,
}

impl Reason {
    fn new(what: impl Into<String>, formula: impl Into<String>, result: Fen) -> Self {
        Self {
            what: what.into(),
            formula: formula.into(),
            result,
            by: None,
        }
    }

    fn by(self, event: EventId) -> Self {
        Self {
            by: Some(event),
            ..self
        }
    }
}

/// Amounts with their names as one formula: `本金 1,000.00 + 利息 30.00 − 优惠 50.00`. What is
/// zero is left out; a lone zero when there is nothing to add.
#[derive(Default)]
struct Sum(String);

impl Sum {
    fn plus(mut self, name: impl Display, amount: Fen) -> Self {
        if !amount.is_zero() {
            if !self.0.is_empty() {
                self.0.push_str(" + ");
            }
            self.0.push_str(&format!("{name} {amount}"));
        }
        self
    }

    fn minus(mut self, name: impl Display, amount: Fen) -> Self {
        if !amount.is_zero() {
            if self.0.is_empty() {
                self.0 = Fen::ZERO.to_string();
            }
            self.0.push_str(&format!(" − {name} {amount}"));
        }
        self
    }

    fn text(self) -> String {
        if self.0.is_empty() {
            Fen::ZERO.to_string()
        } else {
            self.0
        }
    }
}
