//! Time, injected. The business clock dates what lenders do; real time decides expiry and rate
//! limits.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicI64, Ordering},
};

use schema::{Date, Timestamp};

/// The clock of one running server.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    business: Business,
    /// Where real time was stopped; tests do that.
    real_stopped_ms: OnceLock<i64>,
    /// Added to real time; tests move it.
    real_shift_ms: AtomicI64,
}

#[derive(Debug)]
enum Business {
    /// Real time plus so many milliseconds.
    Running(AtomicI64),
    /// Stands still at an instant.
    Standing(AtomicI64),
}

impl Clock {
    /// The machine's own time.
    pub fn system() -> Self {
        Self::with(Business::Running(AtomicI64::new(0)))
    }

    /// A clock that stands still, for tests.
    pub fn standing(at: Timestamp) -> Self {
        Self::with(Business::Standing(AtomicI64::new(at.0)))
    }

    /// A clock that shows `at` now and runs on.
    pub fn starting_at(at: Timestamp) -> Self {
        Self::with(Business::Running(AtomicI64::new(at.0 - machine_ms())))
    }

    /// Reads `ZHANGGUI_CLOCK`: `2026-03-01T09:00:00`, with a trailing `!` to stand still.
    pub fn from_setting(text: &str) -> Option<Self> {
        let (text, stands) = text
            .strip_suffix('!')
            .map_or((text, false), |text| (text, true));
        let at = Timestamp::parse(&text.replacen('T', " ", 1))?;
        Some(if stands {
            Self::standing(at)
        } else {
            Self::starting_at(at)
        })
    }

    fn with(business: Business) -> Self {
        Self(Arc::new(Inner {
            business,
            real_stopped_ms: OnceLock::new(),
            real_shift_ms: AtomicI64::new(0),
        }))
    }

    /// Now, for business.
    pub fn now(&self) -> Timestamp {
        match &self.0.business {
            Business::Running(shift) => Timestamp(machine_ms() + shift.load(Ordering::Relaxed)),
            Business::Standing(at) => Timestamp(at.load(Ordering::Relaxed)),
        }
    }

    /// Today, for business.
    pub fn today(&self) -> Date {
        self.now().date()
    }

    /// Now, in truth: for expiry and rate limits.
    pub fn real(&self) -> Timestamp {
        let at = self.0.real_stopped_ms.get().copied();
        Timestamp(at.unwrap_or_else(machine_ms) + self.0.real_shift_ms.load(Ordering::Relaxed))
    }

    /// Moves the business clock (tests and demo data).
    pub fn advance_business(&self, ms: i64) {
        match &self.0.business {
            Business::Running(at) | Business::Standing(at) => at.fetch_add(ms, Ordering::Relaxed),
        };
    }

    /// Stops real time, so that a test sees the same minute however slow the machine is.
    pub fn stop_real(&self) {
        self.0.real_stopped_ms.get_or_init(machine_ms);
    }

    /// Moves real time (tests of expiry).
    pub fn advance_real(&self, ms: i64) {
        self.0.real_shift_ms.fetch_add(ms, Ordering::Relaxed);
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that looks at the machine's clock"
)]
fn machine_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_starts_or_stops_the_business_clock() {
        let standing = Clock::from_setting("2026-03-01T09:00:00!").unwrap();
        assert_eq!(standing.now().to_string(), "2026-03-01 09:00:00");
        standing.advance_business(60_000);
        assert_eq!(standing.now().to_string(), "2026-03-01 09:01:00");
        let running = Clock::from_setting("2026-03-01T09:00:00").unwrap();
        assert_eq!(running.today().to_string(), "2026-03-01");
        assert!(Clock::from_setting("tomorrow").is_none());
    }

    #[test]
    fn real_time_is_not_the_business_clock() {
        let clock = Clock::from_setting("2020-01-01T00:00:00!").unwrap();
        assert!(clock.real().0 > clock.now().0);
    }

    #[test]
    fn real_time_stops_and_is_moved() {
        let clock = Clock::system();
        clock.stop_real();
        let at = clock.real().0;
        std::thread::sleep(std::time::Duration::from_millis(3));
        assert_eq!(clock.real().0, at);
        clock.advance_real(60_000);
        assert_eq!(clock.real().0, at + 60_000);
    }
}
