//! Load and growth, as ratios to a floor measured in the same run, so that a slow or busy
//! machine changes both sides alike.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a measurement that cannot be made must fail loudly"
)]

mod customers;
mod load;
mod served;
mod start;
mod writes;

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use served::Served;
use testkit::Backend;

#[derive(Parser)]
#[command(about = "Measures the server and prints ratios; see bench/README.md")]
struct Flags {
    /// Customers in the list that is measured against a canned answer.
    #[arg(long, default_value_t = 200_000)]
    rows: u32,
    /// Customers in the short list of the growth figure.
    #[arg(long, default_value_t = 20_000)]
    small: u32,
    /// Customers in the long list of the growth figure; 0 leaves the figure out.
    #[arg(long, default_value_t = 2_000_000)]
    large: u32,
    /// Interleaved rounds; the median counts.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Milliseconds of one measurement.
    #[arg(long, default_value_t = 700)]
    ms: u64,
    /// Connections that ask at once.
    #[arg(long, default_value_t = 16)]
    connections: usize,
}

fn main() -> ExitCode {
    // The program itself, started by the cold start figure.
    if std::env::args()
        .nth(1)
        .is_some_and(|command| command == "serve")
    {
        return server::cli::run();
    }
    let flags = Flags::parse();
    // Requests are logged as in production; the lines themselves go nowhere.
    tracing_subscriber::fmt()
        .with_writer(std::io::sink)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
        .init();
    start::measure(flags.rounds);
    let mut backends = vec![Backend::Sqlite];
    if std::env::var_os("PG_TEST_URL").is_some() {
        backends.push(Backend::Postgres);
    } else {
        println!("PostgreSQL left out: PG_TEST_URL is not set");
    }
    for backend in backends {
        println!("\n{backend:?}");
        lists(&flags, backend);
        writes::measure(&Served::start(backend, 0), flags.rounds, flags.ms);
    }
    ExitCode::SUCCESS
}

/// A page against a canned answer, and a long list against a short one.
fn lists(flags: &Flags, backend: Backend) {
    let length = Duration::from_millis(flags.ms);
    let served = Served::start(backend, flags.rows);
    let (mut ratios, mut listed, mut canned) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..flags.rounds {
        let floor = served.per_second(served::CANNED, flags.connections, length);
        let list = served.per_second(served::LIST, flags.connections, length);
        ratios.push(list / floor);
        listed.push(list);
        canned.push(floor);
    }
    println!(
        "list of {} customers against a canned answer of {} bytes: {:.3} (aim 0.25; {:.0} and {:.0} a second)",
        flags.rows,
        served.canned_bytes(),
        median(ratios),
        median(listed),
        median(canned),
    );
    drop(served);
    if flags.large == 0 {
        return;
    }
    let short = Served::start(backend, flags.small);
    let long = Served::start(backend, flags.large);
    let ratios = (0..flags.rounds).map(|_| {
        let short = short.per_second(served::LIST, flags.connections, length);
        short / long.per_second(served::LIST, flags.connections, length)
    });
    println!(
        "time of a list of {} customers against {}: {:.2} (aim at most 1.3)",
        flags.large,
        flags.small,
        median(ratios.collect()),
    );
}

/// The middle of some figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
