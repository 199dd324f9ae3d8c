//! The state machine: every step an order may take, in one table.

use crate::coded::coded;

coded! {
    /// Where an order stands. Overdue is a flag, not a state.
    State {
        AwaitingReview = "DAISHENHE" "待审核",
        Rejected = "YIJUJUE" "已拒绝",
        AwaitingPayout = "DAIFANGKUAN" "待放款",
        PayoutFailed = "FANGKUANSHIBAI" "放款失败",
        Repaying = "DAIHUANKUAN" "待还款",
        Settled = "YIJIEQING" "已结清",
        Cancelled = "YIQUXIAO" "已取消",
        WrittenOff = "YIHEXIAO" "已核销",
    }
}

coded! {
    /// What can happen to an order.
    EventKind {
        Review = "SHENHE" "审核",
        Payout = "FANGKUAN" "放款",
        PayoutFailure = "FANGKUANSHIBAI" "登记放款失败",
        Redisburse = "CHONGQIAN" "重新放款",
        Discount = "YOUHUI" "设置优惠",
        Confirm = "HUANKUAN" "确认还款",
        Receipt = "DAOZHANG" "登记到账",
        Extend = "YANQI" "展期",
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
    (State::Repaying,       EventKind::Receipt,       State::Repaying),
    (State::Repaying,       EventKind::Receipt,       State::Settled),
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
