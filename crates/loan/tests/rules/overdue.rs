//! MONEY.md §4: overdue is derived from plan and day.

use loan::{Fen, Order, OverdueBase, RepaymentMode};

use crate::desk::{
    Desk, confirm, confirm_valued, day, discount, extend, full_loan, full_offer, monthly, percent,
    write_off, yuan,
};

/// `days fee` of instalment `number`.
fn late(order: &Order, number: u16, on: &str) -> String {
    let plan = order.plan.as_ref().unwrap();
    let overdue = order.overdue(plan.item(number).unwrap(), day(on)).unwrap();
    format!("{} {}", overdue.days, overdue.fee)
}

/// The first instalment, 1 075.00, due 15 February; 3 days grace, 0.1 % a day,
/// at most 10 %.
#[test]
fn days_count_from_the_due_date_once_grace_is_over() {
    let table = [
        ("2025-01-15", "0 0.00"),
        ("2025-02-15", "0 0.00"),
        ("2025-02-16", "0 0.00"),
        ("2025-02-18", "0 0.00"),
        ("2025-02-19", "4 4.30"),
        ("2025-02-20", "5 5.38"), // 5.375
        ("2025-03-15", "28 30.10"),
        ("2025-05-26", "100 107.50"), // exactly the cap
        ("2025-05-27", "101 107.50"),
        ("2027-02-15", "730 107.50"),
    ];
    let desk = full_loan();
    for (on, expected) in table {
        assert_eq!(late(desk.order(), 1, on), expected, "{on}");
    }
}

#[test]
fn the_base_and_the_cap_are_terms() {
    let table = [
        // base, cap, fee after 200 days on 1 075.00 (principal 1 000.00)
        (OverdueBase::AmountDue, "0", "200 215.00"),
        (OverdueBase::AmountDue, "10", "200 107.50"),
        (OverdueBase::Principal, "0", "200 200.00"),
        (OverdueBase::Principal, "10", "200 100.00"),
        // the cap is rounded too: 0.0107 yuan, 0.0054
        (OverdueBase::AmountDue, "0.001", "200 0.01"),
        (OverdueBase::AmountDue, "0.0005", "200 0.01"),
        (OverdueBase::AmountDue, "0.0004", "200 0.00"),
    ];
    for (base, cap, expected) in table {
        let mut terms = full_offer();
        terms.overdue.base = base;
        terms.overdue.cap = percent(cap);
        let desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
        assert_eq!(
            late(desk.order(), 1, "2025-09-03"),
            expected,
            "{base} {cap}"
        );
    }
}

#[test]
fn early_interest_only_instalments_cost_nothing_on_principal() {
    let mut terms = monthly(RepaymentMode::InterestFirst, "12");
    terms.overdue.base = OverdueBase::Principal;
    terms.overdue.daily_rate = percent("0.1");
    let desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert_eq!(late(desk.order(), 1, "2025-02-25"), "10 0.00");
    assert_eq!(late(desk.order(), 3, "2025-04-25"), "10 30.00");
}

#[test]
fn a_discount_never_lowers_the_base() {
    let mut desk = full_loan();
    desk.done(discount("500"), "2025-02-15");
    assert_eq!(late(desk.order(), 1, "2025-02-19"), "4 4.30");
}

#[test]
fn a_paid_instalment_keeps_its_days_and_fee() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-19");
    assert_eq!(late(desk.order(), 1, "2025-02-19"), "4 4.30");
    assert_eq!(late(desk.order(), 1, "2026-02-19"), "4 4.30");
}

#[test]
fn late_days_stop_at_the_write_off() {
    let mut desk = full_loan();
    desk.done(write_off(), "2025-02-20");
    assert_eq!(late(desk.order(), 1, "2025-02-19"), "4 4.30");
    assert_eq!(late(desk.order(), 1, "2025-08-01"), "5 5.38");
    assert_eq!(late(desk.order(), 2, "2025-08-01"), "0 0.00");
    assert_eq!(desk.order().overdue_days(day("2025-08-01")), Ok(5));
    desk.undo("2025-03-15");
    assert_eq!(late(desk.order(), 1, "2025-03-15"), "28 30.10");
}

