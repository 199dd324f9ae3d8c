//! The five repayment modes (MONEY.md §3).

use jiff::civil::Date;

use crate::annuity::annuity_payment;
use crate::calendar::days_between;
use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::plan::{Instalment, Plan};
use crate::rounding::half_up;
use crate::terms::{PeriodRate, RepaymentMode, Terms};
use crate::terms_check::{TermsError, check_period_count, check_principal};

/// A loan asked for: terms, principal and number of periods, within the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loan<'a> {
    terms: &'a Terms,
    principal: Fen,
    periods: u16,
}

impl<'a> Loan<'a> {
    pub fn new(terms: &'a Terms, principal: Fen, periods: u16) -> Result<Self, TermsError> {
        terms.check_period_length()?;
        check_principal(principal)?;
        check_period_count(periods)?;
        Ok(Self {
            terms,
            principal,
            periods,
        })
    }

    pub fn terms(&self) -> &'a Terms {
        self.terms
    }

    pub fn principal(&self) -> Fen {
        self.principal
    }

    pub fn periods(&self) -> u16 {
        self.periods
    }

    /// Instalments in the plan (zongqishu): one for a single payment.
    pub fn instalments(&self) -> u16 {
        self.terms.instalments(self.periods)
    }

    /// The upfront fee, taken at payout (qianzhifei).
    pub fn upfront_fee(&self) -> Result<Fen, OutOfRange> {
        self.terms.upfront_fee.rate.of(self.principal)
    }

    /// The insurance fee over the whole loan (zixunfei).
    pub fn insurance_fee(&self) -> Result<Fen, OutOfRange> {
        self.terms.insurance_fee_rate.of(self.principal)
    }

    /// The service fee over the whole loan (fuwufei).
    pub fn service_fee(&self) -> Result<Fen, OutOfRange> {
        self.terms.service_fee_rate.of(self.principal)
    }

    /// Interest on `balance` for `periods` periods, rounded once.
    pub(crate) fn interest_on(&self, balance: Fen, periods: u16) -> Result<Fen, OutOfRange> {
        let PeriodRate {
            numerator,
            denominator,
        } = self.terms.period_rate();
        half_up(
            &[balance.wide(), numerator, i128::from(periods)],
            denominator,
        )
    }

    /// The whole plan, counted from `start`: a preview from today, or fixed
    /// from the payout date.
    pub fn plan(&self, start: Date) -> Result<Plan, OutOfRange> {
        let amounts = self.amounts()?;
        let mut items = Vec::with_capacity(amounts.len());
        let mut starts_on = start;
        for (number, row) in (1..).zip(amounts) {
            let due_on = self.due_date(start, number)?;
            items.push(Instalment {
                number,
                starts_on,
                days: days_between(starts_on, due_on),
                due_on,
                principal: row.principal,
                interest: row.interest,
                insurance_fee: row.insurance_fee,
                service_fee: row.service_fee,
                parts: Vec::new(),
                paid: None,
            });
            starts_on = due_on;
        }
        Ok(Plan {
            starts_on: start,
            items,
        })
    }

    fn due_date(&self, start: Date, number: u16) -> Result<Date, OutOfRange> {
        let periods = match self.terms.mode {
            RepaymentMode::SinglePayment => self.periods,
            _ => number,
        };
        self.terms.period.end(start, periods)
    }

    /// Every instalment's figures. They do not depend on any date.
    pub(crate) fn amounts(&self) -> Result<Vec<Amounts>, OutOfRange> {
        let instalments = self.instalments();
        let principal = self.principal_rule()?;
        let mut insurance_fee = EvenSplit::new(self.insurance_fee()?, instalments)?;
        let mut service_fee = EvenSplit::new(self.service_fee()?, instalments)?;
        let mut balance = self.principal;
        let mut rows = Vec::with_capacity(usize::from(instalments));
        for number in 1..=instalments {
            let last = number == instalments;
            let interest = self.interest_of_period(balance)?;
            let repaid = if last {
                balance
            } else {
                principal.next(interest)?.clamp(Fen::ZERO, balance)
            };
            balance = balance.minus(repaid)?;
            rows.push(Amounts {
                principal: repaid,
                interest,
                insurance_fee: insurance_fee.next(last)?,
                service_fee: service_fee.next(last)?,
            });
        }
        Ok(rows)
    }

    fn interest_of_period(&self, balance: Fen) -> Result<Fen, OutOfRange> {
        match self.terms.mode {
            RepaymentMode::EqualInstalments | RepaymentMode::EqualPrincipal => {
                self.interest_on(balance, 1)
            }
            RepaymentMode::FlatInterest | RepaymentMode::InterestFirst => {
                self.interest_on(self.principal, 1)
            }
            RepaymentMode::SinglePayment => self.interest_on(self.principal, self.periods),
        }
    }

    fn principal_rule(&self) -> Result<PrincipalRule, OutOfRange> {
        Ok(match self.terms.mode {
            RepaymentMode::EqualInstalments => PrincipalRule::Payment(annuity_payment(
                self.principal,
                self.terms.period_rate(),
                self.periods,
            )?),
            RepaymentMode::EqualPrincipal | RepaymentMode::FlatInterest => {
                PrincipalRule::Share(even_share(self.principal, self.periods)?)
            }
            RepaymentMode::InterestFirst | RepaymentMode::SinglePayment => {
                PrincipalRule::Share(Fen::ZERO)
            }
        })
    }
}

/// The dateless figures of one instalment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amounts {
    pub(crate) principal: Fen,
    pub(crate) interest: Fen,
    pub(crate) insurance_fee: Fen,
    pub(crate) service_fee: Fen,
}

impl Amounts {
    pub(crate) fn total(&self) -> Result<Fen, OutOfRange> {
        Fen::sum([
            self.principal,
            self.interest,
            self.insurance_fee,
            self.service_fee,
        ])
    }
}

/// How much principal an instalment before the last repays.
#[derive(Clone, Copy)]
enum PrincipalRule {
    /// What a level payment leaves after interest.
    Payment(Fen),
    /// A fixed share.
    Share(Fen),
}

impl PrincipalRule {
    fn next(self, interest: Fen) -> Result<Fen, OutOfRange> {
        match self {
            Self::Payment(payment) => payment.minus(interest),
            Self::Share(share) => Ok(share),
        }
    }
}

/// A total in equal rounded shares, each within what is left; the last takes
/// the rest.
struct EvenSplit {
    share: Fen,
    left: Fen,
}

impl EvenSplit {
    fn new(total: Fen, parts: u16) -> Result<Self, OutOfRange> {
        Ok(Self {
            share: even_share(total, parts)?,
            left: total,
        })
    }

    fn next(&mut self, last: bool) -> Result<Fen, OutOfRange> {
        let part = if last {
            self.left
        } else {
            self.share.min(self.left)
        };
        self.left = self.left.minus(part)?;
        Ok(part)
    }
}

fn even_share(total: Fen, parts: u16) -> Result<Fen, OutOfRange> {
    half_up(&[total.wide()], i128::from(parts))
}
