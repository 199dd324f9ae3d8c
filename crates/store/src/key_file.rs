//! The file of keys: numbered master keys, the newest last, and what is left of the first one.
//!
//! An installation that never changed its key has a file of 64 hexadecimal digits. Afterwards each
//! line has a number and a key; the line `proof` holds what proves older lines of the database
//! once the first key is gone.

use std::{fs, io, path::Path};

use crate::{
    hex::{from_hex, hex},
    mac::keyed,
    private,
};

/// Keys of digests over what cannot be written again.
#[derive(Clone)]
pub(crate) struct Proof {
    pub digest: [u8; 32],
    pub state: [u8; 32],
    pub check: String,
}

impl Proof {
    /// Of the first key that an installation had.
    pub fn of_master(master: &[u8]) -> Self {
        Self {
            digest: keyed(master, b"zhanggui/digest"),
            state: keyed(master, b"zhanggui/state"),
            check: hex(&keyed(master, b"zhanggui/check")),
        }
    }
}

/// What the file says.
pub struct KeyFile {
    pub(crate) masters: Vec<(u8, [u8; 32])>,
    pub(crate) proof: Proof,
}

impl KeyFile {
    pub(crate) fn of_master(master: [u8; 32]) -> Self {
        Self {
            proof: Proof::of_master(&master),
            masters: vec![(1, master)],
        }
    }

    pub(crate) fn parse(text: &str) -> io::Result<Self> {
        let told = || io::Error::other("the key file does not hold keys of 64 hexadecimal digits");
        if let Some(only) = key(text.trim()) {
            return Ok(Self::of_master(only));
        }
        let mut masters = Vec::new();
        let mut proof = None;
        for line in text.lines() {
            let parts: Vec<&str> = line.split_whitespace().collect();
            match parts.as_slice() {
                ["proof", digest, state, check] => {
                    proof = Some(Proof {
                        digest: key(digest).ok_or_else(told)?,
                        state: key(state).ok_or_else(told)?,
                        check: (*check).to_owned(),
                    });
                }
                [number, master] => masters.push((
                    number.parse().map_err(|_| told())?,
                    key(master).ok_or_else(told)?,
                )),
                _ => return Err(told()),
            }
        }
        let first = masters.first().filter(|(number, _)| *number == 1);
        let proof = proof.or_else(|| first.map(|(_, master)| Proof::of_master(master)));
        let is_sorted = masters.is_sorted_by(|one, next| one.0 < next.0);
        match proof {
            Some(proof) if is_sorted && !masters.is_empty() => Ok(Self { masters, proof }),
            _ => Err(told()),
        }
    }

    /// Adds a key to the file; answers its number. It writes once the database says so.
    pub fn add(path: &Path) -> io::Result<u8> {
        let mut file = Self::parse(&fs::read_to_string(path)?)?;
        let newest = file.masters.last().map_or(0, |(number, _)| *number);
        let number = newest
            .checked_add(1)
            .ok_or_else(|| io::Error::other("there were 255 keys already"))?;
        let mut master = [0; 32];
        getrandom::fill(&mut master).map_err(io::Error::other)?;
        file.masters.push((number, master));
        private::replace(path, &file.text())?;
        Ok(number)
    }

    /// Leaves one key in the file.
    pub fn forget_all_but(path: &Path, number: u8) -> io::Result<()> {
        let mut file = Self::parse(&fs::read_to_string(path)?)?;
        file.masters.retain(|(known, _)| *known == number);
        if file.masters.is_empty() {
            return Err(io::Error::other("the file does not hold that key"));
        }
        private::replace(path, &file.text())
    }

    fn text(&self) -> String {
        let Proof {
            digest,
            state,
            check,
        } = &self.proof;
        let proof = format!("proof {} {} {check}\n", hex(digest), hex(state));
        let lines = self.masters.iter();
        let lines = lines.map(|(number, master)| format!("{number} {}\n", hex(master)));
        std::iter::once(proof).chain(lines).collect()
    }
}

fn key(text: &str) -> Option<[u8; 32]> {
    from_hex(text)?.try_into().ok()
}
