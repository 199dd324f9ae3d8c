//! Whether a product's annual rate may be published (MONEY.md §8).

use std::fmt;

use crate::irr::{AnnualRate, NoAnnualRate};
use crate::money::Fen;
use crate::rate::percent_text;
use crate::schedule::Loan;
use crate::terms::Terms;
use crate::terms_check::TermsError;

/// The lender's limits on the simple annual rate, in parts per million.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// lilvShangxian: above it a product is not published.
    pub ceiling_ppm: i64,
    /// lilvYujing: above it a warning is shown.
    pub warning_ppm: i64,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            ceiling_ppm: 360_000,
            warning_ppm: 240_000,
        }
    }
}

/// The annual rate at one number of periods on offer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfferedRate {
    pub periods: u16,
    pub rate: AnnualRate,
    /// It exceeds the lender's warning line.
    pub warns: bool,
}

/// Why a product cannot be published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateRefusal {
    AboveCeiling {
        periods: u16,
        simple_ppm: i64,
        ceiling_ppm: i64,
    },
    Unknown {
        periods: u16,
        reason: NoAnnualRate,
    },
    Terms(TermsError),
}

impl fmt::Display for RateRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AboveCeiling {
                periods,
                simple_ppm,
                ceiling_ppm,
            } => write!(
                f,
                "{periods} 期的综合年化利率（单利）为 {}，超过上限 {}，不能上架",
                percent_text(*simple_ppm),
                percent_text(*ceiling_ppm)
            ),
            Self::Unknown { periods, reason } => write!(f, "{periods} 期：{reason}"),
            Self::Terms(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RateRefusal {}

impl Terms {
    /// The rate of every offered term at the `largest` amount, or the first
    /// term that may not be published.
    pub fn publishable(
        &self,
        largest: Fen,
        limits: RateLimits,
    ) -> Result<Vec<OfferedRate>, RateRefusal> {
        let offered = self.offered_periods.iter();
        offered
            .map(|&periods| self.offered_rate(largest, periods, limits))
            .collect()
    }

    fn offered_rate(
        &self,
        largest: Fen,
        periods: u16,
        limits: RateLimits,
    ) -> Result<OfferedRate, RateRefusal> {
        let loan = Loan::new(self, largest, periods).map_err(RateRefusal::Terms)?;
        let rate = loan
            .annual_rate()
            .map_err(|reason| RateRefusal::Unknown { periods, reason })?;
        if rate.simple_ppm > limits.ceiling_ppm {
            return Err(RateRefusal::AboveCeiling {
                periods,
                simple_ppm: rate.simple_ppm,
                ceiling_ppm: limits.ceiling_ppm,
            });
        }
        Ok(OfferedRate {
            periods,
            rate,
            warns: rate.simple_ppm > limits.warning_ppm,
        })
    }
}
