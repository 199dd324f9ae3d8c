//! /api/app/mingan

use service::{Result, reveal as verb};
use store::Tx;

use crate::{answer::Answer, dispatch::Ask};

pub fn reveal(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    verb::reveal(tx, &ask.call, &ask.body).map(Answer::from)
}
