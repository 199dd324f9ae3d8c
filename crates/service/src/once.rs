//! One decision of a person, carried out once however often it arrives. Whoever sends it marks it
//! with a key of their own; the key is bound to them, the route and what was asked.

use store::{
    Tx, crypt,
    idempotency::{self, Use},
};

use crate::{
    call::Call,
    error::{Error, Result},
};

#[derive(Debug, Clone)]
pub struct Once {
    key: String,
    route: &'static str,
    asked: String,
}

impl Once {
    pub fn new(key: String, route: &'static str, asked: &[u8]) -> Self {
        Self {
            key,
            route,
            asked: crypt::digest(asked),
        }
    }

    /// The answer this decision got before; where there is none, it is this transaction's to give.
    pub fn earlier(&self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<String>> {
        let earlier = idempotency::claim(tx, &self.of(call))?;
        match earlier {
            None => Ok(None),
            Some(earlier) if earlier.route == self.route && earlier.body_hash == self.asked => {
                Ok(Some(earlier.answer))
            }
            Some(_) => Err(Error::invalid("同一个 Idempotency-Key 不能用于不同的请求")),
        }
    }

    /// Keeps the answer with what it answers.
    pub fn keep(&self, tx: &mut Tx<'_>, call: &Call, answer: &str) -> Result<()> {
        idempotency::keep(tx, &self.of(call), answer)?;
        Ok(())
    }

    fn of(&self, call: &Call) -> Use<'_> {
        Use {
            user_id: call.actor.user_id,
            key: &self.key,
            route: self.route,
            body_hash: &self.asked,
            real_ms: call.real_ms,
        }
    }
}
