//! What must hold for every loan and every order of events.

use std::collections::BTreeSet;

use loan::STEPS;

use crate::simulation::{self, Tally};

/// 10 000 in every run; LOAN_CASES and LOAN_SEED change that.
fn setting(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(usual, |text| text.parse().unwrap())
}

#[test]
fn every_life_of_an_order_keeps_every_invariant() {
    let first = setting("LOAN_SEED", 1);
    let cases = setting("LOAN_CASES", 10_000);
    let mut sum = Tally::default();
    for seed in first..first + cases {
        let tally = simulation::run(seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        sum.add(tally);
    }
    // A run that only ever refuses, or never settles, would prove nothing.
    if cases >= 1_000 {
        assert!(sum.accepted > 5 * cases, "accepted {}", sum.accepted);
        assert!(sum.stale > cases, "stale {}", sum.stale);
        assert!(sum.ruled_out > cases, "ruled out {}", sum.ruled_out);
        let known: BTreeSet<_> = STEPS.iter().copied().collect();
        assert_eq!(sum.steps, known, "steps of the state machine taken");
    }
}
