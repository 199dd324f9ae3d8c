//! Orders made by the product's own verbs, many in one transaction.

use serde_json::{Value as Json, json};
use service::{
    Call, Error,
    order::{self, Apply, Confirm, PayOut, Review},
    wire::Ask as _,
};
use store::Tx;
use testkit::{
    TestApp,
    office::{self, Office},
};

/// Instalments of every order.
pub const PERIODS: i64 = 12;
/// Orders made in one transaction.
const BATCH: usize = 100;

/// How far an order has come.
#[derive(Clone, Copy)]
pub enum Stage {
    Applied,
    Approved,
    /// Paid out, and so many instalments confirmed.
    PaidOut(i64),
}

/// The administrator's call, as the log would know it from a request.
pub fn call(test: &TestApp, office: &Office) -> Call {
    let mut call = test.call_of(&office.admin);
    call.origin.canshu = Some(confirmation(1, 1).to_string());
    call
}

/// What an operator sends to confirm an instalment they see.
pub fn confirmation(order: i64, number: i64) -> Json {
    json!({ "dingdanId": order, "qi": number, "zhifufangshi": "YINHANGKA" })
}

/// Makes orders and answers their ids; `stage` says how far the n-th one comes.
pub fn lend(
    test: &TestApp,
    office: &Office,
    count: usize,
    stage: impl Fn(usize) -> Stage + Copy + Send + 'static,
) -> Vec<i64> {
    let mut ids = Vec::with_capacity(count);
    for first in (0..count).step_by(BATCH) {
        let numbers = first..count.min(first + BATCH);
        let (call, ask) = (call(test, office), office.application(1_200_000, PERIODS));
        let made = test.db().write_now(move |tx| {
            let made = numbers
                .clone()
                .map(|number| make(tx, &call, &ask, stage(number)));
            made.collect::<Result<Vec<i64>, Error>>()
        });
        ids.extend(made.unwrap());
    }
    ids
}

/// The first and the last of orders that were made one after the other, with no other between.
pub fn first_and_last(ids: &[i64]) -> (i64, i64) {
    let (first, last) = (ids[0], ids[ids.len() - 1]);
    assert!(
        ids.iter().copied().eq(first..=last),
        "orders {first} to {last} do not follow each other"
    );
    (first, last)
}

fn make(tx: &mut Tx<'_>, call: &Call, ask: &Json, stage: Stage) -> Result<i64, Error> {
    let id = order::apply(tx, call, Apply::of_body(ask.clone())?)?.id;
    if matches!(stage, Stage::Applied) {
        return Ok(id);
    }
    let review = json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" });
    order::review(tx, call, Review::of_body(review)?)?;
    if let Stage::PaidOut(confirmed) = stage {
        order::pay_out(tx, call, PayOut::of_body(office::payout(id))?)?;
        for number in 1..=confirmed {
            let ask = Confirm::of_body(confirmation(id, number))?;
            order::confirm(tx, call, ask)?;
        }
    }
    Ok(id)
}
