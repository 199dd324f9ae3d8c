//! Texts of the statements that a piece of work runs, taken down from what the store says it runs.

use std::sync::{Arc, Mutex};

use tracing::{Event, Subscriber, field};
use tracing_subscriber::{
    Layer,
    layer::{Context, SubscriberExt as _},
};

/// Does the work on this thread; answers the texts in the order in which they ran, too.
pub fn taken_down<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let texts = Texts::default();
    let watch = tracing_subscriber::registry().with(texts.clone());
    let done = tracing::subscriber::with_default(watch, work);
    // Otherwise the statements would still be offered to whoever watches.
    tracing::callsite::rebuild_interest_cache();
    let texts = std::mem::take(&mut *texts.0.lock().unwrap());
    (done, texts)
}

#[derive(Clone, Default)]
struct Texts(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Texts {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "store::sql" {
            event.record(&mut Text(&self.0));
        }
    }
}

struct Text<'a>(&'a Mutex<Vec<String>>);

impl field::Visit for Text<'_> {
    fn record_str(&mut self, field: &field::Field, value: &str) {
        if field.name() == "text" {
            self.0.lock().unwrap().push(value.to_owned());
        }
    }
    fn record_debug(&mut self, _: &field::Field, _: &dyn std::fmt::Debug) {}
}
