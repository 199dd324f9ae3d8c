//! Keyed digests over values of the database: what only the holder of a key can make.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::{
    hex::hex,
    value::{Borrowed, Value},
};

/// A key made ready for many digests, which is half of what a short one costs.
#[derive(Clone)]
pub(crate) struct MacKey(Option<Hmac<Sha256>>);

impl MacKey {
    pub fn new(key: &[u8]) -> Self {
        // HMAC takes keys of any length, so it is always there; a zero digest would only make every
        // check fail closed.
        Self(Hmac::new_from_slice(key).ok())
    }

    /// The keyed digest of a text.
    pub fn digest(&self, text: &[u8]) -> [u8; 32] {
        self.0.clone().map_or([0; 32], |mut mac| {
            mac.update(text);
            mac.finalize().into_bytes().into()
        })
    }
}

/// The keyed digest of a text.
pub(crate) fn keyed(key: &[u8], text: &[u8]) -> [u8; 32] {
    MacKey::new(key).digest(text)
}

/// A keyed digest in the making. Everything fed into it says what it is and how long, so that no
/// two sequences read alike.
pub(crate) struct Mac(Option<Hmac<Sha256>>);

impl Mac {
    pub fn new(key: &MacKey, purpose: &str) -> Self {
        let mut mac = Self(key.0.clone());
        mac.text(purpose);
        mac
    }

    pub fn text(&mut self, text: &str) {
        self.cell(&Borrowed::Text(text.into()));
    }

    pub fn int(&mut self, number: i64) {
        self.cell(&Borrowed::Int(number));
    }

    pub fn value(&mut self, value: &Value) {
        self.cell(&Borrowed::from(value));
    }

    pub fn cell(&mut self, cell: &Borrowed<'_>) {
        if let Some(mac) = &mut self.0 {
            feed(cell, |bytes| mac.update(bytes));
        }
    }

    /// 256 bits as hexadecimal text.
    pub fn finish(self) -> String {
        self.0
            .map(|mac| hex(&mac.finalize().into_bytes()))
            .unwrap_or_default()
    }
}

/// Type and length before the bytes.
pub(crate) fn feed(cell: &Borrowed<'_>, mut sink: impl FnMut(&[u8])) {
    let (kind, bytes): (u8, &[u8]) = match cell {
        Borrowed::Null => (0, &[]),
        Borrowed::Bool(flag) => return feed(&Borrowed::Int(i64::from(*flag)), sink),
        Borrowed::Int(number) => {
            sink(&[1]);
            return sink(&number.to_be_bytes());
        }
        Borrowed::Text(text) => (2, text.as_bytes()),
        Borrowed::Blob(bytes) => (3, bytes),
    };
    sink(&[kind]);
    sink(&(bytes.len() as u64).to_be_bytes());
    sink(bytes);
}
