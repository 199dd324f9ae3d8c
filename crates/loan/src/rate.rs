//! Rates in parts per million.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::rounding::half_up;

/// A rate in parts per million: 24 % is 240 000. Always within 0 to 10^7.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(try_from = "i64", into = "i64")]
pub struct Ppm(i64);

impl Ppm {
    pub const ZERO: Self = Self(0);
    /// 1 000 %, the highest rate of any kind (MONEY.md §1).
    pub const MAX: i64 = 10_000_000;
    /// Parts in the whole.
    pub const WHOLE: i64 = 1_000_000;

    pub const fn new(ppm: i64) -> Result<Self, RateOutOfRange> {
        if ppm < 0 || ppm > Self::MAX {
            return Err(RateOutOfRange(ppm));
        }
        Ok(Self(ppm))
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This share of `amount`, rounded half up to the fen.
    pub fn of(self, amount: Fen) -> Result<Fen, OutOfRange> {
        half_up(&[amount.wide(), self.wide()], i128::from(Self::WHOLE))
    }

    /// This share of `amount` for each of `days`, rounded half up once.
    pub fn of_for_days(self, amount: Fen, days: i64) -> Result<Fen, OutOfRange> {
        half_up(
            &[amount.wide(), self.wide(), i128::from(days)],
            i128::from(Self::WHOLE),
        )
    }

    pub(crate) fn wide(self) -> i128 {
        i128::from(self.0)
    }
}

/// Per cent with two to four decimals: `24.00%`, `0.05%`, `1.2345%`.
impl fmt::Display for Ppm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&percent_text(self.0))
    }
}

/// Parts per million as per cent; also for figures no [`Ppm`] can hold.
pub fn percent_text(ppm: i64) -> String {
    let sign = if ppm < 0 { "-" } else { "" };
    let digits = format!("{:05}", ppm.unsigned_abs());
    let (whole, decimals) = digits.split_at(digits.len() - 4);
    let (shown, rest) = decimals.split_at(2);
    format!("{sign}{whole}.{shown}{}%", rest.trim_end_matches('0'))
}

impl TryFrom<i64> for Ppm {
    type Error = RateOutOfRange;

    fn try_from(ppm: i64) -> Result<Self, RateOutOfRange> {
        Self::new(ppm)
    }
}

impl From<Ppm> for i64 {
    fn from(rate: Ppm) -> Self {
        rate.0
    }
}

/// A rate below zero or above 1 000 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateOutOfRange(pub i64);

impl fmt::Display for RateOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "费率须在 0% 至 1000% 之间，不能是 {}",
            percent_text(self.0)
        )
    }
}

impl std::error::Error for RateOutOfRange {}
