//! PostgreSQL restarts, and makes way for its standby, while three nodes move money: nothing that was
//! acknowledged is lost, and nothing happens twice. `NODE_RESTARTS` and `NODE_PROMOTIONS` say how
//! often.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::Value as Json;
use testkit::{PgServer, Stop};

use crate::{
    money::{Shop, lead, open_shop},
    process::{Caller, Outcome},
    several::Several,
    times,
};

const WRITERS: usize = 9;
/// Acknowledged events between two interruptions.
const BETWEEN: u64 = 30;
/// Longer than it ever takes to find a server again.
const LONGEST: Duration = Duration::from_mins(2);

/// What the lenders did, and how long none of them could do anything.
struct Traffic {
    started: Instant,
    is_over: AtomicBool,
    serial: AtomicUsize,
    acknowledged: AtomicU64,
    again: AtomicU64,
    last_ms: AtomicU64,
    longest_gap_ms: AtomicU64,
    /// The numbers of the events that were acknowledged, by order.
    events: Mutex<BTreeMap<i64, Vec<i64>>>,
}

impl Traffic {
    fn new() -> Self {
        Self {
            started: Instant::now(),
            is_over: AtomicBool::new(false),
            serial: AtomicUsize::new(1),
            acknowledged: AtomicU64::new(0),
            again: AtomicU64::new(0),
            last_ms: AtomicU64::new(0),
            longest_gap_ms: AtomicU64::new(0),
            events: Mutex::default(),
        }
    }

    fn acknowledge(&self, result: &Json) {
        let now = u64::try_from(self.started.elapsed().as_millis()).unwrap();
        let gap = now.saturating_sub(self.last_ms.swap(now, SeqCst));
        self.longest_gap_ms.fetch_max(gap, SeqCst);
        self.acknowledged.fetch_add(1, SeqCst);
        if let (Some(order), Some(event)) = (result["id"].as_i64(), result["shijianId"].as_i64()) {
            let mut events = self.events.lock().unwrap();
            events.entry(order).or_default().push(event);
        }
    }

    /// Waits until so much more was acknowledged.
    fn goes_on(&self) {
        let (before, started) = (self.acknowledged.load(SeqCst), Instant::now());
        while self.acknowledged.load(SeqCst) < before + BETWEEN {
            assert!(started.elapsed() < LONGEST, "nothing is acknowledged");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Ends the traffic also where the test fails, so that the lenders are not waited for.
struct Ends<'a>(&'a Traffic);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, SeqCst);
    }
}

#[test]
fn money_survives_restarts_and_promotions_of_the_database() {
    let (restarts, promotions) = (times("NODE_RESTARTS", 2), times("NODE_PROMOTIONS", 1));
    let first = PgServer::start();
    let second = first.standby();
    let nodes = Several::start(&first.url_with(&second), 3);
    let token = Caller::sign_in(&nodes.servers[0].address);
    let shop = open_shop(&Caller::new(&nodes.servers[0].address, &token));
    let addresses: Vec<&str> = nodes.servers.iter().map(|node| &*node.address).collect();
    let traffic = Traffic::new();
    let (mut primary, mut standby) = (&first, &second);
    thread::scope(|scope| {
        let _ends = Ends(&traffic);
        for writer in 0..WRITERS {
            let (addresses, token, traffic) = (&addresses, &token, &traffic);
            scope.spawn(move || {
                let callers = addresses.iter().map(|address| Caller::new(address, token));
                lend(&callers.collect::<Vec<_>>(), writer, shop, traffic);
            });
        }
        traffic.goes_on();
        for restart in 0..restarts {
            let how = if restart % 2 == 0 {
                Stop::Immediate
            } else {
                Stop::Fast
            };
            primary.stop(how);
            primary.run();
            traffic.goes_on();
        }
        for _ in 0..promotions {
            // From here on what is acknowledged is on both.
            primary.wait_for_standby(true);
            traffic.goes_on();
            primary.stop(Stop::Immediate);
            standby.promote();
            traffic.goes_on();
            (primary, standby) = (standby, primary);
            standby.follow(primary);
        }
    });
    agrees(&Caller::new(&nodes.servers[0].address, &token), &traffic);
    // Whoever starts while the server that is named first is away finds the other.
    standby.stop(Stop::Fast);
    nodes.check();
    let gap = Duration::from_millis(traffic.longest_gap_ms.load(SeqCst));
    println!(
        "{restarts} restarts and {promotions} promotions in {:?}: {} acknowledged, {} asked again, 0 lost, 0 twice, longest gap {gap:?}",
        traffic.started.elapsed(),
        traffic.acknowledged.load(SeqCst),
        traffic.again.load(SeqCst),
    );
    assert!(gap < Duration::from_secs(30), "nothing for {gap:?}");
}

/// Leads orders through their lives; whatever is refused for a while is sent again, to the next node
/// and with the same key, until it is acknowledged.
fn lend(callers: &[Caller], writer: usize, shop: Shop, traffic: &Traffic) {
    let number = AtomicUsize::new(0);
    let post = |verb: &str, body: Json| -> Option<Json> {
        let key = format!("w{writer}-{}", number.fetch_add(1, SeqCst));
        let path = format!("/api/app/dingdan/{verb}");
        let started = Instant::now();
        for caller in callers.iter().cycle().skip(writer) {
            match caller.post_once(&path, &key, &body) {
                Outcome::Answered(200, _, result) => {
                    traffic.acknowledge(&result);
                    return Some(result);
                }
                Outcome::Broken => {}
                Outcome::Answered(_, why, _) if is_passing(&why) => {}
                Outcome::Answered(code, why, _) => panic!("{verb} {body}: {code} {why}"),
            }
            traffic.again.fetch_add(1, SeqCst);
            assert!(started.elapsed() < LONGEST, "{verb} is never acknowledged");
            thread::sleep(Duration::from_millis(50));
        }
        None
    };
    while !traffic.is_over.load(SeqCst) {
        lead(&post, shop, &traffic.serial);
    }
}

/// A refusal that says: not now.
fn is_passing(why: &str) -> bool {
    let passing = ["结果未知", "没有保存", "系统繁忙", "查询用时过长"];
    passing.iter().any(|words| why.contains(words))
}

/// Every event that was acknowledged is there once, and there is no other.
fn agrees(reader: &Caller, traffic: &Traffic) {
    let events = traffic.events.lock().unwrap();
    assert!(!events.is_empty());
    for (order, acknowledged) in &*events {
        let log = reader.get(&format!("/api/app/log/findByDingdanId/{order}"));
        let lines = log.as_array().cloned().unwrap_or_default();
        let found: Vec<i64> = lines
            .iter()
            .filter_map(|line| line["shijianId"].as_i64())
            .collect();
        let of = |numbers: &[i64]| numbers.iter().copied().collect::<BTreeSet<i64>>();
        let (acknowledged_once, found_once) = (of(acknowledged), of(&found));
        assert_eq!(acknowledged_once, found_once, "order {order}");
        assert_eq!(acknowledged.len(), acknowledged_once.len(), "order {order}");
        assert_eq!(found.len(), found_once.len(), "order {order}");
    }
}
