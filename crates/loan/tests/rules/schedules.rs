//! MONEY.md §3: schedules.

use loan::RepaymentMode::{
    EqualInstalments, EqualPrincipal, FlatInterest, InterestFirst, SinglePayment,
};
use loan::{DayCount, Fen, Loan, PeriodUnit, Plan, RepaymentMode, TermsError};

use crate::desk::{day, every, monthly, percent, plan, row, yuan};

fn total(plan: &Plan) -> Fen {
    Fen::sum(plan.items.iter().map(|item| item.amount_due().unwrap())).unwrap()
}

fn dues(plan: &Plan) -> Vec<String> {
    let dues = plan.items.iter().map(|item| item.amount_due().unwrap());
    dues.map(|due| due.to_string()).collect()
}

/// 10 000.00 yuan, 12 months, 12 %.
#[test]
fn ten_thousand_over_a_year_at_twelve_per_cent() {
    let table: [(RepaymentMode, &str, &str, &str, &str); 5] = [
        (EqualInstalments, "888.49", "888.49", "888.47", "10,661.86"),
        (EqualPrincipal, "933.33", "925.00", "841.70", "10,650.00"),
        (FlatInterest, "933.33", "933.33", "933.37", "11,200.00"),
        (InterestFirst, "100.00", "100.00", "10,100.00", "11,200.00"),
        (SinglePayment, "11,200.00", "", "11,200.00", "11,200.00"),
    ];
    for (mode, first, second, last, sum) in table {
        let plan = plan(&monthly(mode, "12"), "10000", 12, "2025-01-15");
        let dues = dues(&plan);
        assert_eq!(dues.first().unwrap(), first, "{mode} first");
        assert_eq!(
            dues.get(1).map_or("", String::as_str),
            second,
            "{mode} second"
        );
        assert_eq!(dues.last().unwrap(), last, "{mode} last");
        assert_eq!(total(&plan).to_string(), sum, "{mode} total");
    }
}

#[test]
fn a_level_payment_pays_the_same_eleven_times() {
    let plan = plan(&monthly(EqualInstalments, "12"), "10000", 12, "2025-01-15");
    let dues = dues(&plan);
    assert_eq!(dues[..11], vec!["888.49"; 11]);
    assert_eq!(dues[11], "888.47");
}

/// 1 000.00 yuan, 3 months, 18 %.
#[test]
fn three_level_payments() {
    let plan = plan(&monthly(EqualInstalments, "18"), "1000", 3, "2025-01-31");
    let rows: Vec<String> = plan.items.iter().map(row).collect();
    let expected = [
        "1 2025-02-28 343.38 = 328.38 + 15.00 + 0.00",
        "2 2025-03-31 343.38 = 333.31 + 10.07 + 0.00",
        "3 2025-04-30 343.38 = 338.31 + 5.07 + 0.00",
    ];
    assert_eq!(rows, expected);
}

