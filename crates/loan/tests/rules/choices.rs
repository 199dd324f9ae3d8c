//! What happens next in a random life, mostly with right guards.

use jiff::ToSpan;
use jiff::civil::Date;
use loan::{Decision, Event, EventId, Fen, State, days_between};

use crate::simulation::Life;

impl Life {
    /// An event and whether one of its guards is wrong on purpose.
    pub fn event(&mut self) -> (Event, bool) {
        let kinds: &[u8] = match self.book.order.state {
            State::AwaitingReview => &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 11],
            State::AwaitingPayout => &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 0, 11],
            State::PayoutFailed => &[3, 3, 3, 3, 3, 3, 2, 1, 11],
            State::Repaying => &[
                4, 4, 5, 5, 5, 6, 6, 7, 8, 8, 9, 9, 1, 12, 12, 12, 12, 12, 12,
            ],
            State::Settled => &[8, 8, 5, 7, 4, 12],
            State::WrittenOff => &[8, 10, 10, 9, 5, 12],
            State::Rejected | State::Cancelled => &[0, 1, 5, 11],
        };
        let kind = self.random.pick(kinds);
        self.event_of(kind)
    }

    fn event_of(&mut self, kind: u8) -> (Event, bool) {
        let text = || "依据已核对".to_owned();
        let repaying = self.book.order.state == State::Repaying;
        let wrong = repaying && self.random.one_in(6);
        match kind {
            0 => (self.review(), false),
            1 => (self.payout(), false),
            2 => (Event::PayoutFailure { reason: text() }, false),
            3 => {
                let needs_review = self.random.one_in(3);
                let note = text();
                (Event::Redisburse { note, needs_review }, false)
            }
            4 => self.discount(wrong),
            5 => self.confirm(wrong),
            6 => self.extend(wrong),
            7 => self.prepay(wrong),
            8 => self.undo(wrong),
            9 => (Event::WriteOff { reason: text() }, false),
            10 => {
                let amount = Fen::new(self.random.between(0, 100_000));
                (Event::Recover { amount }, false)
            }
            12 => self.receipt(wrong),
            _ => (Event::Cancel { reason: text() }, false),
        }
    }

    fn review(&mut self) -> Event {
        let asked = self.book.order.asked.get();
        let decision = match self.random.between(0, 29) {
            0 => Decision::Reject,
            1..5 => Decision::Approve(Some(Fen::new(self.random.between(0, asked + 1)))),
            _ => Decision::Approve(None),
        };
        Event::Review {
            decision,
            opinion: "资料齐全".to_owned(),
        }
    }

    fn payout(&mut self) -> Event {
        let back = self.random.between(-1, 3);
        let paid_at = self.random.one_in(4).then(|| self.now - back.days());
        Event::Payout { paid_at }
    }

    fn discount(&mut self, wrong: bool) -> (Event, bool) {
        let today = self.now.date();
        let order = &self.book.order;
        let quote = order.confirm_quote(today);
        let due = quote.map_or(100, |quote| quote.due.get());
        let pending = order.pending_discount.get();
        let amount = match self.random.between(0, 3) {
            0 => due,
            1 => 0,
            2 => due + self.random.between(-1, 1),
            _ => self.random.between(0, due.max(1)),
        };
        let event = Event::Discount {
            amount: Fen::new(amount),
            amount_seen: Some(Fen::new(pending + i64::from(wrong))),
        };
        (event, wrong)
    }

    /// Today, or a day between the last event and today.
    fn value_date(&mut self) -> Option<Date> {
        let today = self.now.date();
        let last = self.book.order.live.last().map_or(today, |event| event.on);
        if self.random.one_in(2) || last > today {
            return None;
        }
        let back = self.random.between(0, days_between(last, today));
        Some(today - back.days())
    }

    fn confirm(&mut self, wrong: bool) -> (Event, bool) {
        let value_date = self.value_date();
        let day = value_date.unwrap_or(self.now.date());
        let order = &self.book.order;
        let quote = order.confirm_quote(day).ok();
        let number = quote.as_ref().map(|quote| quote.number);
        let amount = quote.as_ref().map(|quote| quote.received.get());
        // Where no quote can be had there is nothing to be wrong about.
        let wrong = wrong && quote.is_some();
        let spoil_number = wrong && self.random.one_in(2);
        let event = Event::Confirm {
            number_seen: number.map(|number| number + u16::from(spoil_number)),
            amount_seen: amount.map(|fen| Fen::new(fen + i64::from(wrong && !spoil_number))),
            value_date,
        };
        (event, wrong)
    }

    /// Any amount: a fen, a part, exactly the rest, several instalments, all, or too much.
    fn receipt(&mut self, wrong: bool) -> (Event, bool) {
        let value_date = self.value_date();
        let day = value_date.unwrap_or(self.now.date());
        let order = &self.book.order;
        let item = order.earliest_unpaid();
        let number = item.map(|item| item.number);
        let received = item.map(|item| item.part_received().unwrap().total().unwrap().get());
        let most = order.most_receivable(day).unwrap_or_default().get();
        let rest = order
            .confirm_quote(day)
            .map_or(100, |quote| quote.received.get());
        let amount = match self.random.between(0, 9) {
            0 => 1,
            1 => most,
            2 => most + 1,
            3 => rest,
            4 => rest - 1,
            5 => rest + 1,
            6 => self.random.between(0, most.max(1)),
            7 => self.random.between(0, rest.saturating_mul(3).max(1)),
            _ => self.random.between(0, rest.max(1)),
        };
        // Where no money can come in there is nothing to be wrong about.
        let wrong = wrong && most > 0;
        let spoil_number = wrong && self.random.one_in(2);
        let event = Event::Receipt {
            amount: Fen::new(amount),
            number_seen: number.map(|number| number + u16::from(spoil_number)),
            received_seen: received.map(|fen| Fen::new(fen + i64::from(wrong && !spoil_number))),
            value_date,
        };
        (event, wrong)
    }

    fn extend(&mut self, wrong: bool) -> (Event, bool) {
        let order = &self.book.order;
        let number = order.earliest_unpaid().map(|item| item.number);
        let wrong_which = if wrong { self.random.between(1, 3) } else { 0 };
        let fee = order.extension_fee().unwrap_or_default().get();
        let event = Event::Extend {
            number_seen: number.map(|number| number + u16::from(wrong_which == 1)),
            count_seen: Some(order.extension_count() + usize::from(wrong_which == 2)),
            fee_seen: Some(Fen::new(fee + i64::from(wrong_which == 3))),
        };
        (event, wrong)
    }

    fn prepay(&mut self, wrong: bool) -> (Event, bool) {
        let value_date = self.value_date();
        let day = value_date.unwrap_or(self.now.date());
        let quote = self.book.order.prepay_quote(day).ok();
        let wrong = wrong && quote.is_some();
        let total = quote.map(|quote| Fen::new(quote.total.get() + i64::from(wrong)));
        let event = Event::Prepay {
            total_seen: total,
            value_date,
        };
        (event, wrong)
    }

    fn undo(&mut self, wrong: bool) -> (Event, bool) {
        let newest = self.book.order.live.last();
        let newest = newest.map_or(0, |event| event.id.0);
        let event = Event::Undo {
            event_seen: EventId(newest - i64::from(wrong)),
            reason: "客户退款".to_owned(),
        };
        (event, wrong)
    }
}
