//! The three things that an office does most, at any number of orders, with 32 connections: a list,
//! an order, a repayment.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use testkit::Backend;

use crate::{
    Flags,
    figure::{Figure, median},
    full_office::{Filled, FullOffice},
    pgbench::Pgbench,
    reads::{self, Read},
    repayments::{self, Prepared, Repayments},
    table::{self, Round, Workload},
};

const CONNECTIONS: usize = 32;
const LEAST_SECONDS: u64 = 4;
const SYNCS: usize = 50;
/// What is appended before each of them: little, or as much as SQLite writes for a repayment.
const LITTLE: usize = 512;
const REPAID: usize = 64 * 4120;

/// What a workload should reach: so many times its floor, and a wait in milliseconds without what a
/// commit takes to reach the disk.
struct Aims {
    sqlite: f64,
    postgres: f64,
    ms: f64,
}

const LIST: Aims = Aims {
    sqlite: 0.7,
    postgres: 2.1,
    ms: 0.3,
};
const ORDER: Aims = Aims {
    sqlite: 0.75,
    postgres: 0.67,
    ms: 0.15,
};
const REPAYMENT: Aims = Aims {
    sqlite: 0.88,
    postgres: 0.88,
    ms: 0.4,
};

impl Aims {
    fn workload(&self, name: &'static str, backend: Backend, rounds: Vec<Round>) -> Workload {
        Workload {
            name,
            rounds,
            aim: match backend {
                Backend::Sqlite => self.sqlite,
                Backend::Postgres => self.postgres,
            },
            aim_ms: self.ms,
        }
    }
}

pub fn measure(flags: &Flags, backend: Backend) {
    let filled = Filled::new(backend, flags.orders);
    let (list, order) = (Read::list(&filled), Read::order(&filled));
    let scripts = (backend == Backend::Postgres)
        .then(|| (list.pgbench(&filled), order.pgbench(&filled)))
        .unzip();
    let prepared = Prepared::default();
    let beside = list
        .routes("list", &filled)
        .merge(order.routes("order", &filled))
        .merge(repayments::route(filled.test.db(), &prepared));
    let office = filled.serve(beside);
    let length = length(flags, backend);
    let read = |name, of: &Read, script: Option<&Pgbench>| {
        let round = |_| read_round(&office, name, of, script, length);
        (0..flags.rounds).map(round).collect()
    };
    let (listed, opened) = (
        read("list", &list, scripts.0.as_ref()),
        read("order", &order, scripts.1.as_ref()),
    );
    let mut workloads = vec![
        LIST.workload(
            "list of one state, newest first, with total",
            backend,
            listed,
        ),
        ORDER.workload("order with its plan", backend, opened),
    ];
    if flags.repaid > 0 {
        let repayments = Repayments::new(&office, CONNECTIONS, flags.repaid, &prepared);
        let repaid = (0..flags.rounds).map(|_| repayments.round()).collect();
        workloads.push(REPAYMENT.workload("confirmed repayment, durable", backend, repaid));
    }
    println!("{} orders, {CONNECTIONS} connections:", flags.orders);
    table::print(&workloads);
    let folder = folder(&office, backend);
    println!(
        "fsync in the same folder, beside the {} ms of a repayment: {:.2} ms after a small append, {:.2} after {} pages",
        REPAYMENT.ms,
        fsync_ms(&folder, LITTLE),
        fsync_ms(&folder, REPAID),
        REPAID / 4120,
    );
}

/// pgbench measures whole seconds, and a list that is counted each time takes a good part of one.
fn length(flags: &Flags, backend: Backend) -> Duration {
    let length = Duration::from_millis(flags.ms);
    match backend {
        Backend::Sqlite => length,
        Backend::Postgres => Duration::from_secs(flags.ms.div_ceil(1000).max(LEAST_SECONDS)),
    }
}

fn read_round(
    office: &FullOffice,
    name: &str,
    read: &Read,
    pgbench: Option<&Pgbench>,
    length: Duration,
) -> Round {
    let ask = |connections: usize, path: &str| -> Figure {
        let ask = office.ask(vec![path.to_owned()]);
        office.served.ask(connections, length, ask)
    };
    Round {
        ours: ask(CONNECTIONS, &read.path),
        canned: Some(ask(CONNECTIONS, &reads::canned_path(name))),
        floor: match pgbench {
            Some(pgbench) => {
                // Half of it does not count.
                pgbench.run(CONNECTIONS, &[format!("-T{}", 2 * length.as_secs())])
            }
            None => ask(CONNECTIONS, &reads::floor_path(name)),
        },
        alone: ask(1, &read.path),
        floor_alone: pgbench.is_none().then(|| ask(1, &reads::floor_path(name))),
    }
}

/// Where commits are written.
fn folder(office: &FullOffice, backend: Backend) -> PathBuf {
    let of_server = std::env::var_os("PG_TEST_DATA").filter(|_| backend == Backend::Postgres);
    let beside = of_server.and_then(|data| Some(Path::new(&data).parent()?.to_owned()));
    beside.unwrap_or_else(|| office.served.test.scratch.path().to_owned())
}

/// How long the disk takes for what was appended.
fn fsync_ms(folder: &Path, appended: usize) -> f64 {
    let mut file = tempfile::tempfile_in(folder).unwrap();
    let bytes = vec![b'x'; appended];
    let times = (0..SYNCS).map(|_| {
        file.write_all(&bytes).unwrap();
        let started = Instant::now();
        file.sync_data().unwrap();
        started.elapsed().as_secs_f64() * 1000.0
    });
    median(times.collect())
}
