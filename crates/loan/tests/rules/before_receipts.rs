//! Lives without receipts, with the figures that the engine gave before it took any: they are the
//! same to the fen. Each step of tests/rules/data/before_receipts.json was written down by the last
//! engine that knew no receipts; it cannot be made again.

use jiff::civil::DateTime;
use loan::{Event, EventId, Fen, Moment, Order, Policy, Terms};
use serde::Deserialize;

use crate::figures;

#[derive(Deserialize)]
struct Life {
    seed: u64,
    terms: Terms,
    asked: Fen,
    periods: u16,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    id: EventId,
    at: DateTime,
    event: Event,
    /// The digest of all figures after it.
    figures: String,
}

#[test]
fn without_receipts_every_figure_is_what_it_was() {
    let lives: Vec<Life> = serde_json::from_str(include_str!("data/before_receipts.json")).unwrap();
    let allowed = Policy {
        withholding_allowed: true,
    };
    let mut steps = 0;
    for life in lives {
        let mut order = Order::new(life.terms, life.asked, life.periods, allowed).unwrap();
        for (at, step) in life.steps.iter().enumerate() {
            let moment = Moment {
                id: step.id,
                now: step.at,
            };
            let outcome = order.apply(&step.event, &moment).unwrap();
            let found = figures::of(&outcome, step.at.date());
            let (seed, event) = (life.seed, &step.event);
            let digest = figures::digest(&found);
            assert_eq!(
                digest, step.figures,
                "life {seed} step {at} {event:?}:\n{found}"
            );
            order = outcome.order;
            steps += 1;
        }
    }
    assert!(steps > 400, "only {steps} steps");
}
