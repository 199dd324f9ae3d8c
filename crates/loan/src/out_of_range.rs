use std::fmt;

/// A figure or a date left the range the engine can state exactly.
///
/// It is an error on purpose: an amount is never wrapped, clamped or guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutOfRange {
    /// An amount of money.
    Amount,
    /// A calendar date.
    Date,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Amount => "金额超出可计算的范围",
            Self::Date => "日期超出可计算的范围",
        })
    }
}

impl std::error::Error for OutOfRange {}
