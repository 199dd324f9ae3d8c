//! What is owed now: against instalments of 1 075.00 due on the 15th of February, March and April
//! (3 days grace, 0.1 % a day), whatever happened to them.

use loan::Order;
use loan::RepaymentMode::SinglePayment;

use crate::desk::{Desk, confirm, day, discount, extend, full_loan, monthly, write_off};
use crate::formula::evaluate;

/// `today | overdue | current | next | principal | turn`.
fn owed(order: &Order, on: &str) -> String {
    let owed = order.owed(day(on)).unwrap();
    let next = owed
        .next
        .map_or("-".to_owned(), |(due, amount)| format!("{due} {amount}"));
    let turn = order.turn().map_or("-".to_owned(), |turn| {
        format!("{}/{}", turn.number, turn.of)
    });
    format!(
        "{} | {} | {} | {next} | {} | {turn}",
        owed.due, owed.overdue, owed.current, owed.principal
    )
}

#[test]
fn every_instalment_whose_day_has_come_counts() {
    let desk = full_loan();
    let table = [
        (
            "2025-02-14",
            "0.00 | 0.00 | 1,075.00 | 2025-02-15 1,075.00 | 3,000.00 | 1/3",
        ),
        // Due, and within the grace days not overdue.
        (
            "2025-02-15",
            "1,075.00 | 0.00 | 1,075.00 | 2025-03-15 1,065.00 | 3,000.00 | 1/3",
        ),
        (
            "2025-02-18",
            "1,075.00 | 0.00 | 1,075.00 | 2025-03-15 1,065.00 | 3,000.00 | 1/3",
        ),
        (
            "2025-02-19",
            "1,079.30 | 1,079.30 | 1,079.30 | 2025-03-15 1,065.00 | 3,000.00 | 1/3",
        ),
        // The second is due today, the first late.
        (
            "2025-03-15",
            "2,170.10 | 1,105.10 | 1,105.10 | 2025-04-15 1,055.00 | 3,000.00 | 1/3",
        ),
    ];
    for (on, expected) in table {
        assert_eq!(owed(desk.order(), on), expected, "{on}");
    }
}

#[test]
fn a_discount_lowers_what_is_asked_for_once() {
    let mut desk = full_loan();
    desk.done(discount("100"), "2025-03-20");
    let was = full_loan().order().owed(day("2025-03-20")).unwrap();
    let now = desk.order().owed(day("2025-03-20")).unwrap();
    for (was, now) in [
        (was.due, now.due),
        (was.overdue, now.overdue),
        (was.current, now.current),
    ] {
        assert_eq!(was.minus(now).unwrap().to_string(), "100.00");
    }
    assert_eq!(was.next, now.next);
    assert_eq!(was.principal, now.principal);
}

#[test]
fn a_confirmation_an_extension_and_a_write_off_move_it() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-15");
    assert!(owed(desk.order(), "2025-02-15").ends_with("2,000.00 | 2/3"));
    desk.done(extend(), "2025-02-20");
    let moved = desk.order().earliest_unpaid().unwrap().due_on;
    assert!(moved > day("2025-03-15"));
    let owed_then = desk.order().owed(day("2025-03-15")).unwrap();
    assert!(owed_then.due.is_zero());
    assert_eq!(owed_then.next.unwrap().0, moved);
    desk.done(write_off(), "2025-08-01");
    assert_eq!(
        owed(desk.order(), "2025-08-01"),
        "0.00 | 0.00 | 0.00 | - | 0.00 | -"
    );
}

#[test]
fn the_current_figure_is_what_a_confirmation_asks_for() {
    let mut desk = full_loan();
    desk.done(discount("12.34"), "2025-03-20");
    for on in ["2025-02-16", "2025-03-20", "2025-06-01"] {
        let quote = desk.order().confirm_quote(day(on)).unwrap();
        assert_eq!(
            desk.order().owed(day(on)).unwrap().current,
            quote.received,
            "{on}"
        );
    }
}

/// The lines that explain a figure add up to it, each by its own formula.
#[test]
fn the_explanation_adds_up() {
    let mut desk: Desk = full_loan();
    desk.done(discount("12.34"), "2025-03-20");
    for on in ["2025-02-10", "2025-03-20", "2025-04-16", "2025-06-01"] {
        let owed = desk.order().owed(day(on)).unwrap();
        let cases = [
            (desk.order().explain_due(day(on)).unwrap(), owed.due),
            (desk.order().explain_overdue(day(on)).unwrap(), owed.overdue),
        ];
        for (lines, figure) in cases {
            assert_eq!(lines.last().unwrap().result, figure, "{on}");
            for line in &lines {
                assert_eq!(
                    evaluate(&line.formula),
                    Some(line.result.get()),
                    "{on} {line:?}"
                );
            }
        }
    }
}

/// Asked for an earlier day, on which less was owed than the discount is, nobody is owed anything.
#[test]
fn a_discount_takes_no_more_than_there_is() {
    let mut desk = full_loan();
    desk.done(discount("1079.30"), "2025-02-19");
    assert_eq!(
        owed(desk.order(), "2025-02-16"),
        "0.00 | 0.00 | 0.00 | 2025-03-15 1,065.00 | 3,000.00 | 1/3"
    );
}

/// All at the end is one instalment, however long the term.
#[test]
fn a_single_payment_is_the_first_of_one() {
    let terms = monthly(SinglePayment, "12");
    let desk = Desk::paid_out(terms, "1000", 3, "2025-01-15");
    assert_eq!(
        owed(desk.order(), "2025-02-16"),
        "0.00 | 0.00 | 1,030.00 | 2025-04-15 1,030.00 | 1,000.00 | 1/1"
    );
}
