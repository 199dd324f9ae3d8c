//! What a node knows of its own state.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::probe::Probe;

#[derive(Default)]
pub struct Health {
    stopping: AtomicBool,
    /// Another node has moved the schema beyond what this program knows.
    outdated: AtomicBool,
    /// Whether the database answers, and the file storage: one question at a time to each, however
    /// long it is silent and however many want to know.
    pub database: Probe,
    pub files: Probe,
}

impl Health {
    /// From now on this node says that it is not ready, though it still answers.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Notes it; returns what was noted before.
    pub fn set_outdated(&self, is_outdated: bool) -> bool {
        self.outdated.swap(is_outdated, Ordering::Relaxed)
    }

    pub fn is_outdated(&self) -> bool {
        self.outdated.load(Ordering::Relaxed)
    }
}
