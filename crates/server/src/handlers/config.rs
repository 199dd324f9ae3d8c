//! /api/app/config

use service::{Error, Result, config};
use store::{Conn, Tx};

use crate::{answer::Answer, dispatch::Ask};

pub fn by_type(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let kind = ask.param("type");
    if kind.contains('\0') || kind.chars().count() > 50 {
        return Err(Error::field("type", "分组不正确"));
    }
    config::by_type(conn, &ask.call, kind).map(Answer::from)
}

pub fn edit(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    config::edit(tx, &ask.call, &ask.body).map(Answer::from)
}
