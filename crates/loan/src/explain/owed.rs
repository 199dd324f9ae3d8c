//! Why so much is owed today.

use jiff::civil::Date;

use super::{Reason, Sum};
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
        let mut each = Sum::default();
        let mut sum = Fen::ZERO;
        for item in self.asked_for().filter(|item| item.due_on <= day) {
            let overdue = self.overdue(item, day)?;
            if late_only && !overdue.is_overdue() {
                continue;
            }
            let number = item.number;
            let late = match overdue.days {
                0 => String::new(),
                days => format!("，逾期 {days} 天"),
            };
            let amount = self.to_bring(item, day)?;
            let formula = Sum::default()
                .plus("本金", item.principal)
                .plus("利息", item.interest)
                .plus("保险费", item.insurance_fee)
                .plus("服务费", item.service_fee)
                .plus("逾期费", overdue.fee)
                .minus("已还", item.part_received()?.total()?)
                .minus("优惠", self.left(item, day)?.minus(amount)?);
            let what = format!("第{number}期（{} 到期{late}）", item.due_on);
            reasons.push(Reason::new(what, formula.text(), amount));
            each = each.plus(format!("第{number}期"), amount);
            sum = sum.plus(amount)?;
        }
        reasons.push(Reason::new(total, each.text(), sum));
        Ok(reasons)
    }
}
