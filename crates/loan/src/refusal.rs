//! Why an event did not happen. Nothing changes in either case.

use std::fmt;

use jiff::civil::{Date, DateTime};

use crate::live::EventId;
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::terms::AmountTerms;
use crate::terms_check::TermsError;

/// A refused event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// What the operator saw is no longer so.
    Stale(Stale),
    /// The state machine or a rule says no.
    Rule(Rule),
}

/// The event already happened, or a guard differs from what holds now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    AlreadyDone(EventKind),
    OrderSettled,
    InstalmentPaid(u16),
    OtherInstalment { seen: u16, now: u16 },
    AmountChanged { seen: Fen, now: Fen },
    ReceivedChanged { seen: Fen, now: Fen },
    DiscountChanged { seen: Fen, now: Fen },
    ExtensionFeeChanged { seen: Fen, now: Fen },
    ExtensionCountChanged { seen: usize, now: usize },
    EventNotNewest { seen: EventId, newest: EventId },
    EventUndone(EventId),
}

/// A rule that forbids the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    WrongState {
        state: State,
        event: EventKind,
    },
    Terms(TermsError),
    OutOfRange(OutOfRange),
    /// A text the rules demand is blank; the field's name on the screen.
    TextMissing(&'static str),
    ApprovedMoreThanAsked {
        asked: Fen,
        approved: Fen,
    },
    ApprovedNotOffered {
        approved: Fen,
        offer: AmountTerms,
    },
    PayoutInFuture {
        paid_at: DateTime,
        now: DateTime,
    },
    PayoutBeforeReview {
        paid_at: DateTime,
        reviewed_at: DateTime,
    },
    ValueDateInFuture {
        asked: Date,
        today: Date,
    },
    BeforeLastEvent {
        asked: Date,
        last: Date,
    },
    DiscountNegative,
    DiscountTooHigh {
        asked: Fen,
        most: Fen,
    },
    /// The pending discount is more than is due on an earlier value date.
    DiscountExceedsDue {
        discount: Fen,
        due: Fen,
    },
    ReceiptNotPositive,
    /// More than all unpaid instalments have left, less the pending discount.
    ReceiptTooHigh {
        asked: Fen,
        most: Fen,
    },
    ExtensionNotOffered,
    ExtensionsUsedUp(u16),
    ExtensionWhileOverdue(i64),
    PrepayNotOffered,
    NotOverdue,
    RecoveryNotPositive,
    RecoveryTooHigh {
        asked: Fen,
        most: Fen,
    },
}

