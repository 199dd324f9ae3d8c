//! Keyed digests over values of the database: what only the holder of a key can make.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::{
    hex::hex,
    value::{Cell, Value},
};

/// A keyed digest in the making. Everything fed into it says what it is and how long, so that no
/// two sequences read alike.
pub(crate) struct Mac(Option<Hmac<Sha256>>);

impl Mac {
    pub fn new(key: &[u8], purpose: &str) -> Self {
        // HMAC takes keys of any length, so it is always there; without one nothing would match.
        let mut mac = Self(Hmac::new_from_slice(key).ok());
        mac.text(purpose);
        mac
    }

    pub fn text(&mut self, text: &str) {
        self.cell(&Cell::Text(text.into()));
    }

    pub fn int(&mut self, number: i64) {
        self.cell(&Cell::Int(number));
    }

    pub fn value(&mut self, value: &Value) {
        self.cell(&Cell::from(value));
    }

    pub fn cell(&mut self, cell: &Cell<'_>) {
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
pub(crate) fn feed(cell: &Cell<'_>, mut sink: impl FnMut(&[u8])) {
    let (kind, bytes): (u8, &[u8]) = match cell {
        Cell::Null => (0, &[]),
        Cell::Bool(flag) => return feed(&Cell::Int(i64::from(*flag)), sink),
        Cell::Int(number) => {
            sink(&[1]);
            return sink(&number.to_be_bytes());
        }
        Cell::Text(text) => (2, text.as_bytes()),
        Cell::Blob(bytes) => (3, bytes),
    };
    sink(&[kind]);
    sink(&(bytes.len() as u64).to_be_bytes());
    sink(bytes);
}
