//! 客户: numbered by the server, followed by their orders, gone with their accounts.

use schema::resources::{Customer, Payee};
use store::{Tx, blocks, customers, orders, payees, rows};

use crate::{
    audit::{self, Deed},
    error::Result,
    rules::{Delete, Rules, Write, unless},
};

pub const RULES: Rules = Rules {
    before,
    after,
    before_delete,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    if write.is_new() {
        let number = customers::next_number(write.tx)?;
        write.set(Customer::user_no, number);
    }
    Ok(())
}

fn after(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    let phone = blocks::phone_of(tx, id)?;
    orders::follow_customer(tx, id, phone.as_deref())?;
    Ok(())
}

/// The row is locked, so an application under way has been waited for.
fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let has_unfinished = orders::has_unfinished(delete.tx, delete.id)?;
    unless(!has_unfinished, "该客户还有未完成的订单，不能删除")?;
    delete_accounts(delete)
}

/// Nobody can look after the accounts of a customer who is gone.
fn delete_accounts(delete: &mut Delete<'_, '_>) -> Result<()> {
    let customer = delete.id;
    let (tx, call) = (&mut *delete.tx, delete.call);
    let of = <Payee as schema::Record>::model();
    let mut accounts = Vec::new();
    for id in payees::of_customer(tx, customer)? {
        accounts.push(rows::locked(tx, of, id, &call.writer())?);
    }
    if accounts.is_empty() {
        return Ok(());
    }
    rows::delete(tx, of, &accounts, &call.writer())?;
    let what = format!("随客户删除{} {}条", of.table.label, accounts.len());
    let gone: Vec<_> = accounts.into_iter().map(|account| account.shown).collect();
    let deed = Deed::new(of.table.label, what).removed(&gone);
    audit::record(tx, call, &deed)
}
