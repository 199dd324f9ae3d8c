//! MONEY.md §5: review and cancellation.

use loan::{AmountTerms, Decision, Event, State};

use crate::desk::{Desk, day, full_offer, noon, yuan};

fn review(decision: Decision) -> Event {
    Event::Review {
        decision,
        opinion: "收入证明已核实".to_owned(),
    }
}

#[test]
fn a_review_approves_at_most_what_was_asked() {
    let table = [
        (
            Decision::Approve(None),
            "done: 审核通过，批复金额 3,000.00 元：收入证明已核实",
        ),
        (
            Decision::Approve(Some(yuan("3000"))),
            "done: 审核通过，批复金额 3,000.00 元：收入证明已核实",
        ),
        (
            Decision::Approve(Some(yuan("1800"))),
            "done: 审核通过，批复金额 1,800.00 元：收入证明已核实",
        ),
        (
            Decision::Approve(Some(yuan("3000.01"))),
            "rule: 批复金额 3,000.01 元不能超过申请金额 3,000.00 元",
        ),
        (
            Decision::Approve(Some(yuan("0"))),
            "rule: 借款金额须在 0.01 至 10,000,000,000.00 元之间，不能是 0.00 元",
        ),
        (Decision::Reject, "done: 审核拒绝：收入证明已核实"),
    ];
    for (decision, expected) in table {
        let mut desk = Desk::applied(full_offer(), "3000", 3);
        let said = crate::desk::said(desk.attempt(review(decision), "2025-01-15"));
        assert_eq!(said, expected);
    }
}

/// From 1 000 yuan in steps of 500, as copied with the terms.
#[test]
fn a_review_approves_what_the_product_lends() {
    let refused = |amount: &str| {
        format!(
            "rule: 批复金额 {amount} 元不符合产品：应不低于 1,000.00 元，且为 1,000.00 元加 500.00 元的整数倍"
        )
    };
    let table = [
        ("1000", "done: 审核通过，批复金额 1,000.00 元".to_owned()),
        ("2500", "done: 审核通过，批复金额 2,500.00 元".to_owned()),
        ("2999.99", refused("2,999.99")),
        ("1200", refused("1,200.00")),
        ("999.99", refused("999.99")),
        ("500", refused("500.00")),
        ("0.01", refused("0.01")),
    ];
    for (amount, expected) in table {
        let mut terms = full_offer();
        terms.amounts = Some(AmountTerms {
            least: yuan("1000"),
            step: yuan("500"),
        });
        let mut desk = Desk::applied(terms, "3000", 3);
        let decision = Decision::Approve(Some(yuan(amount)));
        let said = crate::desk::said(desk.attempt(review(decision), "2025-01-15"));
        assert!(said.starts_with(&expected), "{amount}: {said}");
    }
}

#[test]
fn approving_less_recomputes_the_preview() {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    let total = |desk: &Desk| {
        desk.order()
            .summary(day("2025-01-15"))
            .unwrap()
            .total_principal
    };
    assert_eq!(total(&desk), yuan("3000"));
    let outcome = desk.done(review(Decision::Approve(Some(yuan("1800")))), "2025-01-15");
    assert_eq!(total(&desk), yuan("1800"));
    let first = &desk.order().view(day("2025-01-16")).unwrap()[0];
    assert_eq!(first.item.principal, yuan("600"));
    assert_eq!(first.item.due_on, day("2025-02-16"));
    assert_eq!(desk.order().state, State::AwaitingPayout);
    assert_eq!(desk.order().asked, yuan("3000"));
    assert_eq!(desk.order().reviewed_at, Some(noon("2025-01-15")));
    assert_eq!((outcome.records.len(), outcome.entry), (0, None));
}

#[test]
fn a_rejected_order_keeps_what_was_asked() {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    desk.done(review(Decision::Reject), "2025-01-15");
    assert_eq!(desk.order().state, State::Rejected);
    assert_eq!(desk.order().principal, yuan("3000"));
}

#[test]
fn an_order_is_cancelled_with_its_reason() {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    let reason = "客户放弃".to_owned();
    let outcome = desk.done(Event::Cancel { reason }, "2025-01-15");
    assert_eq!(outcome.sentence, "订单取消：客户放弃");
    assert_eq!(desk.order().state, State::Cancelled);
}
