//! 撤销: the newest money event is taken back by a new, negative entry.

use crate::event::{Outcome, required};
use crate::live::{Deed, EventId, LiveEvent};
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::permit::permit;
use crate::postings;
use crate::refusal::{Refusal, Stale};

impl Order {
    pub(crate) fn undo(&self, event_seen: EventId, reason: &str) -> Result<Outcome, Refusal> {
        let newest = self.newest_as_seen(event_seen)?;
        let reason = required(reason, "撤销原因")?;
        let entry = postings::entry_of(self, newest)?;
        let entry = entry.map(|entry| entry.reversal(newest.id)).transpose()?;
        let amount = match &entry {
            Some(entry) => entry.net(crate::journal::Account::Cash)?,
            None => Fen::ZERO,
        };
        let mut order = self.clone();
        order.live.pop();
        order.last_undone = Some(newest.id);
        order.take_back(newest)?;
        Ok(Outcome {
            order,
            records: Vec::new(),
            entry,
            reverses: Some(newest.id),
            amount: Some(amount),
            sentence: format!("撤销{}：{reason}", newest.deed.label()),
        })
    }

    fn newest_as_seen(&self, event_seen: EventId) -> Result<&LiveEvent, Refusal> {
        if self.last_undone == Some(event_seen) {
            return Err(Stale::EventUndone(event_seen).into());
        }
        permit(self, EventKind::Undo)?;
        match self.live.last() {
            Some(newest) if newest.id == event_seen => Ok(newest),
            Some(newest) => Err(Stale::EventNotNewest {
                seen: event_seen,
                newest: newest.id,
            }
            .into()),
            None => Err(Stale::EventUndone(event_seen).into()),
        }
    }

    /// Restores what held just before the event. A discount that became
    /// pending after it is dropped.
    fn take_back(&mut self, event: &LiveEvent) -> Result<(), OutOfRange> {
        match event.deed {
            Deed::Payout => {
                self.plan = None;
                self.pending_discount = Fen::ZERO;
                self.state = State::AwaitingPayout;
            }
            Deed::Confirm {
                discount_before, ..
            }
            | Deed::Receipt {
                discount_before, ..
            }
            | Deed::Prepay { discount_before } => {
                self.unsettle(event.id);
                self.pending_discount = discount_before;
                self.state = State::Repaying;
            }
            Deed::Extension { .. } => {
                self.move_due_dates(-i64::from(self.terms.extension.days))?;
            }
            Deed::WriteOff { discount_before } => {
                self.pending_discount = discount_before;
                self.state = State::Repaying;
            }
            Deed::Recovery { .. } => {}
        }
        Ok(())
    }

    fn unsettle(&mut self, event: EventId) {
        for item in self.plan.iter_mut().flat_map(|plan| &mut plan.items) {
            if item.paid.as_ref().is_some_and(|paid| paid.by == event) {
                item.paid = None;
            }
            item.parts.retain(|part| part.by != event);
        }
    }
}

impl Deed {
    /// The event it came from.
    pub const fn kind(&self) -> EventKind {
        match self {
            Self::Payout => EventKind::Payout,
            Self::Confirm { .. } => EventKind::Confirm,
            Self::Receipt { .. } => EventKind::Receipt,
            Self::Extension { .. } => EventKind::Extend,
            Self::Prepay { .. } => EventKind::Prepay,
            Self::WriteOff { .. } => EventKind::WriteOff,
            Self::Recovery { .. } => EventKind::Recover,
        }
    }

    /// The word for it on the screen.
    pub fn label(&self) -> String {
        match self {
            Self::Payout => "放款".to_owned(),
            Self::Confirm { number, .. } => format!("第{number}期还款"),
            Self::Receipt { amount, .. } => format!("到账 {amount} 元"),
            Self::Extension { .. } => "展期".to_owned(),
            Self::Prepay { .. } => "提前还款".to_owned(),
            Self::WriteOff { .. } => "核销".to_owned(),
            Self::Recovery { .. } => "核销收回".to_owned(),
        }
    }
}