impl Refusal {
    pub fn is_stale(&self) -> bool {
        matches!(self, Self::Stale(_))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale(stale) => stale.fmt(f),
            Self::Rule(rule) => rule.fmt(f),
        }
    }
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyDone(event) => write!(f, "该订单已{event}，请刷新后再试"),
            Self::OrderSettled => write!(f, "该订单已结清，请刷新后再试"),
            Self::InstalmentPaid(number) => write!(f, "第{number}期已还款，请刷新后再试"),
            Self::OtherInstalment { seen, now } => {
                write!(f, "当前应还第{now}期，不是第{seen}期，请刷新后再试")
            }
            Self::AmountChanged { seen, now } => {
                write!(f, "应付由 {seen} 元变为 {now} 元，请刷新后再试")
            }
            Self::ReceivedChanged { seen, now } => {
                write!(f, "本期已还金额已由 {seen} 元变为 {now} 元，请刷新后再试")
            }
            Self::DiscountChanged { seen, now } => {
                write!(f, "当前优惠已由 {seen} 元变为 {now} 元，请刷新后再试")
            }
            Self::ExtensionFeeChanged { seen, now } => {
                write!(f, "展期费已由 {seen} 元变为 {now} 元，请刷新后再试")
            }
            Self::ExtensionCountChanged { seen, now } => {
                write!(f, "展期次数已由 {seen} 次变为 {now} 次，请刷新后再试")
            }
            Self::EventNotNewest { .. } => {
                write!(f, "只能撤销最近一笔业务，该订单已有变化，请刷新后再试")
            }
            Self::EventUndone(_) => write!(f, "该笔业务已撤销，请刷新后再试"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongState { state, event } => write!(f, "{state}的订单不能{event}"),
            Self::Terms(error) => error.fmt(f),
            Self::OutOfRange(error) => error.fmt(f),
            Self::TextMissing(field) => write!(f, "请填写{field}"),
            Self::ApprovedMoreThanAsked { asked, approved } => {
                write!(f, "批复金额 {approved} 元不能超过申请金额 {asked} 元")
            }
            Self::ApprovedNotOffered { approved, offer } => {
                let AmountTerms { least, step } = offer;
                write!(
                    f,
                    "批复金额 {approved} 元不符合产品：应不低于 {least} 元，且为 {least} 元加 {step} 元的整数倍"
                )
            }
            Self::PayoutInFuture { paid_at, .. } => {
                write!(f, "放款时间不能晚于现在：{}", paid_at.strftime("%F %T"))
            }
            Self::PayoutBeforeReview { reviewed_at, .. } => {
                let reviewed_at = reviewed_at.strftime("%F %T");
                write!(f, "放款时间不能早于审核时间 {reviewed_at}")
            }
            Self::ValueDateInFuture { asked, .. } => write!(f, "到账日期 {asked} 不能晚于今天"),
            Self::BeforeLastEvent { asked, last } => {
                write!(f, "日期 {asked} 不能早于上一笔业务的日期 {last}")
            }
            Self::DiscountNegative => write!(f, "优惠金额不能为负数"),
            Self::DiscountTooHigh { asked, most } => {
                write!(f, "优惠金额 {asked} 元不能超过本期应付 {most} 元")
            }
            Self::DiscountExceedsDue { discount, due } => write!(
                f,
                "当前优惠 {discount} 元超过到账日应付 {due} 元，请先调整优惠"
            ),
            Self::ReceiptNotPositive => write!(f, "到账金额必须大于零"),
            Self::ReceiptTooHigh { asked, most } => {
                write!(f, "到账金额 {asked} 元超过待还合计 {most} 元")
            }
            Self::ExtensionNotOffered => write!(f, "该产品不允许展期"),
            Self::ExtensionsUsedUp(most) => write!(f, "最多展期 {most} 次，次数已用完"),
            Self::ExtensionWhileOverdue(days) => write!(f, "本期已逾期 {days} 天，不能展期"),
            Self::PrepayNotOffered => write!(f, "该产品不允许提前还款"),
            Self::NotOverdue => write!(f, "订单未逾期，不能核销"),
            Self::RecoveryNotPositive => write!(f, "收回金额必须大于零"),
            Self::RecoveryTooHigh { asked, most } => {
                write!(f, "收回金额 {asked} 元不能超过 {most} 元")
            }
        }
    }
}

impl std::error::Error for Refusal {}
impl std::error::Error for Rule {}

impl From<Stale> for Refusal {
    fn from(stale: Stale) -> Self {
        Self::Stale(stale)
    }
}

impl From<Rule> for Refusal {
    fn from(rule: Rule) -> Self {
        Self::Rule(rule)
    }
}

impl From<OutOfRange> for Refusal {
    fn from(error: OutOfRange) -> Self {
        Self::Rule(Rule::OutOfRange(error))
    }
}

impl From<TermsError> for Refusal {
    fn from(error: TermsError) -> Self {
        Self::Rule(Rule::Terms(error))
    }
}

impl From<OutOfRange> for Rule {
    fn from(error: OutOfRange) -> Self {
        Self::OutOfRange(error)
    }
}

impl From<TermsError> for Rule {
    fn from(error: TermsError) -> Self {
        Self::Terms(error)
    }
}
