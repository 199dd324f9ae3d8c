//! 展期: due dates move, amounts do not.

use crate::calendar::add_days;
use crate::event::{Moment, Outcome};
use crate::live::Deed;
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::permit::permit;
use crate::record::{Record, RecordKind};
use crate::refusal::{Refusal, Rule, Stale};
use jiff::civil::Date;

impl Order {
    /// The fee of one extension: a share of the remaining principal.
    pub fn extension_fee(&self) -> Result<Fen, OutOfRange> {
        self.terms.extension.fee_rate.of(self.unpaid_principal()?)
    }

    /// Whether the rules let the earliest unpaid instalment be extended on `day`.
    pub fn may_extend(&self, day: Date) -> Result<(), Refusal> {
        permit(self, EventKind::Extend)?;
        let item = self.payable(EventKind::Extend)?;
        let offer = &self.terms.extension;
        if !offer.allowed {
            return Err(Rule::ExtensionNotOffered.into());
        }
        if self.extension_count() >= usize::from(offer.max_count) {
            return Err(Rule::ExtensionsUsedUp(offer.max_count).into());
        }
        let overdue = self.overdue(item, day)?;
        if overdue.is_overdue() {
            return Err(Rule::ExtensionWhileOverdue(overdue.days).into());
        }
        Ok(())
    }

    /// The flag isYanqi of the earliest unpaid instalment.
    pub fn can_extend(&self, day: Date) -> bool {
        self.state == State::Repaying && self.may_extend(day).is_ok()
    }

    pub(crate) fn extend(
        &self,
        number_seen: Option<u16>,
        count_seen: Option<usize>,
        fee_seen: Option<Fen>,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        self.check_not_paid(number_seen)?;
        permit(self, EventKind::Extend)?;
        self.check_number(number_seen, EventKind::Extend)?;
        let fee = self.extension_fee()?;
        self.check_extension_guards(count_seen, fee_seen, fee)?;
        let day = self.value_date(None, at.today())?;
        self.may_extend(day)?;

        let item = self.payable(EventKind::Extend)?;
        let days = i64::from(self.terms.extension.days);
        let mut record = Record::plain(RecordKind::Extension, fee, day);
        record.description = format!("第{}期展期{days}天", item.number);
        record.scheduled_on = Some(item.due_on);
        let sentence = format!(
            "第{}期及以后各期展期 {days} 天，本期应还日由 {} 改为 {}，展期费 {fee} 元",
            item.number,
            item.due_on,
            add_days(item.due_on, days)?
        );
        let mut order = self.clone();
        order.move_due_dates(days)?;
        let deed = Deed::Extension { fee };
        Outcome::money(order, at, day, deed, vec![record], sentence)
    }

    fn check_extension_guards(
        &self,
        count_seen: Option<usize>,
        fee_seen: Option<Fen>,
        fee: Fen,
    ) -> Result<(), Stale> {
        let count = self.extension_count();
        if let Some(seen) = count_seen.filter(|seen| *seen != count) {
            return Err(Stale::ExtensionCountChanged { seen, now: count });
        }
        if let Some(seen) = fee_seen.filter(|seen| *seen != fee) {
            return Err(Stale::ExtensionFeeChanged { seen, now: fee });
        }
        Ok(())
    }

    /// Moves the stored due date of every unpaid instalment. No day is clamped
    /// again, and the start and length of a period stay, so moving back is exact.
    pub(crate) fn move_due_dates(&mut self, days: i64) -> Result<(), OutOfRange> {
        let items = self.plan.iter_mut().flat_map(|plan| &mut plan.items);
        for item in items.filter(|item| item.is_unpaid()) {
            item.due_on = add_days(item.due_on, days)?;
        }
        Ok(())
    }
}
