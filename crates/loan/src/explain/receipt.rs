//! Why a receipt goes where it goes.

use jiff::civil::Date;

use super::{Reason, sum_text};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Charge, Instalment};
use crate::receipt::ReceiptShare;
use crate::refusal::{Refusal, Rule};

impl Order {
    /// What `amount` goes to if it counts from `day`: figure by figure for each instalment it
    /// reaches, what is left last.
    pub fn explain_receipt(&self, amount: Fen, day: Date) -> Result<Vec<Reason>, Refusal> {
        let quote = self.receipt_quote(amount, day)?;
        let plan = self.plan_on(day)?;
        let mut reasons = Vec::new();
        for share in &quote.shares {
            if let Some(item) = plan.item(share.number) {
                reasons.extend(self.why_overdue(item, day)?);
            }
            reasons.push(why_share(share));
        }
        reasons.push(Reason::new(
            "到账后待还合计",
            format!("{} − {amount}", quote.most),
            quote.left,
        ));
        Ok(reasons)
    }
}

fn why_share(share: &ReceiptShare) -> Reason {
    let done = if share.completes {
        "还清"
    } else {
        "部分还款"
    };
    let (names, sum) = paid_text(&share.charge);
    let (less, formula) = match share.discount {
        none if none.is_zero() => ("", sum),
        discount => (" − 优惠", format!("{sum} − {discount}")),
    };
    let what = format!("第{}期{done}（{names}{less}）", share.number);
    Reason::new(what, formula, share.cash)
}

/// What each receipt went to that paid the instalment in part.
pub(super) fn why_parts(item: &Instalment) -> Result<Vec<Reason>, Rule> {
    let mut reasons = Vec::with_capacity(item.parts.len());
    for part in &item.parts {
        let (names, sum) = paid_text(&part.received);
        let (number, on) = (item.number, part.on);
        let what = format!("第{number}期部分还款（{on} 到账：{names}）");
        reasons.push(Reason::new(what, sum, part.received.total()?));
    }
    Ok(reasons)
}

/// The figures that were paid, in the order in which they are: their names and their sum.
fn paid_text(charge: &Charge) -> (String, String) {
    let figures = [
        ("逾期费", charge.overdue_fee),
        ("服务费", charge.service_fee),
        ("保险费", charge.insurance_fee),
        ("利息", charge.interest),
        ("本金", charge.principal),
    ];
    let paid = figures.iter().filter(|(_, amount)| !amount.is_zero());
    let names: Vec<&str> = paid.map(|(name, _)| *name).collect();
    let amounts = figures.map(|(_, amount)| amount);
    (names.join(" + "), sum_text(&amounts))
}
