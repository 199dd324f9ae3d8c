//! Half up to the fen: the one place in the engine where anything is divided.
//!
//! MONEY.md §1: a figure is rounded once, at the moment it is fixed. Every
//! amount that comes out of a multiplication by a rate passes through here.

use num_bigint::BigUint;

use crate::money::Fen;
use crate::out_of_range::OutOfRange;

/// The product of `factors` divided by `denominator`, rounded half up.
///
/// Factors are never negative: the engine computes what is due, and reversals
/// negate a finished figure instead of computing one. A negative factor or a
/// denominator below one is refused like an overflow.
pub(crate) fn half_up(factors: &[i128], denominator: i128) -> Result<Fen, OutOfRange> {
    let mut product: u128 = 1;
    for &factor in factors {
        let factor = u128::try_from(factor).map_err(|_| OutOfRange::Amount)?;
        product = product.checked_mul(factor).ok_or(OutOfRange::Amount)?;
    }
    let denominator = u128::try_from(denominator).map_err(|_| OutOfRange::Amount)?;
    let rounded = quotient_half_up(product, denominator).ok_or(OutOfRange::Amount)?;
    fen(rounded)
}

/// `numerator / denominator` rounded half up, or nothing when an intermediate
/// does not fit.
#[expect(
    clippy::integer_division,
    reason = "this is the rounding function every other division goes through"
)]
pub(crate) fn quotient_half_up(numerator: u128, denominator: u128) -> Option<u128> {
    if denominator == 0 {
        return None;
    }
    let doubled = numerator.checked_mul(2)?.checked_add(denominator)?;
    Some(doubled / denominator.checked_mul(2)?)
}

/// The same rounding where the figures outgrow 128 bits (MONEY.md §3).
pub(crate) fn quotient_half_up_big(
    numerator: &BigUint,
    denominator: &BigUint,
) -> Result<Fen, OutOfRange> {
    let doubled: BigUint = numerator * 2u32 + denominator;
    let quotient = doubled / (denominator * 2u32);
    fen(u128::try_from(quotient).map_err(|_| OutOfRange::Amount)?)
}

pub(crate) fn fen(value: u128) -> Result<Fen, OutOfRange> {
    i64::try_from(value)
        .map(Fen::new)
        .map_err(|_| OutOfRange::Amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_goes_up_and_less_than_a_half_goes_down() {
        //      numerator, denominator, rounded
        let table = [
            (0, 7, 0),
            (1, 2, 1),
            (3, 2, 2),
            (49, 100, 0),
            (50, 100, 1),
            (149, 100, 1),
            (150, 100, 2),
            (1_037_575, 2, 518_788),
        ];
        for (numerator, denominator, rounded) in table {
            assert_eq!(
                half_up(&[numerator], denominator),
                Ok(Fen::new(rounded)),
                "{numerator}/{denominator}"
            );
            let big = quotient_half_up_big(
                &BigUint::from(numerator.unsigned_abs()),
                &BigUint::from(denominator.unsigned_abs()),
            );
            assert_eq!(big, Ok(Fen::new(rounded)), "{numerator}/{denominator}");
        }
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let out = Err(OutOfRange::Amount);
        assert_eq!(half_up(&[i128::MAX, 3], 1), out);
        assert_eq!(half_up(&[i128::from(i64::MAX), 2], 1), out);
        assert_eq!(half_up(&[i128::MAX, 2], 1), out);
        assert_eq!(half_up(&[-1], 1), out);
        assert_eq!(half_up(&[1], 0), out);
        assert_eq!(half_up(&[1], -1), out);
        assert_eq!(half_up(&[i128::from(i64::MAX)], 1), Ok(Fen::new(i64::MAX)));
    }
}
