//! Durable writes: many at once share a commit, one at a time each pay for their own.

use std::time::Duration;

use serde_json::json;

use crate::{figure::Pairs, served::Served};

const MANY: usize = 64;

pub fn measure(served: &Served, rounds: usize, ms: u64) {
    let length = Duration::from_millis(ms);
    let token = served.admin();
    let ask = move |number: u64| {
        let body = json!({ "biaoti": format!("公告{number}"), "type": "XITONG", "neirong": "<p>内容</p>" });
        token.post("/server/api/app/gonggao/add", &body)
    };
    let pairs = Pairs::measure(rounds, || {
        let one = served.ask(1, length, ask.clone());
        (served.ask(MANY, length, ask.clone()), one)
    });
    println!(
        "durable writes with {MANY} clients against one: {:.1} ({} and {})",
        pairs.by_rate(),
        pairs.first(),
        pairs.second(),
    );
}
