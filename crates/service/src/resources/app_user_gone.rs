//! A customer who is deleted: what tells who they were goes, what the books need stays. Orders,
//! their records and the accounts that money was paid to are kept; lines that were written before
//! keep the nickname.

use schema::{
    Kind, Model, Record,
    resources::{Contact, Customer, Dingdan, GoodsOrder, Payee, SignedValues, Sms},
};
use store::{Tx, erase, files as stored_files, goods, orders, payees, rows};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::Result,
    files,
    rules::Delete,
};

/// The people in these did not ask to be here: they go altogether.
pub(crate) const OTHER_PEOPLE: [&str; 2] = [Contact::TABLE.path, Sms::TABLE.path];

/// Orders whose contracts are looked for in one statement.
const ORDERS: usize = 500;

/// What is kept about a customer, apart from orders.
fn kept_about() -> impl Iterator<Item = &'static Model> {
    let all = schema::models().iter().copied();
    all.filter(|of| of.table.path.starts_with("app/user/") && !of.table.append_only)
        .filter(|of| refers_to_customer(of))
}

pub(crate) fn refers_to_customer(of: &Model) -> bool {
    let field = of.field_named("user_id");
    field.is_some_and(|field| field.column.kind == Kind::Ref(Customer::TABLE.path))
}

pub(super) fn forget(delete: &mut Delete<'_, '_>) -> Result<()> {
    let customer = delete.id;
    let (tx, call) = (&mut *delete.tx, delete.call);
    for of in kept_about() {
        forget_deleted(tx, of, customer)?;
        let ids = erase::rows_of(tx, of, "user_id", &[customer])?;
        if ids.is_empty() {
            continue;
        }
        if OTHER_PEOPLE.contains(&of.table.path) {
            erase::remove(tx, of, &ids)?;
            let what = format!("随客户清除{} {}条", of.table.label, ids.len());
            audit::record(tx, call, &Deed::new(of.table.label, what))?;
        } else {
            empty(tx, call, of, &ids)?;
        }
    }
    // What became of their points stays; where goods were sent to does not.
    for order in goods::of_customer(tx, customer)? {
        erase::secrets(tx, GoodsOrder::model(), order)?;
    }
    // The words of their contracts stay, without who they were.
    let signed = erase::rows_of(tx, Dingdan::model(), "user_id", &[customer])?;
    for orders in signed.chunks(ORDERS) {
        for id in erase::rows_of(tx, SignedValues::model(), "dingdan_id", orders)? {
            erase::secrets(tx, SignedValues::model(), id)?;
        }
    }
    stored_files::release(tx, (Customer::TABLE.path, customer), &[])?;
    erase::customer(tx, customer)?;
    let gone = format!("已删除{customer}");
    orders::follow_customer(tx, customer, Some(&gone), call.now.date())?;
    Ok(())
}

/// Rows that were deleted before still tell who the customer was.
fn forget_deleted(tx: &mut Tx<'_>, of: &'static Model, customer: i64) -> Result<()> {
    let mut ids = erase::deleted_of(tx, of, customer)?;
    while OTHER_PEOPLE.contains(&of.table.path) && !ids.is_empty() {
        erase::remove(tx, of, &ids)?;
        ids = erase::deleted_of(tx, of, customer)?;
    }
    for id in ids {
        if !is_paid_to(tx, of, id)? {
            stored_files::release(tx, (of.table.path, id), &[])?;
        }
        erase::row(tx, of, id)?;
    }
    Ok(())
}

/// Whether an order names the row as the account its money goes to: it shows the picture too.
fn is_paid_to(tx: &mut Tx<'_>, of: &Model, id: i64) -> Result<bool> {
    Ok(of.table.path == Payee::TABLE.path && payees::is_used(tx, id)?)
}

/// Deletes the rows of a resource that belong to a customer, and empties them.
fn empty(tx: &mut Tx<'_>, call: &Call, of: &'static Model, ids: &[i64]) -> Result<()> {
    let mut gone = Vec::new();
    for id in ids {
        let locked = rows::locked(tx, of, *id, &call.writer())?;
        let kept = if is_paid_to(tx, of, *id)? {
            files::keys_of(of, &locked.shown)
        } else {
            Vec::new()
        };
        stored_files::release(tx, (of.table.path, *id), &kept)?;
        gone.push(locked);
    }
    rows::delete(tx, of, &gone, &call.writer())?;
    for id in ids {
        erase::row(tx, of, *id)?;
    }
    let what = format!("随客户删除{} {}条", of.table.label, gone.len());
    let gone: Vec<_> = gone.into_iter().map(|row| row.shown).collect();
    let deed = Deed::new(of.table.label, what).removed(&gone);
    audit::record(tx, call, &deed)
}
