//! A repayment plan: the columns fixed at payout and, beside them, what was paid.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::live::EventId;
use crate::money::Fen;
use crate::out_of_range::OutOfRange;

/// One instalment of a plan. Its amounts never change after payout; only an
/// extension moves `due_on`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instalment {
    /// 1, 2, 3 … (qi).
    pub number: u16,
    /// The payout date or the previous due date (qishi).
    pub starts_on: Date,
    /// Days of the period as fixed at payout (tianshu).
    pub days: i64,
    /// The due date (riqi).
    pub due_on: Date,
    pub principal: Fen,
    pub interest: Fen,
    pub insurance_fee: Fen,
    pub service_fee: Fen,
    /// What was charged when it was settled; empty while unpaid.
    pub paid: Option<Paid>,
}

impl Instalment {
    /// The fee share of this instalment (feiyong).
    pub fn fees(&self) -> Result<Fen, OutOfRange> {
        self.insurance_fee.plus(self.service_fee)
    }

    /// Principal, interest and fee share (yinghuan).
    pub fn amount_due(&self) -> Result<Fen, OutOfRange> {
        self.principal.plus(self.interest)?.plus(self.fees()?)
    }

    pub fn is_unpaid(&self) -> bool {
        self.paid.is_none()
    }
}

/// Every figure an instalment can be charged, before discount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Charge {
    pub principal: Fen,
    pub interest: Fen,
    pub insurance_fee: Fen,
    pub service_fee: Fen,
    pub overdue_fee: Fen,
    pub breach_fee: Fen,
}

impl Charge {
    /// The instalment in full, with the overdue fee of the day.
    pub(crate) fn in_full(item: &Instalment, overdue_fee: Fen) -> Self {
        Self {
            principal: item.principal,
            interest: item.interest,
            insurance_fee: item.insurance_fee,
            service_fee: item.service_fee,
            overdue_fee,
            breach_fee: Fen::ZERO,
        }
    }

    pub fn total(&self) -> Result<Fen, OutOfRange> {
        Fen::sum([
            self.principal,
            self.interest,
            self.insurance_fee,
            self.service_fee,
            self.overdue_fee,
            self.breach_fee,
        ])
    }

    /// Everything but the principal.
    pub fn interest_and_fees(&self) -> Result<Fen, OutOfRange> {
        self.total()?.minus(self.principal)
    }

    pub fn plus(&self, other: &Self) -> Result<Self, OutOfRange> {
        Ok(Self {
            principal: self.principal.plus(other.principal)?,
            interest: self.interest.plus(other.interest)?,
            insurance_fee: self.insurance_fee.plus(other.insurance_fee)?,
            service_fee: self.service_fee.plus(other.service_fee)?,
            overdue_fee: self.overdue_fee.plus(other.overdue_fee)?,
            breach_fee: self.breach_fee.plus(other.breach_fee)?,
        })
    }
}

/// How an instalment was settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// The event that settled it.
    pub by: EventId,
    /// The day the money counts from.
    pub on: Date,
    pub charge: Charge,
    pub overdue_days: i64,
    /// Discount consumed (zongyouhui).
    pub discount: Fen,
    /// Money received (shifu).
    pub received: Fen,
}

/// All instalments, first to last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The payout date, or the day of the preview.
    pub starts_on: Date,
    pub items: Vec<Instalment>,
}

impl Plan {
    pub fn earliest_unpaid(&self) -> Option<&Instalment> {
        self.unpaid().next()
    }

    pub fn unpaid(&self) -> impl Iterator<Item = &Instalment> {
        self.items.iter().filter(|item| item.is_unpaid())
    }

    pub fn item(&self, number: u16) -> Option<&Instalment> {
        self.items.iter().find(|item| item.number == number)
    }

    /// Principal of all unpaid instalments.
    pub fn unpaid_principal(&self) -> Result<Fen, OutOfRange> {
        Fen::sum(self.unpaid().map(|item| item.principal))
    }
}
