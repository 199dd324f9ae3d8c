//! MONEY.md §5 and §6: confirming a repayment.

use loan::{Event, State};

use crate::desk::{
    Desk, confirm, day, discount, full_loan, full_offer, lines, monthly, prepay, write_off, yuan,
};

fn guarded(number: u16, amount: &str) -> Event {
    Event::Confirm {
        number_seen: Some(number),
        amount_seen: Some(yuan(amount)),
        value_date: None,
    }
}

#[test]
fn three_instalments_settle_the_order() {
    let mut desk = full_loan();
    let table = [
        ("2025-02-15", "1,075.00", State::Repaying),
        ("2025-03-19", "1,069.26", State::Repaying), // 4 days late: 4.26
        ("2025-04-01", "1,055.00", State::Settled),
    ];
    for (on, cash, state) in table {
        let outcome = desk.done(confirm(), on);
        assert_eq!(outcome.amount.unwrap().to_string(), cash, "{on}");
        assert_eq!(outcome.order.state, state, "{on}");
    }
}

#[test]
fn the_entry_books_income_gross() {
    let table = [
        (
            "2025-02-15",
            "0",
            "借 资金 1,075.00 | 贷 贷款本金 1,000.00 | 贷 利息收入 30.00 | 贷 保险费收入 30.00 \
             | 贷 服务费收入 15.00",
        ),
        (
            "2025-02-19",
            "0",
            "借 资金 1,079.30 | 贷 贷款本金 1,000.00 | 贷 利息收入 30.00 | 贷 保险费收入 30.00 \
             | 贷 服务费收入 15.00 | 贷 逾期费收入 4.30",
        ),
        // 逾期费 4.30, 服务费 15.00, 保险费 30.00, then 0.70 of 利息
        (
            "2025-02-19",
            "50",
            "借 资金 1,029.30 | 借 优惠减免（逾期费收入） 4.30 | 借 优惠减免（服务费收入） 15.00 \
             | 借 优惠减免（保险费收入） 30.00 | 借 优惠减免（利息收入） 0.70 \
             | 贷 贷款本金 1,000.00 | 贷 利息收入 30.00 | 贷 逾期费收入 4.30 \
             | 贷 服务费收入 15.00 | 贷 保险费收入 30.00",
        ),
        // everything but principal, and 25.00 of principal
        (
            "2025-02-15",
            "100",
            "借 资金 975.00 | 借 优惠减免（服务费收入） 15.00 | 借 优惠减免（保险费收入） 30.00 \
             | 借 优惠减免（利息收入） 30.00 | 借 贷款损失（减免） 25.00 \
             | 贷 贷款本金 1,000.00 | 贷 服务费收入 15.00 | 贷 保险费收入 30.00 \
             | 贷 利息收入 30.00",
        ),
        // nothing is paid at all
        (
            "2025-02-15",
            "1075",
            "借 优惠减免（服务费收入） 15.00 | 借 优惠减免（保险费收入） 30.00 \
             | 借 优惠减免（利息收入） 30.00 | 借 贷款损失（减免） 1,000.00 \
             | 贷 服务费收入 15.00 | 贷 保险费收入 30.00 | 贷 利息收入 30.00 \
             | 贷 贷款本金 1,000.00",
        ),
    ];
    for (on, amount, expected) in table {
        let mut desk = full_loan();
        desk.done(discount(amount), on);
        let outcome = desk.done(confirm(), on);
        assert_eq!(lines(outcome.entry.as_ref()), expected, "{on} {amount}");
    }
}

