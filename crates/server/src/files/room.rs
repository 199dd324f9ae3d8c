//! Memory for uploads: a form is held whole while it is checked, so only so much of them at once.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// What one permit stands for.
const UNIT: usize = 1 << 10;

pub struct Room {
    units: Arc<Semaphore>,
    size: u32,
    patience: Duration,
}

impl Room {
    /// Room for so many bytes, and how long one may wait for them.
    pub fn new(bytes: usize, patience: Duration) -> Self {
        let size = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        Self {
            units: Arc::new(Semaphore::new(size as usize)),
            size,
            patience,
        }
    }

    /// Waits for room, and answers nothing where there is none in time. Whoever asks for more than
    /// there is gets all of it.
    pub async fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let wanted = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let wanted = wanted.clamp(1, self.size);
        let units = Arc::clone(&self.units).acquire_many_owned(wanted);
        timeout(self.patience, units).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn room_is_given_back() {
        let room = Room::new(10 * UNIT, Duration::ZERO);
        let held = [room.take(4 * UNIT).await, room.take(1).await];
        assert!(held.iter().all(Option::is_some));
        assert!(room.take(6 * UNIT).await.is_none(), "five are left");
        let rest = room.take(5 * UNIT).await;
        assert!(rest.is_some() && room.take(0).await.is_none());
        drop((held, rest));
        assert!(room.take(usize::MAX).await.is_some());
    }
}
