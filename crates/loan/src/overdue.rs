//! The overdue fee: a pure function of an instalment and a day (MONEY.md §4).

use jiff::civil::Date;

use crate::calendar::{add_days, days_between};
use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::plan::Instalment;
use crate::terms::{OverdueBase, OverdueTerms};

/// Days late and the fee for them; both zero within the grace days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overdue {
    pub days: i64,
    pub fee: Fen,
}

impl Overdue {
    pub fn is_overdue(&self) -> bool {
        self.days > 0
    }
}

impl OverdueTerms {
    /// How late `item` is on `day`. Days count from the due date once the
    /// grace is over. A paid instalment keeps what it was charged.
    pub fn of(&self, item: &Instalment, day: Date) -> Result<Overdue, OutOfRange> {
        if let Some(paid) = &item.paid {
            return Ok(Overdue {
                days: paid.overdue_days,
                fee: paid.charge.overdue_fee,
            });
        }
        let (frozen, since) = frozen(item);
        let day = day.max(since);
        let late = days_between(item.due_on, day);
        if late <= i64::from(self.grace_days) {
            return Ok(Overdue::default());
        }
        let running = self
            .daily_rate
            .of_for_days(self.base_left(item)?, days_between(since, day))?;
        let fee = frozen.plus(running)?;
        Ok(Overdue {
            days: late,
            fee: match self.cap_on(self.base_of(item)?)? {
                Some(cap) => fee.min(cap.max(frozen)),
                None => fee,
            },
        })
    }

    /// The base less what part payments brought of it.
    pub(crate) fn base_left(&self, item: &Instalment) -> Result<Fen, OutOfRange> {
        self.base_after(item, item.parts.len())
    }

    /// The base after the first `count` part payments.
    pub(crate) fn base_after(&self, item: &Instalment, count: usize) -> Result<Fen, OutOfRange> {
        let parts = item.parts.iter().take(count);
        parts
            .into_iter()
            .try_fold(self.base_of(item)?, |left, part| {
                let received = &part.received;
                left.minus(match self.base {
                    OverdueBase::AmountDue => received.total()?.minus(received.overdue_fee)?,
                    OverdueBase::Principal => received.principal,
                })
            })
    }

    /// What the fee is a share of. No discount ever lowers it.
    pub fn base_of(&self, item: &Instalment) -> Result<Fen, OutOfRange> {
        match self.base {
            OverdueBase::AmountDue => item.amount_due(),
            OverdueBase::Principal => Ok(item.principal),
        }
    }

    /// The highest fee on this base, if there is a cap.
    pub fn cap_on(&self, base: Fen) -> Result<Option<Fen>, OutOfRange> {
        if self.cap.is_zero() {
            return Ok(None);
        }
        self.cap.of(base).map(Some)
    }

    /// The last day on which `item` is not yet overdue.
    pub fn grace_ends_on(&self, item: &Instalment) -> Result<Date, OutOfRange> {
        add_days(item.due_on, i64::from(self.grace_days))
    }
}

/// The fee that part payments fixed, and the day from which what is left costs more.
fn frozen(item: &Instalment) -> (Fen, Date) {
    let mut newest_first = item.parts.iter().rev();
    let newest = newest_first.find_map(|part| Some((part.frozen?, part.on)));
    newest.unwrap_or((Fen::ZERO, item.due_on))
}
