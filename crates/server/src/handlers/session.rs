//! /api/sys/session, and the caller's own sessions.

use service::{Result, input, session};
use store::{Conn, Tx};

use crate::{answer::Answer, dispatch::Ask};

pub fn kick(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    session::kick(tx, &ask.call, &input::ids(ask.param("ids"))?).map(Answer::from)
}

pub fn own(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    session::own(conn, &ask.call).map(Answer::from)
}

pub fn end_own(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    session::end_own(tx, &ask.call, &input::ids(ask.param("ids"))?).map(Answer::from)
}
