//! Personal data at rest: authenticated encryption bound to its place, and blind indexes for
//! exact search. The keys live outside the database, numbered; while a new one takes over
//! (`rotation.rs`) both are held, one writes and both read.

use std::{
    fs, io,
    path::Path,
    sync::{Arc, PoisonError, RwLock},
};

use aes_gcm::{
    Aes256Gcm, Nonce, Tag,
    aead::{AeadInOut as _, KeyInit as _},
};
use sha2::{Digest, Sha256};

pub use crate::hex::hex;
use crate::{
    key_file::{KeyFile, Proof},
    mac::{Mac, MacKey, keyed},
    private,
};

/// Format of a ciphertext: algorithm, key number, nonce, then ciphertext with its tag.
const AES_256_GCM: u8 = 1;
const NONCE: usize = 12;
const TAG: usize = 16;
/// What a ciphertext has more than its clear text.
pub(crate) const OVERHEAD: usize = 2 + NONCE + TAG;

/// The keys of one installation. Clones share them, so that a new one reaches every connection.
#[derive(Clone)]
pub struct Keys(Arc<RwLock<Arc<Ring>>>);

/// What is held at one moment.
struct Ring {
    /// By number, the smallest first.
    data: Vec<DataKey>,
    /// The number of the key that new values are written with.
    writing: u8,
    /// What cannot be made again under another key, being append-only and sealed: digests of
    /// states, histories and copies. It gives no value away.
    proof: Proof,
    /// Its keys, made ready.
    digests: MacKey,
    states: MacKey,
}

/// What one master key gives: encryption of values and of files, and blind indexes.
struct DataKey {
    number: u8,
    values: Aes256Gcm,
    files: Aes256Gcm,
    index: [u8; 32],
    check: String,
}

impl DataKey {
    fn new(number: u8, master: &[u8]) -> io::Result<Self> {
        let cipher = |purpose: &[u8]| {
            let key = keyed(master, purpose);
            Aes256Gcm::new_from_slice(&key).map_err(io::Error::other)
        };
        Ok(Self {
            number,
            values: cipher(b"zhanggui/encryption")?,
            files: cipher(b"zhanggui/files")?,
            index: keyed(master, b"zhanggui/index"),
            check: hex(&keyed(master, b"zhanggui/check")),
        })
    }

    fn blind(&self, column: &str, clear: &str) -> String {
        let mut text = column.as_bytes().to_vec();
        text.push(0);
        text.extend_from_slice(clear.trim().to_lowercase().as_bytes());
        hex(keyed(&self.index, &text).get(..16).unwrap_or_default())
    }
}

/// What is encrypted: each kind has keys of its own.
#[derive(Clone, Copy)]
pub(crate) enum Sort {
    Value,
    File,
}

impl DataKey {
    fn cipher(&self, sort: Sort) -> &Aes256Gcm {
        match sort {
            Sort::Value => &self.values,
            Sort::File => &self.files,
        }
    }
}

impl Ring {
    fn new(file: &KeyFile) -> io::Result<Self> {
        let keys = file.masters.iter();
        let data: Vec<DataKey> = keys
            .map(|(number, master)| DataKey::new(*number, master))
            .collect::<io::Result<_>>()?;
        Ok(Self {
            // Until the database says that everybody has a newer one.
            writing: data.first().map_or(0, |key| key.number),
            data,
            digests: MacKey::new(&file.proof.digest),
            states: MacKey::new(&file.proof.state),
            proof: file.proof.clone(),
        })
    }

    fn key(&self, number: u8) -> Option<&DataKey> {
        self.data.iter().find(|key| key.number == number)
    }

    /// The key that writes; the newest one where the file does not hold it, which no node reports.
    fn writer(&self) -> Option<&DataKey> {
        self.key(self.writing).or(self.data.last())
    }
}

