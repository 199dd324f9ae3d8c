//! Personal data at rest: authenticated encryption bound to its place, and blind indexes for
//! exact search. The key lives outside the database.

use std::{fs, io, path::Path};

use aes_gcm::{
    Aes256Gcm, Nonce,
    aead::{Aead, KeyInit, Payload},
};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

pub use crate::hex::hex;
use crate::{hex::from_hex, mac, private};

/// Format of a ciphertext: algorithm, key version, nonce, then ciphertext with its tag.
const AES_256_GCM: u8 = 1;
const KEY_VERSION: u8 = 1;
const NONCE: usize = 12;

/// The keys of one installation, all derived from one master key.
#[derive(Clone)]
pub struct Keys {
    cipher: Aes256Gcm,
    index: [u8; 32],
    digest: [u8; 32],
    state: [u8; 32],
    check: String,
}

impl Keys {
    /// Reads the key file, or makes one where there is none yet.
    pub fn load_or_create(path: &Path) -> io::Result<Self> {
        match fs::read_to_string(path) {
            Ok(text) => {
                let master = from_hex(text.trim())
                    .filter(|bytes| bytes.len() == 32)
                    .ok_or_else(|| {
                        io::Error::other("the key file does not hold 64 hexadecimal digits")
                    })?;
                Self::from_master(&master)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut master = [0; 32];
                random(&mut master)?;
                private::create(path, &hex(&master))?;
                Self::from_master(&master)
            }
            Err(error) => Err(error),
        }
    }

    pub fn from_master(master: &[u8]) -> io::Result<Self> {
        let encryption = keyed(master, b"zhanggui/encryption");
        let cipher = Aes256Gcm::new_from_slice(&encryption).map_err(io::Error::other)?;
        let check = hex(&keyed(master, b"zhanggui/check"));
        Ok(Self {
            cipher,
            index: keyed(master, b"zhanggui/index"),
            digest: keyed(master, b"zhanggui/digest"),
            state: keyed(master, b"zhanggui/state"),
            check,
        })
    }

    /// Tells whether a database was written with this key, without giving the key away.
    pub fn check(&self) -> &str {
        &self.check
    }

    /// Encrypts `clear` so that it can only be read back at `place` (table, column, row).
    pub fn seal(&self, place: &str, clear: &str) -> io::Result<Vec<u8>> {
        let mut nonce = [0; NONCE];
        random(&mut nonce)?;
        let payload = Payload {
            msg: clear.as_bytes(),
            aad: place.as_bytes(),
        };
        let sealed = self
            .cipher
            .encrypt(&Nonce::from(nonce), payload)
            .map_err(|_| io::Error::other("encryption failed"))?;
        let mut bytes = vec![AES_256_GCM, KEY_VERSION];
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&sealed);
        Ok(bytes)
    }

    /// Reads what [`seal`](Self::seal) wrote at the same place; anything else is refused.
    pub fn open(&self, place: &str, bytes: &[u8]) -> Option<String> {
        let sealed = bytes.strip_prefix(&[AES_256_GCM, KEY_VERSION])?;
        let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        let payload = Payload {
            msg: sealed,
            aad: place.as_bytes(),
        };
        let clear = self.cipher.decrypt(&Nonce::from(nonce), payload).ok()?;
        String::from_utf8(clear).ok()
    }

    /// The blind index of a value in a column: equal values in one column have equal indexes.
    pub fn blind(&self, column: &str, clear: &str) -> String {
        let mut text = column.as_bytes().to_vec();
        text.push(0);
        text.extend_from_slice(clear.trim().to_lowercase().as_bytes());
        hex(keyed(&self.index, &text).get(..16).unwrap_or_default())
    }

    /// The keyed digest of a content of this kind: nobody without the key can make another.
    pub fn digest(&self, kind: &str, content: &str) -> String {
        let mut text = kind.as_bytes().to_vec();
        text.push(0);
        text.extend_from_slice(content.as_bytes());
        hex(&keyed(&self.digest, &text))
    }

    /// A digest of a guarded row in the making.
    pub(crate) fn state(&self) -> mac::Mac {
        mac::Mac::new(&self.state, "zhanggui/state")
    }
}

fn keyed(key: &[u8], text: &[u8]) -> [u8; 32] {
    // HMAC takes keys of any length, so the error can never occur; a zero digest would only make
    // every check fail closed.
    Hmac::<Sha256>::new_from_slice(key).map_or([0; 32], |mut mac| {
        mac.update(text);
        mac.finalize().into_bytes().into()
    })
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
    fn blind_indexes_agree_within_a_column_only() {
        let keys = keys();
        assert_eq!(keys.blind("a.phone", "138"), keys.blind("a.phone", " 138 "));
        assert_ne!(keys.blind("a.phone", "138"), keys.blind("b.phone", "138"));
        assert_eq!(from_hex(&hex(&[0, 255, 16])), Some(vec![0, 255, 16]));
        assert_eq!(from_hex("0"), None);
    }
}
