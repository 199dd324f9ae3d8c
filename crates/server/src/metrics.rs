//! Counters in Prometheus' text form. Labels are routes and codes, never data.

use std::{
    collections::BTreeMap,
    fmt::{Display, Write as _},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use service::code::DONE;
use store::PoolUse;

#[derive(Default)]
pub struct Metrics {
    seen: Mutex<Seen>,
    in_flight: AtomicI64,
    panics: AtomicU64,
    /// When the last round of housekeeping ended well.
    housekeeping_ms: AtomicI64,
    sessions: AtomicI64,
    /// When the last backup ended well, and whether the last one did; none was made before that.
    backup_ms: AtomicI64,
    backup_failed: AtomicBool,
    /// What the file storage was asked for.
    pub files: Arc<FileCalls>,
}

/// Calls to the file storage, by verb.
#[derive(Default)]
pub struct FileCalls(Mutex<BTreeMap<&'static str, (Counter, u64)>>);

impl FileCalls {
    pub fn ended(&self, verb: &'static str, took: Duration, is_good: bool) {
        let mut calls = self.calls();
        let (counter, failures) = calls.entry(verb).or_default();
        counter.add(took);
        *failures += u64::from(!is_good);
    }

    fn calls(&self) -> MutexGuard<'_, BTreeMap<&'static str, (Counter, u64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer that was given.
pub struct Answered {
    pub route: &'static str,
    /// What it did to an order.
    pub verb: Option<&'static str>,
    pub status: u16,
    /// Inside the envelope.
    pub code: u16,
}

const SIGN_IN: &str = "/api/sys/login/login";

#[derive(Default)]
struct Seen {
    /// By route, HTTP status, and the code inside the envelope.
    answers: BTreeMap<(&'static str, u16, u16), Counter>,
    /// What happened to orders, by the verb that did it.
    events: BTreeMap<&'static str, u64>,
    sign_in_failures: u64,
}

#[derive(Default, Clone)]
struct Counter {
    count: u64,
    seconds: f64,
    buckets: [u64; BUCKETS.len()],
}

impl Counter {
    fn add(&mut self, took: Duration) {
        let seconds = took.as_secs_f64();
        self.count += 1;
        self.seconds += seconds;
        for (bucket, bound) in self.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= bound);
        }
    }
}

const BUCKETS: [f64; 8] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 2.0, 8.0];

/// A request under way, for as long as this lives.
pub struct InFlight<'a>(&'a AtomicI64);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Metrics {
    pub fn start(&self) -> InFlight<'_> {
        self.in_flight.fetch_add(1, Relaxed);
        InFlight(&self.in_flight)
    }

    /// Requests under way.
    pub fn in_flight(&self) -> i64 {
        self.in_flight.load(Relaxed)
    }

    pub fn answered(&self, answered: &Answered, took: Duration) {
        let &Answered {
            route,
            verb,
            status,
            code,
        } = answered;
        let mut seen = self.seen();
        let counter = seen.answers.entry((route, status, code)).or_default();
        counter.add(took);
        if let Some(verb) = verb
            && code == DONE
        {
            *seen.events.entry(verb).or_default() += 1;
        }
        seen.sign_in_failures += u64::from(route == SIGN_IN && code != DONE);
    }

    pub fn panicked(&self) {
        self.panics.fetch_add(1, Relaxed);
    }

    /// A round of housekeeping ended well.
    pub fn kept_house(&self, real_ms: i64) {
        self.housekeeping_ms.store(real_ms, Relaxed);
    }

    /// How many people are signed in.
    pub fn counted_sessions(&self, sessions: i64) {
        self.sessions.store(sessions, Relaxed);
    }

    /// A backup came to its end.
    pub fn backed_up(&self, real_ms: i64, is_good: bool) {
        self.backup_failed.store(!is_good, Relaxed);
        if is_good {
            self.backup_ms.store(real_ms, Relaxed);
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What others know and Prometheus asks for.
pub struct Around {
    pub pools: Vec<PoolUse>,
    pub is_sealed: bool,
    /// When the seals had come as far as they could.
    pub sealed_ms: i64,
    pub is_anchored: bool,
}

/// All metrics in the text format of Prometheus.
pub fn page(metrics: &Metrics, around: &Around) -> String {
    let mut page = Page::default();
    page.one("requests_in_flight", "gauge", metrics.in_flight());
    page.one("panics_total", "counter", metrics.panics.load(Relaxed));
    pools(&mut page, &around.pools);
    page.one("sealing_ok", "gauge", u8::from(around.is_sealed));
    page.one("sealed_timestamp_seconds", "gauge", around.sealed_ms / 1000);
    page.one("anchor_ok", "gauge", u8::from(around.is_anchored));
    let kept_ms = metrics.housekeeping_ms.load(Relaxed);
    page.one("housekeeping_timestamp_seconds", "gauge", kept_ms / 1000);
    let backup_ms = metrics.backup_ms.load(Relaxed);
    page.one("backup_timestamp_seconds", "gauge", backup_ms / 1000);
    let is_good = !metrics.backup_failed.load(Relaxed);
    page.one("backup_ok", "gauge", u8::from(is_good));
    page.one("sessions", "gauge", metrics.sessions.load(Relaxed));
    let seen = metrics.seen();
    let failures = seen.sign_in_failures;
    page.one("sign_in_failures_total", "counter", failures);
    page.kind("order_events_total", "counter");
    for (verb, count) in &seen.events {
        page.line("order_events_total", &format!("verb=\"{verb}\""), count);
    }
    page.kind("request_seconds", "histogram");
    for ((route, status, code), counter) in &seen.answers {
        let labels = format!("route=\"{route}\",status=\"{status}\",code=\"{code}\"");
        page.histogram("request_seconds", &labels, counter);
    }
    drop(seen);
    files(&mut page, &metrics.files);
    page.0
}

fn files(page: &mut Page, files: &FileCalls) {
    let calls = files.calls();
    let label = |verb: &str| format!("verb=\"{verb}\"");
    page.kind("file_failures_total", "counter");
    for (verb, (_, failures)) in &*calls {
        page.line("file_failures_total", &label(verb), failures);
    }
    page.kind("file_seconds", "histogram");
    for (verb, (counter, _)) in &*calls {
        page.histogram("file_seconds", &label(verb), counter);
    }
}

fn pools(page: &mut Page, pools: &[PoolUse]) {
    let labels = |name: &str| format!("pool=\"{name}\"");
    for (metric, kind, value) in POOL_METRICS {
        page.kind(metric, kind);
        for pool in pools {
            page.line(metric, &labels(pool.name), value(pool));
        }
    }
}

type PoolMetric = (&'static str, &'static str, fn(&PoolUse) -> f64);

#[expect(clippy::cast_precision_loss, reason = "Prometheus counts in floats")]
const POOL_METRICS: [PoolMetric; 7] = [
    ("db_connections", "gauge", |pool| pool.size as f64),
    ("db_connections_busy", "gauge", |pool| pool.busy as f64),
    ("db_jobs_waiting", "gauge", |pool| pool.waiting as f64),
    ("db_jobs_total", "counter", |pool| pool.jobs as f64),
    ("db_retries_total", "counter", |pool| pool.again as f64),
    ("db_commits_total", "counter", |pool| pool.commits as f64),
    ("db_seconds_total", "counter", |pool| {
        pool.spent.as_secs_f64()
    }),
];

#[derive(Default)]
struct Page(String);

impl Page {
    fn kind(&mut self, metric: &str, kind: &str) {
        let _ = writeln!(self.0, "# TYPE zhanggui_{metric} {kind}");
    }

    fn line(&mut self, metric: &str, labels: &str, value: impl Display) {
        let _ = writeln!(self.0, "zhanggui_{metric}{{{labels}}} {value}");
    }

    fn histogram(&mut self, metric: &str, labels: &str, counter: &Counter) {
        let bucket = format!("{metric}_bucket");
        for (count, bound) in counter.buckets.iter().zip(BUCKETS) {
            self.line(&bucket, &format!("{labels},le=\"{bound}\""), count);
        }
        self.line(&bucket, &format!("{labels},le=\"+Inf\""), counter.count);
        self.line(&format!("{metric}_sum"), labels, counter.seconds);
        self.line(&format!("{metric}_count"), labels, counter.count);
    }

    fn one(&mut self, metric: &str, kind: &str, value: impl Display) {
        self.kind(metric, kind);
        let _ = writeln!(self.0, "zhanggui_{metric} {value}");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The names in a text that look like ours.
    fn names(text: &str) -> BTreeSet<&str> {
        let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let starts = text.match_indices("zhanggui_").map(|(at, _)| &text[at..]);
        let ends = starts.map(|rest| rest.split(|letter| !is_part(letter)).next());
        ends.flatten().collect()
    }

    /// A dashboard that asks for what nobody counts shows nothing and warns of nothing.
    #[test]
    fn dashboards_and_alerts_ask_for_what_is_counted() {
        let source = include_str!("metrics.rs");
        let asked = [
            include_str!("../../../deploy/grafana.json"),
            include_str!("../../../deploy/alerts.yaml"),
        ];
        let asked: BTreeSet<&str> = asked.into_iter().flat_map(names).collect();
        assert!(asked.len() > 12, "{asked:?}");
        for name in asked {
            let name = name.trim_start_matches("zhanggui_");
            let ends = ["_seconds_bucket", "_seconds_sum", "_seconds_count"];
            let of_histogram = ends.iter().find_map(|end| name.strip_suffix(end));
            let name = of_histogram.map_or(name.to_owned(), |name| format!("{name}_seconds"));
            assert!(source.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}
