//! Lists, counts and dialogs of orders: many orders against few.

use std::time::Duration;

use axum::Router;
use testkit::{Backend, questions::OF_ORDERS};

use crate::{
    Flags,
    figure::Pairs,
    full_office::{Filled, FullOffice},
    served::API,
};

pub fn measure(flags: &Flags, backend: Backend) {
    let (few, many) = (
        Filled::new(backend, flags.small_orders).serve(Router::new()),
        Filled::new(backend, flags.large_orders).serve(Router::new()),
    );
    let length = Duration::from_millis(flags.ms);
    for (name, paths) in OF_ORDERS {
        let ask = |of: &FullOffice| {
            let paths = paths.iter().map(|path| format!("{API}{path}")).collect();
            of.served.ask(flags.connections, length, of.ask(paths))
        };
        let pairs = Pairs::measure(flags.rounds, || (ask(&few), ask(&many)));
        println!(
            "time of {name} with {} orders against {}: {:.2}, {:.2} by processor time (aim at most 1.3; {} and {})",
            flags.large_orders,
            flags.small_orders,
            pairs.by_rate(),
            pairs.by_cpu(),
            pairs.second(),
            pairs.first(),
        );
    }
}
