//! MONEY.md §5: what a prepayment costs on which day.

use loan::RepaymentMode::{EqualPrincipal, SinglePayment};
use loan::{PrepayInterest, RepaymentMode};

use crate::desk::{
    Desk, confirm, day, discount, extend, full_loan, full_offer, lines, monthly, percent, prepay,
    yuan,
};

/// `principal + interest + fees + overdue + breach − discount = total`
fn quoted(desk: &Desk, on: &str) -> String {
    let quote = desk.order().prepay_quote(day(on)).unwrap();
    let charge = &quote.charge;
    format!(
        "{} + {} + {} + {} + {} − {} = {}",
        charge.principal,
        charge.interest,
        quote.fees().unwrap(),
        charge.overdue_fee,
        charge.breach_fee,
        quote.discount,
        quote.total
    )
}

fn loan_with(interest: PrepayInterest) -> Desk {
    let mut terms = full_offer();
    terms.prepay.interest = interest;
    Desk::paid_out(terms, "3000", 3, "2025-01-15")
}

/// The full offer: instalments due 15 February, March and April with interest
/// 30.00, 20.00, 10.00 and 45.00 of fees each; 2 % breach fee.
#[test]
fn what_counts_on_which_day() {
    use PrepayInterest::{DaysUsed, FullPeriod};
    let table = [
        // instalments confirmed on time, interest rule, day, quote
        (
            0,
            FullPeriod,
            "2025-01-15",
            "3,000.00 + 30.00 + 45.00 + 0.00 + 60.00 − 0.00 = 3,135.00",
        ),
        (
            0,
            DaysUsed,
            "2025-01-15",
            "3,000.00 + 0.00 + 45.00 + 0.00 + 60.00 − 0.00 = 3,105.00",
        ),
        // 10 of 31 days
        (
            0,
            DaysUsed,
            "2025-01-25",
            "3,000.00 + 9.68 + 45.00 + 0.00 + 60.00 − 0.00 = 3,114.68",
        ),
        // 5 of 28 days
        (
            1,
            FullPeriod,
            "2025-02-20",
            "2,000.00 + 20.00 + 45.00 + 0.00 + 40.00 − 0.00 = 2,105.00",
        ),
        (
            1,
            DaysUsed,
            "2025-02-20",
            "2,000.00 + 3.57 + 45.00 + 0.00 + 40.00 − 0.00 = 2,088.57",
        ),
        // on a due date that instalment is due: no breach fee on it
        (
            1,
            FullPeriod,
            "2025-03-15",
            "2,000.00 + 20.00 + 45.00 + 0.00 + 20.00 − 0.00 = 2,085.00",
        ),
        (
            1,
            DaysUsed,
            "2025-03-15",
            "2,000.00 + 20.00 + 45.00 + 0.00 + 20.00 − 0.00 = 2,085.00",
        ),
        // the day after: it counts in full, the next one is running
        (
            1,
            FullPeriod,
            "2025-03-16",
            "2,000.00 + 30.00 + 90.00 + 0.00 + 20.00 − 0.00 = 2,140.00",
        ),
        (
            1,
            DaysUsed,
            "2025-03-16",
            "2,000.00 + 20.32 + 90.00 + 0.00 + 20.00 − 0.00 = 2,130.32",
        ),
        // five days late: 1 065.00 × 0.1 % × 5 = 5.325
        (
            1,
            FullPeriod,
            "2025-03-20",
            "2,000.00 + 30.00 + 90.00 + 5.33 + 20.00 − 0.00 = 2,145.33",
        ),
        // the last due date
        (
            2,
            FullPeriod,
            "2025-04-15",
            "1,000.00 + 10.00 + 45.00 + 0.00 + 0.00 − 0.00 = 1,055.00",
        ),
        // after the last due date everything counts in full: 47 and 16 days late
        (
            1,
            DaysUsed,
            "2025-05-01",
            "2,000.00 + 30.00 + 90.00 + 66.94 + 0.00 − 0.00 = 2,186.94",
        ),
    ];
    for (confirmed, interest, on, expected) in table {
        let mut desk = loan_with(interest);
        for number in 1..=confirmed {
            desk.done(confirm(), &format!("2025-0{}-15", number + 1));
        }
        assert_eq!(quoted(&desk, on), expected, "{confirmed} {interest} {on}");
    }
}

/// The running period may belong to an instalment paid early; then nothing
/// but principal is left to pay.
#[test]
fn a_running_instalment_paid_early_costs_no_interest_again() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-01-20");
    assert_eq!(
        quoted(&desk, "2025-01-25"),
        "2,000.00 + 0.00 + 0.00 + 0.00 + 40.00 − 0.00 = 2,040.00"
    );
}

