//! The resource pattern.

#![expect(
    clippy::needless_pass_by_value,
    reason = "every verb takes what it was asked"
)]

use service::{
    Call, Result, movement, resource,
    wire::{Added, Conditions, Edited, Found, Ids, Listed, OneRow, Paged, WholeRow},
};
use store::{Conn, Tx};

pub fn page(conn: &mut Conn, call: &Call, ask: Conditions) -> Result<Paged> {
    resource::page(conn, call, ask.of, &ask.query).map(Paged)
}

/// 资金流水: movements, not the records they make.
pub fn movements(conn: &mut Conn, call: &Call, ask: Conditions) -> Result<Paged> {
    resource::page(conn, call, movement::resource(), &ask.query).map(Paged)
}

pub fn list(conn: &mut Conn, call: &Call, ask: Conditions) -> Result<Listed> {
    resource::list(conn, call, ask.of, &ask.query).map(Listed)
}

pub fn find(conn: &mut Conn, call: &Call, ask: OneRow) -> Result<Found> {
    resource::find(conn, call, ask.of, ask.id).map(Found)
}

pub fn add(tx: &mut Tx<'_>, call: &Call, ask: WholeRow) -> Result<Added> {
    resource::add(tx, call, ask.of, &ask.body)
}

pub fn edit(tx: &mut Tx<'_>, call: &Call, ask: WholeRow) -> Result<Edited> {
    resource::edit(tx, call, ask.of, &ask.body)
}

pub fn delete(tx: &mut Tx<'_>, call: &Call, ask: Ids) -> Result<()> {
    resource::delete(tx, call, ask.of()?, &ask.ids)
}
