//! What must hold for every loan and every order of events.

use std::collections::BTreeSet;

use loan::{Fen, Loan, OverdueTerms, Plan, RepaymentMode, STEPS, add_days};

use crate::desk::day;
use crate::random::{self, Random};
use crate::simulation::{self, Tally};

/// 10 000 in every run; LOAN_CASES and LOAN_SEED change that.
fn seeds() -> std::ops::Range<u64> {
    let setting = |name: &str, usual: u64| {
        let given = std::env::var(name).ok();
        given.map_or(usual, |text| text.parse().unwrap())
    };
    let first = setting("LOAN_SEED", 1);
    first..first + setting("LOAN_CASES", 10_000)
}

#[test]
fn every_life_of_an_order_keeps_every_invariant() {
    let cases = seeds().count() as u64;
    let mut sum = Tally::default();
    for seed in seeds() {
        let tally = simulation::run(seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        sum.add(tally);
    }
    // A run that only ever refuses, or never settles, would prove nothing.
    if cases >= 1_000 {
        assert!(sum.accepted > 5 * cases, "accepted {}", sum.accepted);
        assert!(sum.stale > cases, "stale {}", sum.stale);
        assert!(sum.ruled_out > cases, "ruled out {}", sum.ruled_out);
        let receipts = &sum.receipts;
        assert!(receipts.booked > cases, "receipts {}", receipts.booked);
        for (what, count) in [
            ("in part", receipts.in_part),
            ("split", receipts.split),
            ("exact", receipts.exact),
            ("undone", receipts.undone),
        ] {
            assert!(count > cases / 10, "receipts {what}: {count}");
        }
        let known: BTreeSet<_> = STEPS.iter().copied().collect();
        assert_eq!(sum.steps, known, "steps of the state machine taken");
    }
}

fn total(plan: &Plan, part: fn(&loan::Instalment) -> Fen) -> Fen {
    Fen::sum(plan.items.iter().map(part)).unwrap()
}

/// Principal and fees add up to the fen, nothing is negative, dates rise, and
/// each mode keeps its promise.
#[test]
fn every_plan_is_whole() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let terms = random::terms(&mut random);
        let principal = random::principal(&mut random);
        let loan = Loan::new(&terms, principal, terms.offered_periods[0]).unwrap();
        let start = add_days(day("2024-01-01"), random.between(0, 1_500)).unwrap();
        let plan = loan.plan(start).unwrap();
        let items = &plan.items;

        assert_eq!(items.len(), usize::from(loan.instalments()), "seed {seed}");
        assert_eq!(
            total(&plan, |item| item.principal),
            principal,
            "seed {seed}"
        );
        let insurance = total(&plan, |item| item.insurance_fee);
        assert_eq!(insurance, loan.insurance_fee().unwrap(), "seed {seed}");
        let service = total(&plan, |item| item.service_fee);
        assert_eq!(service, loan.service_fee().unwrap(), "seed {seed}");
        let mut from = start;
        for item in items {
            let parts = [
                item.principal,
                item.interest,
                item.insurance_fee,
                item.service_fee,
            ];
            assert!(parts.iter().all(|part| !part.is_negative()), "seed {seed}");
            assert_eq!(item.starts_on, from, "seed {seed}");
            assert!(item.due_on > from, "seed {seed}");
            from = item.due_on;
        }
        mode_keeps_its_promise(&loan, &plan, seed);
    }
}

fn mode_keeps_its_promise(loan: &Loan<'_>, plan: &Plan, seed: u64) {
    let items = &plan.items;
    let (last, earlier) = items.split_last().unwrap();
    let interest_never_rises = items
        .windows(2)
        .all(|pair| pair[0].interest >= pair[1].interest);
    match loan.terms().mode {
        RepaymentMode::EqualInstalments => {
            assert!(interest_never_rises, "seed {seed}");
            let rate = loan.terms().period_rate();
            let payment = loan::annuity_payment(loan.principal(), rate, loan.periods()).unwrap();
            for item in earlier {
                let level = item.principal.plus(item.interest).unwrap() == payment;
                let at_a_bound = item.principal.is_zero() || last.principal.is_zero();
                assert!(level || at_a_bound, "seed {seed}");
            }
        }
        RepaymentMode::EqualPrincipal => assert!(interest_never_rises, "seed {seed}"),
        RepaymentMode::FlatInterest | RepaymentMode::InterestFirst => {
            let same = items.iter().all(|item| item.interest == last.interest);
            assert!(same, "seed {seed}");
        }
        RepaymentMode::SinglePayment => assert!(earlier.is_empty(), "seed {seed}"),
    }
    if loan.terms().mode == RepaymentMode::InterestFirst {
        assert!(
            earlier.iter().all(|item| item.principal.is_zero()),
            "seed {seed}"
        );
    }
}

/// Nothing within grace, never falling with time, never above the cap, and
/// linear in days up to one rounding.
#[test]
fn the_overdue_fee_only_grows_and_only_to_its_cap() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let terms = random::terms(&mut random);
        let loan = Loan::new(
            &terms,
            random::principal(&mut random),
            terms.offered_periods[0],
        );
        let plan = loan.unwrap().plan(day("2024-01-31")).unwrap();
        let item = &plan.items[0];
        let rule: &OverdueTerms = &terms.overdue;
        let base = rule.base_of(item).unwrap();
        let mut before = Fen::ZERO;
        for late in [-40, -1, 0, 1, 2, 3, 4, 5, 6, 7, 30, 31, 365] {
            let overdue = rule.of(item, add_days(item.due_on, late).unwrap()).unwrap();
            let beyond_grace = late > i64::from(rule.grace_days);
            assert_eq!(overdue.is_overdue(), beyond_grace, "seed {seed}");
            assert_eq!(
                overdue.days,
                if beyond_grace { late } else { 0 },
                "seed {seed}"
            );
            assert!(overdue.fee >= before, "seed {seed}");
            before = overdue.fee;
            let cap = rule.cap_on(base).unwrap();
            assert!(cap.is_none_or(|cap| overdue.fee <= cap), "seed {seed}");
            if beyond_grace && cap.is_none_or(|cap| overdue.fee < cap) {
                let exact = i128::from(base.get()) * i128::from(rule.daily_rate.get());
                let exact = exact * i128::from(late);
                let error = i128::from(overdue.fee.get()) * 1_000_000 - exact;
                assert!((-499_999..=500_000).contains(&error), "seed {seed}");
            }
        }
    }
}
