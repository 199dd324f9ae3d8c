//! Why an instalment is what it is.

use jiff::civil::Date;

use super::settlement::why_received;
use super::{Reason, sum_text};
use crate::annuity::annuity_payment;
use crate::calendar::{PeriodUnit, days_between};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Instalment, Plan};
use crate::rate::Ppm;
use crate::refusal::Rule;
use crate::terms::{OverdueBase, RepaymentMode};

impl Order {
    /// The lines behind instalment `number` on `day`, from its parts to what
    /// has to be paid or was paid. Nothing when there is no such instalment.
    pub fn explain_instalment(&self, number: u16, day: Date) -> Result<Vec<Reason>, Rule> {
        let plan = self.plan_on(day)?;
        let Some(item) = plan.item(number) else {
            return Ok(Vec::new());
        };
        let mut reasons = vec![
            self.why_principal(&plan, item)?,
            self.why_interest(&plan, item)?,
        ];
        let insurance = self.terms.insurance_fee_rate;
        let service = self.terms.service_fee_rate;
        reasons.extend(self.why_fee(
            &plan,
            item,
            ("保险费", insurance, |item| item.insurance_fee),
        )?);
        reasons.extend(self.why_fee(&plan, item, ("服务费", service, |item| item.service_fee))?);
        let parts = [
            item.principal,
            item.interest,
            item.insurance_fee,
            item.service_fee,
        ];
        let due = item.amount_due()?;
        reasons.push(Reason::new(
            "应还（本金 + 利息 + 费用）",
            sum_text(&parts),
            due,
        ));
        match &item.paid {
            Some(paid) => reasons.extend(why_received(item, paid)?),
            None => reasons.extend(self.why_payable(&plan, item, day)?),
        }
        Ok(reasons)
    }

    fn why_principal(&self, plan: &Plan, item: &Instalment) -> Result<Reason, Rule> {
        let last = plan.items.last().map(|item| item.number) == Some(item.number);
        let balance = self.balance_before(plan, item)?;
        let whole = self.principal;
        if last {
            let what = "本金（最后一期还清剩余本金）";
            return Ok(Reason::new(what, balance.to_string(), item.principal));
        }
        if item.principal == balance {
            let what = "本金（以剩余本金为限）";
            return Ok(Reason::new(what, balance.to_string(), item.principal));
        }
        Ok(match self.terms.mode {
            RepaymentMode::EqualInstalments => {
                let rate = self.terms.period_rate();
                let payment = annuity_payment(whole, rate, self.periods)?;
                // Tiny loans: interest can reach the payment, principal is then nothing.
                let formula = if payment < item.interest {
                    Fen::ZERO.to_string()
                } else {
                    format!("{payment} − {}", item.interest)
                };
                Reason::new("本金（每期还款额 − 利息）", formula, item.principal)
            }
            RepaymentMode::EqualPrincipal | RepaymentMode::FlatInterest => Reason::new(
                "本金（借款本金 ÷ 期数）",
                format!("{whole} ÷ {}", self.periods),
                item.principal,
            ),
            RepaymentMode::InterestFirst | RepaymentMode::SinglePayment => Reason::new(
                "本金（到期一次还本）",
                Fen::ZERO.to_string(),
                item.principal,
            ),
        })
    }

    fn why_interest(&self, plan: &Plan, item: &Instalment) -> Result<Reason, Rule> {
        let reducing = matches!(
            self.terms.mode,
            RepaymentMode::EqualInstalments | RepaymentMode::EqualPrincipal
        );
        let (what, base) = if reducing {
            (
                "利息（剩余本金 × 期利率）",
                self.balance_before(plan, item)?,
            )
        } else {
            ("利息（借款本金 × 期利率）", self.principal)
        };
        let periods = match self.terms.mode {
            RepaymentMode::SinglePayment => self.periods,
            _ => 1,
        };
        let formula = self.interest_formula(base, periods);
        Ok(Reason::new(what, formula, item.interest))
    }

