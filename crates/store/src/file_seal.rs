//! Private files at rest: encrypted like values (`crypt.rs`), with keys of their own, and bound to
//! the name they are kept under. The first bytes tell a sealed file from one that an earlier version
//! kept in clear, and which key it lies under.

use std::io;

use crate::crypt::{self, Keys, Sort};

/// No picture, sheet or document begins like this.
const MARK: &[u8] = b"zgfile\0\x01";

/// As much of a file as tells the key it lies under.
pub const HEADER: usize = MARK.len() + 2;
/// What a sealed file has more than its clear text.
pub const OVERHEAD: usize = MARK.len() + crypt::OVERHEAD;

fn place(name: &str) -> String {
    format!("file.{name}")
}

impl Keys {
    /// Encrypts a file so that it can only be read back under its own name.
    pub fn seal_file(&self, name: &str, clear: &[u8]) -> io::Result<Vec<u8>> {
        let mut sealed = Vec::with_capacity(clear.len() + OVERHEAD);
        sealed.extend_from_slice(MARK);
        self.seal_onto(&mut sealed, Sort::File, &place(name), clear)?;
        Ok(sealed)
    }

    /// Reads what [`seal_file`](Self::seal_file) made of a file of this name; anything else is
    /// refused.
    pub fn open_file(&self, name: &str, sealed: Vec<u8>) -> Option<Vec<u8>> {
        number(&sealed)?;
        self.open_after(MARK.len(), Sort::File, &place(name), sealed)
    }
}

/// The number of the key that a file was sealed with, by its first bytes; none where it lies in
/// clear. No key has the number 0, which stands for a header that nobody writes.
pub fn number(beginning: &[u8]) -> Option<u8> {
    let sealed = beginning.strip_prefix(MARK)?;
    Some(crypt::number_of(sealed).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Keys {
        Keys::from_master(&[7; 32]).unwrap()
    }

    #[test]
    fn a_file_opens_under_its_name_alone() {
        let clear = b"\x89PNG and the rest of a picture";
        let sealed = keys().seal_file("renzheng/a.png", clear).unwrap();
        assert_eq!(sealed.len(), clear.len() + OVERHEAD);
        assert!(!sealed.windows(4).any(|part| part == b"\x89PNG"));
        assert_eq!(number(&sealed[..HEADER]), Some(1));
        let open = |name: &str, bytes: &[u8]| keys().open_file(name, bytes.to_vec());
        assert_eq!(open("renzheng/a.png", &sealed).as_deref(), Some(&clear[..]));
        assert_eq!(open("renzheng/b.png", &sealed), None);
        for at in 0..sealed.len() {
            let mut bad = sealed.clone();
            bad[at] ^= 1;
            assert_eq!(open("renzheng/a.png", &bad), None, "byte {at}");
            assert_eq!(open("renzheng/a.png", &sealed[..at]), None, "cut at {at}");
        }
    }

    #[test]
    fn a_file_is_no_value_and_a_value_no_file() {
        let value = keys().seal("file.a", "text").unwrap();
        let as_file = [MARK, &value].concat();
        assert_eq!(keys().open_file("a", as_file), None);
        let file = keys().seal_file("a", b"text").unwrap();
        assert_eq!(keys().open("file.a", &file[MARK.len()..]), None);
    }

    #[test]
    fn what_an_earlier_version_kept_is_in_clear() {
        for clear in [
            &b"\x89PNG"[..],
            b"\xff\xd8\xff",
            b"PK\x03\x04",
            b"zgfile",
            b"",
        ] {
            assert_eq!(number(clear), None);
        }
        assert_eq!(number(&[MARK, &[9, 1]].concat()), Some(0));
    }
}
