//! The payment of 等额本息, exact to the last bit before it is rounded once.

use num_bigint::BigUint;

use crate::money::Fen;
use crate::out_of_range::OutOfRange;
use crate::rounding::{fen, half_up, quotient_half_up, quotient_half_up_big};
use crate::terms::PeriodRate;

/// A = round(P·r / (1 − (1+r)^−n)), or round(P/n) without interest.
///
/// With r = a/d the exact quotient is N/D, N = P·a·(d+a)^n and
/// D = d·((d+a)^n − d^n). Most offers fit 128 bits once a/d is reduced; the
/// checked arithmetic says when they do not, and big integers take over.
pub fn annuity_payment(principal: Fen, rate: PeriodRate, periods: u16) -> Result<Fen, OutOfRange> {
    if rate.numerator == 0 {
        return half_up(&[principal.wide()], i128::from(periods));
    }
    let exact = Annuity::new(principal, rate, periods)?;
    match exact.in_128_bits() {
        Some(payment) => fen(payment),
        None => exact.in_big_integers(),
    }
}

/// The reduced figures of one payment, ready for either arithmetic.
struct Annuity {
    principal: u128,
    /// a of r = a/d.
    gain: u128,
    /// d of r = a/d.
    unit: u128,
    periods: u32,
}

impl Annuity {
    fn new(principal: Fen, rate: PeriodRate, periods: u16) -> Result<Self, OutOfRange> {
        let positive = |value: i128| u128::try_from(value).map_err(|_| OutOfRange::Amount);
        let (gain, unit) = reduced(positive(rate.numerator)?, positive(rate.denominator)?);
        Ok(Self {
            principal: positive(principal.wide())?,
            gain,
            unit,
            periods: u32::from(periods),
        })
    }

    fn in_128_bits(&self) -> Option<u128> {
        let grown = self
            .unit
            .checked_add(self.gain)?
            .checked_pow(self.periods)?;
        let flat = self.unit.checked_pow(self.periods)?;
        let numerator = self.principal.checked_mul(self.gain)?.checked_mul(grown)?;
        let denominator = self.unit.checked_mul(grown.checked_sub(flat)?)?;
        quotient_half_up(numerator, denominator)
    }

    fn in_big_integers(&self) -> Result<Fen, OutOfRange> {
        let unit = BigUint::from(self.unit);
        let grown = (&unit + self.gain).pow(self.periods);
        let flat = unit.pow(self.periods);
        let numerator = &grown * self.principal * self.gain;
        let denominator = unit * (grown - flat);
        quotient_half_up_big(&numerator, &denominator)
    }
}

fn reduced(numerator: u128, denominator: u128) -> (u128, u128) {
    let mut divisor = numerator;
    let mut rest = denominator;
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (
        exact_share(numerator, divisor),
        exact_share(denominator, divisor),
    )
}

#[expect(
    clippy::integer_division,
    reason = "the divisor divides the value, so nothing is rounded"
)]
fn exact_share(value: u128, divisor: u128) -> u128 {
    value / divisor
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        /// Where 128 bits are enough, both ways give the same fen.
        #[test]
        fn both_arithmetics_agree(
            principal in 1i64..=1_000_000_000_000,
            percent in 1i128..=1_000,
            length in 1i128..=12,
            periods in 1u16..=24,
        ) {
            let rate = PeriodRate { numerator: percent * length, denominator: 1_200 };
            let exact = Annuity::new(Fen::new(principal), rate, periods).unwrap();
            let big = exact.in_big_integers().unwrap();
            if let Some(small) = exact.in_128_bits() {
                prop_assert_eq!(fen(small).unwrap(), big);
            }
        }

        /// Reducing the fraction changes nothing.
        #[test]
        fn an_unreduced_rate_gives_the_same_payment(
            principal in 1i64..=1_000_000_000_000,
            ppm in 1i128..=10_000_000,
            factor in 1i128..=1_000,
            periods in 1u16..=360,
        ) {
            let plain = PeriodRate { numerator: ppm, denominator: 12_000_000 };
            let scaled = PeriodRate { numerator: ppm * factor, denominator: 12_000_000 * factor };
            prop_assert_eq!(
                annuity_payment(Fen::new(principal), plain, periods),
                annuity_payment(Fen::new(principal), scaled, periods)
            );
        }
    }

    #[test]
    fn an_everyday_offer_takes_the_fast_way_and_a_long_one_does_not() {
        let monthly = PeriodRate {
            numerator: 120_000,
            denominator: 12_000_000,
        };
        let year = Annuity::new(Fen::new(1_000_000), monthly, 12).unwrap();
        assert_eq!(year.in_128_bits(), Some(88_849));
        let thirty_years = Annuity::new(Fen::new(1_000_000), monthly, 360).unwrap();
        assert_eq!(thirty_years.in_128_bits(), None);
        assert_eq!(thirty_years.in_big_integers(), Ok(Fen::new(10_286)));
    }
}
