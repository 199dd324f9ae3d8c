//! Memory that requests share: whoever reads or unpacks something large first takes room for it, so
//! that all of them together have a bound, and one person never takes it all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// What one permit stands for.
const UNIT: usize = 1 << 10;
/// People beyond this many are looked through for those who left.
const PEOPLE: usize = 1_000;

pub struct Room {
    units: Arc<Semaphore>,
    size: u32,
    share: u32,
    patience: Duration,
    people: Mutex<HashMap<i64, Weak<Semaphore>>>,
}

/// Room that was taken; dropping it gives it back.
pub struct Held {
    _all: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
}

impl Room {
    /// Room for so many bytes, how many of them one person may hold, and how long one may wait.
    pub fn new(bytes: usize, share: usize, patience: Duration) -> Self {
        let size = units(bytes);
        Self {
            units: Arc::new(Semaphore::new(size as usize)),
            size,
            share: units(share).clamp(1, size),
            patience,
            people: Mutex::default(),
        }
    }

    /// Whether so much could ever be had.
    pub fn fits(&self, bytes: usize) -> bool {
        units(bytes) <= self.size
    }

    /// Waits for room, and answers nothing where there is none in time. Whoever asks for more than
    /// there is gets all of it; whoever asks for more than a share waits until they hold nothing
    /// else. A person waits for their own share first, so that others never queue behind it.
    pub async fn take(&self, person: i64, bytes: usize) -> Option<Held> {
        let wanted = units(bytes).clamp(1, self.size);
        let own = self.share_of(person);
        let taken = timeout(self.patience, async {
            let own = own.acquire_many_owned(wanted.min(self.share)).await.ok()?;
            let all = Arc::clone(&self.units).acquire_many_owned(wanted).await;
            Some(Held {
                _all: all.ok()?,
                _own: own,
            })
        });
        taken.await.ok()?
    }

    fn share_of(&self, person: i64) -> Arc<Semaphore> {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        if people.len() >= PEOPLE {
            people.retain(|_, share| share.strong_count() > 0);
        }
        let known = people.get(&person).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let share = Arc::new(Semaphore::new(self.share as usize));
            people.insert(person, Arc::downgrade(&share));
            share
        })
    }
}

fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn room_is_given_back() {
        let room = Room::new(10 * UNIT, 10 * UNIT, Duration::ZERO);
        let held = [room.take(1, 4 * UNIT).await, room.take(2, 1).await];
        assert!(held.iter().all(Option::is_some));
        assert!(room.take(3, 6 * UNIT).await.is_none(), "five are left");
        let rest = room.take(3, 5 * UNIT).await;
        assert!(rest.is_some() && room.take(4, 0).await.is_none());
        drop((held, rest));
        assert!(room.take(4, usize::MAX).await.is_some());
        assert!(room.fits(10 * UNIT) && !room.fits(10 * UNIT + 1));
    }

    #[tokio::test]
    async fn one_person_has_a_share() {
        let room = Room::new(10 * UNIT, 4 * UNIT, Duration::ZERO);
        let held = [room.take(1, 3 * UNIT).await, room.take(1, UNIT).await];
        assert!(held.iter().all(Option::is_some));
        assert!(room.take(1, 1).await.is_none(), "the share is taken");
        assert!(room.take(2, 6 * UNIT).await.is_some(), "others have room");
        drop(held);
        let large = room.take(1, 10 * UNIT).await;
        assert!(large.is_some(), "more than a share, alone");
        assert!(room.take(1, 1).await.is_none());
    }
}
