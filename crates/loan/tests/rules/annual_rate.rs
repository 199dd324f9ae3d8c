//! MONEY.md §8: the annual rate of what the borrower really pays.

use loan::RepaymentMode::{EqualInstalments, FlatInterest, InterestFirst, SinglePayment};
use loan::{
    DayCount, Fen, Loan, NoAnnualRate, Period, PeriodUnit, PeriodsPerYear, RateLimits, Terms,
    annual_rate, percent_text,
};
use proptest::prelude::*;

use crate::desk::{every, monthly, percent, yuan};
use crate::random::{self, Random};

/// `simple compound`, as a product page shows them.
fn shown(terms: &Terms, principal: &str, periods: u16) -> String {
    let rate = Loan::new(terms, yuan(principal), periods)
        .unwrap()
        .annual_rate()
        .unwrap();
    let compound = rate.compound_ppm.map_or("–".to_owned(), percent_text);
    format!("{} {compound}", percent_text(rate.simple_ppm))
}

#[test]
fn rates_of_loans() {
    let with_upfront = |mut terms: Terms, fee: &str| {
        terms.upfront_fee.rate = percent(fee);
        terms
    };
    let with_fees = |mut terms: Terms, insurance: &str, service: &str| {
        terms.insurance_fee_rate = percent(insurance);
        terms.service_fee_rate = percent(service);
        terms
    };
    let by_360 = |mut terms: Terms| {
        terms.day_count = DayCount::Days360;
        terms
    };
    let table = [
        // the notice's own example: 1 % upfront, 12 × (8 333.33 + 500)
        (
            with_upfront(monthly(FlatInterest, "6"), "1"),
            "100000",
            12,
            "12.80% 13.58%",
        ),
        (
            monthly(EqualInstalments, "12"),
            "10000",
            12,
            "12.00% 12.68%",
        ),
        (monthly(EqualInstalments, "0"), "10000", 12, "0.00% 0.00%"),
        (monthly(InterestFirst, "36"), "10000", 12, "36.00% 42.58%"),
        (monthly(FlatInterest, "12"), "10000", 12, "21.46% 23.70%"),
        (
            with_fees(monthly(FlatInterest, "0"), "5", "7"),
            "10000",
            12,
            "21.46% 23.70%",
        ),
        // a quarter is a third as many periods a year
        (
            every(3, PeriodUnit::Month, InterestFirst, "12"),
            "10000",
            4,
            "12.00% 12.55%",
        ),
        // a single payment: the whole term is one period
        (monthly(SinglePayment, "12"), "10000", 6, "12.00% 12.36%"),
        (monthly(SinglePayment, "12"), "10000", 12, "12.00% 12.00%"),
        (monthly(SinglePayment, "12"), "10000", 24, "12.00% 11.36%"),
        (
            every(30, PeriodUnit::Day, SinglePayment, "18.25"),
            "10000",
            1,
            "18.25% 19.86%",
        ),
        // 365 days a year, whatever the interest is counted by
        (
            by_360(every(30, PeriodUnit::Day, InterestFirst, "12")),
            "10000",
            6,
            "12.17% 12.87%",
        ),
        (
            by_360(every(1, PeriodUnit::Week, InterestFirst, "36")),
            "10000",
            10,
            "36.50% 43.87%",
        ),
    ];
    for (terms, principal, periods, expected) in table {
        let line = format!("{} {} {periods}", terms.mode, terms.annual_rate);
        assert_eq!(shown(&terms, principal, periods), expected, "{line}");
    }
}

fn monthly_flows(proceeds: i64, payments: &[i64]) -> Result<i64, NoAnnualRate> {
    let per_year = PeriodsPerYear::new(
        Period {
            unit: PeriodUnit::Month,
            length: 1,
        },
        1,
    );
    let payments: Vec<Fen> = payments.iter().copied().map(Fen::new).collect();
    annual_rate(Fen::new(proceeds), &payments, per_year).map(|rate| rate.simple_ppm)
}

/// A product is refused on the last digit, so a tie must not depend on floats.
#[test]
fn a_tie_goes_up_exactly() {
    // 3 % and 1/240 000 a month are 36.005 % a year; a fen less is not.
    assert_eq!(monthly_flows(120_000_000, &[123_600_500]), Ok(360_100));
    assert_eq!(monthly_flows(120_000_000, &[123_600_499]), Ok(360_000));
    assert_eq!(
        monthly_flows(120_000_000, &[3_600_500, 3_600_500, 123_600_500]),
        Ok(360_100)
    );
    assert_eq!(
        monthly_flows(120_000_000, &[3_600_500, 3_600_499, 123_600_500]),
        Ok(360_000)
    );
}

#[test]
fn odd_flows_have_a_rate_or_a_reason() {
    let table: &[(i64, &[i64], Result<i64, NoAnnualRate>)] = &[
        (100, &[100], Ok(0)),
        (100, &[0, 0, 100], Ok(0)),
        (1_000, &[900], Ok(-1_200_000)), // a loss of a tenth in a month
        (1_000, &[0, 0, 1], Ok(-10_800_000)), // a tenth is left each month
        (1, &[1_000_000], Ok(11_999_988_000_000)),
        (1, &[0, 0, 1_000_000_000_000], Ok(119_988_000_000)),
        (0, &[100], Err(NoAnnualRate::NothingReceived)),
        (-1, &[100], Err(NoAnnualRate::NothingReceived)),
        (100, &[], Err(NoAnnualRate::NothingRepaid)),
        (100, &[0, 0], Err(NoAnnualRate::NothingRepaid)),
        (100, &[200, -50], Err(NoAnnualRate::OutOfRange)),
        (1, &[i64::MAX], Err(NoAnnualRate::OutOfRange)),
    ];
    for (proceeds, payments, expected) in table {
        let shown = monthly_flows(*proceeds, payments);
        assert_eq!(shown, *expected, "{proceeds} {payments:?}");
    }
    assert_eq!(
        NoAnnualRate::NothingReceived.to_string(),
        "借款人实际到手金额为零，无法计算年化利率"
    );
}

