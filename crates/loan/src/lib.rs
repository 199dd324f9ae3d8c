//! The loan engine of 掌柜: money, calendar, schedules, events and postings.
//!
//! Pure by design. It reads no clock, does no I/O, holds no floating point
//! where a fen is decided, and knows no other crate of the product.
#![deny(clippy::float_arithmetic, clippy::integer_division)]

mod amount_text;
mod amount_words;
mod annuity;
mod area;
mod book;
mod calendar;
mod coded;
mod confirm;
mod event;
mod explain;
mod extension;
mod fold;
mod irr;
mod journal;
mod live;
mod machine;
mod money;
mod order;
mod out_of_range;
mod overdue;
mod owed;
mod payout;
mod permit;
mod plan;
mod postings;
mod prepay;
mod rate;
mod rate_limit;
mod receipt;
mod record;
mod refusal;
mod review;
mod rounding;
mod schedule;
mod standing;
mod summary;
mod terms;
mod terms_check;
mod undo;
mod view;
mod write_off;

pub use amount_text::{AmountError, half_width, without_separators};
pub use annuity::annuity_payment;
pub use area::{Area, AreaError, Place};
pub use book::{Book, Broken, INVARIANTS, Kept, Posted};
pub use calendar::{Period, PeriodUnit, add_days, add_months, days_between};
pub use confirm::ConfirmQuote;
pub use event::{Decision, Event, Moment, Outcome};
pub use explain::Reason;
pub use fold::{Fold, Step};
pub use irr::{AnnualRate, NoAnnualRate, PeriodsPerYear, annual_rate};
pub use journal::{Account, Entry, Line, Side};
pub use live::{Deed, EventId, LiveEvent};
pub use machine::{EventKind, STEPS, State, is_step};
pub use money::Fen;
pub use order::Order;
pub use out_of_range::OutOfRange;
pub use overdue::Overdue;
pub use owed::{Owed, Turn};
pub use plan::{Charge, Instalment, Paid, Part, Plan};
pub use prepay::{PrepayQuote, PrepayShare};
pub use rate::{Ppm, RateOutOfRange, percent_text};
pub use rate_limit::{OfferedRate, RateLimits, RateRefusal};
pub use receipt::{ReceiptQuote, ReceiptShare};
pub use record::{Record, RecordKind};
pub use refusal::{Refusal, Rule, Stale};
pub use schedule::Loan;
pub use standing::Standing;
pub use summary::Summary;
pub use terms::{
    AmountTerms, DayCount, ExtensionTerms, FeeCollection, OverdueBase, OverdueTerms, PeriodRate,
    PrepayInterest, PrepayTerms, RepaymentMode, Terms, UpfrontFee,
};
pub use terms_check::{
    MAX_DAYS, MAX_EXTENSIONS, MAX_PERIODS, MAX_PRINCIPAL, MIN_PRINCIPAL, Policy, TermsError,
};
pub use view::{ItemState, ItemView};
