//! Visits of channels that are not written down yet. Each node counts its own and adds them to the
//! database a few seconds later, so that a visit costs a read and no write.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// By channel: there are as many as the office made.
#[derive(Default)]
pub struct Visits(Mutex<HashMap<i64, i64>>);

impl Visits {
    /// Counts one more.
    pub fn note(&self, channel: i64) {
        self.add(channel, 1);
    }

    pub fn add(&self, channel: i64, count: i64) {
        *self.counts().entry(channel).or_default() += count;
    }

    /// What was counted; counting begins anew.
    pub fn take(&self) -> Vec<(i64, i64)> {
        mem::take(&mut *self.counts()).into_iter().collect()
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<i64, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
