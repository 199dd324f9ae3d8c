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
    /// Money received before it was settled, oldest first. It stays when the rest is paid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
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

    /// What part payments brought, figure by figure.
    pub fn part_received(&self) -> Result<Charge, OutOfRange> {
        let parts = self.parts.iter();
        parts
            .into_iter()
            .try_fold(Charge::default(), |sum, part| sum.plus(&part.received))
    }

    /// What part payments brought of what is due (yinghuan), without overdue fees.
    pub fn part_of_due(&self) -> Result<Fen, OutOfRange> {
        let received = self.part_received()?;
        let charged_late = received.overdue_fee.plus(received.breach_fee)?;
        received.total()?.minus(charged_late)
    }

    /// What an event charged of it, gross, and the discount it consumed: the rest where it settled
    /// it, a part where it brought one.
    pub fn paid_by(&self, event: EventId) -> Result<Option<(Charge, Fen)>, OutOfRange> {
        if let Some(paid) = self.paid.as_ref().filter(|paid| paid.by == event) {
            let rest = paid.charge.minus(&self.part_received()?)?;
            return Ok(Some((rest, paid.discount)));
        }
        let part = self.parts.iter().find(|part| part.by == event);
        Ok(part.map(|part| (part.received, Fen::ZERO)))
    }

    /// Principal that is not yet repaid, while it is unpaid.
    pub(crate) fn principal_left(&self) -> Result<Fen, OutOfRange> {
        self.principal.minus(self.part_received()?.principal)
    }
}

/// A part payment (部分还款): what one receipt brought for an instalment that it did not settle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub by: EventId,
    /// The day the money counts from.
    pub on: Date,
    pub received: Charge,
    /// The whole overdue fee of that day where the instalment was overdue: from
    /// then on only what is left costs by the day.
    pub frozen: Option<Fen>,
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

    pub(crate) fn figures(&self) -> [Fen; 6] {
        [
            self.principal,
            self.interest,
            self.insurance_fee,
            self.service_fee,
            self.overdue_fee,
            self.breach_fee,
        ]
    }

    pub fn total(&self) -> Result<Fen, OutOfRange> {
        Fen::sum(self.figures())
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

    pub fn minus(&self, other: &Self) -> Result<Self, OutOfRange> {
        Ok(Self {
            principal: self.principal.minus(other.principal)?,
            interest: self.interest.minus(other.interest)?,
            insurance_fee: self.insurance_fee.minus(other.insurance_fee)?,
            service_fee: self.service_fee.minus(other.service_fee)?,
            overdue_fee: self.overdue_fee.minus(other.overdue_fee)?,
            breach_fee: self.breach_fee.minus(other.breach_fee)?,
        })
    }

    /// The greater of each figure.
    pub(crate) fn at_least(&self, other: &Self) -> Self {
        Self {
            principal: self.principal.max(other.principal),
            interest: self.interest.max(other.interest),
            insurance_fee: self.insurance_fee.max(other.insurance_fee),
            service_fee: self.service_fee.max(other.service_fee),
            overdue_fee: self.overdue_fee.max(other.overdue_fee),
            breach_fee: self.breach_fee.max(other.breach_fee),
        }
    }

    /// What `amount` pays of this, in the order of Civil Code art. 561: overdue
    /// fee, service fee, insurance fee, interest, principal.
    pub(crate) fn first(&self, amount: Fen) -> Result<Self, OutOfRange> {
        let mut left = amount;
        let mut take = |figure: Fen| {
            let taken = figure.min(left);
            left = left.minus(taken)?;
            Ok(taken)
        };
        Ok(Self {
            overdue_fee: take(self.overdue_fee)?,
            service_fee: take(self.service_fee)?,
            insurance_fee: take(self.insurance_fee)?,
            interest: take(self.interest)?,
            principal: take(self.principal)?,
            breach_fee: Fen::ZERO,
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
    /// Money received (shifu), part payments included.
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

    /// Principal of all unpaid instalments, less what was received of it.
    pub fn unpaid_principal(&self) -> Result<Fen, OutOfRange> {
        self.unpaid()
            .try_fold(Fen::ZERO, |sum, item| sum.plus(item.principal_left()?))
    }
}
