//! An order is the fold of its events.

use jiff::civil::DateTime;
use loan::{Decision, Event, EventId, Fen, Fold, RepaymentMode, State, Step};

use crate::desk::{monthly, noon, yuan};

fn life() -> Vec<(Event, DateTime)> {
    let confirm = Event::Confirm {
        number_seen: None,
        amount_seen: None,
        value_date: None,
    };
    let undo = |id| Event::Undo {
        event_seen: EventId(id),
        reason: "录入错误".to_owned(),
    };
    let review = Event::Review {
        decision: Decision::Approve(None),
        opinion: "同意".to_owned(),
    };
    let discount = Event::Discount {
        amount: Fen::new(500),
        amount_seen: None,
    };
    vec![
        (review, noon("2026-01-10")),
        (Event::Payout { paid_at: None }, noon("2026-01-15")),
        (discount, noon("2026-02-01")),
        (confirm.clone(), noon("2026-02-14")),
        (undo(2), noon("2026-02-15")),
        (confirm, noon("2026-02-16")),
    ]
}

fn run(events: &[(Event, DateTime)]) -> (Fold, Vec<Step>) {
    let mut terms = monthly(RepaymentMode::EqualInstalments, "12");
    terms.offered_periods = vec![3];
    let mut fold = Fold::begin(terms, yuan("1000.00"), 3).unwrap();
    let steps = events
        .iter()
        .map(|(event, now)| fold.step(event, *now).unwrap())
        .collect();
    (fold, steps)
}

#[test]
fn the_same_events_make_the_same_order_also_after_they_were_kept() {
    let (fold, steps) = run(&life());
    let kept = serde_json::to_string(&life()).unwrap();
    let again: Vec<(Event, DateTime)> = serde_json::from_str(&kept).unwrap();
    assert_eq!(run(&again).0.order(), fold.order());
    assert_eq!(fold.order().pending_discount, Fen::ZERO);
    assert_eq!((fold.events(), fold.order().live.len()), (3, 2));
    let undone = &steps[4];
    assert_eq!(undone.reverses, Some(EventId(2)));
    assert_eq!(
        (undone.before, undone.after),
        (State::Repaying, State::Repaying)
    );
    assert!(undone.event.is_none() && undone.entry.is_some());
}

#[test]
fn an_event_that_is_left_out_shows() {
    let mut events = life();
    events.remove(2);
    let (fold, _) = run(&life());
    let (other, _) = run(&events);
    assert_ne!(fold.order(), other.order());
    let mut fold = run(&[]).0;
    let (_, payout) = (events.remove(0), events.remove(0));
    assert!(
        fold.step(&payout.0, payout.1).is_err(),
        "nobody reviewed it"
    );
}
