//! A storage whose calls are counted and timed, for whoever watches.

use std::{sync::Arc, time::Instant};

use super::{
    key::FileKey,
    storage::{Beginning, Storage, StorageError, Stored},
};
use crate::metrics::FileCalls;

pub struct Measured {
    kept: Arc<dyn Storage>,
    calls: Arc<FileCalls>,
}

impl Measured {
    pub fn new(kept: Arc<dyn Storage>, calls: Arc<FileCalls>) -> Self {
        Self { kept, calls }
    }

    fn timed<T>(
        &self,
        verb: &'static str,
        call: impl FnOnce(&dyn Storage) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let started = Instant::now();
        let done = call(self.kept.as_ref());
        self.calls.ended(verb, started.elapsed(), done.is_ok());
        done
    }
}

impl Storage for Measured {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        self.timed("put", |kept| kept.put(key, bytes))
    }

    fn replace(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        self.timed("put", |kept| kept.replace(key, bytes))
    }

    /// Until it begins to come: how fast the rest is read is up to a client.
    fn open(&self, key: &FileKey) -> Result<Option<Stored>, StorageError> {
        self.timed("get", |kept| kept.open(key))
    }

    fn beginning(&self, key: &FileKey, most: usize) -> Result<Option<Beginning>, StorageError> {
        self.timed("get", |kept| kept.beginning(key, most))
    }

    fn delete(&self, key: &FileKey) -> Result<(), StorageError> {
        self.timed("delete", |kept| kept.delete(key))
    }

    fn healthy(&self) -> Result<(), StorageError> {
        self.timed("head", |kept| kept.healthy())
    }
}
