//! How far long work has come, for whoever waits for it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::wire::{answer, ask};

/// Counted by the work, read by another request.
#[derive(Debug, Default)]
pub struct Steps {
    is_waiting: AtomicBool,
    done: AtomicU64,
    /// 0 where nobody knows.
    total: AtomicU64,
}

impl Steps {
    /// Others are served first.
    pub fn wait(&self) {
        self.is_waiting.store(true, Relaxed);
    }

    pub fn start(&self, total: usize) {
        self.is_waiting.store(false, Relaxed);
        self.total.store(total as u64, Relaxed);
    }

    /// Work that is done again counts from there again.
    pub fn reach(&self, done: usize) {
        self.done.store(done as u64, Relaxed);
    }

    pub fn shown(&self) -> StepsDone {
        let total = self.total.load(Relaxed);
        StepsDone {
            is_paidui: self.is_waiting.load(Relaxed),
            wancheng: self.done.load(Relaxed),
            zongshu: (total > 0).then_some(total),
        }
    }
}

ask! {
    /// Which work, by the name its client gave it.
    open pub struct WorkName {
        id: Option<String> = code("编号"),
    }
}

answer! {
    /// How far long work is.
    pub struct StepsDone {
        /// It waits for other work of the same person, or for room.
        is_paidui: bool,
        wancheng: u64,
        /// Unknown where nobody has counted.
        zongshu: Option<u64>,
    }
}
