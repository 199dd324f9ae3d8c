//! /api/sys/role

use service::{Result, input, role};
use store::Tx;

use crate::{answer::Answer, dispatch::Ask};

pub fn add(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    role::add(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn edit(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    role::edit(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn delete(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    role::delete(tx, &ask.call, &input::ids(ask.param("ids"))?).map(Answer::from)
}
