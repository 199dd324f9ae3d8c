//! The rules of the loan engine, as tables and as properties.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking, also in the functions it shares"
)]

mod book;
mod formula;
mod properties;
mod simulation;
mod vectors;