/// 1 000.00 yuan for six months at 12 %, paid out on 31 January: whole periods
/// begun, whatever the instalment's own length.
#[test]
fn a_single_payment_counts_the_periods_begun() {
    let table = [
        ("2025-01-31", "10.00"),
        ("2025-02-28", "10.00"),
        ("2025-03-01", "20.00"),
        ("2025-03-31", "20.00"),
        ("2025-06-30", "50.00"),
        ("2025-07-01", "60.00"),
        ("2025-07-31", "60.00"),
        ("2025-09-30", "60.00"),
    ];
    let mut terms = monthly(SinglePayment, "12");
    terms.prepay.allowed = true;
    let desk = Desk::paid_out(terms.clone(), "1000", 6, "2025-01-31");
    for (on, interest) in table {
        let quote = desk.order().prepay_quote(day(on)).unwrap();
        assert_eq!(quote.charge.interest.to_string(), interest, "{on}");
    }
    // Rounded once over the periods: 3 × 0.045 is 0.135.
    terms.annual_rate = percent("5.4");
    let desk = Desk::paid_out(terms.clone(), "10", 6, "2025-01-31");
    let quote = desk.order().prepay_quote(day("2025-04-30")).unwrap();
    assert_eq!(quote.charge.interest, yuan("0.14"));
    // By days: 28 of 181.
    terms.annual_rate = percent("12");
    terms.prepay.interest = PrepayInterest::DaysUsed;
    let desk = Desk::paid_out(terms, "1000", 6, "2025-01-31");
    let quote = desk.order().prepay_quote(day("2025-02-28")).unwrap();
    assert_eq!(quote.charge.interest, yuan("9.28"));
}

/// An extension moves the due date but not the start and length of the period.
#[test]
fn after_an_extension_no_more_than_the_period_is_charged() {
    let mut desk = loan_with(PrepayInterest::DaysUsed);
    desk.done(extend(), "2025-02-15");
    let table = [
        // due 25 February now; the period still ran from 15 January, 31 days
        (
            "2025-02-15",
            "3,000.00 + 30.00 + 45.00 + 0.00 + 60.00 − 0.00 = 3,135.00",
        ),
        (
            "2025-02-20",
            "3,000.00 + 30.00 + 45.00 + 0.00 + 60.00 − 0.00 = 3,135.00",
        ),
        (
            "2025-02-25",
            "3,000.00 + 30.00 + 45.00 + 0.00 + 40.00 − 0.00 = 3,115.00",
        ),
        // the second period began on 15 February and has used 11 of 28 days
        (
            "2025-02-26",
            "3,000.00 + 37.86 + 90.00 + 0.00 + 40.00 − 0.00 = 3,167.86",
        ),
    ];
    for (on, expected) in table {
        assert_eq!(quoted(&desk, on), expected, "{on}");
    }
}

#[test]
fn an_extended_single_payment_never_counts_more_than_its_term() {
    let mut terms = full_offer();
    terms.mode = SinglePayment;
    let mut desk = Desk::paid_out(terms, "1000", 2, "2025-01-15");
    desk.done(extend(), "2025-03-15");
    let quote = desk.order().prepay_quote(day("2025-03-20")).unwrap();
    assert_eq!(quote.charge.interest, yuan("20"));
    assert_eq!(quote.charge.breach_fee, yuan("20"), "due on 25 March only");
}

/// The discount is at most the sum; past discounts never count again.
#[test]
fn the_pending_discount_is_used_up_to_the_sum() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-15");
    desk.done(confirm(), "2025-02-15");
    desk.done(discount("100"), "2025-02-20");
    assert_eq!(
        quoted(&desk, "2025-02-20"),
        "2,000.00 + 20.00 + 45.00 + 0.00 + 40.00 − 100.00 = 2,005.00"
    );
    // A discount of a whole instalment can exceed a prepayment without its interest.
    let mut terms = monthly(EqualPrincipal, "12");
    terms.prepay.allowed = true;
    terms.prepay.interest = PrepayInterest::DaysUsed;
    let mut desk = Desk::paid_out(terms, "1000", 1, "2025-01-15");
    desk.done(discount("1010"), "2025-01-15");
    assert_eq!(
        quoted(&desk, "2025-01-15"),
        "1,000.00 + 0.00 + 0.00 + 0.00 + 0.00 − 1,000.00 = 0.00"
    );
    let outcome = desk.done(prepay(), "2025-01-15");
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 贷款损失（减免） 1,000.00 | 贷 贷款本金 1,000.00"
    );
    desk.undo("2025-01-15");
    assert_eq!(desk.order().pending_discount, yuan("1010"));
}

/// In the last period, whole-period interest without a breach fee makes
/// prepaying and confirming the same, in every mode.
#[test]
fn prepaying_the_last_instalment_is_confirming_it() {
    for &mode in RepaymentMode::ALL {
        for interest in [PrepayInterest::FullPeriod, PrepayInterest::DaysUsed] {
            let mut terms = full_offer();
            terms.mode = mode;
            terms.prepay.interest = interest;
            let mut desk = Desk::paid_out(terms.clone(), "3000", 3, "2025-01-15");
            let last = desk.order().plan.as_ref().unwrap().items.len();
            for _ in 1..last {
                desk.done(confirm(), "2025-01-15");
            }
            // On the last due date no breach fee can arise, at any rate.
            let due_on = day("2025-04-15");
            let confirmed = desk.order().confirm_quote(due_on).unwrap().received;
            let prepaid = desk.order().prepay_quote(due_on).unwrap().total;
            assert_eq!(prepaid, confirmed, "{mode} {interest}");
            // A day earlier it is the breach fee, and with daily interest the
            // unused day, that make the difference.
            let earlier = day("2025-04-14");
            let quote = desk.order().prepay_quote(earlier).unwrap();
            let without_breach = quote.total.minus(quote.charge.breach_fee).unwrap();
            assert!(!quote.charge.breach_fee.is_zero());
            let whole = interest == PrepayInterest::FullPeriod;
            assert_eq!(without_breach == confirmed, whole, "{mode} {interest}");
        }
    }
}
