//! Tokens that were good when they were shown last. Whether one still is, the database says at every
//! call; who shows one may have that asked where their work is done.

use std::{
    collections::HashSet,
    hash::{BuildHasher as _, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Past so many it starts afresh.
const TOKENS: usize = 10_000;

/// Of each a number that nobody outside can work out. Whoever hit the number of another would be asked
/// who they are a little later, no more.
#[derive(Default)]
pub struct Tokens {
    numbers: Mutex<HashSet<u64>>,
    by: RandomState,
}

impl Tokens {
    pub fn is_known(&self, token: &str) -> bool {
        self.lock().contains(&self.by.hash_one(token))
    }

    pub fn remember(&self, token: &str) {
        let mut known = self.lock();
        if known.len() >= TOKENS {
            known.clear();
        }
        known.insert(self.by.hash_one(token));
    }

    pub fn forget(&self, token: &str) {
        self.lock().remove(&self.by.hash_one(token));
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_until_it_is_forgotten() {
        let tokens = Tokens::default();
        assert!(!tokens.is_known("one"));
        tokens.remember("one");
        assert!(tokens.is_known("one"));
        assert!(!tokens.is_known("two"));
        tokens.forget("one");
        assert!(!tokens.is_known("one"));
    }

    #[test]
    fn it_does_not_grow_without_end() {
        let tokens = Tokens::default();
        for number in 0..=TOKENS {
            tokens.remember(&number.to_string());
        }
        assert_eq!(tokens.lock().len(), 1);
    }
}
