//! Which order a line of a statement is for.

use std::collections::BTreeSet;

use loan::State;
use schema::{
    Record as _,
    resources::{Customer, Dingdan},
};
use store::{Condition, Conn, List, Reach, rows};

use super::typed::Typed;
use crate::{
    error::{Error, Result},
    search::Guess,
};

/// More customers of one name and number than this are as many as two.
const FEW: i64 = 3;

/// The one order a line names, within reach; whom it named in vain is counted.
pub(super) fn order_of(
    conn: &mut Conn,
    line: &Typed,
    reach: &Reach,
    misses: &mut BTreeSet<Guess>,
) -> Result<i64> {
    if !line.order.is_empty() {
        let same = List {
            conditions: vec![Condition::equal(Dingdan::bianhao, line.order.as_str())],
            limit: 1,
            ..List::default()
        };
        let found: Vec<Dingdan> = rows::list(conn, &same, reach)?;
        let order = found
            .first()
            .ok_or_else(|| Error::invalid("没有这个订单号"))?;
        if !line.name.is_empty() && !is_called(conn, order, &line.name)? {
            // Somebody else may pay; but each such name is a guess of the customer's.
            let guess = format!("{} {}", order.bianhao, line.name);
            misses.insert(Guess::Name(guess));
            return Err(Error::invalid("订单号与姓名不是同一位客户，请核对"));
        }
        if !line.tail.is_empty() && !ends_with(conn, order, &line.tail)? {
            let guess = format!("{} {}", order.bianhao, line.tail);
            misses.insert(Guess::Tail(guess));
            return Err(Error::invalid("订单号与手机号后四位不是同一位客户，请核对"));
        }
        return Ok(order.id);
    }
    if line.tail.is_empty() || line.name.is_empty() {
        return Err(Error::invalid("请填写订单号，或手机号后四位和姓名"));
    }
    must_be_tail(&line.tail)?;
    let same = List {
        conditions: vec![
            Condition::equal(Customer::nick_name, line.name.as_str()),
            Condition::SecretTail(Customer::phone.field(), line.tail.clone()),
        ],
        limit: FEW,
        ..List::default()
    };
    let found: Vec<Customer> = rows::list(conn, &same, reach)?;
    let customer = match found.as_slice() {
        [] => {
            let guess = format!("{} {}", line.tail, line.name);
            misses.insert(Guess::Tail(guess));
            return Err(Error::invalid("没有这个姓名和手机号后四位的客户"));
        }
        [one] => one.id,
        _ => {
            return Err(Error::invalid(
                "有多位客户的姓名和手机号后四位相同，请填写订单号",
            ));
        }
    };
    let owed = List {
        conditions: vec![
            Condition::equal(Dingdan::user_id, customer),
            Condition::equal(Dingdan::state, State::Repaying.code()),
        ],
        limit: FEW,
        ..List::default()
    };
    let orders: Vec<Dingdan> = rows::list(conn, &owed, reach)?;
    match orders.as_slice() {
        [] => Err(Error::invalid("该客户没有待还款的订单")),
        [one] => Ok(one.id),
        _ => Err(Error::invalid("该客户有多笔待还款的订单，请填写订单号")),
    }
}

/// Whether the customer of an order goes by this name, or by it on their identity card.
fn is_called(conn: &mut Conn, order: &Dingdan, name: &str) -> Result<bool> {
    let everyone = Reach::everything();
    let customer: Customer = rows::get(conn, order.user_id, &everyone)?;
    if customer.nick_name == name {
        return Ok(true);
    }
    let verified = List {
        conditions: vec![
            Condition::equal(Customer::id, order.user_id),
            Condition::SecretEqual(Customer::zhenshixingming.field(), name.to_owned()),
        ],
        ..List::default()
    };
    Ok(store::any(conn, Customer::model(), &verified, &everyone)?)
}

/// Whether the phone of an order's customer ends with these digits.
fn ends_with(conn: &mut Conn, order: &Dingdan, tail: &str) -> Result<bool> {
    must_be_tail(tail)?;
    let same = List {
        conditions: vec![
            Condition::equal(Customer::id, order.user_id),
            Condition::SecretTail(Customer::phone.field(), tail.to_owned()),
        ],
        ..List::default()
    };
    Ok(store::any(
        conn,
        Customer::model(),
        &same,
        &Reach::everything(),
    )?)
}

fn must_be_tail(text: &str) -> Result<()> {
    if text.len() == 4 && text.bytes().all(|letter| letter.is_ascii_digit()) {
        return Ok(());
    }
    Err(Error::invalid("手机号后四位应为四位数字"))
}
