//! Every figure an order shows, as one text: what two engines are compared by.

use std::fmt::Write as _;

use jiff::ToSpan;
use jiff::civil::Date;
use loan::{Entry, Order, Outcome};

/// What an event wrote, and what the order says on its day, ten days and six weeks later.
pub fn of(outcome: &Outcome, day: Date) -> String {
    let mut text = String::new();
    let (entry, records) = (&outcome.entry, &outcome.records);
    for line in entry.iter().flat_map(Entry::lines) {
        writeln!(text, "{line:?}").unwrap();
    }
    // What is called 展期 was called 延期 when the digests were written.
    let records = format!("{records:?}").replace("展期", "延期");
    writeln!(text, "{records} {:?}", outcome.amount).unwrap();
    for ahead in [0, 10, 42] {
        on(&mut text, &outcome.order, day + ahead.days());
    }
    text
}

fn on(text: &mut String, order: &Order, day: Date) {
    let (state, pending) = (order.state.code(), order.pending_discount);
    writeln!(text, "{day} {state} {pending} {:?}", order.summary(day)).unwrap();
    for view in order.view(day).unwrap() {
        let item = &view.item;
        let plan = (item.number, item.starts_on, item.days, item.due_on);
        let parts = (item.principal, item.interest);
        let fees = (item.insurance_fee, item.service_fee);
        let sums = (view.amount_due, view.fees, view.discount, view.received);
        let late = (view.overdue_days, view.overdue_fee);
        let flags = (view.state, view.can_confirm, view.can_extend);
        let charged = item.paid.as_ref().map(|paid| paid.charge);
        writeln!(
            text,
            "{plan:?} {parts:?} {fees:?} {sums:?} {late:?} {flags:?} {charged:?}"
        )
        .unwrap();
    }
    if let Ok(quote) = order.confirm_quote(day) {
        let sums = (quote.due, quote.discount, quote.received);
        writeln!(text, "confirm {} {sums:?} {:?}", quote.number, quote.charge).unwrap();
    }
    if let Ok(quote) = order.prepay_quote(day) {
        let sums = (quote.discount, quote.total);
        writeln!(text, "prepay {sums:?} {:?}", quote.charge).unwrap();
        for share in quote.shares {
            let (number, charge) = (share.number, share.charge);
            writeln!(text, "{number} {charge:?} {}", share.discount).unwrap();
        }
    }
    let (fee, unpaid) = (order.extension_fee(), order.unpaid_principal());
    writeln!(text, "extend {fee:?} {unpaid:?}").unwrap();
}

/// FNV-1a, enough to tell two texts apart.
pub fn digest(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    format!("{hash:016x}")
}
