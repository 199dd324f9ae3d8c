//! A customer who is deleted: what tells who they were goes, what the books need stays. Orders,
//! their records and the accounts that money was paid to are kept; lines that were written before
//! keep the nickname.

use schema::{
    Model, Record,
    resources::{
        Contact, Customer, Dingdan, Feedback, GoodsOrder, Notice, Payee, PointsEntry, ProductBlock,
        Repayment, SignedValues, Sms, TaskRecord,
    },
};
use store::{
    Tx,
    erase::{self, Reference},
    files as stored_files, goods, orders, payees, rows,
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::Result,
    files,
    rules::Delete,
};

/// Orders whose contracts are looked for in one statement.
const ORDERS: usize = 500;

/// What refers to a customer and goes with them.
fn kept_about() -> impl Iterator<Item = Reference> {
    let all = schema::models().iter().copied();
    all.filter(|of| !stays(of) && !of.table.append_only)
        .filter_map(Reference::to::<Customer>)
}

/// Whether its rows are kept when their customer is gone: orders, points, and what was said or
/// decided about them.
fn stays(of: &Model) -> bool {
    of.is::<Dingdan>()
        || of.is::<Repayment>()
        || of.is::<PointsEntry>()
        || of.is::<TaskRecord>()
        || of.is::<GoodsOrder>()
        || of.is::<Feedback>()
        || of.is::<Notice>()
        || of.is::<ProductBlock>()
}

/// Whether its rows are about people who did not ask to be here.
pub(crate) fn is_of_other_people(of: &Model) -> bool {
    of.is::<Contact>() || of.is::<Sms>()
}

pub(super) fn forget(delete: &mut Delete<'_, '_>) -> Result<()> {
    let customer = delete.id;
    let (tx, call) = (&mut *delete.tx, delete.call);
    for by in kept_about() {
        let of = by.of;
        forget_deleted(tx, by, customer)?;
        let ids = erase::rows_of(tx, by, &[customer])?;
        if ids.is_empty() {
            continue;
        }
        if is_of_other_people(of) {
            // They go altogether.
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
    let signed = erase::rows_of(tx, Dingdan::user_id, &[customer])?;
    for orders in signed.chunks(ORDERS) {
        for id in erase::rows_of(tx, SignedValues::dingdan_id, orders)? {
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
fn forget_deleted(tx: &mut Tx<'_>, by: Reference, customer: i64) -> Result<()> {
    let of = by.of;
    let mut ids = erase::deleted_of(tx, by, customer)?;
    while is_of_other_people(of) && !ids.is_empty() {
        erase::remove(tx, of, &ids)?;
        ids = erase::deleted_of(tx, by, customer)?;
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
    Ok(of.is::<Payee>() && payees::is_used(tx, id)?)
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

#[cfg(test)]
mod tests {
    use schema::resources::{BasicInfo, FollowUp, RealName, ServicePayment};

    use super::*;

    #[test]
    fn whatever_refers_to_a_customer_stays_or_goes_by_name() {
        let goes = |of: &Model| {
            is_of_other_people(of)
                || of.is::<BasicInfo>()
                || of.is::<RealName>()
                || of.is::<Payee>()
                || of.is::<FollowUp>()
                || of.is::<ServicePayment>()
        };
        let about = schema::models().iter().copied();
        for by in about.filter_map(Reference::to::<Customer>) {
            let path = by.of.table.path;
            assert!(
                goes(by.of) != stays(by.of),
                "does {path} go with a customer?"
            );
        }
        assert_eq!(kept_about().count(), 7);
    }
}
