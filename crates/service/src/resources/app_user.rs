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
    let (customers, due) = customers::belonging_and_due(conn, ids, today)?;
    let owed = owed(&due, today);
    let mut found = Derived::default();
    for of in &customers {
        let owed = owed.get(&of.id).copied().unwrap_or_default();
        found.put(
            of.id,
            [
                (Customer::jinri_yingshou.wire(), json!(owed.due())),
                (Customer::yuqi_count.wire(), json!(owed.late_orders)),
                (Customer::yuqi_jine.wire(), json!(owed.overdue())),
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

/// What a customer owes on a day over all their orders.
#[derive(Clone, Copy, Default)]
struct Sum {
    late_orders: i64,
    /// What is due, and what of it is overdue.
    amounts: (Fen, Fen),
    /// No total can hold the figures: they stay empty.
    is_beyond: bool,
}

impl Sum {
    fn add(&mut self, order: &loan::Order, today: Date) {
        self.late_orders += i64::from(order.is_overdue(today).unwrap_or(true));
        let (due, overdue) = self.amounts;
        let sum = order.owed(today).ok().and_then(|owed| {
            let overdue = overdue.plus(owed.overdue).ok()?;
            Some((due.plus(owed.due).ok()?, overdue))
        });
        self.is_beyond |= sum.is_none();
        self.amounts = sum.unwrap_or_default();
    }

    fn due(self) -> Option<Fen> {
        (!self.is_beyond).then_some(self.amounts.0)
    }

    fn overdue(self) -> Option<Fen> {
        (!self.is_beyond).then_some(self.amounts.1)
    }
}

/// What these orders add up to, by customer.
fn owed(orders: &[orders::Stored], today: Date) -> HashMap<i64, Sum> {
    let mut found: HashMap<i64, Sum> = HashMap::new();
    for stored in orders {
        let sum = found.entry(stored.user_id).or_default();
        sum.add(&stored.order, today);
    }
    found
}

fn after(tx: &mut Tx<'_>, call: &Call, id: i64) -> Result<()> {
    Ok(orders::follow_customer(tx, id, None, call.now.date())?)
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
