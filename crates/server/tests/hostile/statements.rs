//! Every statement text the store ran, and whether each word of it is one of ours.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, Mutex},
};

use tracing::{Event, Subscriber, field::Visit};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

/// Texts seen since the start of the program.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<BTreeSet<String>>>);

impl Statements {
    /// Watches what the store says it runs; internal errors still go to the test's output.
    pub fn watch() -> Self {
        let seen = Self::default();
        let sql = Targets::new().with_target("store::sql", LevelFilter::TRACE);
        tracing_subscriber::registry()
            .with(seen.clone().with_filter(sql))
            .with(
                tracing_subscriber::fmt::layer()
                    .with_test_writer()
                    .with_filter(LevelFilter::ERROR),
            )
            .init();
        seen
    }

    pub fn texts(&self) -> BTreeSet<String> {
        self.0.lock().map(|seen| seen.clone()).unwrap_or_default()
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        if let Ok(mut seen) = self.0.lock()
            && !seen.contains(&text.0)
        {
            seen.insert(text.0);
        }
    }
}

struct Text(String);

impl Visit for Text {
    fn record_str(&mut self, field: &tracing::field::Field, value: &str) {
        if field.name() == "text" {
            value.clone_into(&mut self.0);
        }
    }
    fn record_debug(&mut self, _: &tracing::field::Field, _: &dyn std::fmt::Debug) {}
}

/// Words of a text: names, keywords and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(move |letter| !is_word(letter))
        .filter(|word| !word.is_empty())
}

fn words_below(folder: &Path, known: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            words_below(&path, known);
        } else {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            known.extend(words(&text).map(str::to_owned));
        }
    }
}

/// Every word the store's own sources and the resource definitions can put into a statement.
pub fn own_words() -> BTreeSet<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/src");
    let mut known = BTreeSet::new();
    words_below(&sources, &mut known);
    for model in schema::models() {
        known.insert(model.name.clone());
        known.insert(format!("{}_gram", model.name));
        for field in &model.fields {
            known.insert(field.column.name.to_owned());
            known.insert(format!("{}_idx", field.column.name));
            known.insert(format!("{}_tail", field.column.name));
        }
    }
    known
}

/// Texts that hold a word which is not ours.
pub fn foreign(texts: &BTreeSet<String>) -> Vec<String> {
    let known = own_words();
    texts
        .iter()
        .filter_map(|text| {
            let word = words(text).find(|word| !known.contains(*word))?;
            Some(format!("{word} in {text}"))
        })
        .collect()
}
