//! What every explanation must keep, whatever happened to the order: each line can be recomputed,
//! and the lines add up to the figure that a screen or a record shows.

use jiff::civil::Date;
use loan::{Fen, ItemView, Order, Reason, RecordKind};

use crate::book::Book;
use crate::formula;

pub fn holds(book: &Book, day: Date) -> Result<(), String> {
    let order = &book.order;
    let views = order.view(day).map_err(|rule| rule.to_string())?;
    let in_parts = views.iter().filter(|view| !view.item.parts.is_empty());
    for view in views.iter().take(3).chain(views.last()).chain(in_parts) {
        instalment(book, view, day)?;
    }
    owed(order, day)?;
    total(order, day)?;
    prepayment(order, day)?;
    receipt(order, day)
}

fn sum<'a>(lines: impl IntoIterator<Item = &'a Reason>) -> i64 {
    let results = lines.into_iter().map(|line| line.result.get());
    results.sum()
}

fn recomputed(lines: &[Reason], day: Date) -> Result<(), String> {
    for reason in lines {
        if reason.result.is_negative() {
            return Err(format!("{reason:?} is negative on {day}"));
        }
        let recomputed = formula::evaluate(&reason.formula);
        if recomputed != Some(reason.result.get()) {
            return Err(format!("{reason:?} recomputes to {recomputed:?}"));
        }
    }
    Ok(())
}

fn same(what: &str, lines: &[Reason], explained: i64, figure: Fen) -> Result<(), String> {
    if explained == figure.get() {
        return Ok(());
    }
    Err(format!("{what} {figure}, explained {explained}: {lines:?}"))
}

/// The last line is the figure.
fn ends_in(what: &str, lines: &[Reason], figure: Fen) -> Result<(), String> {
    let last = lines.last().map_or(-1, |line| line.result.get());
    same(what, lines, last, figure)
}

fn instalment(book: &Book, view: &ItemView, day: Date) -> Result<(), String> {
    let (order, item) = (&book.order, &view.item);
    let lines = order.explain_instalment(item.number, day);
    let lines = lines.map_err(|rule| rule.to_string())?;
    recomputed(&lines, day)?;
    let fee = |line: &&Reason| line.what.contains("期逾期费（");
    let segments = sum(lines.iter().filter(fee));
    same("overdue fee", &lines, segments, view.overdue_fee)?;
    let money = lines.iter().filter(|line| line.by.is_some());
    let received = sum(money.clone());
    if let Some(paid) = &item.paid {
        ends_in("paid", &lines, paid.received)?;
        let parts = item.parts.iter().map(|part| part.received.total());
        let parts: i64 = parts.map(|part| part.map_or(0, Fen::get)).sum();
        // A prepayment's discount may reach into what was received before.
        let beyond = paid.discount.get() > paid.received.get() + paid.discount.get() - parts;
        let discount = if beyond && parts > 0 {
            paid.discount
        } else {
            Fen::ZERO
        };
        let received = received - discount.get();
        same("receipts", &lines, received, paid.received)?;
    } else {
        same("receipts", &lines, received, view.received_in_part)?;
        let in_turn = order.earliest_unpaid().map(|item| item.number) == Some(item.number);
        let discount = order.pending_discount.min(view.left);
        let asked = if in_turn {
            Fen::new(view.left.get() - discount.get())
        } else {
            view.left
        };
        ends_in("payable", &lines, asked)?;
    }
    // Line by line what the records of those events say.
    for line in money {
        let of_line = |kind| matches!(kind, RecordKind::Repayment | RecordKind::PartPayment);
        let record = book.records.iter().find(|written| {
            Some(written.event) == line.by
                && written.record.number == Some(item.number)
                && of_line(written.record.kind)
        });
        if let Some(written) = record {
            let cash = written.record.cash;
            same(
                "record",
                std::slice::from_ref(line),
                line.result.get(),
                cash,
            )?;
        }
    }
    Ok(())
}

fn owed(order: &Order, day: Date) -> Result<(), String> {
    let owed = order.owed(day).map_err(|rule| rule.to_string())?;
    for (what, lines, figure) in [
        ("due", order.explain_due(day), owed.due),
        ("overdue", order.explain_overdue(day), owed.overdue),
    ] {
        let lines = lines.map_err(|rule| rule.to_string())?;
        recomputed(&lines, day)?;
        ends_in(what, &lines, figure)?;
        let items = sum(&lines) - figure.get();
        same(what, &lines, items, figure)?;
    }
    let lines = order.explain_principal();
    let lines = lines.map_err(|rule| rule.to_string())?;
    recomputed(&lines, day)?;
    let Some((last, rest)) = lines.split_last() else {
        return if order.plan.is_none() {
            Ok(())
        } else {
            Err("the principal is not explained".to_owned())
        };
    };
    same("principal", &lines, last.result.get(), owed.principal)?;
    let gone = sum(rest) - order.principal.get();
    let left = order.principal.get() - gone;
    same("principal", &lines, left, owed.principal)
}

fn total(order: &Order, day: Date) -> Result<(), String> {
    let summary = order.summary(day).map_err(|rule| rule.to_string())?;
    let lines = order.explain_total(day).map_err(|rule| rule.to_string())?;
    recomputed(&lines, day)?;
    ends_in("total", &lines, summary.total_repayment)?;
    let parts = sum(lines.iter().rev().skip(2));
    same("total", &lines, parts, summary.total_repayment)
}

fn prepayment(order: &Order, day: Date) -> Result<(), String> {
    let Ok(quote) = order.prepay_quote(day) else {
        return Ok(());
    };
    let lines = order.explain_prepay(day).map_err(|no| no.to_string())?;
    recomputed(&lines, day)?;
    ends_in("prepayment", &lines, quote.total)
}

fn receipt(order: &Order, day: Date) -> Result<(), String> {
    let Ok(most) = order.most_receivable(day) else {
        return Ok(());
    };
    for amount in [most, Fen::new((most.get() + 1).div_euclid(2))] {
        let Ok(quote) = order.receipt_quote(amount, day) else {
            continue;
        };
        let lines = order.explain_receipt(amount, day);
        let lines = lines.map_err(|no| no.to_string())?;
        recomputed(&lines, day)?;
        ends_in("left", &lines, quote.left)?;
        let share = |line: &&Reason| line.what.ends_with("还清") || line.what.ends_with("部分还款");
        let shares = sum(lines.iter().filter(share));
        same("receipt", &lines, shares, amount)?;
    }
    Ok(())
}
