//! The state machine: every step an order may take, in one table.

use crate::coded::coded;
use crate::order::{Deed, Order, State};
use crate::refusal::{Refusal, Rule, Stale};

coded! {
    /// What can happen to an order.
    EventKind {
        Review = "SHENHE" "审核",
        Payout = "FANGKUAN" "放款",
        PayoutFailure = "FANGKUANSHIBAI" "登记放款失败",
        Redisburse = "CHONGQIAN" "重新放款",
        Discount = "YOUHUI" "设置优惠",
        Confirm = "HUANKUAN" "确认还款",
        Extend = "YANQI" "延期",
        Prepay = "TIQIAN" "提前还款",
        Undo = "CHEXIAO" "撤销",
        WriteOff = "HEXIAO" "核销",
        Recover = "SHOUHUI" "核销收回",
        Cancel = "QUXIAO" "取消",
    }
}

/// Every legal step: from, event, to. Nothing else can happen.
#[rustfmt::skip]
pub const STEPS: &[(State, EventKind, State)] = &[
    (State::AwaitingReview, EventKind::Review,        State::AwaitingPayout),
    (State::AwaitingReview, EventKind::Review,        State::Rejected),
    (State::AwaitingReview, EventKind::Cancel,        State::Cancelled),
    (State::AwaitingPayout, EventKind::Payout,        State::Repaying),
    (State::AwaitingPayout, EventKind::PayoutFailure, State::PayoutFailed),
    (State::AwaitingPayout, EventKind::Cancel,        State::Cancelled),
    (State::PayoutFailed,   EventKind::Redisburse,    State::AwaitingPayout),
    (State::PayoutFailed,   EventKind::Redisburse,    State::AwaitingReview),
    (State::PayoutFailed,   EventKind::Cancel,        State::Cancelled),
    (State::Repaying,       EventKind::Discount,      State::Repaying),
    (State::Repaying,       EventKind::Confirm,       State::Repaying),
    (State::Repaying,       EventKind::Confirm,       State::Settled),
    (State::Repaying,       EventKind::Extend,        State::Repaying),
    (State::Repaying,       EventKind::Prepay,        State::Settled),
    (State::Repaying,       EventKind::WriteOff,      State::WrittenOff),
    (State::Repaying,       EventKind::Undo,          State::Repaying),
    (State::Repaying,       EventKind::Undo,          State::AwaitingPayout),
    (State::Settled,        EventKind::Undo,          State::Repaying),
    (State::WrittenOff,     EventKind::Recover,       State::WrittenOff),
    (State::WrittenOff,     EventKind::Undo,          State::WrittenOff),
    (State::WrittenOff,     EventKind::Undo,          State::Repaying),
];

/// Whether the table knows this step.
pub fn is_step(from: State, event: EventKind, to: State) -> bool {
    STEPS.contains(&(from, event, to))
}

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
        | EventKind::Extend
        | EventKind::Undo
        | EventKind::Recover => false,
    }
}
