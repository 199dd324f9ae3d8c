//! Amounts in fen.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::out_of_range::OutOfRange;

/// An amount of money, in fen. Negative only where money leaves or an entry is
/// reversed; what a borrower owes is never below zero.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Fen(i64);

impl Fen {
    pub const ZERO: Self = Self(0);

    pub const fn new(fen: i64) -> Self {
        Self(fen)
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub fn plus(self, other: Self) -> Result<Self, OutOfRange> {
        self.0
            .checked_add(other.0)
            .map(Self)
            .ok_or(OutOfRange::Amount)
    }

    pub fn minus(self, other: Self) -> Result<Self, OutOfRange> {
        self.0
            .checked_sub(other.0)
            .map(Self)
            .ok_or(OutOfRange::Amount)
    }

    pub fn negated(self) -> Result<Self, OutOfRange> {
        self.0.checked_neg().map(Self).ok_or(OutOfRange::Amount)
    }

    /// The sum of all `amounts`; zero when there are none.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, OutOfRange> {
        amounts.into_iter().try_fold(Self::ZERO, Self::plus)
    }

    /// As a factor for [`half_up`](crate::rounding::half_up).
    pub(crate) fn wide(self) -> i128 {
        i128::from(self.0)
    }
}

/// Yuan with two decimals and thousands separators: `10,661.86`, `-0.05`.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:03}", self.0.unsigned_abs());
        let (yuan, cents) = digits.split_at(digits.len() - 2);
        let mut text = String::with_capacity(digits.len() + 8);
        if self.0 < 0 {
            text.push('-');
        }
        for (position, digit) in yuan.chars().enumerate() {
            if position > 0 && (yuan.len() - position).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text.push('.');
        text.push_str(cents);
        f.pad(&text)
    }
}
