//! What is known of one customer, by the customer's number.

use schema::{
    Key, Record,
    resources::{BasicInfo, RealName},
};
use serde_json::{Map, Value as Json};
use store::{Condition, Conn, List, customers, rows};

use super::CustomerId;
use crate::{
    call::Call,
    error::{Error, Result},
    resource,
    resources::with_rules,
    whose,
    wire::{ShownRow, answer, either},
};

answer! {
    /// Whose customer it is, where nothing else is known yet.
    pub struct NothingSaid {
        /// There is no record.
        id: Option<i64>,
        user_id: i64,
        phone: Option<String>,
        is_my: bool,
        is_my_custom: bool,
        is_my_mendian: bool,
        is_suoding: bool,
    }
}

either! {
    /// What a customer said about themselves.
    pub enum Said {
        Record(ShownRow<BasicInfo>),
        Nothing(NothingSaid),
    }
}

/// What a customer said about themselves. Where they said nothing, it is still told whose customer
/// it is.
pub fn basic(conn: &mut Conn, call: &Call, ask: CustomerId) -> Result<Said> {
    if let Some(row) = record(conn, call, BasicInfo::user_id, ask.id)? {
        return Ok(Said::Record(row.into()));
    }
    let of = customers::known(conn, ask.id)?.ok_or(Error::NotFound)?;
    let [is_my, is_my_custom, is_my_mendian] = whose::marks(&call.actor, &of.belonging);
    Ok(Said::Nothing(NothingSaid {
        id: None,
        user_id: ask.id,
        phone: of.phone,
        is_my,
        is_my_custom,
        is_my_mendian,
        is_suoding: of.is_locked,
    }))
}

/// Who a customer is by their identity card; null where that is not known.
pub fn real_name(
    conn: &mut Conn,
    call: &Call,
    ask: CustomerId,
) -> Result<Option<ShownRow<RealName>>> {
    Ok(record(conn, call, RealName::user_id, ask.id)?.map(ShownRow::from))
}

/// The one row of a customer within reach.
fn record<R: Record>(
    conn: &mut Conn,
    call: &Call,
    key: Key<R, i64>,
    customer: i64,
) -> Result<Option<Map<String, Json>>> {
    let reach = &call.actor.access.reach;
    whose::must_be_seen(conn, customer, reach)?;
    let list = List {
        conditions: vec![Condition::equal(key, customer)],
        limit: 1,
        ..List::default()
    };
    let found = rows::ids::<R>(conn, &list, reach)?;
    match found.first() {
        Some(id) => resource::find(conn, call, with_rules(R::model()), *id).map(Some),
        None => Ok(None),
    }
}
