//! The resource pattern.

use service::{Result, input, reorder, resource};
use store::{Conn, Tx};

use crate::{answer::Answer, dispatch::Ask};

pub fn page(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    resource::page(conn, &ask.call, ask.resource()?, &ask.query).map(Answer::Text)
}

pub fn list(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    resource::list(conn, &ask.call, ask.resource()?, &ask.query).map(Answer::Text)
}

pub fn find(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let row = resource::find(conn, &ask.call, ask.resource()?, ask.id()?)?;
    Ok(Answer::Json(row.into()))
}

pub fn add(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    resource::add(tx, &ask.call, ask.resource()?, &ask.body).map(Answer::from)
}

pub fn edit(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    resource::edit(tx, &ask.call, ask.resource()?, &ask.body).map(Answer::from)
}

pub fn reorder(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    reorder::reorder(tx, &ask.call, ask.resource()?, &ask.body).map(Answer::from)
}

pub fn delete(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    let ids = input::ids(ask.param("ids"))?;
    resource::delete(tx, &ask.call, ask.resource()?, &ids).map(Answer::from)
}
