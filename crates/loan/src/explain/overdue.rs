//! Why an overdue fee is what it is: one line for each stretch of days.

use jiff::civil::Date;

use super::{Reason, Sum};
use crate::calendar::days_between;
use crate::money::Fen;
use crate::order::Order;
use crate::plan::Instalment;
use crate::refusal::Rule;
use crate::terms::OverdueBase;

/// Days on which an instalment cost by what was left of it after so many part payments.
struct Segment {
    parts: usize,
    from: Date,
    to: Date,
    /// The fee of the days before.
    so_far: Fen,
}

impl Order {
    /// The overdue fee of an instalment on `day`, or as it was when it was paid; nothing where it
    /// was not overdue. A line for each segment between part payments, the whole fee last.
    pub(super) fn why_overdue(&self, item: &Instalment, day: Date) -> Result<Vec<Reason>, Rule> {
        let overdue = self.overdue(item, day)?;
        if !overdue.is_overdue() {
            return Ok(Vec::new());
        }
        let mut reasons = Vec::new();
        let (mut so_far, mut from) = (Fen::ZERO, item.due_on);
        for (parts, part) in item.parts.iter().enumerate() {
            let Some(frozen) = part.frozen.filter(|_| part.on > from) else {
                continue;
            };
            let segment = Segment {
                parts,
                from,
                to: part.on,
                so_far,
            };
            reasons.push(self.why_segment(item, &segment, frozen)?);
            (so_far, from) = (frozen, part.on);
        }
        let day = match &item.paid {
            Some(paid) => paid.on,
            None => self.counting_day(day),
        };
        let segment = Segment {
            parts: item.parts.len(),
            from,
            to: day.max(from),
            so_far,
        };
        // Nothing was added on the very day of a part payment.
        if reasons.is_empty() || segment.to > from {
            reasons.push(self.why_segment(item, &segment, overdue.fee)?);
        }
        if reasons.len() > 1 {
            let mut sum = Sum::default();
            for (at, reason) in reasons.iter().enumerate() {
                sum = sum.plus(format!("第{}段", at + 1), reason.result);
            }
            let what = format!("第{}期逾期费合计", item.number);
            reasons.push(Reason::new(what, sum.text(), overdue.fee));
        }
        Ok(reasons)
    }

    /// What the days of one segment cost, where the fee at their end is `fee`.
    fn why_segment(&self, item: &Instalment, days: &Segment, fee: Fen) -> Result<Reason, Rule> {
        let terms = &self.terms.overdue;
        let base = terms.base_after(item, days.parts)?;
        let whole = terms.base_of(item)?;
        let name = match terms.base {
            OverdueBase::AmountDue => "应还金额",
            OverdueBase::Principal => "本金",
        };
        let rest = if base == whole { "" } else { "剩余" };
        let Segment {
            from, to, so_far, ..
        } = days;
        let count = days_between(*from, *to);
        let mut formula = format!("{base} × {} × {count}", terms.daily_rate);
        let mut how = format!("{from} 至 {to}，{rest}{name} × 日费率 × 天数");
        if !terms.cap.is_zero() {
            let mut most = format!("{whole} × {}", terms.cap);
            how.push_str("，不超过上限");
            if !so_far.is_zero() {
                most.push_str(&format!(" − {so_far}"));
                how.push_str("余额");
            }
            formula = format!("min({formula}, {most})");
        }
        let what = format!("第{}期逾期费（{how}）", item.number);
        Ok(Reason::new(what, formula, fee.minus(*so_far)?))
    }
}
