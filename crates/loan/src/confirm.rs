//! 确认还款 and 设置优惠: the earliest unpaid instalment.

use jiff::civil::Date;

use crate::event::{Moment, Outcome};
use crate::live::Deed;
use crate::machine::{EventKind, State};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::overdue::Overdue;
use crate::permit::permit;
use crate::plan::{Charge, Instalment, Paid};
use crate::record::{Record, RecordKind};
use crate::refusal::{Refusal, Rule, Stale};

/// What settling the earliest unpaid instalment costs on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmQuote {
    pub number: u16,
    pub due_on: Date,
    /// The whole instalment, part payments included.
    pub charge: Charge,
    pub overdue: Overdue,
    /// What is left of yinghuan and overdue fee (yingfujine).
    pub due: Fen,
    /// The pending discount (youhuijine).
    pub discount: Fen,
    /// What the borrower has to bring (shifujine).
    pub received: Fen,
}

impl Order {
    /// What confirming on `day` means.
    pub fn confirm_quote(&self, day: Date) -> Result<ConfirmQuote, Refusal> {
        permit(self, EventKind::Confirm)?;
        let item = self.payable(EventKind::Confirm)?;
        let overdue = self.overdue(item, day)?;
        let charge = Charge::in_full(item, overdue.fee);
        let due = self.left(item, day)?;
        let discount = self.pending_discount;
        if discount > due {
            return Err(Rule::DiscountExceedsDue { discount, due }.into());
        }
        Ok(ConfirmQuote {
            number: item.number,
            due_on: item.due_on,
            charge,
            overdue,
            due,
            discount,
            received: due.minus(discount)?,
        })
    }

    pub(crate) fn confirm(
        &self,
        number_seen: Option<u16>,
        amount_seen: Option<Fen>,
        value_date: Option<Date>,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        self.check_not_paid(number_seen)?;
        permit(self, EventKind::Confirm)?;
        self.check_number(number_seen, EventKind::Confirm)?;
        let day = self.value_date(value_date, at.today())?;
        let quote = self.confirm_quote(day)?;
        if let Some(seen) = amount_seen.filter(|seen| *seen != quote.received) {
            let now = quote.received;
            return Err(Stale::AmountChanged { seen, now }.into());
        }
        let mut order = self.clone();
        order.settle(&quote, day, at)?;
        let deed = Deed::Confirm {
            number: quote.number,
            discount_before: self.pending_discount,
        };
        let sentence = quote.sentence(day);
        Outcome::money(order, at, day, deed, vec![quote.record(day)], sentence)
    }

    pub(crate) fn settle(
        &mut self,
        quote: &ConfirmQuote,
        day: Date,
        at: &Moment,
    ) -> Result<(), OutOfRange> {
        self.pending_discount = Fen::ZERO;
        let items = self.plan.iter_mut().flat_map(|plan| &mut plan.items);
        for item in items.filter(|item| item.number == quote.number) {
            item.paid = Some(Paid {
                by: at.id,
                on: day,
                charge: quote.charge,
                overdue_days: quote.overdue.days,
                discount: quote.discount,
                received: quote.charge.total()?.minus(quote.discount)?,
            });
        }
        if self.earliest_unpaid().is_none() {
            self.state = State::Settled;
        }
        Ok(())
    }

    pub(crate) fn set_discount(
        &self,
        amount: Fen,
        amount_seen: Option<Fen>,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        permit(self, EventKind::Discount)?;
        let now = self.pending_discount;
        if let Some(seen) = amount_seen.filter(|seen| *seen != now) {
            return Err(Stale::DiscountChanged { seen, now }.into());
        }
        if amount.is_negative() {
            return Err(Rule::DiscountNegative.into());
        }
        let most = self.most_discount(at.today())?;
        if amount > most {
            let asked = amount;
            return Err(Rule::DiscountTooHigh { asked, most }.into());
        }
        let number = self.payable(EventKind::Discount)?.number;
        let mut order = self.clone();
        order.pending_discount = amount;
        let sentence = format!("第{number}期优惠由 {now} 元设为 {amount} 元");
        Ok(Outcome {
            amount: Some(amount),
            ..Outcome::quiet(order, sentence)
        })
    }

    /// The most that a discount may be: what is left on the earliest unpaid instalment.
    pub fn most_discount(&self, today: Date) -> Result<Fen, Refusal> {
        permit(self, EventKind::Discount)?;
        let item = self.payable(EventKind::Discount)?;
        Ok(self.left(item, today)?)
    }

    /// The instalment that is next in turn.
    pub(crate) fn payable(&self, event: EventKind) -> Result<&Instalment, Refusal> {
        let state = self.state;
        self.earliest_unpaid()
            .ok_or_else(|| Rule::WrongState { state, event }.into())
    }

    /// A guard that names a paid instalment saw something that has happened.
    pub(crate) fn check_not_paid(&self, number_seen: Option<u16>) -> Result<(), Refusal> {
        let Some(number) = number_seen else {
            return Ok(());
        };
        let item = self.plan.as_ref().and_then(|plan| plan.item(number));
        match item {
            Some(item) if !item.is_unpaid() => Err(Stale::InstalmentPaid(number).into()),
            _ => Ok(()),
        }
    }

    /// Instalments are settled in order, so the guard must name the earliest.
    pub(crate) fn check_number(
        &self,
        number_seen: Option<u16>,
        event: EventKind,
    ) -> Result<(), Refusal> {
        let now = self.payable(event)?.number;
        match number_seen {
            Some(seen) if seen != now => Err(Stale::OtherInstalment { seen, now }.into()),
            _ => Ok(()),
        }
    }
}

impl ConfirmQuote {
    pub(crate) fn record(&self, day: Date) -> Record {
        Record {
            kind: RecordKind::Repayment,
            number: Some(self.number),
            description: format!("第{}期还款", self.number),
            due: self.due,
            discount: self.discount,
            cash: self.received,
            overdue: self.overdue.is_overdue(),
            scheduled_on: Some(self.due_on),
            value_on: day,
        }
    }

    fn sentence(&self, day: Date) -> String {
        let Self {
            number,
            due,
            discount,
            received,
            ..
        } = self;
        let late = match self.overdue.days {
            0 => String::new(),
            days => format!("（逾期 {days} 天，逾期费 {} 元）", self.overdue.fee),
        };
        format!(
            "确认第{number}期还款：应付 {due} 元{late}，优惠 {discount} 元，实付 {received} 元，到账日 {day}"
        )
    }
}
