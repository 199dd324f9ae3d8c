//! What a borrower owes now: functions of plan and day, in the words of whoever answers the call.

use jiff::civil::Date;

use crate::machine::State;
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::plan::{Instalment, Plan};
use crate::refusal::Rule;

/// What one order owes on one day. A pending discount lowers the earliest unpaid instalment, and
/// with it every figure that counts that one: these are amounts somebody is asked to bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Owed {
    /// 今日应收: every unpaid instalment whose due date has come, with its fees.
    pub due: Fen,
    /// 逾期合计: those of them that are overdue.
    pub overdue: Fen,
    /// 本期应还: the earliest unpaid instalment, due or not.
    pub current: Fen,
    /// 下期应还: the first unpaid instalment whose due date has not come, and that date.
    pub next: Option<(Date, Fen)>,
    /// 剩余本金.
    pub principal: Fen,
}

/// 期次: which instalment is in turn, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    pub number: u16,
    pub of: u16,
}

impl Order {
    /// What has to be brought for one instalment: what is left, less the discount waiting for it.
    pub(crate) fn to_bring(&self, item: &Instalment, day: Date) -> Result<Fen, OutOfRange> {
        let left = self.left(item, day)?;
        let in_turn = self.earliest_unpaid().map(|item| item.number) == Some(item.number);
        if in_turn {
            left.minus(self.pending_discount.min(left))
        } else {
            Ok(left)
        }
    }

    /// The instalments somebody asks for: none outside of repayment.
    pub(crate) fn asked_for(&self) -> impl Iterator<Item = &Instalment> {
        let plan = self.plan.as_ref().filter(|_| self.state == State::Repaying);
        plan.into_iter().flat_map(Plan::unpaid)
    }

    /// What is owed on `day`; all zero unless the order is being repaid.
    pub fn owed(&self, day: Date) -> Result<Owed, Rule> {
        let mut owed = Owed {
            principal: self.principal_left()?.unwrap_or_default(),
            ..Owed::default()
        };
        for (at, item) in self.asked_for().enumerate() {
            let amount = self.to_bring(item, day)?;
            if at == 0 {
                owed.current = amount;
            }
            if item.due_on > day {
                owed.next.get_or_insert((item.due_on, amount));
                continue;
            }
            owed.due = owed.due.plus(amount)?;
            if self.overdue(item, day)?.is_overdue() {
                owed.overdue = owed.overdue.plus(amount)?;
            }
        }
        Ok(owed)
    }

    /// Principal not yet repaid; none where nobody is asked to repay it.
    pub fn principal_left(&self) -> Result<Option<Fen>, OutOfRange> {
        match self.state {
            State::Repaying => self.unpaid_principal().map(Some),
            _ => Ok(None),
        }
    }

    /// Which instalment is in turn; none where none is.
    pub fn turn(&self) -> Option<Turn> {
        let number = self.asked_for().next()?.number;
        let of = self.instalments();
        Some(Turn { number, of })
    }

    /// How many instalments there are, or will be (zongqishu).
    pub fn instalments(&self) -> u16 {
        self.terms.instalments(self.periods)
    }
}
