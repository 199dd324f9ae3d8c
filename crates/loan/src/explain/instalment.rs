//! Why an instalment is what it is.

use jiff::civil::Date;

use super::{Reason, Sum};
use crate::annuity::annuity_payment;
use crate::calendar::PeriodUnit;
use crate::money::Fen;
use crate::order::Order;
use crate::plan::{Instalment, Plan};
use crate::rate::Ppm;
use crate::refusal::Rule;
use crate::terms::RepaymentMode;

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
        let formula = Sum::default()
            .plus("本金", item.principal)
            .plus("利息", item.interest)
            .plus("保险费", item.insurance_fee)
            .plus("服务费", item.service_fee)
            .text();
        reasons.push(Reason::new("应还", formula, item.amount_due()?));
        match &item.paid {
            Some(paid) => reasons.extend(self.why_received(&plan, item, paid)?),
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
}
