//! Why a receipt goes where it goes.

use jiff::civil::Date;

use super::{Reason, Sum};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::Charge;
use crate::receipt::ReceiptShare;
use crate::refusal::Refusal;

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
        let formula = Sum::default().plus("到账前待还", quote.most);
        reasons.push(Reason::new(
            "到账后待还合计",
            formula.minus("本次到账", amount).text(),
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
    let what = format!("第{}期{done}", share.number);
    let formula = paid_text(&share.charge).minus("优惠", share.discount);
    Reason::new(what, formula.text(), share.cash)
}

/// The figures that were paid, in the order in which they are.
pub(super) fn paid_text(charge: &Charge) -> Sum {
    Sum::default()
        .plus("逾期费", charge.overdue_fee)
        .plus("违约金", charge.breach_fee)
        .plus("服务费", charge.service_fee)
        .plus("保险费", charge.insurance_fee)
        .plus("利息", charge.interest)
        .plus("本金", charge.principal)
}
