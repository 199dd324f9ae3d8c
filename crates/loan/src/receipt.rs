//! 登记到账: one transfer of any amount, over as many instalments as it covers
//! (MONEY.md §5).

use jiff::civil::Date;

use crate::event::{Moment, Outcome};
use crate::live::Deed;
use crate::machine::EventKind;
use crate::money::Fen;
use crate::order::Order;
use crate::overdue::Overdue;
use crate::permit::permit;
use crate::plan::{Charge, Instalment, Part, Plan};
use crate::record::{Record, RecordKind};
use crate::refusal::{Refusal, Rule, Stale};

/// What money that counts from one day goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptQuote {
    pub day: Date,
    pub amount: Fen,
    /// The most that can be received: what all unpaid instalments have left,
    /// less the pending discount (yingshou).
    pub most: Fen,
    /// Instalment by instalment, in their order (fenpei).
    pub shares: Vec<ReceiptShare>,
    /// What is left to receive after it (shengyu).
    pub left: Fen,
}

/// What one instalment gets of a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptShare {
    pub number: u16,
    pub due_on: Date,
    /// What the receipt pays of each figure; where it completes the
    /// instalment, before the discount.
    pub charge: Charge,
    pub overdue: Overdue,
    /// The pending discount that completing consumes.
    pub discount: Fen,
    /// The money of it (heji).
    pub cash: Fen,
    /// It settles the instalment; otherwise it is a part payment.
    pub completes: bool,
}

impl Order {
    /// What all unpaid instalments have left on `day`, less the pending discount.
    pub fn most_receivable(&self, day: Date) -> Result<Fen, Refusal> {
        permit(self, EventKind::Receipt)?;
        let first = self.payable(EventKind::Receipt)?;
        let (due, discount) = (self.left(first, day)?, self.pending_discount);
        if discount > due {
            return Err(Rule::DiscountExceedsDue { discount, due }.into());
        }
        let mut sum = Fen::ZERO;
        for item in self.plan.iter().flat_map(Plan::unpaid) {
            sum = sum.plus(self.left(item, day)?)?;
        }
        Ok(sum.minus(discount)?)
    }

    /// What `amount` goes to if it counts from `day` (daozhangInit).
    pub fn receipt_quote(&self, amount: Fen, day: Date) -> Result<ReceiptQuote, Refusal> {
        let most = self.most_receivable(day)?;
        if amount <= Fen::ZERO {
            return Err(Rule::ReceiptNotPositive.into());
        }
        if amount > most {
            let asked = amount;
            return Err(Rule::ReceiptTooHigh { asked, most }.into());
        }
        let mut money = amount;
        let mut discount = self.pending_discount;
        let mut shares = Vec::new();
        for item in self.plan.iter().flat_map(Plan::unpaid) {
            if money.is_zero() {
                break;
            }
            let share = self.receipt_share(item, discount, money, day)?;
            money = money.minus(share.cash)?;
            discount = Fen::ZERO;
            shares.push(share);
        }
        Ok(ReceiptQuote {
            day,
            amount,
            most,
            shares,
            left: most.minus(amount)?,
        })
    }

    /// The next instalment in turn gets what it has left, or what there is.
    fn receipt_share(
        &self,
        item: &Instalment,
        discount: Fen,
        money: Fen,
        day: Date,
    ) -> Result<ReceiptShare, Refusal> {
        let left = self.charge_left(item, day)?;
        let rest = left.total()?.minus(discount)?;
        let completes = money >= rest;
        let (charge, discount) = if completes {
            (left, discount)
        } else {
            // What the pending discount will take is set aside.
            let open = left.minus(&left.first(discount)?)?;
            (open.first(money)?, Fen::ZERO)
        };
        Ok(ReceiptShare {
            number: item.number,
            due_on: item.due_on,
            charge,
            overdue: self.overdue(item, day)?,
            discount,
            cash: charge.total()?.minus(discount)?,
            completes,
        })
    }

    pub(crate) fn receive(
        &self,
        amount: Fen,
        (number_seen, received_seen): (Option<u16>, Option<Fen>),
        value_date: Option<Date>,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        self.check_not_paid(number_seen)?;
        permit(self, EventKind::Receipt)?;
        self.check_number(number_seen, EventKind::Receipt)?;
        self.check_received(received_seen)?;
        let day = self.value_date(value_date, at.today())?;
        let quote = self.receipt_quote(amount, day)?;
        let mut order = self.clone();
        let mut records = Vec::with_capacity(quote.shares.len());
        for share in &quote.shares {
            records.push(order.take_share(share, day, at)?);
        }
        let deed = Deed::Receipt {
            amount,
            discount_before: self.pending_discount,
        };
        let sentence = quote.sentence()?;
        Outcome::money(order, at, day, deed, records, sentence)
    }

    /// A guard that saw another sum received on the earliest unpaid instalment is stale.
    fn check_received(&self, received_seen: Option<Fen>) -> Result<(), Refusal> {
        let item = self.payable(EventKind::Receipt)?;
        let now = item.part_received()?.total()?;
        match received_seen {
            Some(seen) if seen != now => Err(Stale::ReceivedChanged { seen, now }.into()),
            _ => Ok(()),
        }
    }

    fn take_share(
        &mut self,
        share: &ReceiptShare,
        day: Date,
        at: &Moment,
    ) -> Result<Record, Refusal> {
        if share.completes {
            let quote = self.confirm_quote(day)?;
            self.settle(&quote, day, at)?;
            return Ok(quote.record(day));
        }
        let part = Part {
            by: at.id,
            on: day,
            received: share.charge,
            frozen: share.overdue.is_overdue().then_some(share.overdue.fee),
        };
        let items = self.plan.iter_mut().flat_map(|plan| &mut plan.items);
        for item in items.filter(|item| item.number == share.number) {
            item.parts.push(part.clone());
        }
        Ok(share.part_record(day))
    }
}

impl ReceiptShare {
    fn part_record(&self, day: Date) -> Record {
        Record {
            kind: RecordKind::PartPayment,
            number: Some(self.number),
            description: format!("第{}期部分还款", self.number),
            due: self.cash,
            discount: Fen::ZERO,
            cash: self.cash,
            overdue: self.overdue.is_overdue(),
            scheduled_on: Some(self.due_on),
            value_on: day,
        }
    }
}

impl ReceiptQuote {
    fn sentence(&self) -> Result<String, Refusal> {
        let mut parts = Vec::new();
        let done: Vec<_> = self.shares.iter().filter(|share| share.completes).collect();
        if let (Some(first), Some(last)) = (done.first(), done.last()) {
            let cash = Fen::sum(done.iter().map(|share| share.cash))?;
            let which = match (first.number, last.number) {
                (first, last) if first == last => format!("第{first}期"),
                (first, last) => format!("第{first}至{last}期"),
            };
            let discount = match first.discount {
                none if none.is_zero() => String::new(),
                discount => format!("（优惠 {discount} 元）"),
            };
            parts.push(format!("{which}还清 {cash} 元{discount}"));
        }
        for share in self.shares.iter().filter(|share| !share.completes) {
            parts.push(format!("第{}期部分还款 {} 元", share.number, share.cash));
        }
        let (amount, day) = (self.amount, self.day);
        let parts = parts.join("，");
        Ok(format!("登记到账 {amount} 元：{parts}，到账日 {day}"))
    }
}
