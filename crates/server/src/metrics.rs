//! Counters in Prometheus' text form. Labels are routes and codes, never data.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{
        Mutex,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

#[derive(Default)]
pub struct Metrics {
    answers: Mutex<BTreeMap<(&'static str, u16), Counter>>,
    in_flight: AtomicI64,
    panics: AtomicU64,
}

#[derive(Default, Clone)]
struct Counter {
    count: u64,
    seconds: f64,
    buckets: [u64; BUCKETS.len()],
}

const BUCKETS: [f64; 8] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 2.0, 8.0];

/// A request under way, for as long as this lives.
pub struct InFlight<'a>(&'a AtomicI64);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    pub fn start(&self) -> InFlight<'_> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        InFlight(&self.in_flight)
    }

    /// Requests under way.
    pub fn in_flight(&self) -> i64 {
        self.in_flight.load(Ordering::Relaxed)
    }

    pub fn answered(&self, route: &'static str, code: u16, took: Duration) {
        let Ok(mut answers) = self.answers.lock() else {
            return;
        };
        let counter = answers.entry((route, code)).or_default();
        let seconds = took.as_secs_f64();
        counter.count += 1;
        counter.seconds += seconds;
        for (bucket, bound) in counter.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= bound);
        }
    }

    pub fn panicked(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    pub fn render(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "# TYPE zhanggui_requests_in_flight gauge");
        let _ = writeln!(text, "zhanggui_requests_in_flight {}", self.in_flight());
        let _ = writeln!(text, "# TYPE zhanggui_panics_total counter");
        let _ = writeln!(
            text,
            "zhanggui_panics_total {}",
            self.panics.load(Ordering::Relaxed)
        );
        let _ = writeln!(text, "# TYPE zhanggui_request_seconds histogram");
        let answers = self
            .answers
            .lock()
            .map(|answers| answers.clone())
            .unwrap_or_default();
        for ((route, code), counter) in answers {
            let labels = format!("route=\"{route}\",code=\"{code}\"");
            for (bucket, bound) in counter.buckets.iter().zip(BUCKETS) {
                let _ = writeln!(
                    text,
                    "zhanggui_request_seconds_bucket{{{labels},le=\"{bound}\"}} {bucket}"
                );
            }
            let _ = writeln!(
                text,
                "zhanggui_request_seconds_bucket{{{labels},le=\"+Inf\"}} {}",
                counter.count
            );
            let _ = writeln!(
                text,
                "zhanggui_request_seconds_sum{{{labels}}} {}",
                counter.seconds
            );
            let _ = writeln!(
                text,
                "zhanggui_request_seconds_count{{{labels}}} {}",
                counter.count
            );
        }
        text
    }
}
