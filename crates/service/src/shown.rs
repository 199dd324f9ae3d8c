//! A row as verbs read it, with what only the wire shows of it: secrets masked, and what the rows
//! are called that it refers to.

use schema::{Key, Personal, Record, Timestamp, camel, common};
use serde_json::{Map, Value as Json};
use store::{Conn, List, Reach, rows};

use crate::{
    call::Call,
    error::{Error, Result},
};

pub(crate) struct Shown<R> {
    pub row: R,
    wire: Map<String, Json>,
}

impl<R: Record> Shown<R> {
    /// A row within reach.
    pub fn get(conn: &mut Conn, id: i64, reach: &Reach, real_ms: i64) -> Result<Self> {
        Ok(Self {
            row: rows::get(conn, id, reach)?,
            wire: rows::find(conn, R::model(), id, reach, real_ms)?,
        })
    }

    /// The first row of a list within the caller's reach.
    pub fn first(conn: &mut Conn, call: &Call, asked: &List) -> Result<Option<Self>> {
        let reach = &call.actor.access.reach;
        let found = rows::list_shown(conn, asked, reach, call.real_ms)?;
        let first = found.into_iter().next();
        Ok(first.map(|(row, wire)| Self { row, wire }))
    }

    /// A secret as it is shown; none where the row has none.
    pub fn masked<T: Personal>(&self, key: Key<R, T>) -> Result<Option<String>> {
        self.text(key.wire())
    }

    /// What the row or the word of a dictionary is called that a column holds.
    pub fn name_of<T>(&self, key: Key<R, T>) -> Result<Option<String>> {
        let show = key.field().show.as_ref();
        let show = show.ok_or_else(|| Error::internal(key.name()))?;
        self.text(show)
    }

    /// When the row was made.
    pub fn made_at(&self) -> Result<Option<Timestamp>> {
        let text = self.text(&camel(common::CREATED))?;
        Ok(text.as_deref().and_then(Timestamp::parse))
    }

    fn text(&self, wire: &str) -> Result<Option<String>> {
        match self.wire.get(wire) {
            Some(Json::String(text)) => Ok(Some(text.clone())),
            Some(Json::Null) => Ok(None),
            _ => Err(Error::internal(format!("{wire} of a row is no text"))),
        }
    }
}
