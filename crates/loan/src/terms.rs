//! What a product offers and an order copies (MONEY.md §2).

use serde::{Deserialize, Serialize};

use crate::calendar::{Period, PeriodUnit};
use crate::coded::coded;
use crate::machine::State;
use crate::money::Fen;
use crate::rate::Ppm;

coded! {
    /// How the loan is repaid (huankuanMoshi).
    RepaymentMode {
        EqualInstalments = "DENGEBENXI" "等额本息",
        EqualPrincipal = "DENGEBENJIN" "等额本金",
        FlatInterest = "DENGBENDENGXI" "等本等息",
        InterestFirst = "XIANXIHOUBEN" "先息后本",
        SinglePayment = "YICIXING" "到期一次性还本付息",
    }
}

coded! {
    /// How the upfront fee is taken (qianzhifeiFangshi).
    FeeCollection {
        /// Collected apart at payout; the borrower receives the whole principal.
        Apart = "LINGSHOU" "另收",
        /// Kept back from the payout; only where the lender's settings allow it.
        Withheld = "KOUCHU" "扣除",
    }
}

coded! {
    /// What the overdue fee is a share of (yuqiJishu).
    OverdueBase {
        AmountDue = "YINGHUAN" "应还金额",
        Principal = "BENJIN" "本金",
    }
}

coded! {
    /// Interest of the running period at prepayment (tiqianJixi).
    PrepayInterest {
        FullPeriod = "ZHENGQI" "整期计息",
        DaysUsed = "ANRI" "按日计息",
    }
}

/// Days in the year for daily and weekly periods (jixiTianshu).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub enum DayCount {
    Days360,
    Days365,
}

impl DayCount {
    pub const fn days(self) -> u16 {
        match self {
            Self::Days360 => 360,
            Self::Days365 => 365,
        }
    }
}

impl TryFrom<u16> for DayCount {
    type Error = &'static str;

    fn try_from(days: u16) -> Result<Self, Self::Error> {
        match days {
            360 => Ok(Self::Days360),
            365 => Ok(Self::Days365),
            _ => Err("计息天数只能是 360 或 365"),
        }
    }
}

impl From<DayCount> for u16 {
    fn from(day_count: DayCount) -> Self {
        day_count.days()
    }
}

/// Upfront fee, a share of principal (qianzhifeilv, qianzhifeiFangshi).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UpfrontFee {
    pub rate: Ppm,
    pub collection: FeeCollection,
}

/// Grace, daily rate, base and cap of the overdue fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OverdueTerms {
    pub grace_days: u16,
    pub daily_rate: Ppm,
    pub base: OverdueBase,
    /// Share of the base the fee of one instalment may reach; zero is no cap.
    pub cap: Ppm,
}

/// Whether and at what price the loan may be repaid early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PrepayTerms {
    pub allowed: bool,
    /// Share of the principal not yet due (weiyueFeilv).
    pub breach_fee_rate: Ppm,
    pub interest: PrepayInterest,
}

/// Whether, how often and at what price due dates may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExtensionTerms {
    pub allowed: bool,
    pub days: u16,
    /// Share of the remaining principal (yanqiFeilv).
    pub fee_rate: Ppm,
    /// How many times at most; zero is none.
    pub max_count: u16,
}

/// The amounts a product lends: from `least` upwards, in steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AmountTerms {
    /// zuixiaoJine.
    pub least: Fen,
    /// jineBuchang.
    pub step: Fen,
}

impl AmountTerms {
    pub fn offers(&self, amount: Fen) -> bool {
        let above = amount.wide() - self.least.wide();
        above >= 0 && above.checked_rem(self.step.wide()) == Some(0)
    }
}

/// All terms of one loan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub mode: RepaymentMode,
    pub period: Period,
    /// The numbers of periods on offer (qishuList).
    pub offered_periods: Vec<u16>,
    pub annual_rate: Ppm,
    pub day_count: DayCount,
    pub upfront_fee: UpfrontFee,
    /// Insurance (consulting) fee over the whole loan (zixunfeilv).
    pub insurance_fee_rate: Ppm,
    /// Service fee over the whole loan (fuwufeilv).
    pub service_fee_rate: Ppm,
    pub overdue: OverdueTerms,
    pub prepay: PrepayTerms,
    pub extension: ExtensionTerms,
    /// Missing in orders from before they were copied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amounts: Option<AmountTerms>,
}

impl Terms {
    /// How many instalments so many periods have (zongqishu): one for a single payment.
    pub fn instalments(&self, periods: u16) -> u16 {
        match self.mode {
            RepaymentMode::SinglePayment => 1,
            _ => periods,
        }
    }

    /// Whether an order in this state may be prepaid (isTiqian).
    pub fn may_be_prepaid(&self, state: State) -> bool {
        state == State::Repaying && self.prepay.allowed
    }

    /// Terms with no fee, no grace, no prepayment and no extension; every mode
    /// takes its first value. The starting point of a trial schedule.
    pub fn plain(mode: RepaymentMode, period: Period, annual_rate: Ppm) -> Self {
        Self {
            mode,
            period,
            offered_periods: Vec::new(),
            annual_rate,
            day_count: DayCount::Days365,
            upfront_fee: UpfrontFee {
                rate: Ppm::ZERO,
                collection: FeeCollection::Apart,
            },
            insurance_fee_rate: Ppm::ZERO,
            service_fee_rate: Ppm::ZERO,
            overdue: OverdueTerms {
                grace_days: 0,
                daily_rate: Ppm::ZERO,
                base: OverdueBase::AmountDue,
                cap: Ppm::ZERO,
            },
            prepay: PrepayTerms {
                allowed: false,
                breach_fee_rate: Ppm::ZERO,
                interest: PrepayInterest::FullPeriod,
            },
            extension: ExtensionTerms {
                allowed: false,
                days: 0,
                fee_rate: Ppm::ZERO,
                max_count: 0,
            },
            amounts: None,
        }
    }

    /// The rate of one period as an exact fraction (MONEY.md §3).
    pub fn period_rate(&self) -> PeriodRate {
        let length = i128::from(self.period.length);
        let per_unit = self.annual_rate.wide() * length;
        let whole = i128::from(Ppm::WHOLE);
        let year_days = i128::from(self.day_count.days());
        match self.period.unit {
            PeriodUnit::Month => PeriodRate::new(per_unit, 12 * whole),
            PeriodUnit::Week => PeriodRate::new(per_unit * 7, year_days * whole),
            PeriodUnit::Day => PeriodRate::new(per_unit, year_days * whole),
        }
    }
}

/// The rate of one period: `numerator / denominator`, unreduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeriodRate {
    pub numerator: i128,
    pub denominator: i128,
}

impl PeriodRate {
    const fn new(numerator: i128, denominator: i128) -> Self {
        Self {
            numerator,
            denominator,
        }
    }
}
