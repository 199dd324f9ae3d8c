//! 客户: numbered by the server, followed by their orders, gone with what is kept about them.

use std::collections::HashMap;

use loan::Fen;
use schema::{Date, resources::Customer};
use serde_json::json;
use store::{Conn, Derived, Tx, customers, goods, orders};

use super::app_user_gone;
use crate::{
    call::Call,
    error::Result,
    rules::{Delete, Rules, Write, unless},
    whose::{self, NOT_MINE, is_my},
};

/// Who may say whom a customer belongs to.
pub const ASSIGN: &str = "app:user:fenpei";

pub const RULES: Rules = Rules {
    before,
    after,
    before_delete,
    derive: Some(derive),
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    if write.is_new() {
        let number = customers::next_number(write.tx)?;
        write.set(Customer::user_no, number);
        return Ok(());
    }
    let Some(was) = write.was::<Customer>()? else {
        return Ok(());
    };
    let next: Customer = write.next()?;
    if next.genjinren_id != was.genjinren_id || next.mendian != was.mendian {
        write.call.require(ASSIGN)?;
    }
    unless(is_my(&write.call.actor, was.genjinren_id), NOT_MINE)
}

/// What each row shows of whose it is and of its loans today.
fn derive(conn: &mut Conn, call: &Call, ids: &[i64]) -> Result<Derived> {
    let today = call.now.date();
    let (customers, late) = customers::belonging(conn, ids, today)?;
    let overdue = overdue(conn, &late, today)?;
    let mut found = Derived::default();
    for of in &customers {
        let (count, amount) = overdue.get(&of.id).copied().unwrap_or((0, Some(Fen::ZERO)));
        found.put(
            of.id,
            [
                (Customer::yuqi_count.wire(), json!(count)),
                (Customer::yuqi_jine.wire(), json!(amount)),
            ],
        );
        let keys = [
            Customer::is_my,
            Customer::is_my_custom,
            Customer::is_my_mendian,
        ];
        whose::put_marks(&mut found, of.id, keys, whose::marks(&call.actor, of));
    }
    Ok(found)
}

/// Orders that are overdue and what is due on them today, by customer. A figure that no total can
/// hold stays empty.
fn overdue(
    conn: &mut Conn,
    orders: &[i64],
    today: Date,
) -> Result<HashMap<i64, (i64, Option<Fen>)>> {
    let mut found = HashMap::new();
    for stored in orders::by_ids(conn, orders)? {
        let (count, amount) = found
            .entry(stored.user_id)
            .or_insert((0_i64, Some(Fen::ZERO)));
        *count += 1;
        let due = overdue_amount(&stored.order, today);
        *amount = amount.zip(due).and_then(|(sum, due)| sum.plus(due).ok());
    }
    Ok(found)
}

/// What is due of an order's overdue instalments, the fee for being late included.
fn overdue_amount(order: &loan::Order, today: Date) -> Option<Fen> {
    let items = order.view(today).ok()?;
    let late = items
        .iter()
        .filter(|item| item.item.paid.is_none() && item.is_overdue());
    Fen::sum(late.map(|item| item.left)).ok()
}

fn after(tx: &mut Tx<'_>, _: &Call, id: i64) -> Result<()> {
    Ok(orders::follow_customer(tx, id, None)?)
}

/// The row is locked, so an application under way has been waited for.
fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let row: Customer = delete.row()?;
    unless(is_my(&delete.call.actor, row.genjinren_id), NOT_MINE)?;
    let has_unfinished = orders::has_unfinished(delete.tx, delete.id)?;
    unless(!has_unfinished, "该客户还有未完成的订单，不能删除")?;
    let has_goods_coming = goods::has_unfinished_of_customer(delete.tx, delete.id)?;
    unless(!has_goods_coming, "该客户还有未完成的积分订单，不能删除")?;
    app_user_gone::forget(delete)
}
