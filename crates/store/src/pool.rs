//! How busy the connections of one kind are, for whoever watches.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

#[derive(Default)]
pub(crate) struct Pool {
    size: AtomicUsize,
    /// Connections that are open, where that is known.
    open: AtomicUsize,
    busy: AtomicUsize,
    jobs: AtomicU64,
    again: AtomicU64,
    commits: AtomicU64,
    micros: AtomicU64,
}

/// Connections of one kind at one moment, and what they did since the start.
#[derive(Debug, Clone, Copy)]
pub struct PoolUse {
    pub name: &'static str,
    pub size: usize,
    pub busy: usize,
    /// Jobs that no connection has taken yet.
    pub waiting: usize,
    pub jobs: u64,
    /// Attempts beyond the first.
    pub again: u64,
    pub commits: u64,
    /// Time spent in jobs, all connections together.
    pub spent: Duration,
}

impl Pool {
    /// A connection belongs to the pool for as long as this lives.
    pub fn join(&self) -> Member<'_> {
        self.size.fetch_add(1, Relaxed);
        Member {
            pool: self,
            is_open: false,
        }
    }

    /// A connection is busy for as long as this lives.
    pub fn work(&self) -> Busy<'_> {
        self.busy.fetch_add(1, Relaxed);
        Busy {
            pool: self,
            since: Instant::now(),
        }
    }

    pub fn did(&self, jobs: usize) {
        self.jobs.fetch_add(jobs as u64, Relaxed);
    }

    pub fn tried_again(&self) {
        self.again.fetch_add(1, Relaxed);
    }

    pub fn committed(&self) {
        self.commits.fetch_add(1, Relaxed);
    }

    pub fn used(&self, name: &'static str, waiting: usize) -> PoolUse {
        PoolUse {
            name,
            size: self.size.load(Relaxed),
            busy: self.busy.load(Relaxed),
            waiting,
            jobs: self.jobs.load(Relaxed),
            again: self.again.load(Relaxed),
            commits: self.commits.load(Relaxed),
            spent: Duration::from_micros(self.micros.load(Relaxed)),
        }
    }
}

pub(crate) struct Member<'a> {
    pool: &'a Pool,
    is_open: bool,
}

impl Member<'_> {
    pub fn note(&mut self, is_open: bool) {
        match (self.is_open, is_open) {
            (false, true) => self.pool.open.fetch_add(1, Relaxed),
            (true, false) => self.pool.open.fetch_sub(1, Relaxed),
            _ => return,
        };
        self.is_open = is_open;
    }

    /// Whether another connection of the pool is open while this one is not.
    pub fn is_stood_in_for(&self) -> bool {
        !self.is_open && self.pool.open.load(Relaxed) > 0
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        self.note(false);
        self.pool.size.fetch_sub(1, Relaxed);
    }
}

pub(crate) struct Busy<'a> {
    pool: &'a Pool,
    since: Instant,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let micros = u64::try_from(self.since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.pool.micros.fetch_add(micros, Relaxed);
        self.pool.busy.fetch_sub(1, Relaxed);
    }
}
