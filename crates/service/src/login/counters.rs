//! What failures are counted by, and how the counts stand.

use store::{
    Conn, crypt,
    login::{self, Counter, Failures},
};

use super::Attempt;
use crate::{
    error::Result,
    login_lock::{FORGET_MS, inside_counter, name_counter},
    network,
};

const CAPTCHA_AFTER: i64 = 3;

/// Where an attempt comes from.
#[derive(Debug, Clone, Default)]
pub struct Visitor {
    pub ip: String,
    /// What the browser was given at an earlier sign-in.
    pub browser: Option<String>,
}

impl Visitor {
    pub(super) fn address(&self) -> String {
        format!("address:{}", network::of(&self.ip))
    }

    /// The places an attempt may be known by. A browser is one person's more than an address is.
    pub(super) fn places(&self) -> impl Iterator<Item = String> {
        let browser = self.browser.as_deref().map(browser_place);
        browser.into_iter().chain([self.address()])
    }
}

pub(super) fn browser_place(token: &str) -> String {
    format!("browser:{}", crypt::digest(token))
}

pub(super) fn is_suspicious(failures: &Failures, real_ms: i64) -> bool {
    let is_recent = failures.last_ms > real_ms - FORGET_MS;
    (failures.count >= CAPTCHA_AFTER && is_recent) || failures.locked_until_ms > real_ms
}

/// What an attempt is counted by.
pub(super) struct Counters {
    /// The strangers' counter of the name, or the one of a known place.
    pub own: Counter,
    pub name: Counter,
    pub address: Counter,
    /// Wrong passwords of the person signed in, at an open screen: that lock holds everywhere.
    pub inside: Counter,
}

/// How the counters stand at a moment.
pub(super) struct Standing {
    pub needs_captcha: bool,
    pub is_locked: bool,
}

impl Counters {
    pub fn of(attempt: &Attempt, visitor: &Visitor, known_place: Option<&str>) -> Self {
        let name = name_counter(&attempt.login_name);
        let own = match known_place {
            None => name.clone(),
            Some(place) => Counter {
                who: format!("{place}:{}", name.who),
                ..name.clone()
            },
        };
        Self {
            own,
            name,
            address: address_counter(visitor),
            inside: inside_counter(&attempt.login_name),
        }
    }

    pub fn standing(&self, conn: &mut Conn, real_ms: i64) -> Result<Standing> {
        let own = login::failures(conn, &self.own)?;
        let address = login::failures(conn, &self.address)?;
        let inside = login::failures(conn, &self.inside)?;
        Ok(Standing {
            needs_captcha: is_suspicious(&own, real_ms) || is_suspicious(&address, real_ms),
            is_locked: own.locked_until_ms > real_ms || inside.locked_until_ms > real_ms,
        })
    }
}

pub(super) fn address_counter(visitor: &Visitor) -> Counter {
    Counter {
        who: visitor.address(),
        login_name: None,
    }
}
