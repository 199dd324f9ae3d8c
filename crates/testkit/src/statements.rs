//! Every statement text the store ran, how often it waited for PostgreSQL, and how a database would
//! go about a statement.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use postgres::{Client, NoTls, SimpleQueryMessage};
use store::{Db, Value};
use tracing::{Event, Subscriber, field::Visit};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

/// What was seen since the start of the program, or since it was last taken.
#[derive(Clone, Default)]
pub struct Statements(Arc<Seen>);

#[derive(Default)]
struct Seen {
    /// How often each text ran.
    texts: Mutex<BTreeMap<String, usize>>,
    trips: AtomicUsize,
    /// How many steps SQLite's machine took for each text.
    steps: Mutex<BTreeMap<String, u64>>,
}

impl Statements {
    /// Watches what the store says it runs; internal errors still go to the test's output.
    pub fn watch() -> Self {
        let seen = Self::default();
        let watched = Targets::new()
            .with_target("store::sql", LevelFilter::TRACE)
            .with_target("store::trip", LevelFilter::TRACE)
            .with_target("store::steps", LevelFilter::TRACE);
        tracing_subscriber::registry()
            .with(seen.clone().with_filter(watched))
            .with(
                tracing_subscriber::fmt::layer()
                    .with_test_writer()
                    .with_filter(LevelFilter::ERROR),
            )
            .init();
        seen
    }

    /// What was seen up to now; from here on it is seen anew.
    pub fn take(&self) -> BTreeSet<String> {
        self.take_counted().into_keys().collect()
    }

    /// The same with how often each text ran.
    pub fn take_counted(&self) -> BTreeMap<String, usize> {
        let seen = self.0.texts.lock();
        seen.map(|mut seen| std::mem::take(&mut *seen))
            .unwrap_or_default()
    }

    /// How often the store waited for PostgreSQL since this was last asked.
    pub fn take_trips(&self) -> usize {
        self.0.trips.swap(0, Ordering::Relaxed)
    }

    /// How many steps SQLite's machine took for each statement since this was last asked.
    pub fn take_steps(&self) -> BTreeMap<String, u64> {
        let steps = self.0.steps.lock();
        steps
            .map(|mut steps| std::mem::take(&mut *steps))
            .unwrap_or_default()
    }

    pub fn texts(&self) -> BTreeSet<String> {
        let seen = self.0.texts.lock();
        seen.map(|seen| seen.keys().cloned().collect())
            .unwrap_or_default()
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut told = Told::default();
        event.record(&mut told);
        match event.metadata().target() {
            "store::trip" => {
                self.0.trips.fetch_add(1, Ordering::Relaxed);
            }
            "store::steps" => {
                if let Ok(mut steps) = self.0.steps.lock() {
                    *steps.entry(told.text).or_default() += told.steps;
                }
            }
            _ => {
                if let Ok(mut seen) = self.0.texts.lock() {
                    *seen.entry(told.text).or_default() += 1;
                }
            }
        }
    }
}

#[derive(Default)]
struct Told {
    text: String,
    steps: u64,
}

impl Visit for Told {
    fn record_str(&mut self, field: &tracing::field::Field, value: &str) {
        if field.name() == "text" {
            value.clone_into(&mut self.text);
        }
    }
    fn record_i64(&mut self, field: &tracing::field::Field, value: i64) {
        if field.name() == "steps" {
            self.steps = u64::try_from(value).unwrap_or_default();
        }
    }
    fn record_debug(&mut self, _: &tracing::field::Field, _: &dyn std::fmt::Debug) {}
}

/// The steps of a statement's plan on SQLite, whatever is bound to it.
pub fn sqlite_plan(db: &Db, text: &str) -> String {
    let asked = format!("EXPLAIN QUERY PLAN {text}");
    let params = vec![Value::Null; text.matches('?').count()];
    let rows = db.read_now(move |conn| conn.query(&asked, &params));
    let rows = rows.unwrap_or_else(|error| panic!("{text}: {error}"));
    let steps: Vec<&str> = rows.iter().map(|row| row.text(3).unwrap()).collect();
    steps.join("\n")
}

/// The same on PostgreSQL, by a plan that is good for any values. A table that is small is read
/// from end to end whatever indexes it has: here it is only where no index can be used.
pub fn postgres_plan(url: &str, text: &str) -> String {
    let mut numbered = String::new();
    let mut count = 0;
    for letter in text.chars() {
        match letter {
            '?' => {
                count += 1;
                numbered.push_str(&format!("${count}"));
            }
            letter => numbered.push(letter),
        }
    }
    let values = vec!["NULL"; count].join(", ");
    let values = if count > 0 {
        format!("({values})")
    } else {
        values
    };
    let mut client = Client::connect(url, NoTls).unwrap();
    let asked = format!(
        "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
         PREPARE asked AS {numbered}; EXPLAIN EXECUTE asked{values}"
    );
    let answer = client.simple_query(&asked);
    let answer = answer.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let steps = answer.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    steps.collect::<Vec<&str>>().join("\n")
}
