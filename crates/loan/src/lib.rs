//! The loan engine of 掌柜: money, calendar, schedules, events and postings.
//!
//! Pure by design. It reads no clock, does no I/O, holds no floating point
//! where a fen is decided, and knows no other crate of the product.
#![deny(clippy::float_arithmetic, clippy::integer_division)]

mod amount_text;
mod annuity;
mod calendar;
mod coded;
mod irr;
mod money;
mod out_of_range;
mod overdue;
mod plan;
mod rounding;
mod schedule;
mod terms;
mod terms_check;

pub use amount_text::AmountError;
pub use annuity::annuity_payment;
pub use calendar::{Period, PeriodUnit, add_days, add_months, days_between};
pub use irr::{AnnualRate, NoAnnualRate, PeriodsPerYear, annual_rate};
pub use money::{Fen, Ppm, RateOutOfRange, percent_text};
pub use out_of_range::OutOfRange;
pub use overdue::Overdue;
pub use plan::{Charge, Instalment, Paid, Plan};
pub use schedule::Loan;
pub use terms::{
    DayCount, ExtensionTerms, FeeCollection, OverdueBase, OverdueTerms, PeriodRate, PrepayInterest,
    PrepayTerms, RepaymentMode, Terms, UpfrontFee,
};
pub use terms_check::{
    MAX_DAYS, MAX_EXTENSIONS, MAX_PERIODS, MAX_PRINCIPAL, MIN_PRINCIPAL, Policy, TermsError,
};
