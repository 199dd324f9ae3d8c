//! MONEY.md §5: the pending discount.

use loan::{Event, Fen};

use crate::desk::{confirm, day, discount, extend, full_loan, prepay, write_off, yuan};

fn guarded(amount: &str, seen: &str) -> Event {
    Event::Discount {
        amount: yuan(amount),
        amount_seen: Some(yuan(seen)),
    }
}

#[test]
fn it_lies_between_nothing_and_what_is_due() {
    let table = [
        ("2025-01-20", 0, "done: 第1期优惠由 0.00 元设为 0.00 元"),
        // due or not: the first instalment is due on 15 February
        (
            "2025-01-20",
            107_500,
            "done: 第1期优惠由 0.00 元设为 1,075.00 元",
        ),
        (
            "2025-01-20",
            107_501,
            "rule: 优惠金额 1,075.01 元不能超过本期应付 1,075.00 元",
        ),
        // four days late there is an overdue fee of 4.30 to forgive
        (
            "2025-02-19",
            107_930,
            "done: 第1期优惠由 0.00 元设为 1,079.30 元",
        ),
        (
            "2025-02-19",
            107_931,
            "rule: 优惠金额 1,079.31 元不能超过本期应付 1,079.30 元",
        ),
        ("2025-02-19", -1, "rule: 优惠金额不能为负数"),
    ];
    for (on, amount, expected) in table {
        let mut desk = full_loan();
        let event = Event::Discount {
            amount: Fen::new(amount),
            amount_seen: None,
        };
        let said = crate::desk::said(desk.attempt(event, on));
        assert_eq!(said, expected, "{on} {amount}");
    }
}

#[test]
fn it_is_set_and_not_added() {
    let mut desk = full_loan();
    desk.done(guarded("10", "0"), "2025-01-20");
    let outcome = desk.done(guarded("8", "10"), "2025-01-20");
    assert_eq!(outcome.sentence, "第1期优惠由 10.00 元设为 8.00 元");
    assert_eq!(outcome.amount, Some(yuan("8")), "what the log shows");
    assert_eq!((outcome.records.len(), outcome.entry), (0, None));
    assert_eq!(desk.order().pending_discount, yuan("8"));
    assert_eq!(
        desk.refused(guarded("9", "10"), "2025-01-20"),
        "stale: 当前优惠已由 10.00 元变为 8.00 元，请刷新后再试"
    );
}

/// Confirm and prepay consume it, write-off resets it, extension keeps it.
#[test]
fn what_becomes_of_it() {
    let table = [
        ("2025-02-15", confirm(), "0.00", "50.00"),
        ("2025-02-15", prepay(), "0.00", "50.00"),
        ("2025-02-15", extend(), "50.00", "0.00"),
        ("2025-02-19", write_off(), "0.00", "0.00"),
    ];
    for (on, event, pending, consumed) in table {
        let mut desk = full_loan();
        desk.done(discount("50"), on);
        let kind = event.kind();
        desk.done(event, on);
        let summary = desk.order().summary(day(on)).unwrap();
        assert_eq!(summary.pending_discount.to_string(), pending, "{kind}");
        assert_eq!(summary.total_discount.to_string(), consumed, "{kind}");
        desk.undo(on);
        assert_eq!(desk.order().pending_discount, yuan("50"), "undo {kind}");
    }
}

/// A pending discount is in no total.
#[test]
fn a_pending_discount_changes_no_total() {
    let mut desk = full_loan();
    let before = desk.order().summary(day("2025-02-15")).unwrap();
    desk.done(discount("50"), "2025-02-15");
    let after = desk.order().summary(day("2025-02-15")).unwrap();
    assert_eq!(before.total_repayment, after.total_repayment);
    assert_eq!(after.total_discount, yuan("0"));
    assert_eq!(after.pending_discount, yuan("50"));
}

/// After undoing a repayment the discount is as it was just before it; one set
/// since then is dropped.
#[test]
fn a_later_pending_discount_is_dropped_by_undo() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-15");
    desk.done(confirm(), "2025-02-15");
    desk.done(discount("7"), "2025-02-15");
    desk.undo("2025-02-15");
    assert_eq!(desk.order().pending_discount, yuan("50"));
}
