//! The keys that seals are made with: a file of numbered keys. The newest one seals, the older
//! ones are kept to verify what they sealed.

use std::{fs, io, path::Path};

use crate::{
    conn::{Conn, Tx},
    crypt::{random, token},
    error::{Error, Result},
    hex::{from_hex, hex},
    mac::{Mac, MacKey},
    meta, private,
};

/// The seal keys of one installation, oldest first.
#[derive(Clone)]
pub struct SealKeys(Vec<(i64, [u8; 32])>);

impl SealKeys {
    /// Reads the file; `None` where there is none.
    pub fn load(path: &Path) -> io::Result<Option<Self>> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        // A key that others can read is none.
        if private::is_open_to_others(path)? {
            return Err(io::Error::other("其他用户可以读取该文件，请执行 chmod 600"));
        }
        let keys: Option<Vec<(i64, [u8; 32])>> = text.lines().map(parse).collect();
        match keys {
            Some(keys) if !keys.is_empty() && keys.is_sorted_by(|one, next| one.0 < next.0) => {
                Ok(Some(Self(keys)))
            }
            _ => Err(io::Error::other("文件内容不是编号的封存密钥")),
        }
    }

    /// Makes the file with one key in it.
    pub fn create(path: &Path, number: i64) -> io::Result<Self> {
        let keys = Self(vec![(number, fresh()?)]);
        private::create(path, &keys.text())?;
        Ok(keys)
    }

    /// Adds a key: from now on it is the one that seals.
    pub fn rotate(path: &Path) -> io::Result<Self> {
        let mut keys = Self::load(path)?.ok_or(io::ErrorKind::NotFound)?;
        keys.0.push((keys.newest() + 1, fresh()?));
        private::replace(path, &keys.text())?;
        Ok(keys)
    }

    pub fn newest(&self) -> i64 {
        self.0.last().map_or(0, |(number, _)| *number)
    }

    pub fn numbers(&self) -> impl Iterator<Item = i64> {
        self.0.iter().map(|(number, _)| *number)
    }

    /// Tells whether a database was sealed with this key, without giving the key away.
    pub fn check(&self, number: i64) -> Option<String> {
        self.mac(number, "zhanggui/seal-check").map(Mac::finish)
    }

    /// A digest under one of the keys; `None` where it is not here.
    pub(crate) fn mac(&self, number: i64, purpose: &str) -> Option<Mac> {
        let found = self.0.iter().find(|(held, _)| *held == number);
        found.map(|(_, key)| Mac::new(&MacKey::new(key), purpose))
    }

    fn text(&self) -> String {
        let line = |(number, key): &(i64, [u8; 32])| format!("{number} {}\n", hex(key));
        self.0.iter().map(line).collect()
    }
}

/// What the database remembers of a key.
const REMEMBERED: &str = "seal_key_";

/// Lets the database remember these keys; answers whether they agree with those it knew.
pub fn register(tx: &mut Tx<'_>, keys: &SealKeys) -> Result<bool> {
    for number in keys.numbers() {
        let check = keys.check(number).unwrap_or_default();
        meta::put_new(tx, &format!("{REMEMBERED}{number}"), &check)?;
    }
    agrees(tx, keys)
}

/// Whether every key that the database knows by number is the one of that number here.
pub fn agrees(conn: &mut Conn, keys: &SealKeys) -> Result<bool> {
    let known = meta::with_prefix(conn, REMEMBERED)?;
    let mut numbers = keys.numbers();
    Ok(numbers.all(|number| {
        let check = known.get(&number.to_string());
        check.is_none() || check == keys.check(number).as_ref()
    }))
}

/// The number of the newest key the database knows; 0 before the first.
pub fn newest_known(conn: &mut Conn) -> Result<i64> {
    let known = meta::with_prefix(conn, REMEMBERED)?;
    let numbers = known.keys().filter_map(|number| number.parse().ok());
    Ok(numbers.max().unwrap_or_default())
}

/// What keeps the anchors of two databases apart; made up once.
pub fn installation(tx: &mut Tx<'_>) -> Result<String> {
    let fresh = token().map_err(|error| Error::Driver(error.to_string()))?;
    meta::put_new(tx, INSTALLATION, &fresh)?;
    Ok(known_installation(tx)?.unwrap_or_default())
}

pub fn known_installation(conn: &mut Conn) -> Result<Option<String>> {
    meta::get(conn, INSTALLATION)
}

const INSTALLATION: &str = "installation";

fn parse(line: &str) -> Option<(i64, [u8; 32])> {
    let (number, key) = line.split_once(' ')?;
    Some((number.parse().ok()?, from_hex(key)?.try_into().ok()?))
}

fn fresh() -> io::Result<[u8; 32]> {
    let mut key = [0; 32];
    random(&mut key)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_key_seals_and_the_old_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seal.keys");
        assert!(SealKeys::load(&path).unwrap().is_none());
        let first = SealKeys::create(&path, 1).unwrap();
        let second = SealKeys::rotate(&path).unwrap();
        assert_eq!((first.newest(), second.newest()), (1, 2));
        let read = SealKeys::load(&path).unwrap().unwrap();
        assert_eq!(read.check(1), first.check(1));
        assert_ne!(read.check(1), read.check(2));
        assert_eq!(read.check(3), None);
    }

    #[test]
    fn a_file_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seal.keys");
        SealKeys::create(&path, 1).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(SealKeys::load(&path).is_err());
    }
}
