//! 时间线: follow-ups, payments, orders, looks at private data and changes, newest first.

use schema::Timestamp;
use store::{Conn, customer_log};

use super::CustomerId;
use crate::{call::Call, error::Result, whose, wire::answer};

/// Most lines that are shown.
const MOST: usize = 100;

answer! {
    /// Something that happened to a customer.
    pub struct CustomerEvent {
        shijian: Timestamp,
        /// GENJIN, FUFEI, DINGDAN, CHAKAN or BIANGENG
        leixing: &'static str,
        biaoti: String,
        neirong: Option<String>,
        caozuoren: Option<String>,
        /// The order it is about.
        dingdan_id: Option<i64>,
    }
}

pub fn timeline(conn: &mut Conn, call: &Call, ask: CustomerId) -> Result<Vec<CustomerEvent>> {
    whose::must_be_seen(conn, ask.id, &call.actor.access.reach)?;
    let may = |permission: &str| call.actor.may(permission);
    let mut lines = Vec::new();
    if may("app:user:genjin:list") {
        lines.extend(customer_log::follow_ups(conn, ask.id, MOST)?);
    }
    if may("app:user:fufei:list") {
        lines.extend(customer_log::payments(conn, ask.id, MOST)?);
    }
    if may("app:dingdan:list") || may("app:log:list") {
        lines.extend(customer_log::orders(conn, ask.id, MOST)?);
    }
    lines.extend(customer_log::deeds(conn, ask.id, MOST)?);
    lines.sort_by_key(|line| std::cmp::Reverse(line.at));
    lines.truncate(MOST);
    Ok(lines
        .into_iter()
        .map(|line| CustomerEvent {
            shijian: Timestamp(line.at),
            leixing: line.kind,
            biaoti: line.title,
            neirong: line.text,
            caozuoren: line.by,
            dingdan_id: line.order,
        })
        .collect())
}
