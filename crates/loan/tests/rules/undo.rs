//! MONEY.md §5: undo takes back the newest event, and only that.

use loan::{Event, EventId, Fen, State};

use crate::desk::{
    confirm, day, discount, extend, full_loan, lines, prepay, undo, write_off, yuan,
};

#[test]
fn only_the_newest_event_is_undone() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-15");
    let first = desk.newest();
    desk.done(confirm(), "2025-02-15");
    let table = [
        (
            undo(first),
            "stale: 只能撤销最近一笔业务，该订单已有变化，请刷新后再试",
        ),
        (
            undo(EventId(999)),
            "stale: 只能撤销最近一笔业务，该订单已有变化，请刷新后再试",
        ),
    ];
    for (event, expected) in table {
        assert_eq!(desk.refused(event, "2025-02-15"), expected);
    }
    let second = desk.newest();
    desk.undo("2025-02-15");
    assert_eq!(
        desk.refused(undo(second), "2025-02-15"),
        "stale: 该笔业务已撤销，请刷新后再试"
    );
    assert_eq!(desk.newest(), first);
}

/// The same accounts and sides, negative, naming the original; its record is
/// marked reversed and nothing is deleted.
#[test]
fn an_undone_repayment_is_booked_back() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-19");
    let confirmed = desk.done(confirm(), "2025-02-19");
    let id = desk.newest();
    let outcome = desk.undo("2025-02-20");
    let entry = outcome.entry.as_ref().unwrap();
    assert_eq!(entry.reverses(), Some(id));
    assert_eq!(outcome.reverses, Some(id));
    assert!(outcome.records.is_empty());
    assert_eq!(outcome.amount, Some(Fen::new(-102_930)));
    assert_eq!(outcome.sentence, "撤销第1期还款：录入错误");
    let originals = confirmed.entry.as_ref().unwrap().lines();
    for (original, reversal) in originals.iter().zip(entry.lines()) {
        assert_eq!(reversal.amount, original.amount.negated().unwrap());
        assert_eq!(reversal.account, original.account);
        assert_eq!(reversal.side, original.side);
        assert_eq!(reversal.reduces, original.reduces);
    }
    assert!(lines(Some(entry)).starts_with("借 资金 -1,029.30 | 借 优惠减免（逾期费收入） -4.30"));
    let reversed: Vec<bool> = desk.book.records.iter().map(|r| r.reversed).collect();
    assert_eq!(reversed, [false, false, true]);
}

#[test]
fn a_whole_life_is_undone_step_by_step() {
    let mut desk = full_loan();
    let mut seen = vec![desk.order().clone()];
    let events = [
        ("2025-02-10", extend()),
        ("2025-02-11", discount("9")),
        ("2025-02-12", confirm()),
        ("2025-02-13", discount("3")),
        ("2025-02-14", extend()),
        ("2025-02-15", prepay()),
    ];
    for (on, event) in events {
        desk.done(event, on);
        seen.push(desk.order().clone());
    }
    assert_eq!(desk.order().state, State::Settled);
    // Undoing a prepayment, an extension and a repayment gives back the orders
    // seen before them. Setting a discount is no money event and is skipped;
    // the first extension leaves the 9.00 pending that came after it.
    for (before, pending) in [(5, "3"), (4, "3"), (2, "9"), (0, "9")] {
        desk.undo("2025-03-01");
        let mut expected = seen[before].clone();
        expected.pending_discount = yuan(pending);
        expected.last_undone = desk.order().last_undone;
        assert_eq!(*desk.order(), expected, "back to {before}");
    }
}

#[test]
fn recovery_and_write_off_are_undone_in_turn() {
    let mut desk = full_loan();
    desk.done(discount("20"), "2025-02-19");
    desk.done(write_off(), "2025-02-19");
    let recover = Event::Recover {
        amount: yuan("100"),
    };
    desk.done(recover, "2025-03-01");
    let outcome = desk.undo("2025-03-02");
    assert_eq!(outcome.sentence, "撤销核销收回：录入错误");
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 资金 -100.00 | 贷 核销收回 -100.00"
    );
    assert_eq!(desk.order().state, State::WrittenOff);
    let outcome = desk.undo("2025-03-02");
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 贷款损失 -3,000.00 | 贷 贷款本金 -3,000.00"
    );
    assert_eq!(desk.order().state, State::Repaying);
    assert_eq!(desk.order().pending_discount, yuan("20"));
    assert_eq!(desk.order().overdue_days(day("2025-03-02")), Ok(15));
}

#[test]
fn an_undone_prepayment_can_be_confirmed_instead() {
    let mut desk = full_loan();
    desk.done(prepay(), "2025-02-01");
    assert_eq!(desk.undo("2025-02-02").sentence, "撤销提前还款：录入错误");
    assert_eq!(desk.order().state, State::Repaying);
    desk.done(confirm(), "2025-02-02");
    desk.done(prepay(), "2025-02-02");
    assert_eq!(desk.order().state, State::Settled);
}
