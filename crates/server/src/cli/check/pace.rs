//! How far a long check is, now and then, on standard error.

use std::cell::Cell;

use store::Clock;

const EVERY_MS: i64 = 3_000;

pub struct Pace {
    clock: Clock,
    told_ms: Cell<i64>,
}

impl Pace {
    pub fn new() -> Self {
        // Whoever waits does so in real time, wherever the business clock stands.
        let clock = Clock::system();
        let told_ms = Cell::new(clock.real().0);
        Self { clock, told_ms }
    }

    /// Says it, if nothing was said for a while.
    pub fn tell(&self, sentence: impl FnOnce() -> String) {
        let now_ms = self.clock.real().0;
        if now_ms - self.told_ms.get() >= EVERY_MS {
            self.told_ms.set(now_ms);
            eprintln!("{}", sentence());
        }
    }
}
