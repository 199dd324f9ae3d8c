//! Who calls, from where and when: what every verb is told.

use std::{sync::Arc, time::Instant};

use schema::Timestamp;
use store::{access::Access, rows::Author};

/// A signed-in person.
#[derive(Debug, Clone)]
pub struct Actor {
    pub user_id: i64,
    pub session_id: i64,
    pub login_name: String,
    pub nick_name: String,
    pub mendian: Option<String>,
    pub must_change_password: bool,
    /// Their screen is locked until the password is given.
    pub is_locked: bool,
    pub access: Arc<Access>,
}

impl Actor {
    pub fn may(&self, permission: &str) -> bool {
        self.access.permissions.contains(permission)
    }
}

/// Where a request came from.
#[derive(Debug, Clone)]
pub struct Origin {
    pub ip: String,
    pub ua: String,
    pub trace_id: String,
    pub method: String,
    pub url: String,
    pub started: Instant,
    /// The request's parameters with everything secret taken out.
    pub canshu: Option<String>,
}

impl Origin {
    /// The server itself (first start, commands, housekeeping).
    pub fn internal(what: &str) -> Self {
        Self {
            ip: String::new(),
            ua: String::new(),
            trace_id: String::new(),
            method: String::new(),
            url: what.to_owned(),
            started: Instant::now(),
            canshu: None,
        }
    }
}

/// One call of a verb.
#[derive(Debug, Clone)]
pub struct Call {
    pub actor: Actor,
    pub origin: Origin,
    /// The business clock.
    pub now: Timestamp,
    /// Real time, for expiry and limits.
    pub real_ms: i64,
    /// The operation log's word for what is called, a value of the dictionary log_type.
    pub log_type: &'static str,
    /// The search for a secret that this call makes is counted already.
    pub is_counted: bool,
}

impl Call {
    /// The writer the store needs to know.
    pub fn writer(&self) -> Author<'_> {
        Author {
            reach: &self.actor.access.reach,
            now: self.now,
            real_ms: self.real_ms,
        }
    }

    /// The same call under another word of the operation log.
    #[must_use]
    pub fn logged_as(&self, log_type: &'static str) -> Self {
        Self {
            log_type,
            ..self.clone()
        }
    }
}
