//! MONEY.md §5 and §6: payout, its failure and the second try.

use jiff::civil::DateTime;
use loan::{Event, FeeCollection, State};

use crate::desk::{Desk, approve, day, full_loan, full_offer, lines, percent, said, undo, yuan};

fn time(text: &str) -> DateTime {
    text.parse().unwrap()
}

#[test]
fn the_upfront_fee_is_collected_apart_or_kept_back() {
    use FeeCollection::{Apart, Withheld};
    let table = [
        (
            Apart,
            "2",
            "借 贷款本金 3,000.00 | 借 资金 60.00 | 贷 资金 3,000.00 | 贷 前置费收入 60.00",
            "放款 -3,000.00, 前置费 60.00",
            "放款 3,000.00 元，另收前置费 60.00 元，放款日 2025-01-15",
        ),
        (
            Apart,
            "0",
            "借 贷款本金 3,000.00 | 贷 资金 3,000.00",
            "放款 -3,000.00",
            "放款 3,000.00 元，放款日 2025-01-15",
        ),
        (
            Withheld,
            "2",
            "借 贷款本金 3,000.00 | 贷 资金 2,940.00 | 贷 前置费收入 60.00",
            "放款 -2,940.00",
            "放款 3,000.00 元，扣除前置费 60.00 元，实际到账 2,940.00 元，放款日 2025-01-15",
        ),
    ];
    for (collection, rate, entry, records, sentence) in table {
        let mut terms = full_offer();
        terms.upfront_fee.rate = percent(rate);
        terms.upfront_fee.collection = collection;
        let mut desk = Desk::applied(terms, "3000", 3);
        desk.done(approve(), "2025-01-15");
        let outcome = desk.done(Event::Payout { paid_at: None }, "2025-01-15");
        assert_eq!(lines(outcome.entry.as_ref()), entry);
        let shown: Vec<String> = outcome
            .records
            .iter()
            .map(|record| format!("{} {}", record.description, record.cash))
            .collect();
        assert_eq!(shown.join(", "), records);
        assert_eq!(outcome.sentence, sentence);
        assert_eq!(desk.order().state, State::Repaying);
        let items = &desk.order().plan.as_ref().unwrap().items;
        let principal: i64 = items.iter().map(|item| item.principal.get()).sum();
        assert_eq!(principal, 300_000, "the plan is about the whole principal");
    }
}

/// Reviewed on 15 January at noon.
#[test]
fn the_payout_time_lies_between_review_and_now() {
    let table = [
        (Some("2025-01-15T12:00:00"), "done"),
        (
            Some("2025-01-15T11:59:59"),
            "rule: 放款时间不能早于审核时间 2025-01-15 12:00:00",
        ),
        (
            Some("2025-01-15T00:00:00"),
            "rule: 放款时间不能早于审核时间 2025-01-15 12:00:00",
        ),
        (Some("2025-01-18T00:00:00"), "done"),
        (Some("2025-01-20T09:30:00"), "done"),
        (None, "done"),
        (
            Some("2025-01-20T09:30:01"),
            "rule: 放款时间不能晚于现在：2025-01-20 09:30:01",
        ),
        (
            Some("2025-01-14T23:59:59"),
            "rule: 放款时间不能早于审核时间 2025-01-15 12:00:00",
        ),
    ];
    for (paid_at, expected) in table {
        let mut desk = Desk::applied(full_offer(), "3000", 3);
        desk.done(approve(), "2025-01-15");
        let event = Event::Payout {
            paid_at: paid_at.map(time),
        };
        let said = said(desk.attempt_at(event, time("2025-01-20T09:30:00")));
        assert!(said.starts_with(expected), "{paid_at:?}: {said}");
    }
}

#[test]
fn the_plan_counts_from_the_payout_date() {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    desk.done(approve(), "2025-01-15");
    let preview = desk.order().view(day("2025-01-20")).unwrap();
    assert_eq!(preview[0].item.due_on, day("2025-02-20"));
    let paid_at = Some(time("2025-01-17T10:00:00"));
    desk.done(Event::Payout { paid_at }, "2025-01-20");
    let plan = desk.order().plan.as_ref().unwrap();
    assert_eq!(plan.starts_on, day("2025-01-17"));
    assert_eq!(plan.items[0].due_on, day("2025-02-17"));
    let fixed = desk.order().view(day("2025-01-25")).unwrap();
    assert_eq!(fixed[0].item.due_on, day("2025-02-17"));
    assert_eq!(desk.book.records[0].record.value_on, day("2025-01-17"));
}