impl Keys {
    /// Reads the key file, or makes one where there is none yet.
    pub fn load_or_create(path: &Path) -> io::Result<Self> {
        match Self::load(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut master = [0; 32];
                random(&mut master)?;
                private::create(path, &hex(&master))?;
                Self::from_master(&master)
            }
            loaded => loaded,
        }
    }

    /// Reads a key file that is there.
    pub fn load(path: &Path) -> io::Result<Self> {
        Self::of_file(&KeyFile::parse(&fs::read_to_string(path)?)?)
    }

    pub fn from_master(master: &[u8]) -> io::Result<Self> {
        let master = master.try_into().map_err(io::Error::other)?;
        Self::of_file(&KeyFile::of_master(master))
    }

    fn of_file(file: &KeyFile) -> io::Result<Self> {
        Ok(Self(Arc::new(RwLock::new(Arc::new(Ring::new(file)?)))))
    }

    fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn put(&self, ring: Ring) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
    }

    /// Takes the keys that a file holds by now. Those of another installation are refused.
    pub fn reload(&self, path: &Path) -> io::Result<()> {
        let mut fresh = Ring::new(&KeyFile::parse(&fs::read_to_string(path)?)?)?;
        let held = self.ring();
        if fresh.proof.check != held.proof.check {
            return Err(io::Error::other("the key file is another installation's"));
        }
        fresh.writing = held.writing;
        self.put(fresh);
        Ok(())
    }

    /// Writes with this key from now on; answers whether it is held.
    pub fn write_with(&self, number: u8) -> bool {
        let held = self.ring();
        if held.key(number).is_none() {
            return false;
        }
        if held.writing != number {
            self.put(Ring {
                data: held.data.iter().map(DataKey::again).collect(),
                writing: number,
                proof: held.proof.clone(),
                digests: held.digests.clone(),
                states: held.states.clone(),
            });
        }
        true
    }

    /// The number of the key that new values are written with.
    pub fn writing(&self) -> u8 {
        self.ring().writing
    }

    /// Numbers of the keys that are held, the newest last.
    pub fn numbers(&self) -> Vec<u8> {
        self.ring().data.iter().map(|key| key.number).collect()
    }

    /// More than one key is held: a value may lie under any of them.
    pub fn are_several(&self) -> bool {
        self.ring().data.len() > 1
    }

    /// Tells whether a database is this installation's, without giving a key away.
    pub fn check(&self) -> String {
        self.ring().proof.check.clone()
    }

    /// The same of one of the keys.
    pub fn check_of(&self, number: u8) -> Option<String> {
        self.ring().key(number).map(|key| key.check.clone())
    }

    /// Encrypts `clear` so that it can only be read back at `place` (table, column, row).
    pub fn seal(&self, place: &str, clear: &str) -> io::Result<Vec<u8>> {
        let mut sealed = Vec::with_capacity(clear.len() + OVERHEAD);
        self.seal_onto(&mut sealed, Sort::Value, place, clear.as_bytes())?;
        Ok(sealed)
    }

    /// Reads what [`seal`](Self::seal) wrote at the same place; anything else is refused.
    pub fn open(&self, place: &str, bytes: &[u8]) -> Option<String> {
        let clear = self.open_after(0, Sort::Value, place, bytes.to_vec())?;
        String::from_utf8(clear).ok()
    }

    /// Adds a ciphertext to what is there already.
    pub(crate) fn seal_onto(
        &self,
        sealed: &mut Vec<u8>,
        sort: Sort,
        place: &str,
        clear: &[u8],
    ) -> io::Result<()> {
        let ring = self.ring();
        let key = ring
            .writer()
            .ok_or_else(|| io::Error::other("there is no key"))?;
        let mut nonce = [0; NONCE];
        random(&mut nonce)?;
        sealed.extend_from_slice(&[AES_256_GCM, key.number]);
        sealed.extend_from_slice(&nonce);
        let begin = sealed.len();
        sealed.extend_from_slice(clear);
        let text = sealed.get_mut(begin..).unwrap_or_default();
        let tag = key
            .cipher(sort)
            .encrypt_inout_detached(&Nonce::from(nonce), place.as_bytes(), text.into())
            .map_err(|_| io::Error::other("encryption failed"))?;
        sealed.extend_from_slice(&tag);
        Ok(())
    }

    /// The clear text of a ciphertext that begins after so many bytes, in the same memory.
    pub(crate) fn open_after(
        &self,
        begin: usize,
        sort: Sort,
        place: &str,
        mut bytes: Vec<u8>,
    ) -> Option<Vec<u8>> {
        let ring = self.ring();
        let sealed = bytes.get_mut(begin..)?;
        let key = ring.key(number_of(sealed)?)?;
        let (nonce, sealed) = sealed.get_mut(2..)?.split_at_mut_checked(NONCE)?;
        let nonce: [u8; NONCE] = (&*nonce).try_into().ok()?;
        let end = sealed.len().checked_sub(TAG)?;
        let (text, tag) = sealed.split_at_mut_checked(end)?;
        let tag: [u8; TAG] = (&*tag).try_into().ok()?;
        let (nonce, tag) = (Nonce::from(nonce), Tag::from(tag));
        key.cipher(sort)
            .decrypt_inout_detached(&nonce, place.as_bytes(), text.into(), &tag)
            .ok()?;
        bytes.truncate(bytes.len() - TAG);
        bytes.drain(..begin + 2 + NONCE);
        Some(bytes)
    }

    /// The blind index of a value in a column, as it is written: equal values in one column have
    /// equal indexes.
    pub fn blind(&self, column: &str, clear: &str) -> String {
        let ring = self.ring();
        let key = ring.writer();
        key.map(|key| key.blind(column, clear)).unwrap_or_default()
    }

    /// The same under one of the keys that are held.
    pub fn blind_under(&self, number: u8, column: &str, clear: &str) -> Option<String> {
        let ring = self.ring();
        let key = ring.key(number)?;
        Some(key.blind(column, clear))
    }

    /// Every blind index a value may be found by, that of the newest key last.
    pub fn blinds(&self, column: &str, clear: &str) -> Vec<String> {
        let ring = self.ring();
        let keys = ring.data.iter();
        keys.map(|key| key.blind(column, clear)).collect()
    }

    /// The keyed digest of a content of this kind: nobody without the key can make another.
    pub fn digest(&self, kind: &str, content: &str) -> String {
        let mut text = kind.as_bytes().to_vec();
        text.push(0);
        text.extend_from_slice(content.as_bytes());
        hex(&self.ring().digests.digest(&text))
    }

    /// A digest of a guarded row in the making.
    pub(crate) fn state(&self) -> Mac {
        Mac::new(&self.ring().states, "zhanggui/state")
    }
}

