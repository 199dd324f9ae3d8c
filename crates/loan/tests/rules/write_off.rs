//! MONEY.md §5 and §6: write-off and recovery.

use loan::{Event, Fen, State};

use crate::desk::{confirm, day, full_loan, lines, write_off, yuan};

#[test]
fn only_an_overdue_order_is_written_off() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-15");
    for on in ["2025-02-16", "2025-03-15", "2025-03-18"] {
        assert_eq!(
            desk.refused(write_off(), on),
            "rule: 订单未逾期，不能核销",
            "{on}"
        );
    }
    let outcome = desk.done(write_off(), "2025-03-19");
    assert_eq!(outcome.sentence, "核销未还本金 2,000.00 元：失联");
    assert_eq!(outcome.amount, Some(yuan("2000")));
    assert!(outcome.records.is_empty());
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 贷款损失 2,000.00 | 贷 贷款本金 2,000.00"
    );
    assert_eq!(desk.order().state, State::WrittenOff);
}

#[test]
fn money_received_later_is_recovery() {
    let mut desk = full_loan();
    desk.done(write_off(), "2025-02-19");
    let recover = |fen: i64| Event::Recover {
        amount: Fen::new(fen),
    };
    for fen in [0, -1] {
        assert_eq!(
            desk.refused(recover(fen), "2025-03-01"),
            "rule: 收回金额必须大于零"
        );
    }
    for fen in [1_000_000_000_001, i64::MAX] {
        let said = desk.refused(recover(fen), "2025-03-01");
        assert!(said.ends_with("不能超过 10,000,000,000.00 元"), "{said}");
    }
    for _ in 0..2 {
        let outcome = desk.done(recover(50_000), "2025-03-01");
        assert_eq!(outcome.sentence, "核销后收回 500.00 元");
        assert_eq!(
            lines(outcome.entry.as_ref()),
            "借 资金 500.00 | 贷 核销收回 500.00"
        );
        assert_eq!(outcome.records[0].kind.code(), "SHOUHUI");
        assert_eq!(outcome.records[0].value_on, day("2025-03-01"));
        assert_eq!(desk.order().state, State::WrittenOff);
    }
}

/// MONEY.md §4: nothing can be done with the items any more, and what was late stays late as of the
/// day of the write-off.
#[test]
fn the_flags_of_a_written_off_order() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-20");
    desk.done(write_off(), "2025-03-25");
    for on in ["2025-03-25", "2025-03-30", "2026-03-25"] {
        let shown = desk.order().view(day(on)).unwrap();
        let flags = shown.iter().map(|item| {
            (
                item.is_overdue(),
                item.overdue_days,
                item.can_confirm || item.can_extend,
            )
        });
        let flags: Vec<_> = flags.collect();
        let expected = [(true, 5, false), (true, 10, false), (false, 0, false)];
        assert_eq!(flags, expected, "{on}");
    }
}

/// The most that can ever have come back is what a sum of the books holds.
#[test]
fn a_recovery_that_no_sum_holds_is_refused() {
    let mut desk = full_loan();
    desk.done(write_off(), "2025-02-19");
    let newest = desk.book.order.live.last().unwrap().clone();
    desk.book.order.live.push(loan::LiveEvent {
        deed: loan::Deed::Recovery {
            amount: Fen::new(i64::MAX - 10),
        },
        ..newest
    });
    let amount = Fen::new(11);
    let moment = loan::Moment {
        id: loan::EventId(99),
        now: crate::desk::noon("2025-03-01"),
    };
    let event = Event::Recover { amount };
    let refusal = desk.book.order.apply(&event, &moment).unwrap_err();
    assert!(!refusal.is_stale(), "{refusal}");
}

/// The summary stands still on the day of the write-off.
#[test]
fn totals_stop_growing() {
    let mut desk = full_loan();
    desk.done(write_off(), "2025-02-20");
    let total = |on: &str| desk.order().summary(day(on)).unwrap().total_repayment;
    assert_eq!(total("2025-02-20"), yuan("3260.38"));
    assert_eq!(total("2026-02-20"), yuan("3260.38"));
}
