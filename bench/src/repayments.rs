//! Confirmed repayments through HTTP, against the same statements without everything else.

use tokio::runtime::Runtime;

use testkit::{Backend, TestApp, office::Office};

use crate::{
    figure::{Figure, Pairs},
    floor::{Floor, Step},
    lending::{self, PERIODS, Stage},
    load,
    served::{Served, Token},
};

/// Clients that confirm at once, each the instalments of its own orders.
const CLIENTS: usize = 32;

/// `orders` is how many orders each client brings to their end in a round.
pub fn measure(backend: Backend, rounds: usize, orders: usize) {
    let test = TestApp::start(backend);
    let runtime = Runtime::new().unwrap();
    let office = runtime.block_on(Office::open(&test));
    let token = Token::from(&office.admin);
    let served = Served::start(test, runtime, Vec::new());
    let floor = Floor::capture(&served.test, &office);
    let lend = || {
        let paid_out = |_| Stage::PaidOut(0);
        let ids = lending::lend(&served.test, &office, CLIENTS * orders, paid_out);
        ids.chunks(orders).map(<[i64]>::to_vec).collect::<Vec<_>>()
    };
    let pairs = Pairs::measure(rounds, || {
        let (ours, bare) = (lend(), lend());
        let http = confirm(&served, &token, &ours);
        (http, drive(&served, &floor, &bare))
    });
    println!(
        "confirmed repayments with {CLIENTS} clients against their {} statements alone: {:.2}, {:.2} by processor time \
         (aim 0.6; {} and {})",
        floor.len(),
        pairs.by_rate(),
        pairs.by_cpu(),
        pairs.first(),
        pairs.second(),
    );
}

/// Confirmations through HTTP.
fn confirm(served: &Served, token: &Token, orders: &[Vec<i64>]) -> Figure {
    let questions = orders.iter().map(|own| {
        let steps = steps(own).map(|step| {
            let body = lending::confirmation(step.order, step.number);
            token.post("/server/api/app/dingdan/querenhuankuan", &body)
        });
        steps.collect()
    });
    let questions = questions.collect();
    served
        .runtime
        .block_on(load::in_turn(served.address, questions))
}

/// The same by the statements alone, with the same transactions and group commits.
fn drive(served: &Served, floor: &Floor, orders: &[Vec<i64>]) -> Figure {
    let clients = orders.iter().map(|own| {
        let (db, floor) = (served.test.db().clone(), floor.clone());
        let steps: Vec<Step> = steps(own).collect();
        async move {
            let mut done = 0;
            for step in steps {
                let floor = floor.clone();
                db.write(move |tx| floor.run(tx, step)).await.unwrap();
                done += 1;
            }
            done
        }
    });
    served.runtime.block_on(load::rate(clients))
}

fn steps(orders: &[i64]) -> impl Iterator<Item = Step> {
    orders
        .iter()
        .flat_map(|&order| (1..=PERIODS).map(move |number| Step { order, number }))
}
