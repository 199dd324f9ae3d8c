//! Whose customer it is: seen by whoever's scope holds them, changed by whoever looks after them.

use schema::{Key, Model, Record, Scope, resources::Customer};
use serde_json::{Map, Value as Json};
use store::{Conn, Derived, Reach, customers::Belonging, rows};

use crate::{
    call::{Actor, Call},
    error::{Error, Result},
    rules::{Delete, Write, unless},
};

/// What whoever may see a customer and not change them is told.
pub const NOT_MINE: &str = "该客户不归你跟进，不能修改，请先分配归属人";

/// Whether somebody may change what belongs to a customer: they look after them, or their scope is
/// everything.
pub fn is_my(actor: &Actor, owner: Option<i64>) -> bool {
    actor.access.reach.all || owner == Some(actor.user_id)
}

/// Refuses a write for a customer: out of reach there is none, within it they must be the caller's.
pub fn must_be_my(conn: &mut Conn, call: &Call, customer: i64) -> Result<()> {
    let row: Customer = rows::get(conn, customer, &call.actor.access.reach)?;
    unless(is_my(&call.actor, row.genjinren_id), NOT_MINE)
}

/// [`must_be_my`] for the customer that a row names, as it was and as it will be.
pub(crate) fn write_is_my<R: Record>(
    write: &mut Write<'_, '_>,
    customer: fn(&R) -> Option<i64>,
) -> Result<()> {
    let was: Option<R> = write.was()?;
    let next: R = write.next()?;
    let named = was.as_ref().and_then(customer).into_iter();
    let mut named: Vec<i64> = named.chain(customer(&next)).collect();
    named.dedup();
    for id in named {
        must_be_my(write.tx, write.call, id)?;
    }
    Ok(())
}

/// [`must_be_my`] for the customer of a row that is to go.
pub(crate) fn delete_is_my<R: Record>(
    delete: &mut Delete<'_, '_>,
    customer: fn(&R) -> Option<i64>,
) -> Result<()> {
    let row: R = delete.row()?;
    match customer(&row) {
        Some(id) => must_be_my(delete.tx, delete.call, id),
        None => Ok(()),
    }
}

/// The three marks of a customer as somebody sees them.
pub(crate) fn marks(actor: &Actor, of: &Belonging) -> [bool; 3] {
    let is_here = actor.mendian.is_some() && of.store == actor.mendian;
    [
        is_my(actor, of.owner),
        of.registered_by == Some(actor.user_id),
        is_here,
    ]
}

/// Puts the marks where a row has columns for them.
pub(crate) fn put_marks<R: Record, T>(
    derived: &mut Derived,
    row: i64,
    keys: [Key<R, T>; 3],
    marks: [bool; 3],
) {
    let values = keys.into_iter().zip(marks);
    derived.put(
        row,
        values.map(|(key, mark)| (key.wire(), Json::Bool(mark))),
    );
}

/// That a customer is there for the caller.
pub(crate) fn must_be_seen(conn: &mut Conn, id: i64, reach: &Reach) -> Result<()> {
    rows::within_reach(conn, Customer::model(), id, reach).map_err(Error::from)
}

/// The customer a row belongs to.
pub(crate) fn customer_of(of: &Model, row: &Map<String, Json>) -> Option<i64> {
    let column = match of.table.scope {
        _ if of.is::<Customer>() => Customer::id.field(),
        Scope::Through { column, parent } | Scope::ThroughOrOwn { column, parent }
            if parent == Customer::TABLE.path =>
        {
            of.field_named(column)?
        }
        Scope::Shared
        | Scope::Columns { .. }
        | Scope::Through { .. }
        | Scope::ThroughOrOwn { .. } => return None,
    };
    row.get(&column.wire)?.as_i64()
}
