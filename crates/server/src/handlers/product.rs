//! /api/app/project

use service::{Result, input, product};
use store::{Conn, Tx};

use crate::{answer::Answer, dispatch::Ask};

pub fn add(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    product::add(tx, &ask.call, ask.resource()?, &ask.body).map(Answer::from)
}

pub fn edit(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    product::edit(tx, &ask.call, ask.resource()?, &ask.body).map(Answer::from)
}

/// The blocks of one customer or one phone.
pub fn blocks(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    product::blocks(conn, &ask.call, &ask.query as &input::Query).map(Answer::Text)
}
