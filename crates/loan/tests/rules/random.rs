//! Random terms and amounts from a seed.

use loan::{
    ExtensionTerms, FeeCollection, Fen, OverdueBase, OverdueTerms, Period, PeriodUnit, Ppm,
    PrepayInterest, PrepayTerms, RepaymentMode, Terms, UpfrontFee,
};

/// splitmix64: small, seeded, the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = low.abs_diff(high) + 1;
        low.saturating_add_unsigned(self.next() % width)
    }

    pub fn one_in(&mut self, chances: u64) -> bool {
        self.next().is_multiple_of(chances)
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        let count = i64::try_from(list.len()).unwrap();
        let index = self.between(0, count - 1);
        list[usize::try_from(index).unwrap()]
    }

    fn small(&mut self, low: i64, high: i64) -> u16 {
        u16::try_from(self.between(low, high)).unwrap_or_default()
    }

    fn rate(&mut self, most: i64) -> Ppm {
        if self.one_in(3) {
            return Ppm::ZERO;
        }
        let ppm = self.between(0, most);
        Ppm::new(ppm).unwrap_or_default()
    }
}

/// Terms a lender might offer; one in five at the bounds of what is legal.
pub fn terms(random: &mut Random) -> Terms {
    let extreme = random.one_in(5);
    let most = |usual: i64, bound: i64| if extreme { bound } else { usual };
    let unit = random.pick(PeriodUnit::ALL);
    let longest = i64::from(Period::longest(unit));
    let length = random.small(1, most(longest.min(31), longest));
    let mode = random.pick(RepaymentMode::ALL);
    let annual_rate = random.rate(most(400_000, Ppm::MAX));
    let mut terms = Terms::plain(mode, Period { unit, length }, annual_rate);
    terms.offered_periods = vec![random.small(1, most(12, 360))];
    terms.day_count = random.pick(&[360u16, 365]).try_into().unwrap();
    terms.upfront_fee = UpfrontFee {
        rate: random.rate(most(50_000, 999_999)),
        collection: random.pick(FeeCollection::ALL),
    };
    terms.insurance_fee_rate = random.rate(most(50_000, Ppm::MAX));
    terms.service_fee_rate = random.rate(most(50_000, Ppm::MAX));
    terms.overdue = OverdueTerms {
        grace_days: random.small(0, 5),
        daily_rate: random.rate(most(2_000, 100_000)),
        base: random.pick(OverdueBase::ALL),
        cap: random.rate(most(300_000, Ppm::MAX)),
    };
    terms.prepay = PrepayTerms {
        allowed: !random.one_in(4),
        breach_fee_rate: random.rate(most(50_000, Ppm::MAX)),
        interest: random.pick(PrepayInterest::ALL),
    };
    terms.extension = ExtensionTerms {
        allowed: !random.one_in(4),
        days: random.small(1, most(31, 365)),
        fee_rate: random.rate(most(50_000, Ppm::MAX)),
        max_count: random.small(0, 5),
    };
    terms
}

pub fn principal(random: &mut Random) -> Fen {
    let most = random.pick(&[100, 1_000_000, 100_000_000, 1_000_000_000_000]);
    Fen::new(random.between(1, most))
}