/// Money that arrived on Friday and is confirmed on Monday is not charged for
/// the weekend.
#[test]
fn the_value_date_decides() {
    let table = [
        // value date, what has to be paid for the first instalment
        (Some("2025-02-18"), "1,075.00"),
        (Some("2025-02-19"), "1,079.30"),
        (Some("2025-02-20"), "1,080.38"),
        (None, "1,081.45"),
    ];
    for (value_date, expected) in table {
        let mut desk = full_loan();
        let outcome = desk.done(confirm_valued(value_date), "2025-02-21");
        assert_eq!(
            outcome.records[0].cash.to_string(),
            expected,
            "{value_date:?}"
        );
    }
}

#[test]
fn the_value_date_lies_between_the_last_event_and_today() {
    let mut desk = full_loan();
    desk.done(confirm_valued(Some("2025-02-14")), "2025-02-17");
    let table = [
        (
            "2025-02-13",
            "rule: 日期 2025-02-13 不能早于上一笔业务的日期 2025-02-14",
        ),
        ("2025-02-18", "rule: 到账日期 2025-02-18 不能晚于今天"),
    ];
    for (value_date, expected) in table {
        let said = desk.refused(confirm_valued(Some(value_date)), "2025-02-17");
        assert_eq!(said, expected);
    }
    // The last event counts from its own value date, and one that was undone
    // does not count at all.
    desk.done(confirm_valued(Some("2025-02-14")), "2025-02-17");
    desk.undo("2025-02-17");
    desk.undo("2025-02-17");
    desk.done(confirm_valued(Some("2025-01-15")), "2025-02-17");
}

/// The date lists of overdue orders are indexed by.
#[test]
fn an_order_is_overdue_after_its_grace() {
    let mut desk = full_loan();
    let after = |desk: &Desk| desk.order().overdue_after().unwrap();
    assert_eq!(after(&desk), Some(day("2025-02-18")));
    assert_eq!(desk.order().overdue_days(day("2025-02-18")), Ok(0));
    assert_eq!(desk.order().overdue_days(day("2025-02-19")), Ok(4));
    assert_eq!(desk.order().is_overdue(day("2025-02-18")), Ok(false));
    assert_eq!(desk.order().is_overdue(day("2025-02-19")), Ok(true));
    desk.done(extend(), "2025-02-18");
    assert_eq!(after(&desk), Some(day("2025-02-28")));
    desk.done(confirm(), "2025-02-18");
    assert_eq!(after(&desk), Some(day("2025-03-28")));
    desk.done(write_off(), "2025-03-29");
    assert_eq!(after(&desk), None);
    assert_eq!(desk.order().is_overdue(day("2025-03-29")), Ok(false));
    let applied = Desk::applied(full_offer(), "3000", 3);
    assert_eq!(after(&applied), None);
    assert_eq!(applied.order().overdue_days(day("2030-01-01")), Ok(0));
}

/// An overdue fee no 64-bit amount can hold is an error, not a wrong figure.
#[test]
fn a_fee_beyond_all_bounds_is_an_error() {
    let mut terms = monthly(RepaymentMode::SinglePayment, "1000");
    terms.period.length = 120;
    terms.overdue.daily_rate = percent("1000");
    let desk = Desk::paid_out(terms, "10000000000", 360, "2025-01-15");
    let order = desk.order();
    let item = order.earliest_unpaid().unwrap();
    assert_eq!(order.overdue(item, item.due_on).unwrap().fee, Fen::ZERO);
    let far = loan::add_days(item.due_on, 1_000_000).unwrap();
    assert_eq!(order.overdue(item, far), Err(loan::OutOfRange::Amount));
    assert_eq!(
        order.confirm_quote(far).unwrap_err().to_string(),
        "金额超出可计算的范围"
    );
    assert!(item.amount_due().unwrap() > yuan("10000000000"));
}
