//! Private files lie encrypted, wherever they are kept. What everybody may see lies as it is.
//!
//! A private file is small enough to be sealed in memory: its folder's limit held when it came.

use std::{
    io::{Cursor, Read as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use store::{crypt::Keys, file_seal};

use super::{
    key::FileKey,
    storage::{Beginning, Storage, StorageError, Stored},
};

/// Larger than any private file that was ever accepted.
const MOST: usize = 32 << 20;

/// A storage that seals on the way in and opens on the way out.
pub struct Sealed {
    kept: Arc<dyn Storage>,
    keys: Keys,
    /// Every private file was sealed: what lies in clear now was put there by somebody else.
    is_clear_refused: AtomicBool,
}

/// What became of a file that was to be sealed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// It lies under the key of this number.
    Under(u8),
    /// There are no bytes.
    Missing,
}

impl Sealed {
    /// Opens files in clear, too, until [`refuse_clear`](Self::refuse_clear).
    pub fn new(kept: Arc<dyn Storage>, keys: Keys) -> Self {
        Self {
            kept,
            keys,
            is_clear_refused: AtomicBool::new(false),
        }
    }

    /// From now on a private file in clear is none of ours.
    pub fn refuse_clear(&self) {
        self.is_clear_refused.store(true, Ordering::Relaxed);
    }

    /// The number of the key that files are written with.
    pub fn writing(&self) -> u8 {
        self.keys.writing()
    }

    /// Writes a private file under the key that writes now. `known` is the number of the key that
    /// it should lie under; one that should be sealed and is not is left for the check to name.
    pub fn seal_again(&self, key: &FileKey, known: u8) -> Result<Again, StorageError> {
        let Some(beginning) = self.kept.beginning(key, file_seal::HEADER)? else {
            return Ok(Again::Missing);
        };
        let number = file_seal::number(&beginning.bytes);
        if number == Some(self.writing()) {
            return Ok(Again::Under(self.writing()));
        }
        let Some(stored) = self.kept.open(key)? else {
            return Ok(Again::Missing);
        };
        let clear = self.clear(key, stored, known == 0)?;
        let sealed = self.keys.seal_file(key.as_str(), &clear)?;
        self.kept.replace(key, &sealed)?;
        Ok(Again::Under(file_seal::number(&sealed).unwrap_or_default()))
    }

    /// The clear bytes of a private file.
    fn clear(
        &self,
        key: &FileKey,
        stored: Stored,
        takes_clear: bool,
    ) -> Result<Vec<u8>, StorageError> {
        let mut bytes = Vec::with_capacity(MOST.min(expected(&stored)));
        let mut limited = stored.reader.take(to_u64(MOST) + 1);
        limited.read_to_end(&mut bytes)?;
        let is_clear = file_seal::number(&bytes).is_none();
        let opened = if bytes.len() > MOST {
            None
        } else if is_clear {
            takes_clear.then_some(bytes)
        } else {
            self.keys.open_file(key.as_str(), bytes)
        };
        opened.ok_or_else(|| StorageError::changed(key))
    }
}

fn expected(stored: &Stored) -> usize {
    let length = stored.length.unwrap_or_default();
    usize::try_from(length).unwrap_or(usize::MAX)
}

fn to_u64(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

impl Storage for Sealed {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        if !key.folder().is_private() {
            return self.kept.put(key, bytes);
        }
        let sealed = self.keys.seal_file(key.as_str(), bytes)?;
        self.kept.put(key, &sealed)
    }

    fn replace(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        if !key.folder().is_private() {
            return self.kept.replace(key, bytes);
        }
        let sealed = self.keys.seal_file(key.as_str(), bytes)?;
        self.kept.replace(key, &sealed)
    }

    fn open(&self, key: &FileKey) -> Result<Option<Stored>, StorageError> {
        let Some(stored) = self.kept.open(key)? else {
            return Ok(None);
        };
        if !key.folder().is_private() {
            return Ok(Some(stored));
        }
        let takes_clear = !self.is_clear_refused.load(Ordering::Relaxed);
        let clear = self.clear(key, stored, takes_clear)?;
        Ok(Some(Stored {
            length: Some(to_u64(clear.len())),
            reader: Box::new(Cursor::new(clear)),
        }))
    }

    fn beginning(&self, key: &FileKey, most: usize) -> Result<Option<Beginning>, StorageError> {
        self.kept.beginning(key, most)
    }

    fn delete(&self, key: &FileKey) -> Result<(), StorageError> {
        self.kept.delete(key)
    }

    fn healthy(&self) -> Result<(), StorageError> {
        self.kept.healthy()
    }
}
