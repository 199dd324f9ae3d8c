//! Whether an order may take a step.

use crate::live::Deed;
use crate::machine::{EventKind, STEPS, State};
use crate::order::Order;
use crate::refusal::{Refusal, Rule, Stale};

/// Refuses an event the order's state has no step for; as stale when the very
/// same thing has already happened, by rule otherwise.
pub(crate) fn permit(order: &Order, event: EventKind) -> Result<(), Refusal> {
    let known =
        |(from, kind, _): &(State, EventKind, State)| *from == order.state && *kind == event;
    if STEPS.iter().any(known) {
        Ok(())
    } else if already_happened(order, event) {
        Err(Stale::AlreadyDone(event).into())
    } else {
        Err(Rule::WrongState {
            state: order.state,
            event,
        }
        .into())
    }
}

fn already_happened(order: &Order, event: EventKind) -> bool {
    match event {
        EventKind::Review => order.reviewed_at.is_some(),
        EventKind::Payout => order.plan.is_some(),
        EventKind::PayoutFailure => order.state == State::PayoutFailed,
        EventKind::Redisburse => {
            let is_back = matches!(order.state, State::AwaitingPayout | State::AwaitingReview);
            is_back && order.redisbursements > 0
        }
        EventKind::Prepay => order
            .live
            .last()
            .is_some_and(|newest| matches!(newest.deed, Deed::Prepay { .. })),
        EventKind::WriteOff => order.state == State::WrittenOff,
        EventKind::Cancel => order.state == State::Cancelled,
        EventKind::Discount
        | EventKind::Confirm
        | EventKind::Receipt
        | EventKind::Extend
        | EventKind::Undo
        | EventKind::Recover => false,
    }
}
