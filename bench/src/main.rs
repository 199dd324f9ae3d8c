//! Load and growth, as ratios to a floor measured in the same run, so that a slow or busy
//! machine changes both sides alike.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a measurement that cannot be made must fail loudly"
)]

mod check;
mod customers;
mod distant;
mod figure;
mod floor;
mod full_office;
mod lending;
mod load;
mod memory;
mod order_copies;
mod orders;
mod pgbench;
mod private;
mod reads;
mod repayments;
mod row_json;
mod served;
mod start;
mod statement;
mod table;
mod texts;
mod workloads;
mod writes;

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use figure::Pairs;
use served::{Served, Token};
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
    #[arg(long, default_value_t = 200_000)]
    large: u32,
    /// Orders in the office of the workloads with 32 connections; 0 leaves their table out.
    #[arg(long, default_value_t = 200_000)]
    orders: u32,
    /// Orders that each client repays in a round of the table; 0 leaves that line out.
    #[arg(long, default_value_t = 8)]
    repaid: usize,
    /// Orders in the short list of the growth figures.
    #[arg(long, default_value_t = 20_000)]
    small_orders: u32,
    /// Orders in the long list of the growth figures; 0 leaves the figures out.
    #[arg(long, default_value_t = 200_000)]
    large_orders: u32,
    /// Interleaved rounds; the median counts.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Milliseconds of one measurement.
    #[arg(long, default_value_t = 700)]
    ms: u64,
    /// Connections that ask at once.
    #[arg(long, default_value_t = 16)]
    connections: usize,
    /// Measures nothing but the figures about orders.
    #[arg(long)]
    orders_only: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        // The program itself, started by the figures that measure a process.
        ["serve", ..] | ["check"] => return server::cli::run(),
        ["check", orders] => return check::measure(orders.parse().unwrap()),
        _ => {}
    }
    let flags = Flags::parse();
    // Requests are logged as in production; the lines themselves go nowhere.
    tracing_subscriber::fmt()
        .with_writer(std::io::sink)
        .with_ansi(false)
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
        .init();
    if !flags.orders_only {
        start::measure(flags.rounds);
        memory::measure();
        private::measure(flags.rounds);
    }
    let mut backends = vec![Backend::Sqlite];
    if std::env::var_os("PG_TEST_URL").is_some() {
        backends.push(Backend::Postgres);
    } else {
        println!("PostgreSQL left out: PG_TEST_URL is not set");
    }
    for backend in backends {
        println!("\n{backend:?}");
        if !flags.orders_only {
            lists(&flags, backend);
            let (served, ..) = Served::with_customers(backend, 0);
            writes::measure(&served, flags.rounds, flags.ms);
        }
        if backend == Backend::Postgres {
            distant::measure(flags.rounds);
        }
        if flags.orders > 0 {
            workloads::measure(&flags, backend);
        }
        if flags.large_orders > 0 {
            orders::measure(&flags, backend);
        }
    }
    ExitCode::SUCCESS
}

/// A page against a canned answer, and a long list against a short one.
fn lists(flags: &Flags, backend: Backend) {
    let length = Duration::from_millis(flags.ms);
    let (served, token, bytes) = Served::with_customers(backend, flags.rows);
    let (page, same_bytes) = (token.get(served::LIST), token.get(served::CANNED));
    let pairs = Pairs::measure(flags.rounds, || {
        let floor = served.ask(flags.connections, length, always(&same_bytes));
        (served.ask(flags.connections, length, always(&page)), floor)
    });
    println!(
        "list of {} customers against a canned answer of {} bytes: {:.3}, {:.3} by processor time (aim 0.25; {} and {})",
        flags.rows,
        bytes,
        pairs.by_rate(),
        pairs.by_cpu(),
        pairs.first(),
        pairs.second(),
    );
    drop(served);
    if flags.large == 0 {
        return;
    }
    let (short, short_token, _) = Served::with_customers(backend, flags.small);
    let (long, long_token, _) = Served::with_customers(backend, flags.large);
    let pairs = Pairs::measure(flags.rounds, || {
        let ask = |served: &Served, token: &Token| {
            let page = always(&token.get(served::LIST));
            served.ask(flags.connections, length, page)
        };
        (ask(&short, &short_token), ask(&long, &long_token))
    });
    println!(
        "time of a list of {} customers against {}: {:.2}, {:.2} by processor time (aim at most 1.3)",
        flags.large,
        flags.small,
        pairs.by_rate(),
        pairs.by_cpu(),
    );
    let pairs = Pairs::measure(flags.rounds, || {
        let ask = |served: &Served, token: &Token| {
            let found = always(&token.get(served::BY_PHONE));
            served.ask(flags.connections, length, found)
        };
        (ask(&short, &short_token), ask(&long, &long_token))
    });
    println!(
        "time of a search by phone among {} customers against {}: {:.2}, {:.2} by processor time (aim at most 1.3)",
        flags.large,
        flags.small,
        pairs.by_rate(),
        pairs.by_cpu(),
    );
}

/// The same question again and again.
fn always(request: &str) -> impl Fn(u64) -> String + Clone + Send + use<> {
    let request = request.to_owned();
    move |_| request.clone()
}
