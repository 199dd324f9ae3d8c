//! /api/sys/session, and the caller's own sessions.

use serde_json::Value as Json;
use service::{Error, Result, input, resource, session};
use store::{Conn, Tx};

use crate::{answer::Answer, dispatch::Ask};

/// The page of the pattern, with the caller's own session marked.
pub fn page(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let text = resource::page(conn, &ask.call, ask.model()?, &ask.query)?;
    let mut page: Json = serde_json::from_slice(&text).map_err(Error::internal)?;
    if let Some(records) = page.get_mut("records").and_then(Json::as_array_mut) {
        for row in records.iter_mut().filter_map(Json::as_object_mut) {
            let is_own = row.get("id").and_then(Json::as_i64) == Some(ask.call.actor.session_id);
            row.insert("isDangqian".to_owned(), is_own.into());
        }
    }
    Ok(page.into())
}

pub fn kick(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    session::kick(tx, &ask.call, &input::ids(ask.param("ids"))?).map(Answer::from)
}

pub fn own(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    session::own(conn, &ask.call).map(Answer::from)
}

pub fn end_own(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    session::end_own(tx, &ask.call, &input::ids(ask.param("ids"))?).map(Answer::from)
}
