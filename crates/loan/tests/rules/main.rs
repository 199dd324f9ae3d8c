//! The rules of the loan engine, as tables and as properties.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking, also in the functions it shares"
)]

mod amount_text;
mod amount_words;
mod annual_rate;
mod area;
mod before_receipts;
mod book;
mod calendar;
mod choices;
mod confirm;
mod desk;
mod discount;
mod explain;
mod explained;
mod extension;
mod figures;
mod fold;
mod formula;
mod machine;
mod overdue;
mod owed;
mod payout;
mod plan_items;
mod prepay;
mod prepay_quote;
mod properties;
mod random;
mod receipt;
mod receipt_vectors;
mod review;
mod schedules;
mod simulation;
mod stored;
mod summary;
mod terms;
mod undo;
mod vectors;
mod write_off;
