//! MONEY.md §3: due dates count from the payout date.

use loan::{OutOfRange, Period, PeriodUnit, add_days, add_months, days_between};

use crate::desk::day;

#[test]
fn due_dates() {
    use PeriodUnit::{Day, Month, Week};
    let table = [
        // payout, length, unit, first four due dates
        (
            "2025-01-15",
            1,
            Month,
            "2025-02-15 2025-03-15 2025-04-15 2025-05-15",
        ),
        // the day comes back after a short month
        (
            "2025-01-31",
            1,
            Month,
            "2025-02-28 2025-03-31 2025-04-30 2025-05-31",
        ),
        (
            "2024-01-31",
            1,
            Month,
            "2024-02-29 2024-03-31 2024-04-30 2024-05-31",
        ),
        (
            "2024-01-30",
            1,
            Month,
            "2024-02-29 2024-03-30 2024-04-30 2024-05-30",
        ),
        (
            "2023-11-29",
            1,
            Month,
            "2023-12-29 2024-01-29 2024-02-29 2024-03-29",
        ),
        (
            "2024-02-29",
            12,
            Month,
            "2025-02-28 2026-02-28 2027-02-28 2028-02-29",
        ),
        (
            "2024-11-30",
            3,
            Month,
            "2025-02-28 2025-05-30 2025-08-30 2025-11-30",
        ),
        // centuries: 2100 is no leap year, 2000 was one
        (
            "2099-12-31",
            1,
            Month,
            "2100-01-31 2100-02-28 2100-03-31 2100-04-30",
        ),
        (
            "1999-12-31",
            1,
            Month,
            "2000-01-31 2000-02-29 2000-03-31 2000-04-30",
        ),
        (
            "2024-02-26",
            1,
            Week,
            "2024-03-04 2024-03-11 2024-03-18 2024-03-25",
        ),
        (
            "2025-12-22",
            2,
            Week,
            "2026-01-05 2026-01-19 2026-02-02 2026-02-16",
        ),
        (
            "2024-02-28",
            1,
            Day,
            "2024-02-29 2024-03-01 2024-03-02 2024-03-03",
        ),
        (
            "2025-01-15",
            30,
            Day,
            "2025-02-14 2025-03-16 2025-04-15 2025-05-15",
        ),
    ];
    for (payout, length, unit, expected) in table {
        let period = Period { unit, length };
        let due: Vec<String> = (1..=4)
            .map(|count| period.end(day(payout), count).unwrap().to_string())
            .collect();
        assert_eq!(due.join(" "), expected, "{payout} every {length} {unit}");
    }
}

#[test]
fn days_are_counted_across_months_and_leap_days() {
    let table = [
        ("2025-01-31", "2025-02-28", 28),
        ("2024-02-28", "2024-03-01", 2),
        ("2023-02-28", "2023-03-01", 1),
        ("2025-03-01", "2025-02-28", -1),
        ("2024-01-01", "2025-01-01", 366),
        ("2025-06-01", "2025-06-01", 0),
    ];
    for (from, to, days) in table {
        assert_eq!(days_between(day(from), day(to)), days, "{from} {to}");
    }
}

#[test]
fn a_date_beyond_the_calendar_is_an_error() {
    assert_eq!(add_days(day("9999-12-31"), 1), Err(OutOfRange::Date));
    assert_eq!(add_months(day("9999-12-31"), 1), Err(OutOfRange::Date));
    assert_eq!(add_days(day("2025-01-01"), i64::MAX), Err(OutOfRange::Date));
    assert_eq!(
        add_months(day("2025-01-01"), i64::MIN),
        Err(OutOfRange::Date)
    );
    assert_eq!(OutOfRange::Date.to_string(), "日期超出可计算的范围");
}
