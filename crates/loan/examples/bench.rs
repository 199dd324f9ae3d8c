//! How fast the engine is, on one core:
//! `cargo run --release -p zhanggui-loan --example bench`.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use jiff::civil::{Date, date};
use loan::{
    Fen, Loan, OutOfRange, OverdueBase, OverdueTerms, Period, PeriodUnit, Plan, Ppm, RepaymentMode,
    Terms, add_days,
};

const START: Date = date(2025, 1, 31);
const SCHEDULES: i64 = 200_000;
const INSTALMENTS: usize = 1_000_000;
const ROUNDS: usize = 5;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    println!("median of {ROUNDS} rounds, one core");
    for &mode in RepaymentMode::ALL {
        schedules(mode, 120_000, 12)?;
    }
    // Rates whose powers outgrow 128 bits, and a long term.
    schedules(RepaymentMode::EqualInstalments, 153_999, 12)?;
    schedules(RepaymentMode::EqualInstalments, 120_000, 36)?;
    annual_rates()?;
    overdue()
}

/// The median time of one call, in seconds.
fn median(mut work: impl FnMut() -> Result<(), OutOfRange>) -> Result<f64, OutOfRange> {
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        work()?;
        seconds.push(started.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    Ok(seconds
        .get(ROUNDS.div_euclid(2))
        .copied()
        .unwrap_or_default())
}

fn monthly(mode: RepaymentMode, ppm: i64) -> Result<Terms, loan::RateOutOfRange> {
    let period = Period {
        unit: PeriodUnit::Month,
        length: 1,
    };
    Ok(Terms::plain(mode, period, Ppm::new(ppm)?))
}

fn schedules(
    mode: RepaymentMode,
    ppm: i64,
    periods: u16,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut terms = monthly(mode, ppm)?;
    terms.insurance_fee_rate = Ppm::new(10_000)?;
    terms.service_fee_rate = Ppm::new(5_000)?;
    let loans = (0..SCHEDULES)
        .map(|number| Loan::new(&terms, Fen::new(1_000_000 + number), periods))
        .collect::<Result<Vec<_>, _>>()?;
    let seconds = median(|| {
        for loan in &loans {
            black_box(loan.plan(black_box(START))?);
        }
        Ok(())
    })?;
    report(
        &format!("{} {} {periods} periods", mode.code(), terms.annual_rate),
        "schedules",
        loans.len(),
        seconds,
    );
    Ok(())
}

fn annual_rates() -> Result<(), Box<dyn std::error::Error>> {
    let terms = monthly(RepaymentMode::FlatInterest, 120_000)?;
    let loans = (0..10_000)
        .map(|number| Loan::new(&terms, Fen::new(1_000_000 + number), 12))
        .collect::<Result<Vec<_>, _>>()?;
    let seconds = median(|| {
        for loan in &loans {
            black_box(loan.annual_rate().map_err(|_| OutOfRange::Amount)?);
        }
        Ok(())
    })?;
    report("annual rate 12 periods", "rates", loans.len(), seconds);
    Ok(())
}

fn overdue() -> Result<(), Box<dyn std::error::Error>> {
    let terms = monthly(RepaymentMode::EqualInstalments, 120_000)?;
    let rule = OverdueTerms {
        grace_days: 3,
        daily_rate: Ppm::new(500)?,
        base: OverdueBase::AmountDue,
        cap: Ppm::new(240_000)?,
    };
    let mut items = Vec::with_capacity(INSTALMENTS);
    let mut principal = 1_000_000;
    while items.len() < INSTALMENTS {
        let Plan { items: plan, .. } = Loan::new(&terms, Fen::new(principal), 12)?.plan(START)?;
        items.extend(plan);
        principal += 1;
    }
    items.truncate(INSTALMENTS);
    let today = add_days(START, 400)?;
    let seconds = median(|| {
        for item in &items {
            black_box(rule.of(item, black_box(today))?);
        }
        Ok(())
    })?;
    report("overdue, all late", "instalments", items.len(), seconds);
    Ok(())
}

fn report(what: &str, unit: &str, count: usize, seconds: f64) {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let rate = f64::from(count) / seconds;
    println!("{what:<34} {rate:>12.0} {unit}/s   ({count} in {seconds:.3} s)");
}
