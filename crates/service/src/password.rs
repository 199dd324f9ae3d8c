//! Passwords: how they are kept, checked, judged and made.

mod common;

use std::fmt;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use rand::{CryptoRng, RngExt};

use common::is_common;

const SALT_BYTES: usize = 16;
const GENERATED_CHARS: usize = 16;
const MAX_CHARS: usize = 128;
/// Without letters and digits that look alike: people copy these from paper.
const LOWER: &[u8] = b"abcdefghijkmnpqrstuvwxyz";
const UPPER: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS: &[u8] = b"23456789";

/// What one hash costs.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub memory_kib: u32,
    pub passes: u32,
    pub lanes: u32,
}

impl Cost {
    /// The least that is recommended for argon2id.
    pub const PRODUCTION: Cost = Cost {
        memory_kib: 19_456,
        passes: 2,
        lanes: 1,
    };
    /// As little as the algorithm takes, for tests.
    pub const CHEAP: Cost = Cost {
        memory_kib: 8,
        passes: 1,
        lanes: 1,
    };
}

/// Hashes and verifies passwords with argon2id; the parameters live in each hash, so they can be raised later.
#[derive(Clone)]
pub struct Hasher {
    argon: Argon2<'static>,
    /// Verified in place of the hash that an unknown name does not have.
    dummy: String,
}

/// Hashing failed: the parameters are impossible or memory ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError;

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("密码处理失败")
    }
}

impl std::error::Error for HashError {}

impl Hasher {
    pub fn new(cost: Cost, rng: &mut impl CryptoRng) -> Result<Hasher, HashError> {
        let Cost {
            memory_kib,
            passes,
            lanes,
        } = cost;
        let params = Params::new(memory_kib, passes, lanes, None).map_err(|_| HashError)?;
        // Random texts of the right lengths look like a hash that no password has.
        let (salt, hash) = (random_base64(22, rng), random_base64(43, rng));
        Ok(Hasher {
            argon: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            dummy: format!("$argon2id$v=19$m={memory_kib},t={passes},p={lanes}${salt}${hash}"),
        })
    }

    /// The PHC string to store.
    pub fn hash(&self, password: &str, rng: &mut impl CryptoRng) -> Result<String, HashError> {
        let salt: [u8; SALT_BYTES] = rng.random();
        let hash: PasswordHash = self
            .argon
            .hash_password_with_salt(password.as_bytes(), &salt)
            .map_err(|_| HashError)?;
        Ok(hash.to_string())
    }

    /// Whether the password belongs to the stored hash. Without one (an unknown name) it takes as long and says no.
    pub fn verify(&self, password: &str, stored: Option<&str>) -> bool {
        let Some((hash, is_stored)) = self.against(stored) else {
            return false;
        };
        let is_known = is_stored && password.chars().nth(MAX_CHARS).is_none();
        let fits = self
            .argon
            .verify_password(password.as_bytes(), &hash)
            .is_ok();
        is_known & fits
    }

    /// What a password is held against, and whether it is the stored hash: an unknown name has one
    /// that is as much work and fits nothing.
    fn against(&self, stored: Option<&str>) -> Option<(PasswordHash, bool)> {
        let known = stored.and_then(|text| PasswordHash::new(text).ok());
        match known {
            Some(hash) => Some((hash, true)),
            None => Some((PasswordHash::new(&self.dummy).ok()?, false)),
        }
    }
}

/// A text that is the base64 of some bytes: its last letter stands for bits that are all zero.
fn random_base64(letters: usize, rng: &mut impl CryptoRng) -> String {
    let letter = |_| LOWER.get(rng.random_range(0..LOWER.len())).copied();
    let mut text: String = (1..letters).filter_map(letter).map(char::from).collect();
    text.push('A');
    text
}

/// What a new password must be like; the operator chooses (mimaCelue).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// GB/T 22239 practice: eight characters of three kinds.
    Dengbao,
    /// OWASP ASVS: twelve characters, of any kind.
    Asvs,
}

/// Why a password is not good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakness {
    TooShort(usize),
    TooLong,
    TooFewKinds,
    HasLoginName,
    Common,
}

impl fmt::Display for Weakness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weakness::TooShort(chars) => write!(f, "密码至少 {chars} 位"),
            Weakness::TooLong => write!(f, "密码不能超过 {MAX_CHARS} 位"),
            Weakness::TooFewKinds => {
                f.write_str("密码须包含大写字母、小写字母、数字、符号中的至少三种")
            }
            Weakness::HasLoginName => f.write_str("密码不能包含账号"),
            Weakness::Common => f.write_str("密码过于常见，请换一个"),
        }
    }
}

impl std::error::Error for Weakness {}

impl Policy {
    /// The policy of this name in the settings.
    pub fn from_name(name: &str) -> Option<Policy> {
        [Policy::Dengbao, Policy::Asvs]
            .into_iter()
            .find(|policy| policy.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Policy::Dengbao => "dengbao",
            Policy::Asvs => "asvs",
        }
    }

    /// The first thing that is wrong with a password a person chose.
    pub fn check(self, password: &str, login_name: &str) -> Result<(), Weakness> {
        let least = match self {
            Policy::Dengbao => 8,
            Policy::Asvs => 12,
        };
        let chars = password.chars().count();
        if chars < least {
            return Err(Weakness::TooShort(least));
        }
        if chars > MAX_CHARS {
            return Err(Weakness::TooLong);
        }
        if self == Policy::Dengbao && kinds(password) < 3 {
            return Err(Weakness::TooFewKinds);
        }
        let lower = password.to_lowercase();
        if login_name.chars().count() >= 3 && lower.contains(&login_name.to_lowercase()) {
            return Err(Weakness::HasLoginName);
        }
        if is_common(&lower) {
            Err(Weakness::Common)
        } else {
            Ok(())
        }
    }
}

/// How many of upper case, lower case, digits and everything else occur.
fn kinds(password: &str) -> usize {
    let kinds: [fn(char) -> bool; 4] = [
        char::is_uppercase,
        char::is_lowercase,
        char::is_numeric,
        |c| !c.is_uppercase() && !c.is_lowercase() && !c.is_numeric(),
    ];
    kinds
        .iter()
        .filter(|kind| password.chars().any(**kind))
        .count()
}

/// A one-time password of sixteen characters that every policy accepts and a person can copy.
pub fn generate(rng: &mut impl CryptoRng) -> String {
    loop {
        let password: String = (0..GENERATED_CHARS)
            .map(|_| random_character(rng))
            .collect();
        if Policy::Dengbao.check(&password, "").is_ok() && Policy::Asvs.check(&password, "").is_ok()
        {
            return password;
        }
    }
}

fn random_character(rng: &mut impl CryptoRng) -> char {
    let mut index = rng.random_range(0..LOWER.len() + UPPER.len() + DIGITS.len());
    for set in [LOWER, UPPER, DIGITS] {
        if let Some(byte) = set.get(index) {
            return char::from(*byte);
        }
        index -= set.len();
    }
    'x'
}

#[cfg(test)]
mod tests;