/// 9 975.00 yuan, 32 %, 2 months is exactly 5 187.875: half goes up.
#[test]
fn a_tie_in_the_level_payment_goes_up() {
    let terms = monthly(EqualInstalments, "32");
    let payment = loan::annuity_payment(yuan("9975"), terms.period_rate(), 2);
    assert_eq!(payment, Ok(yuan("5187.88")));
    let plan = plan(&terms, "9975", 2, "2025-01-15");
    let rows: Vec<String> = plan.items.iter().map(row).collect();
    let expected = [
        "1 2025-02-15 5,187.88 = 4,921.88 + 266.00 + 0.00",
        "2 2025-03-15 5,187.87 = 5,053.12 + 134.75 + 0.00",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn without_interest_the_principal_is_shared_out() {
    let expected = ["33.33", "33.33", "33.34"];
    for mode in [EqualInstalments, EqualPrincipal, FlatInterest] {
        let plan = plan(&monthly(mode, "0"), "100", 3, "2025-01-15");
        assert_eq!(dues(&plan), expected, "{mode}");
    }
    let plan = plan(&monthly(InterestFirst, "0"), "100", 3, "2025-01-15");
    assert_eq!(dues(&plan), ["0.00", "0.00", "100.00"]);
}

/// Shares are rounded half up, so a tiny loan can be repaid before its end,
/// or owe nearly everything at its end. An instalment of zero is legal.
#[test]
fn principal_stays_within_the_balance() {
    let table = [
        // five fen over ten months: half a fen goes up, then nothing is left
        (
            EqualPrincipal,
            "0.05",
            10,
            "0.01 0.01 0.01 0.01 0.01 0.00 0.00 0.00 0.00 0.00",
        ),
        // four fen over ten months: 0.4 goes down, the last takes it all
        (
            EqualPrincipal,
            "0.04",
            10,
            "0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.04",
        ),
        (FlatInterest, "0.05", 3, "0.02 0.02 0.01"),
        (EqualInstalments, "0.01", 2, "0.01 0.00"),
        (InterestFirst, "0.01", 2, "0.00 0.01"),
    ];
    for (mode, principal, periods, expected) in table {
        let plan = plan(&monthly(mode, "0"), principal, periods, "2025-01-15");
        let shown: Vec<String> = plan
            .items
            .iter()
            .map(|item| item.principal.to_string())
            .collect();
        assert_eq!(shown.join(" "), expected, "{mode} {principal}");
    }
    // Interest above the payment: principal is nothing until the end.
    let plan = plan(&monthly(EqualInstalments, "1000"), "0.03", 3, "2025-01-15");
    let rows: Vec<String> = plan.items.iter().map(row).collect();
    let expected = [
        "1 2025-02-15 0.03 = 0.00 + 0.03 + 0.00",
        "2 2025-03-15 0.03 = 0.00 + 0.03 + 0.00",
        "3 2025-04-15 0.06 = 0.03 + 0.03 + 0.00",
    ];
    assert_eq!(rows, expected);
}

/// Rate of one period: months by twelfths, weeks and days by the year's days.
#[test]
fn interest_of_one_period() {
    use DayCount::{Days360, Days365};
    use PeriodUnit::{Day, Month, Week};
    let table = [
        // unit, length, year, rate, interest of 10 000.00 for one period
        (Month, 1, Days365, "12", "100.00"),
        (Month, 3, Days360, "12", "300.00"),
        (Week, 1, Days365, "12", "23.01"),
        (Week, 1, Days360, "12", "23.33"),
        (Week, 2, Days360, "12", "46.67"),
        (Day, 1, Days365, "12", "3.29"),
        (Day, 7, Days365, "12", "23.01"),
        (Day, 14, Days360, "12", "46.67"),
        (Day, 30, Days365, "18.25", "150.00"),
        (Day, 30, Days360, "12", "100.00"),
    ];
    for (unit, length, year, rate, interest) in table {
        let mut terms = every(length, unit, FlatInterest, rate);
        terms.day_count = year;
        let plan = plan(&terms, "10000", 2, "2025-01-15");
        let shown = plan.items[0].interest.to_string();
        assert_eq!(shown, interest, "{length} {unit} {year:?} {rate}");
    }
}

#[test]
fn a_single_payment_comes_after_the_whole_term() {
    let plan = plan(&monthly(SinglePayment, "12"), "10000", 6, "2025-08-31");
    let rows: Vec<String> = plan.items.iter().map(row).collect();
    assert_eq!(rows, ["1 2026-02-28 10,600.00 = 10,000.00 + 600.00 + 0.00"]);
    assert_eq!(plan.items[0].starts_on, day("2025-08-31"));
    assert_eq!(plan.items[0].days, 181);
    // The term's interest is rounded once, not period by period: 3 × 0.045.
    let small = self::plan(&monthly(SinglePayment, "5.4"), "10", 3, "2025-01-15");
    assert_eq!(small.items[0].interest, yuan("0.14"));
}

/// 保险费 and 服务费 are shared out like principal; 前置费 is not in the plan.
#[test]
fn fees_are_spread_over_the_instalments() {
    let mut terms = monthly(EqualPrincipal, "0");
    terms.insurance_fee_rate = percent("1");
    terms.service_fee_rate = percent("0.5");
    terms.upfront_fee.rate = percent("2.0005");
    let loan = Loan::new(&terms, yuan("1000"), 3).unwrap();
    assert_eq!(loan.upfront_fee(), Ok(yuan("20.01")));
    assert_eq!(loan.insurance_fee(), Ok(yuan("10.00")));
    assert_eq!(loan.service_fee(), Ok(yuan("5.00")));
    let plan = loan.plan(day("2025-01-15")).unwrap();
    let shown: Vec<String> = plan
        .items
        .iter()
        .map(|item| format!("{} {} {}", item.insurance_fee, item.service_fee, row(item)))
        .collect();
    let expected = [
        "3.33 1.67 1 2025-02-15 338.33 = 333.33 + 0.00 + 5.00",
        "3.33 1.67 2 2025-03-15 338.33 = 333.33 + 0.00 + 5.00",
        "3.34 1.66 3 2025-04-15 338.34 = 333.34 + 0.00 + 5.00",
    ];
    assert_eq!(shown, expected);
    terms.mode = SinglePayment;
    let single = Loan::new(&terms, yuan("1000"), 3).unwrap();
    let single = single.plan(day("2025-01-15")).unwrap();
    assert_eq!(single.items[0].fees(), Ok(yuan("15.00")));
    assert_eq!(single.items[0].amount_due(), Ok(yuan("1015.00")));
}

/// A fee too small for every share: half up, then nothing.
#[test]
fn a_fee_share_stays_within_the_fee() {
    let mut terms = monthly(EqualPrincipal, "0");
    terms.service_fee_rate = percent("0.05");
    let plan = plan(&terms, "40", 4, "2025-01-15");
    let shares: Vec<i64> = plan
        .items
        .iter()
        .map(|item| item.service_fee.get())
        .collect();
    assert_eq!(shares, [1, 1, 0, 0]);
}

#[test]
fn each_item_starts_where_the_last_one_ended() {
    let plan = plan(&monthly(EqualPrincipal, "12"), "10000", 3, "2024-01-31");
    let shown: Vec<String> = plan
        .items
        .iter()
        .map(|item| format!("{} {} {}", item.starts_on, item.due_on, item.days))
        .collect();
    let expected = [
        "2024-01-31 2024-02-29 29",
        "2024-02-29 2024-03-31 31",
        "2024-03-31 2024-04-30 30",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn the_bounds_are_enforced() {
    let terms = monthly(EqualInstalments, "12");
    let refusal = |principal: i64, periods: u16| {
        let loan = Loan::new(&terms, Fen::new(principal), periods);
        loan.map_err(|error| error.to_string()).err()
    };
    assert_eq!(refusal(1, 1), None);
    assert_eq!(refusal(1_000_000_000_000, 360), None);
    let range = "借款金额须在 0.01 至 10,000,000,000.00 元之间，不能是";
    assert_eq!(refusal(0, 1), Some(format!("{range} 0.00 元")));
    assert_eq!(refusal(-5, 1), Some(format!("{range} -0.05 元")));
    assert_eq!(
        refusal(1_000_000_000_001, 1),
        Some(format!("{range} 10,000,000,000.01 元"))
    );
    let count = "期数须在 1 至 360 之间，不能是";
    assert_eq!(refusal(1, 0), Some(format!("{count} 0")));
    assert_eq!(refusal(1, 361), Some(format!("{count} 361")));
    let endless = every(121, PeriodUnit::Month, EqualInstalments, "12");
    let error = Loan::new(&endless, Fen::new(1), 1).unwrap_err();
    assert_eq!(error, TermsError::PeriodLength(endless.period));
}

/// The largest loans the bounds allow still close to the fen.
#[test]
fn the_largest_loans_are_computed_exactly() {
    for &mode in RepaymentMode::ALL {
        for (unit, length) in [
            (PeriodUnit::Month, 120),
            (PeriodUnit::Week, 520),
            (PeriodUnit::Day, 3_650),
        ] {
            let mut terms = every(length, unit, mode, "1000");
            terms.insurance_fee_rate = percent("1000");
            terms.service_fee_rate = percent("1000");
            let plan = plan(&terms, "10000000000", 360, "2025-01-31");
            let principal = Fen::sum(plan.items.iter().map(|item| item.principal));
            assert_eq!(principal, Ok(yuan("10000000000")), "{mode}");
            assert!(total(&plan) > yuan("10000000000"), "{mode}");
        }
    }
}
