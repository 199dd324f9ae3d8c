//! Keyed digests over values of the database: what only the holder of a key can make.

use ring::hmac::{Context, HMAC_SHA256, Key, sign};

use crate::{
    hex::hex,
    value::{Borrowed, Value},
};

/// A key made ready for many digests, which is half of what a short one costs.
#[derive(Clone)]
pub(crate) struct MacKey(Key);

impl MacKey {
    pub fn new(key: &[u8]) -> Self {
        Self(Key::new(HMAC_SHA256, key))
    }

    /// The keyed digest of a text.
    pub fn digest(&self, text: &[u8]) -> [u8; 32] {
        // It has that length; a zero digest would only make every check fail closed.
        sign(&self.0, text).as_ref().try_into().unwrap_or_default()
    }
}

/// The keyed digest of a text.
pub(crate) fn keyed(key: &[u8], text: &[u8]) -> [u8; 32] {
    MacKey::new(key).digest(text)
}

/// A keyed digest in the making. Everything fed into it says what it is and how long, so that no
/// two sequences read alike.
pub(crate) struct Mac(Context);

impl Mac {
    pub fn new(key: &MacKey, purpose: &str) -> Self {
        let mut mac = Self(Context::with_key(&key.0));
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
        feed(cell, |bytes| self.0.update(bytes));
    }

    /// 256 bits as hexadecimal text.
    pub fn finish(self) -> String {
        hex(self.0.sign().as_ref())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The second case of RFC 4231: what databases keep must be found again by every version.
    #[test]
    fn digests_are_those_of_hmac_sha256() {
        let digest = keyed(b"Jefe", b"what do ya want for nothing?");
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex(&digest), expected);
        let mut mac = Mac::new(&MacKey::new(b"Jefe"), "for what");
        mac.int(-1);
        let mut fed = Vec::new();
        feed(&Borrowed::Text("for what".into()), |bytes| {
            fed.extend_from_slice(bytes);
        });
        feed(&Borrowed::Int(-1), |bytes| fed.extend_from_slice(bytes));
        assert_eq!(mac.finish(), hex(&keyed(b"Jefe", &fed)));
    }
}
