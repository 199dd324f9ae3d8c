//! Orders made by the product's own verbs, many in one transaction.

use std::{sync::Arc, time::Instant};

use serde_json::{Value as Json, json};
use service::{
    Actor, Call, Error, Origin,
    order::{self, Apply, Confirm, PayOut, Review},
    wire::Ask as _,
};
use store::{Reach, Tx, access::Access};
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
pub fn call(test: &TestApp) -> Call {
    let reach = Reach {
        user_id: 1,
        ..Reach::everything()
    };
    Call {
        actor: Actor {
            user_id: 1,
            session_id: 0,
            login_name: "admin".to_owned(),
            nick_name: "管理员".to_owned(),
            mendian: None,
            must_change_password: false,
            is_locked: false,
            access: Arc::new(Access {
                reach,
                ..Access::default()
            }),
        },
        origin: Origin {
            ip: "127.0.0.1".to_owned(),
            ua: String::new(),
            trace_id: "0123456789abcdef".to_owned(),
            method: "POST".to_owned(),
            url: "/server/api/app/dingdan/querenhuankuan".to_owned(),
            started: Instant::now(),
            canshu: Some(confirmation(1, 1).to_string()),
        },
        now: test.clock.now(),
        real_ms: test.clock.real().0,
        log_type: "HUANKUAN",
        is_counted: false,
    }
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
        let (call, ask) = (call(test), office.application(1_200_000, PERIODS));
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
