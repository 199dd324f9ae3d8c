//! Lives many random orders and checks every invariant after every event:
//! `cargo run --release -p zhanggui-loan --example soak -- 1000000 [first seed]`.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "shares its code with the tests, which fail by panicking"
)]

#[path = "../tests/rules/book.rs"]
mod book;
#[path = "../tests/rules/choices.rs"]
mod choices;
#[path = "../tests/rules/explained.rs"]
mod explained;
#[path = "../tests/rules/formula.rs"]
mod formula;
#[path = "../tests/rules/random.rs"]
mod random;
#[path = "../tests/rules/simulation.rs"]
mod simulation;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Ok(cases), Ok(first)) = (
        numbers.next().unwrap_or(Ok(1_000_000)),
        numbers.next().unwrap_or(Ok(1)),
    ) else {
        eprintln!("usage: soak [cases] [first seed]");
        return ExitCode::FAILURE;
    };
    let mut sum = simulation::Tally::default();
    for seed in first..first + cases {
        match simulation::run(seed) {
            Ok(tally) => sum.add(tally),
            Err(error) => {
                eprintln!("seed {seed}: {error}");
                return ExitCode::FAILURE;
            }
        }
        if (seed - first + 1).is_multiple_of(100_000) {
            println!("{} orders, no invariant broken", seed - first + 1);
        }
    }
    println!(
        "{cases} orders: {} events accepted, {} refused as stale, {} refused by rule, {} of {} steps",
        sum.accepted,
        sum.stale,
        sum.ruled_out,
        sum.steps.len(),
        loan::STEPS.len()
    );
    println!(
        "{} receipts, {} of them in part; {} equal to two of their sum, {} to a confirmation, {} undone without a trace",
        sum.receipts.booked,
        sum.receipts.in_part,
        sum.receipts.split,
        sum.receipts.exact,
        sum.receipts.undone
    );
    ExitCode::SUCCESS
}