#[test]
fn the_record_tells_due_discount_and_cash() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-19");
    let outcome = desk.done(confirm(), "2025-02-19");
    let record = &outcome.records[0];
    assert_eq!(record.kind.code(), "HUANKUAN");
    assert_eq!(record.number, Some(1));
    assert_eq!(record.description, "第1期还款");
    assert_eq!(record.due, yuan("1079.30"));
    assert_eq!(record.discount, yuan("50"));
    assert_eq!(record.cash, yuan("1029.30"));
    assert!(record.overdue);
    assert_eq!(record.scheduled_on, Some(day("2025-02-15")));
    assert_eq!(record.value_on, day("2025-02-19"));
    assert_eq!(
        outcome.sentence,
        "确认第1期还款：应付 1,079.30 元（逾期 4 天，逾期费 4.30 元），优惠 50.00 元，\
         实付 1,029.30 元，到账日 2025-02-19"
    );
    assert_eq!(outcome.order.pending_discount, yuan("0"));
}

#[test]
fn guards_compare_what_the_operator_saw() {
    let mut desk = full_loan();
    desk.done(guarded(1, "1075"), "2025-02-15");
    let table = [
        (guarded(1, "1075"), "stale: 第1期已还款，请刷新后再试"),
        (
            guarded(3, "1055"),
            "stale: 当前应还第2期，不是第3期，请刷新后再试",
        ),
        (
            guarded(9, "1055"),
            "stale: 当前应还第2期，不是第9期，请刷新后再试",
        ),
        (
            guarded(2, "1064.99"),
            "stale: 应付由 1,064.99 元变为 1,065.00 元，请刷新后再试",
        ),
    ];
    for (event, expected) in table {
        assert_eq!(desk.refused(event, "2025-02-15"), expected);
    }
    desk.done(discount("5"), "2025-02-15");
    assert_eq!(
        desk.refused(guarded(2, "1065"), "2025-02-15"),
        "stale: 应付由 1,065.00 元变为 1,060.00 元，请刷新后再试"
    );
    desk.done(guarded(2, "1060"), "2025-02-15");
}

/// Two operators at once: the second saw an instalment that is paid by now,
/// whatever became of the order.
#[test]
fn a_paid_instalment_is_stale_in_every_state() {
    let paid = "stale: 第1期已还款，请刷新后再试";
    let mut desk = full_loan();
    desk.done(prepay(), "2025-02-01");
    assert_eq!(desk.refused(guarded(1, "1075"), "2025-02-01"), paid);
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-01");
    desk.done(write_off(), "2025-03-20");
    assert_eq!(desk.refused(guarded(1, "1075"), "2025-03-20"), paid);
    assert_eq!(
        desk.refused(guarded(2, "1065"), "2025-03-20"),
        "rule: 已核销的订单不能确认还款"
    );
}

/// A discount set for Monday's overdue fee may be too much for Friday's money.
#[test]
fn a_discount_above_what_was_due_on_the_value_date_is_refused() {
    let mut desk = full_loan();
    desk.done(discount("1079.30"), "2025-02-19");
    let friday = crate::desk::confirm_valued(Some("2025-02-18"));
    assert_eq!(
        desk.refused(friday, "2025-02-19"),
        "rule: 当前优惠 1,079.30 元超过到账日应付 1,075.00 元，请先调整优惠"
    );
    desk.done(confirm(), "2025-02-19");
}

#[test]
fn an_instalment_of_zero_is_confirmed_like_any_other() {
    let terms = monthly(loan::RepaymentMode::InterestFirst, "0");
    let mut desk = Desk::paid_out(terms, "100", 2, "2025-01-15");
    let outcome = desk.done(confirm(), "2025-01-20");
    assert_eq!(outcome.entry, None);
    assert_eq!(outcome.records[0].cash, yuan("0"));
    assert_eq!(outcome.records[0].number, Some(1));
    desk.undo("2025-01-20");
    desk.done(confirm(), "2025-01-20");
    desk.done(confirm(), "2025-01-20");
    assert_eq!(desk.order().state, State::Settled);
}

#[test]
fn a_clock_behind_the_last_event_confirms_nothing() {
    let mut desk = Desk::paid_out(full_offer(), "3000", 3, "2025-01-15");
    assert_eq!(
        desk.refused(confirm(), "2025-01-14"),
        "rule: 日期 2025-01-14 不能早于上一笔业务的日期 2025-01-15"
    );
}
