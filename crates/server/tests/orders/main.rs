//! Orders under pressure, on both databases: many operators at once, the same click ten times,
//! and both engines side by side. `ORDER_ROUNDS` says how often operators race, `ORDER_LIVES` how
//! many random lives both databases are led through.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test whose call fails must fail loudly"
)]

mod customer;
mod differential;
mod race;
mod twice;

/// A size from the environment, or the small one.
fn size(name: &str, small: usize) -> usize {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(small)
}
