//! MONEY.md §5: extension.

use loan::{Event, RepaymentMode};

use crate::desk::{Desk, confirm, day, extend, full_loan, full_offer, lines, noon, yuan};

fn guarded(number: u16, count: usize, fee: &str) -> Event {
    Event::Extend {
        number_seen: Some(number),
        count_seen: Some(count),
        fee_seen: Some(yuan(fee)),
    }
}

fn due_dates(desk: &Desk) -> String {
    let items = &desk.order().plan.as_ref().unwrap().items;
    let dates: Vec<String> = items.iter().map(|item| item.due_on.to_string()).collect();
    dates.join(" ")
}

#[test]
fn the_due_dates_move_and_nothing_else() {
    let mut desk = full_loan();
    let before = desk.order().plan.clone().unwrap();
    let outcome = desk.done(guarded(1, 0, "30"), "2025-02-10");
    assert_eq!(due_dates(&desk), "2025-02-25 2025-03-25 2025-04-25");
    let after = desk.order().plan.clone().unwrap();
    for (old, new) in before.items.iter().zip(&after.items) {
        let mut moved = old.clone();
        moved.due_on = new.due_on;
        assert_eq!(moved, *new, "amounts, start and length stay");
    }
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 资金 30.00 | 贷 展期费收入 30.00"
    );
    let record = &outcome.records[0];
    assert_eq!(record.kind.code(), "YANQI");
    assert_eq!((record.number, record.cash), (None, yuan("30")));
    assert_eq!(record.description, "第1期展期10天");
    assert_eq!(record.scheduled_on, Some(day("2025-02-15")));
    assert_eq!(
        outcome.sentence,
        "第1期及以后各期展期 10 天，本期应还日由 2025-02-15 改为 2025-02-25，展期费 30.00 元"
    );
}

/// Each stored date plus days: no day of month is clamped again.
#[test]
fn no_date_is_clamped_again() {
    let mut desk = Desk::paid_out(full_offer(), "3000", 3, "2025-01-31");
    assert_eq!(due_dates(&desk), "2025-02-28 2025-03-31 2025-04-30");
    desk.done(extend(), "2025-02-10");
    assert_eq!(due_dates(&desk), "2025-03-10 2025-04-10 2025-05-10");
}

/// The fee is a share of the remaining principal; paid instalments stay put.
#[test]
fn it_moves_the_earliest_unpaid_and_all_later_ones() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-10");
    let outcome = desk.done(guarded(2, 0, "20"), "2025-02-10");
    assert_eq!(outcome.records[0].cash, yuan("20"));
    assert_eq!(due_dates(&desk), "2025-02-15 2025-03-25 2025-04-25");
}

#[test]
fn guards_and_rules() {
    let mut desk = full_loan();
    desk.done(extend(), "2025-02-10");
    let table = [
        (
            guarded(1, 0, "30"),
            "stale: 展期次数已由 0 次变为 1 次，请刷新后再试",
        ),
        (
            guarded(2, 1, "30"),
            "stale: 当前应还第1期，不是第2期，请刷新后再试",
        ),
        (
            guarded(1, 1, "29.99"),
            "stale: 展期费已由 29.99 元变为 30.00 元，请刷新后再试",
        ),
    ];
    for (event, expected) in table {
        assert_eq!(desk.refused(event, "2025-02-10"), expected);
    }
    desk.done(guarded(1, 1, "30"), "2025-02-10");
    assert_eq!(
        desk.refused(extend(), "2025-02-10"),
        "rule: 最多展期 2 次，次数已用完"
    );
    // Two operators at once at the last extension: the second one saw an old count.
    assert_eq!(
        desk.refused(guarded(1, 1, "30"), "2025-02-10"),
        "stale: 展期次数已由 1 次变为 2 次，请刷新后再试"
    );
    desk.done(confirm(), "2025-02-10");
    assert_eq!(
        desk.refused(guarded(1, 2, "30"), "2025-02-10"),
        "stale: 第1期已还款，请刷新后再试"
    );
}

/// Within the grace days it is not overdue and may still be extended.
#[test]
fn an_overdue_instalment_is_not_extended() {
    let mut desk = full_loan();
    assert_eq!(
        desk.refused(extend(), "2025-02-19"),
        "rule: 本期已逾期 4 天，不能展期"
    );
    desk.done(extend(), "2025-02-18");
    assert_eq!(due_dates(&desk), "2025-02-25 2025-03-25 2025-04-25");
}

#[test]
fn a_product_may_not_offer_it() {
    let mut terms = full_offer();
    terms.extension.allowed = false;
    let mut desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert_eq!(
        desk.refused(extend(), "2025-01-20"),
        "rule: 该产品不允许展期"
    );
    let mut terms = full_offer();
    terms.extension.max_count = 0;
    let mut desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert_eq!(
        desk.refused(extend(), "2025-01-20"),
        "rule: 最多展期 0 次，次数已用完"
    );
}

#[test]
fn a_free_extension_is_recorded_but_not_posted() {
    let mut terms = full_offer();
    terms.extension.fee_rate = loan::Ppm::ZERO;
    terms.mode = RepaymentMode::InterestFirst;
    let mut desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    let outcome = desk.done(extend(), "2025-01-20");
    assert_eq!(outcome.entry, None);
    assert_eq!(outcome.records.len(), 1);
}

/// Undo gives back the dates, the count and the time before.
#[test]
fn undo_gives_back_dates_count_and_time() {
    let mut desk = full_loan();
    let state = |desk: &Desk| {
        let order = desk.order();
        (
            due_dates(desk),
            order.extension_count(),
            order.extended_at(),
        )
    };
    let start = state(&desk);
    assert_eq!((start.1, start.2), (0, None));
    desk.done(extend(), "2025-02-01");
    let once = state(&desk);
    assert_eq!((once.1, once.2), (1, Some(noon("2025-02-01"))));
    desk.done(extend(), "2025-02-05");
    assert_eq!(desk.order().extended_at(), Some(noon("2025-02-05")));
    assert_eq!(desk.order().extension_fees(), Ok(yuan("60")));
    let outcome = desk.undo("2025-02-06");
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 资金 -30.00 | 贷 展期费收入 -30.00"
    );
    assert_eq!(outcome.amount, Some(loan::Fen::new(-3_000)));
    assert_eq!(state(&desk), once);
    desk.undo("2025-02-06");
    assert_eq!(state(&desk), start);
}
