//! "Why this number": each amount as lines a borrower can recompute.

use crate::money::Fen;

mod instalment;
mod owed;
mod receipt;
mod settlement;
mod total;

/// One line: what the figure is, how it is computed with the real figures, and
/// the result. The formula uses + − × ÷ % and min(…), and rounding it half up
/// to the fen gives the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub what: String,
    pub formula: String,
    pub result: Fen,
}

impl Reason {
    fn new(what: impl Into<String>, formula: impl Into<String>, result: Fen) -> Self {
        Self {
            what: what.into(),
            formula: formula.into(),
            result,
        }
    }
}

/// `a + b + c`; a lone zero when there is nothing to add.
fn sum_text(parts: &[Fen]) -> String {
    let shown: Vec<String> = parts
        .iter()
        .filter(|part| !part.is_zero())
        .map(Fen::to_string)
        .collect();
    if shown.is_empty() {
        Fen::ZERO.to_string()
    } else {
        shown.join(" + ")
    }
}
