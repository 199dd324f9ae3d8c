//! Why so much is owed today.

use jiff::civil::Date;

use super::{Reason, sum_text};
use crate::money::Fen;
use crate::order::Order;
use crate::refusal::Rule;

impl Order {
    /// The lines behind 今日应收 on `day`: each instalment whose due date has come, total last.
    pub fn explain_due(&self, day: Date) -> Result<Vec<Reason>, Rule> {
        self.explain_owed(day, false, "今日应收")
    }

    /// The lines behind 逾期合计 on `day`: each overdue instalment, total last.
    pub fn explain_overdue(&self, day: Date) -> Result<Vec<Reason>, Rule> {
        self.explain_owed(day, true, "逾期合计")
    }

    fn explain_owed(&self, day: Date, late_only: bool, total: &str) -> Result<Vec<Reason>, Rule> {
        let mut reasons = Vec::new();
        let mut amounts = Vec::new();
        for item in self.asked_for().filter(|item| item.due_on <= day) {
            let overdue = self.overdue(item, day)?;
            if late_only && !overdue.is_overdue() {
                continue;
            }
            let late = match overdue.days {
                0 => String::new(),
                days => format!("，逾期 {days} 天"),
            };
            let left = self.left(item, day)?;
            let due = item.amount_due()?;
            let fee = overdue.fee;
            let mut formula = sum_text(&[due, fee]);
            let received = due.plus(fee)?.minus(left)?;
            if !received.is_zero() {
                formula = format!("{formula} − {received}");
            }
            let amount = self.to_bring(item, day)?;
            let discount = left.minus(amount)?;
            if !discount.is_zero() {
                formula = format!("{formula} − {discount}");
            }
            let what = format!("第{}期（{} 到期{late}）", item.number, item.due_on);
            reasons.push(Reason::new(what, formula, amount));
            amounts.push(amount);
        }
        let sum = Fen::sum(amounts.iter().copied())?;
        reasons.push(Reason::new(total, sum_text(&amounts), sum));
        Ok(reasons)
    }
}
