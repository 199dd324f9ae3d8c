//! The annual rate the borrower really pays (MONEY.md §8).
//!
//! The periodic rate is solved in floating point; it decides no fen. Whether
//! the simple figure rounds up or down is then decided in exact arithmetic,
//! because a product is refused or published on that last digit.

use std::fmt;

use num_bigint::BigInt;
use serde::Serialize;

use crate::calendar::{Period, PeriodUnit};
use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::schedule::Loan;
use crate::terms::RepaymentMode;

/// Annual rates in parts per million, each rounded half up to 0.01 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AnnualRate {
    /// The internal rate of one period.
    pub periodic: f64,
    /// Periodic rate × periods a year (nianhuaDanli).
    pub simple_ppm: i64,
    /// (1 + periodic rate)^periods − 1 (nianhuaFuli); empty above 10^10 %, where
    /// floats no longer give its last digit and no one would read it.
    pub compound_ppm: Option<i64>,
}

/// There is no rate to state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnnualRate {
    /// The borrower receives nothing.
    NothingReceived,
    /// The borrower repays nothing.
    NothingRepaid,
    /// A payment below zero, or a figure beyond the range.
    OutOfRange,
}

impl fmt::Display for NoAnnualRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingReceived => "借款人实际到手金额为零，无法计算年化利率",
            Self::NothingRepaid => "没有任何还款，无法计算年化利率",
            Self::OutOfRange => "年化利率超出可计算的范围",
        })
    }
}

impl std::error::Error for NoAnnualRate {}

impl From<OutOfRange> for NoAnnualRate {
    fn from(_: OutOfRange) -> Self {
        Self::OutOfRange
    }
}

/// Periods a year as an exact fraction: 12 / months or 365 / days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeriodsPerYear {
    numerator: u32,
    denominator: u32,
}

impl PeriodsPerYear {
    /// For instalments that are `count` periods apart.
    pub fn new(period: Period, count: u16) -> Self {
        let units = u32::from(period.length.max(1)) * u32::from(count.max(1));
        let (numerator, denominator) = match period.unit {
            PeriodUnit::Month => (12, units),
            PeriodUnit::Week => (365, units * 7),
            PeriodUnit::Day => (365, units),
        };
        Self {
            numerator,
            denominator,
        }
    }

    #[expect(clippy::float_arithmetic, reason = "decides no fen")]
    fn as_f64(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }
}

impl Loan<'_> {
    /// The rate of the contractual flows: principal less upfront fee against
    /// the instalments as planned.
    pub fn annual_rate(&self) -> Result<AnnualRate, NoAnnualRate> {
        let proceeds = self.principal().minus(self.upfront_fee()?)?;
        let payments = self
            .amounts()?
            .iter()
            .map(crate::schedule::Amounts::total)
            .collect::<Result<Vec<Fen>, _>>()?;
        let gap = match self.terms().mode {
            RepaymentMode::SinglePayment => self.periods(),
            _ => 1,
        };
        annual_rate(
            proceeds,
            &payments,
            PeriodsPerYear::new(self.terms().period, gap),
        )
    }
}

/// The rate at which `payments`, one a period, are worth `proceeds`.
pub fn annual_rate(
    proceeds: Fen,
    payments: &[Fen],
    per_year: PeriodsPerYear,
) -> Result<AnnualRate, NoAnnualRate> {
    if proceeds <= Fen::ZERO {
        return Err(NoAnnualRate::NothingReceived);
    }
    if payments.iter().any(|payment| payment.is_negative()) {
        return Err(NoAnnualRate::OutOfRange);
    }
    if payments.iter().all(|payment| payment.is_zero()) {
        return Err(NoAnnualRate::NothingRepaid);
    }
    let periodic = solve(proceeds, payments);
    let simple = simple_rate(periodic, proceeds, payments, per_year)?;
    Ok(AnnualRate {
        periodic,
        simple_ppm: simple.checked_mul(100).ok_or(NoAnnualRate::OutOfRange)?,
        compound_ppm: compound_rate(periodic, simple, per_year)
            .and_then(|hundredths| hundredths.checked_mul(100)),
    })
}