/// A figure with more digits than anyone can read is left out, not invented.
#[test]
fn an_absurd_compound_rate_is_left_out() {
    let mut terms = every(1, PeriodUnit::Day, SinglePayment, "1000");
    terms.upfront_fee.rate = percent("99.9999");
    assert_eq!(shown(&terms, "10000", 1), "37499954000.00% –");
}

/// Inflow is principal less upfront fee, so a fee of everything has no rate.
#[test]
fn a_borrower_who_receives_nothing_has_no_rate() {
    let mut terms = monthly(EqualInstalments, "12");
    terms.upfront_fee.rate = percent("99");
    let loan = Loan::new(&terms, Fen::new(1), 3).unwrap();
    assert_eq!(loan.annual_rate(), Err(NoAnnualRate::NothingReceived));
}

#[test]
fn publishing_is_decided_on_the_rounded_simple_rate() {
    let table = [
        ("24", "12 24.00% 平"),
        ("24.004", "12 24.00% 平"),
        ("24.005", "12 24.01% 警"),
        ("36", "12 36.00% 警"),
        ("36.004", "12 36.00% 警"),
        (
            "36.005",
            "12 期的综合年化利率（单利）为 36.01%，超过上限 36.00%，不能上架",
        ),
    ];
    for (rate, expected) in table {
        let mut terms = monthly(InterestFirst, rate);
        terms.offered_periods = vec![12];
        let said = match terms.publishable(yuan("1200000"), RateLimits::default()) {
            Ok(offers) => {
                let offer = offers[0];
                let mark = if offer.warns { "警" } else { "平" };
                format!(
                    "{} {} {mark}",
                    offer.periods,
                    percent_text(offer.rate.simple_ppm)
                )
            }
            Err(refusal) => refusal.to_string(),
        };
        assert_eq!(said, expected, "{rate}");
    }
}

/// A short term makes an upfront fee dear: every offered term is looked at.
#[test]
fn any_offered_term_can_refuse_the_product() {
    let mut terms = monthly(InterestFirst, "12");
    terms.upfront_fee.rate = percent("3");
    terms.offered_periods = vec![12, 6, 1];
    let refusal = terms
        .publishable(yuan("10000"), RateLimits::default())
        .unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "1 期的综合年化利率（单利）为 49.48%，超过上限 36.00%，不能上架"
    );
    terms.offered_periods = vec![12, 6];
    let offers = terms
        .publishable(yuan("10000"), RateLimits::default())
        .unwrap();
    assert_eq!(offers.len(), 2);
}

/// The value of payments at a simple annual rate, by plain discounting.
fn worth(payments: &[f64], simple: f64, per_year: f64) -> f64 {
    let growth = 1.0 + simple / per_year;
    let discounted = |later: f64, payment: &f64| (later + payment) / growth;
    payments.iter().rev().fold(0.0, discounted)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sixteen digits are enough to check a rate"
)]
fn float(value: i64) -> f64 {
    value as f64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Within the bounds there is always a rate, and it is right to 0.01 %.
    #[test]
    fn every_loan_has_a_rate(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let terms = random::terms(&mut random);
        let periods = terms.offered_periods[0];
        let loan = Loan::new(&terms, random::principal(&mut random), periods).unwrap();
        let proceeds = loan.principal().minus(loan.upfront_fee().unwrap()).unwrap();
        if proceeds.is_zero() {
            prop_assert_eq!(loan.annual_rate(), Err(NoAnnualRate::NothingReceived));
            return Ok(());
        }
        let rate = loan.annual_rate().unwrap();
        prop_assert!(rate.simple_ppm >= 0);
        prop_assert!(rate.simple_ppm % 100 == 0);
        let plan = loan.plan(crate::desk::day("2025-01-31")).unwrap();
        let payments: Vec<f64> = plan
            .items
            .iter()
            .map(|item| float(item.amount_due().unwrap().get()))
            .collect();
        let gap = if loan.instalments() == 1 { f64::from(periods) } else { 1.0 };
        let units = f64::from(terms.period.length) * gap;
        let per_year = match terms.period.unit {
            PeriodUnit::Month => 12.0 / units,
            PeriodUnit::Week => 365.0 / (units * 7.0),
            PeriodUnit::Day => 365.0 / units,
        };
        let simple = float(rate.simple_ppm) / 1e6;
        let proceeds = float(proceeds.get());
        // Half a hundredth of a per cent to either side encloses the truth.
        let slack = 0.000_051 + simple * 1e-9;
        prop_assert!(worth(&payments, simple + slack, per_year) <= proceeds);
        prop_assert!(worth(&payments, (simple - slack).max(-0.999 * per_year), per_year) >= proceeds);
    }
}
