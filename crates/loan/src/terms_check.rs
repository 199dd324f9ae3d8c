//! Which terms make sense, and the sentence a lender reads when they do not.

use std::collections::BTreeSet;
use std::fmt;

use crate::calendar::Period;
use crate::money::Fen;
use crate::rate::Ppm;
use crate::terms::{FeeCollection, OverdueBase, RepaymentMode, Terms};

/// The most periods a loan may have.
pub const MAX_PERIODS: u16 = 360;
/// The smallest and largest principal.
pub const MIN_PRINCIPAL: Fen = Fen::new(1);
pub const MAX_PRINCIPAL: Fen = Fen::new(1_000_000_000_000);
/// The most days any term may count: ten years.
pub const MAX_DAYS: u16 = 3_650;
/// The most extensions a product may promise.
pub const MAX_EXTENSIONS: u16 = 360;

/// What the lender's own settings permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policy {
    /// yunxuKouchu: the upfront fee may be kept back from the payout.
    pub withholding_allowed: bool,
}

/// Terms that cannot be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermsError {
    NoPeriodsOffered,
    PeriodsOutOfRange(u16),
    PeriodsRepeated(u16),
    PeriodsNotOffered(u16),
    PeriodLength(Period),
    PrincipalOutOfRange(Fen),
    UpfrontFeeTooHigh(Ppm),
    WithholdingNotAllowed,
    GraceTooLong(u16),
    ExtensionDays(u16),
    ExtensionCountTooHigh(u16),
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPeriodsOffered => write!(f, "请至少填写一个可选期数"),
            Self::PeriodsOutOfRange(periods) => {
                write!(f, "期数须在 1 至 {MAX_PERIODS} 之间，不能是 {periods}")
            }
            Self::PeriodsRepeated(periods) => write!(f, "可选期数 {periods} 重复"),
            Self::PeriodsNotOffered(periods) => write!(f, "该产品不提供 {periods} 期"),
            Self::PeriodLength(period) => write!(
                f,
                "每期长度须在 1 至 {} {}之间，不能是 {}",
                Period::longest(period.unit),
                period.unit,
                period.length
            ),
            Self::PrincipalOutOfRange(amount) => write!(
                f,
                "借款金额须在 {MIN_PRINCIPAL} 至 {MAX_PRINCIPAL} 元之间，不能是 {amount} 元"
            ),
            Self::UpfrontFeeTooHigh(rate) => {
                write!(f, "前置费率须低于 100%，不能是 {rate}")
            }
            Self::WithholdingNotAllowed => f.write_str(
                "未开启前置费扣除：依民法典第六百七十条，预先扣除的部分不计入本金，请改为另收",
            ),
            Self::GraceTooLong(days) => {
                write!(f, "宽限天数不能超过 {MAX_DAYS} 天，不能是 {days}")
            }
            Self::ExtensionDays(days) => write!(
                f,
                "允许展期时，每次展期天数须在 1 至 {MAX_DAYS} 之间，不能是 {days}"
            ),
            Self::ExtensionCountTooHigh(count) => {
                write!(f, "最多展期次数不能超过 {MAX_EXTENSIONS}，不能是 {count}")
            }
        }
    }
}

impl std::error::Error for TermsError {}

impl Terms {
    /// Whether these terms may be offered at all.
    pub fn check(&self, policy: Policy) -> Result<(), TermsError> {
        self.check_periods()?;
        self.check_period_length()?;
        if self.upfront_fee.rate.get() >= Ppm::WHOLE {
            return Err(TermsError::UpfrontFeeTooHigh(self.upfront_fee.rate));
        }
        if self.upfront_fee.collection == FeeCollection::Withheld && !policy.withholding_allowed {
            return Err(TermsError::WithholdingNotAllowed);
        }
        if self.overdue.grace_days > MAX_DAYS {
            return Err(TermsError::GraceTooLong(self.overdue.grace_days));
        }
        self.check_extension()
    }

    fn check_periods(&self) -> Result<(), TermsError> {
        if self.offered_periods.is_empty() {
            return Err(TermsError::NoPeriodsOffered);
        }
        let mut seen = BTreeSet::new();
        for &periods in &self.offered_periods {
            check_period_count(periods)?;
            if !seen.insert(periods) {
                return Err(TermsError::PeriodsRepeated(periods));
            }
        }
        Ok(())
    }

    pub(crate) fn check_period_length(&self) -> Result<(), TermsError> {
        let longest = Period::longest(self.period.unit);
        if (1..=longest).contains(&self.period.length) {
            Ok(())
        } else {
            Err(TermsError::PeriodLength(self.period))
        }
    }

    fn check_extension(&self) -> Result<(), TermsError> {
        let extension = &self.extension;
        if extension.allowed && !(1..=MAX_DAYS).contains(&extension.days) {
            return Err(TermsError::ExtensionDays(extension.days));
        }
        if extension.max_count > MAX_EXTENSIONS {
            return Err(TermsError::ExtensionCountTooHigh(extension.max_count));
        }
        Ok(())
    }

    /// Legal terms that probably do not do what their author wanted.
    pub fn warnings(&self) -> Vec<&'static str> {
        let interest_first = self.mode == RepaymentMode::InterestFirst;
        let on_principal = self.overdue.base == OverdueBase::Principal;
        let free_of_overdue_fee = self.overdue.daily_rate.is_zero();
        let extension = &self.extension;
        let idle_extension = extension.allowed && extension.max_count == 0;
        let idle_breach_fee = !self.prepay.allowed && !self.prepay.breach_fee_rate.is_zero();
        [
            (
                interest_first && on_principal && !free_of_overdue_fee,
                "先息后本的前几期没有本金，逾期费按本金计算时这些期逾期不收费",
            ),
            (
                free_of_overdue_fee && !self.overdue.cap.is_zero(),
                "逾期日费率为 0，逾期费上限不起作用",
            ),
            (idle_breach_fee, "未允许提前还款，违约金费率不起作用"),
            (idle_extension, "最多展期次数为 0，实际不能展期"),
        ]
        .into_iter()
        .filter_map(|(applies, sentence)| applies.then_some(sentence))
        .collect()
    }
}

pub(crate) fn check_period_count(periods: u16) -> Result<(), TermsError> {
    if (1..=MAX_PERIODS).contains(&periods) {
        Ok(())
    } else {
        Err(TermsError::PeriodsOutOfRange(periods))
    }
}

pub(crate) fn check_principal(principal: Fen) -> Result<(), TermsError> {
    if (MIN_PRINCIPAL..=MAX_PRINCIPAL).contains(&principal) {
        Ok(())
    } else {
        Err(TermsError::PrincipalOutOfRange(principal))
    }
}