impl DataKey {
    fn again(&self) -> Self {
        Self {
            number: self.number,
            values: self.values.clone(),
            files: self.files.clone(),
            index: self.index,
            check: self.check.clone(),
        }
    }
}

/// The number of the key that a value was sealed with.
pub(crate) fn number_of(bytes: &[u8]) -> Option<u8> {
    match bytes {
        [AES_256_GCM, number, ..] => Some(*number),
        _ => None,
    }
}

/// SHA-256 as hexadecimal text: how tokens are kept.
pub fn digest(what: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(what))
}

/// A fresh unguessable token of 256 bits.
pub fn token() -> io::Result<String> {
    let mut bytes = [0; 32];
    random(&mut bytes)?;
    Ok(hex(&bytes))
}

pub fn random(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::from_hex;

    fn keys() -> Keys {
        Keys::from_master(&[7; 32]).unwrap()
    }

    #[test]
    fn a_sealed_value_opens_only_at_its_place() {
        let sealed = keys().seal("app_user.phone.1", "13800138000").unwrap();
        assert_eq!(
            keys().open("app_user.phone.1", &sealed).as_deref(),
            Some("13800138000")
        );
        assert_eq!(keys().open("app_user.phone.2", &sealed), None);
        let other = Keys::from_master(&[8; 32]).unwrap();
        assert_eq!(other.open("app_user.phone.1", &sealed), None);
        assert!(!sealed.windows(4).any(|part| part == b"1380"));
    }

    #[test]
    fn every_flipped_byte_is_noticed() {
        let sealed = keys().seal("place", "secret").unwrap();
        for at in 0..sealed.len() {
            let mut bad = sealed.clone();
            bad[at] ^= 1;
            assert_eq!(keys().open("place", &bad), None, "byte {at}");
        }
        assert_eq!(keys().open("place", &[]), None);
    }

    #[test]
    fn a_new_key_writes_once_it_is_told_to_and_both_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let keys = Keys::load_or_create(&path).unwrap();
        let (check, digest) = (keys.check(), keys.digest("kind", "content"));
        let old = keys.seal("place", "secret").unwrap();
        let old_index = keys.blind("a.phone", "138");
        assert_eq!(KeyFile::add(&path).unwrap(), 2);
        assert!(!keys.write_with(2), "the file was not read again yet");
        keys.reload(&path).unwrap();
        assert_eq!((keys.numbers(), keys.writing()), (vec![1, 2], 1));
        assert!(keys.write_with(2));
        let new = keys.seal("place", "secret").unwrap();
        assert_eq!((number_of(&old), number_of(&new)), (Some(1), Some(2)));
        for sealed in [&old, &new] {
            assert_eq!(keys.open("place", sealed).as_deref(), Some("secret"));
        }
        let both = keys.blinds("a.phone", "138");
        assert_eq!(both, [old_index, keys.blind("a.phone", "138")]);
        assert_ne!(both[0], both[1]);
        KeyFile::forget_all_but(&path, 2).unwrap();
        keys.reload(&path).unwrap();
        assert_eq!(keys.open("place", &old), None);
        assert_eq!(keys.open("place", &new).as_deref(), Some("secret"));
        // What cannot be made again stays what it was.
        assert_eq!(
            (keys.check(), keys.digest("kind", "content")),
            (check, digest)
        );
        let read = Keys::load_or_create(&path).unwrap();
        assert_eq!((read.check(), read.numbers()), (keys.check(), vec![2]));
    }

    #[test]
    fn blind_indexes_agree_within_a_column_only() {
        let keys = keys();
        assert_eq!(keys.blind("a.phone", "138"), keys.blind("a.phone", " 138 "));
        assert_ne!(keys.blind("a.phone", "138"), keys.blind("b.phone", "138"));
        assert_eq!(from_hex(&hex(&[0, 255, 16])), Some(vec![0, 255, 16]));
        assert_eq!(from_hex("0"), None);
    }
}
