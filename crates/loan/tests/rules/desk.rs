//! An operator's desk: orders brought to the point a table starts from.
//! Every event checks all invariants.

use jiff::civil::{Date, DateTime};
use loan::{
    Decision, Entry, Event, EventId, Fen, Instalment, Loan, Order, Outcome, Period, PeriodUnit,
    Plan, Policy, Ppm, Refusal, RepaymentMode, Side, Terms,
};

use crate::book::Book;

pub fn yuan(text: &str) -> Fen {
    Fen::from_yuan_text(text).unwrap()
}

pub fn percent(text: &str) -> Ppm {
    Ppm::from_percent_text(text).unwrap()
}

pub fn day(text: &str) -> Date {
    text.parse().unwrap()
}

pub fn noon(text: &str) -> DateTime {
    day(text).at(12, 0, 0, 0)
}

pub fn monthly(mode: RepaymentMode, rate: &str) -> Terms {
    every(1, PeriodUnit::Month, mode, rate)
}

pub fn every(length: u16, unit: PeriodUnit, mode: RepaymentMode, rate: &str) -> Terms {
    Terms::plain(mode, Period { unit, length }, percent(rate))
}

pub fn plan(terms: &Terms, principal: &str, periods: u16, start: &str) -> Plan {
    let loan = Loan::new(terms, yuan(principal), periods).unwrap();
    loan.plan(day(start)).unwrap()
}

/// `1 2025-02-15 888.49 = 788.49 + 100.00 + 0.00`
pub fn row(item: &Instalment) -> String {
    format!(
        "{} {} {} = {} + {} + {}",
        item.number,
        item.due_on,
        item.amount_due().unwrap(),
        item.principal,
        item.interest,
        item.fees().unwrap()
    )
}

/// `借 资金 888.49 | 贷 贷款本金 788.49 | 贷 利息收入 100.00`
pub fn lines(entry: Option<&Entry>) -> String {
    let Some(entry) = entry else {
        return "-".to_owned();
    };
    let shown = entry.lines().iter().map(|line| {
        let mark = match (line.account, line.reduces) {
            (loan::Account::LoanLoss, Some(_)) => "（减免）".to_owned(),
            (_, Some(account)) => format!("（{account}）"),
            (_, None) => String::new(),
        };
        let side = match line.side {
            Side::Debit => "借",
            Side::Credit => "贷",
        };
        format!("{side} {}{mark} {}", line.account, line.amount)
    });
    shown.collect::<Vec<_>>().join(" | ")
}

pub struct Desk {
    pub book: Book,
}

impl Desk {
    /// A fresh application.
    pub fn applied(mut terms: Terms, principal: &str, periods: u16) -> Self {
        terms.offered_periods = vec![periods];
        let allowed = Policy {
            withholding_allowed: true,
        };
        let order = Order::new(terms, yuan(principal), periods, allowed).unwrap();
        Self {
            book: Book::new(order),
        }
    }

    /// Reviewed and paid out on `date`; the payout is event 2.
    pub fn paid_out(terms: Terms, principal: &str, periods: u16, date: &str) -> Self {
        let mut desk = Self::applied(terms, principal, periods);
        desk.done(approve(), date);
        desk.done(Event::Payout { paid_at: None }, date);
        desk
    }

    pub fn order(&self) -> &Order {
        &self.book.order
    }

    /// Applies an event at noon of `date`.
    pub fn attempt(&mut self, event: Event, date: &str) -> Result<Outcome, Refusal> {
        self.attempt_at(event, noon(date))
    }

    pub fn attempt_at(&mut self, event: Event, now: DateTime) -> Result<Outcome, Refusal> {
        let before = self.book.order.clone();
        let result = self.book.apply(event, now);
        match &result {
            Ok(_) => self.book.broken(now.date()).unwrap(),
            Err(_) => assert_eq!(before, self.book.order, "a refusal changed the order"),
        }
        result
    }

    /// The event must succeed.
    pub fn done(&mut self, event: Event, date: &str) -> Outcome {
        let kind = event.kind();
        let result = self.attempt(event, date);
        result.unwrap_or_else(|refusal| panic!("{kind} on {date}: {refusal}"))
    }

    /// The event must be refused; `stale:` or `rule:` and the sentence.
    pub fn refused(&mut self, event: Event, date: &str) -> String {
        said(self.attempt(event, date))
    }

    pub fn newest(&self) -> EventId {
        self.order().live.last().unwrap().id
    }

    pub fn undo(&mut self, date: &str) -> Outcome {
        let event = undo(self.newest());
        self.done(event, date)
    }
}

pub fn said(result: Result<Outcome, Refusal>) -> String {
    match result {
        Ok(outcome) => format!("done: {}", outcome.sentence),
        Err(Refusal::Stale(stale)) => format!("stale: {stale}"),
        Err(Refusal::Rule(rule)) => format!("rule: {rule}"),
    }
}

pub fn approve() -> Event {
    Event::Review {
        decision: Decision::Approve(None),
        opinion: "资料齐全".to_owned(),
    }
}

pub fn receipt(amount: &str) -> Event {
    Event::Receipt {
        amount: yuan(amount),
        number_seen: None,
        received_seen: None,
        value_date: None,
    }
}

/// Confirms without guards, as of today.
pub fn confirm() -> Event {
    confirm_valued(None)
}

pub fn confirm_valued(value_date: Option<&str>) -> Event {
    Event::Confirm {
        number_seen: None,
        amount_seen: None,
        value_date: value_date.map(day),
    }
}

pub fn discount(amount: &str) -> Event {
    Event::Discount {
        amount: yuan(amount),
        amount_seen: None,
    }
}

pub fn extend() -> Event {
    Event::Extend {
        number_seen: None,
        count_seen: None,
        fee_seen: None,
    }
}

pub fn prepay() -> Event {
    Event::Prepay {
        total_seen: None,
        value_date: None,
    }
}

pub fn undo(event_seen: EventId) -> Event {
    Event::Undo {
        event_seen,
        reason: "录入错误".to_owned(),
    }
}

pub fn write_off() -> Event {
    Event::WriteOff {
        reason: "失联".to_owned(),
    }
}

/// The offer most tables use: every fee set, everything allowed.
///
/// 3 000.00 yuan over three months give 1 075.00, 1 065.00 and 1 055.00:
/// principal 1 000.00 each, interest 30.00, 20.00, 10.00, insurance fee 30.00
/// and service fee 15.00 each.
pub fn full_offer() -> Terms {
    let mut terms = monthly(RepaymentMode::EqualPrincipal, "12");
    terms.upfront_fee.rate = percent("2");
    terms.insurance_fee_rate = percent("3");
    terms.service_fee_rate = percent("1.5");
    terms.overdue.grace_days = 3;
    terms.overdue.daily_rate = percent("0.1");
    terms.overdue.cap = percent("10");
    terms.prepay.allowed = true;
    terms.prepay.breach_fee_rate = percent("2");
    terms.extension.allowed = true;
    terms.extension.days = 10;
    terms.extension.fee_rate = percent("1");
    terms.extension.max_count = 2;
    terms
}

/// The full offer, 3 000.00 yuan, paid out on 15 January 2025 (event 2).
pub fn full_loan() -> Desk {
    Desk::paid_out(full_offer(), "3000", 3, "2025-01-15")
}
