//! So many at a time of what one person asks for; the rest wait for them, not for others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// People beyond this many are looked through for those who left.
const PEOPLE: usize = 1_000;

pub struct PerPerson {
    each: usize,
    patience: Duration,
    people: Mutex<HashMap<i64, Weak<Semaphore>>>,
}

/// A place of one person's; it keeps their number of places known.
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

impl PerPerson {
    pub fn new(each: usize, patience: Duration) -> Self {
        Self {
            each,
            patience,
            people: Mutex::default(),
        }
    }

    /// A place where one is free.
    pub fn try_take(&self, person: i64) -> Option<Place> {
        let permit = self.places_of(person).try_acquire_owned().ok()?;
        Some(Place { _permit: permit })
    }

    /// Waits for a place; none where it takes too long.
    pub async fn take(&self, person: i64) -> Option<Place> {
        let places = self.places_of(person);
        let permit = timeout(self.patience, places.acquire_owned()).await;
        Some(Place {
            _permit: permit.ok()?.ok()?,
        })
    }

    fn places_of(&self, person: i64) -> Arc<Semaphore> {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if people.len() >= PEOPLE {
            people.retain(|_, places| places.strong_count() > 0);
        }
        let known = people.get(&person).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let places = Arc::new(Semaphore::new(self.each));
            people.insert(person, Arc::downgrade(&places));
            places
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_person_has_their_places() {
        let exports = PerPerson::new(2, Duration::ZERO);
        let held = [exports.try_take(1), exports.take(1).await];
        assert!(held.iter().all(Option::is_some));
        assert!(exports.try_take(1).is_none() && exports.take(1).await.is_none());
        assert!(exports.try_take(2).is_some());
        drop(held);
        assert!(exports.take(1).await.is_some());
    }
}