    /// Interest on `base` for `periods` periods, as a formula.
    pub(super) fn interest_formula(&self, base: Fen, periods: u16) -> String {
        let terms = &self.terms;
        let rate = terms.annual_rate;
        let length = terms.period.length;
        let year_days = terms.day_count.days();
        let one = match terms.period.unit {
            PeriodUnit::Month => format!("{base} × {rate} × {length} ÷ 12"),
            PeriodUnit::Week => format!("{base} × {rate} × 7 × {length} ÷ {year_days}"),
            PeriodUnit::Day => format!("{base} × {rate} × {length} ÷ {year_days}"),
        };
        match periods {
            1 => one,
            more => format!("{one} × {more}"),
        }
    }

    fn why_fee(
        &self,
        plan: &Plan,
        item: &Instalment,
        (name, rate, share_of): (&str, Ppm, fn(&Instalment) -> Fen),
    ) -> Result<Vec<Reason>, Rule> {
        if rate.is_zero() {
            return Ok(Vec::new());
        }
        let total = rate.of(self.principal)?;
        let share = share_of(item);
        let earlier = plan.items.iter().filter(|other| other.number < item.number);
        let earlier = Fen::sum(earlier.map(share_of))?;
        let count = plan.items.len();
        let whole = Reason::new(
            format!("{name}总额（借款本金 × 费率）"),
            format!("{} × {rate}", self.principal),
            total,
        );
        let part = if usize::from(item.number) == count {
            let what = format!("本期{name}（最后一期为余下部分）");
            Reason::new(what, share.to_string(), share)
        } else {
            let left = total.minus(earlier)?;
            let what = format!("本期{name}（总额 ÷ 期数，以余额为限）");
            Reason::new(what, format!("min({total} ÷ {count}, {left})"), share)
        };
        Ok(vec![whole, part])
    }

    fn balance_before(&self, plan: &Plan, item: &Instalment) -> Result<Fen, Rule> {
        let earlier = plan.items.iter().filter(|other| other.number < item.number);
        let repaid = Fen::sum(earlier.map(|other| other.principal))?;
        Ok(self.principal.minus(repaid)?)
    }

    /// The overdue fee of an unpaid instalment on `day`, if it is overdue: a line for each
    /// segment that a part payment closed, the whole fee last.
    pub(super) fn why_overdue(&self, item: &Instalment, day: Date) -> Result<Vec<Reason>, Rule> {
        let overdue = self.overdue(item, day)?;
        if !overdue.is_overdue() {
            return Ok(Vec::new());
        }
        let mut reasons = Vec::new();
        let (mut fee, mut since) = (Fen::ZERO, item.due_on);
        for (count, part) in item.parts.iter().enumerate() {
            let Some(frozen) = part.frozen.filter(|_| part.on > since) else {
                continue;
            };
            let segment = (fee, since, part.on);
            reasons.push(self.why_segment(item, count, segment, frozen)?);
            (fee, since) = (frozen, part.on);
        }
        let day = self.counting_day(day).max(since);
        let segment = (fee, since, day);
        reasons.push(self.why_segment(item, item.parts.len(), segment, overdue.fee)?);
        Ok(reasons)
    }

    /// The fee up to the last of two days, on what was left after `count` part payments.
    fn why_segment(
        &self,
        item: &Instalment,
        count: usize,
        (so_far, since, until): (Fen, Date, Date),
        fee: Fen,
    ) -> Result<Reason, Rule> {
        let terms = &self.terms.overdue;
        let base = terms.base_after(item, count)?;
        let name = match terms.base {
            OverdueBase::AmountDue => "应还金额",
            OverdueBase::Principal => "本金",
        };
        let rest = if count == 0 { "" } else { "剩余" };
        let days = days_between(since, until);
        let mut formula = format!("{base} × {} × {days}", terms.daily_rate);
        let mut how = format!("{rest}{name} × 日费率 × 逾期天数");
        if item.parts.iter().any(|part| part.frozen.is_some()) {
            how = format!("至 {until}：{rest}{name} × 日费率 × 天数");
        }
        if !so_far.is_zero() {
            formula = format!("{so_far} + {formula}");
            how = format!("至 {until}：此前逾期费 + {rest}{name} × 日费率 × 天数");
        }
        if !terms.cap.is_zero() {
            formula = format!("min({formula}, {} × {})", terms.base_of(item)?, terms.cap);
            how.push_str("，不超过上限");
        }
        let what = format!("第{}期逾期费（{how}）", item.number);
        Ok(Reason::new(what, formula, fee))
    }
}