#[test]
fn a_failed_payout_moves_no_money_and_can_be_tried_again() {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    desk.done(approve(), "2025-01-15");
    let reason = "户名不符".to_owned();
    let failed = desk.done(Event::PayoutFailure { reason }, "2025-01-15");
    assert_eq!(failed.sentence, "放款失败：户名不符");
    assert_eq!((failed.records.len(), failed.entry), (0, None));
    assert_eq!(desk.order().state, State::PayoutFailed);
    let note = "换收款账户".to_owned();
    let again = desk.done(
        Event::Redisburse {
            note,
            needs_review: false,
        },
        "2025-01-16",
    );
    assert_eq!(again.sentence, "重新放款：换收款账户");
    assert_eq!((again.records.len(), again.entry), (0, None));
    assert_eq!(desk.order().state, State::AwaitingPayout);
    desk.done(Event::Payout { paid_at: None }, "2025-01-16");
    let bare = Event::Redisburse {
        note: String::new(),
        needs_review: false,
    };
    let mut other = Desk::applied(full_offer(), "3000", 3);
    other.done(approve(), "2025-01-15");
    assert_eq!(
        other.refused(bare.clone(), "2025-01-15"),
        "rule: 待放款的订单不能重新放款"
    );
    other.done(
        Event::PayoutFailure {
            reason: "退票".to_owned(),
        },
        "2025-01-15",
    );
    assert_eq!(other.done(bare, "2025-01-15").sentence, "重新放款");
}

/// Under the two-person rule another account needs another review: what the first one decided is
/// forgotten.
#[test]
fn another_account_may_have_to_be_reviewed() {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    let less = Event::Review {
        decision: loan::Decision::Approve(Some(yuan("2000"))),
        opinion: "减额".to_owned(),
    };
    desk.done(less, "2025-01-15");
    let reason = "户名不符".to_owned();
    desk.done(Event::PayoutFailure { reason }, "2025-01-15");
    let again = Event::Redisburse {
        note: "换收款账户".to_owned(),
        needs_review: true,
    };
    desk.done(again.clone(), "2025-01-16");
    assert_eq!(desk.order().state, State::AwaitingReview);
    assert_eq!(desk.order().reviewed_at, None);
    assert_eq!(desk.order().principal, yuan("3000"));
    assert_eq!(
        desk.refused(again, "2025-01-16"),
        "stale: 该订单已重新放款，请刷新后再试"
    );
    desk.done(approve(), "2025-01-17");
    desk.done(Event::Payout { paid_at: None }, "2025-01-17");
}

#[test]
fn undoing_a_payout_makes_the_plan_a_preview_again() {
    let mut desk = full_loan();
    desk.done(crate::desk::discount("10"), "2025-01-16");
    let outcome = desk.undo("2025-01-16");
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 贷款本金 -3,000.00 | 借 资金 -60.00 | 贷 资金 -3,000.00 | 贷 前置费收入 -60.00"
    );
    assert_eq!(outcome.entry.unwrap().reverses(), outcome.reverses);
    assert_eq!(outcome.sentence, "撤销放款：录入错误");
    assert_eq!(desk.order().state, State::AwaitingPayout);
    assert_eq!(desk.order().pending_discount, yuan("0"));
    let preview = desk.order().view(day("2025-03-01")).unwrap();
    assert_eq!(preview[0].item.due_on, day("2025-04-01"));
    assert!(desk.book.records.iter().all(|written| written.reversed));
    let again = undo(outcome.reverses.unwrap());
    assert_eq!(
        desk.refused(again, "2025-01-16"),
        "stale: 该笔业务已撤销，请刷新后再试"
    );
    desk.done(Event::Payout { paid_at: None }, "2025-01-17");
}