/// Bisects for the discount factor v = 1 / (1 + i). The value of the payments
/// rises with v from nothing without bound, so there is exactly one root and
/// halving always finds it, whatever the flows look like.
#[expect(clippy::float_arithmetic, reason = "decides no fen")]
#[expect(
    clippy::cast_precision_loss,
    reason = "amounts stay below 2^53 fen in all offers; beyond, 16 digits are plenty for a rate"
)]
fn solve(proceeds: Fen, payments: &[Fen]) -> f64 {
    let target = proceeds.get() as f64;
    let worth = |factor: f64| {
        payments.iter().rev().fold(0.0, |later: f64, payment| {
            (later + payment.get() as f64) * factor
        })
    };
    let mut low = 0.0;
    let mut high = 1.0;
    while worth(high) < target {
        low = high;
        high *= 2.0;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            // Neighbouring floats: nothing lies between them.
            return (1.0 - high) / high;
        }
        if worth(middle) < target {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Simple annual rate in hundredths of a per cent, half up, exactly.
#[expect(clippy::float_arithmetic, reason = "only proposes; at_least decides")]
fn simple_rate(
    periodic: f64,
    proceeds: Fen,
    payments: &[Fen],
    per_year: PeriodsPerYear,
) -> Result<i64, NoAnnualRate> {
    let proposed = periodic * per_year.as_f64() * 10_000.0 + 0.5;
    let mut hundredths = whole(proposed.floor()).ok_or(NoAnnualRate::OutOfRange)?;
    while !at_least(hundredths, proceeds, payments, per_year) {
        hundredths -= 1;
    }
    while at_least(hundredths + 1, proceeds, payments, per_year) {
        hundredths += 1;
    }
    Ok(hundredths)
}

/// Whether the true simple rate reaches `hundredths − 1/2`: at that rate the
/// debt is worked off, period by period, in whole numbers.
fn at_least(hundredths: i64, proceeds: Fen, payments: &[Fen], per_year: PeriodsPerYear) -> bool {
    // 1 + i = growth / unit, where i = (hundredths − 1/2) / (10 000 × periods a year).
    let unit = BigInt::from(20_000) * per_year.numerator;
    let gain = (BigInt::from(hundredths) * 2 - 1) * per_year.denominator;
    let growth = &unit + gain;
    let zero = BigInt::from(0);
    if growth <= zero {
        return true;
    }
    let mut scale = BigInt::from(1);
    let mut debt = BigInt::from(proceeds.get());
    for payment in payments {
        scale *= &unit;
        debt = debt * &growth - &scale * payment.get();
    }
    debt <= zero
}

/// The largest compound rate stated, in hundredths of a per cent: 10^10 %.
const MOST_HUNDREDTHS: f64 = 1e12;

/// Compound annual rate in hundredths of a per cent, half up.
#[expect(clippy::float_arithmetic, reason = "decides no fen")]
fn compound_rate(periodic: f64, simple: i64, per_year: PeriodsPerYear) -> Option<i64> {
    if per_year.numerator == per_year.denominator {
        // One period a year compounds nothing.
        return Some(simple);
    }
    let growth = (per_year.as_f64() * periodic.ln_1p()).exp_m1();
    // Fifteen digits are reliable; a tie that floats a hair below counts as one.
    let hundredths = growth * 10_000.0 * (1.0 + 4.0 * f64::EPSILON);
    (hundredths <= MOST_HUNDREDTHS)
        .then(|| whole((hundredths + 0.5).floor()))
        .flatten()
}

/// A whole float as an integer, where every integer is still exact.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the value is whole and within 2^53"
)]
fn whole(value: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (value.abs() <= EXACT).then_some(value as i64)
}
