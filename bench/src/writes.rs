//! Durable writes: many at once share a commit, one at a time each pay for their own.

use std::time::Duration;

use serde_json::json;

use crate::{median, served::Served};

const MANY: usize = 64;

pub fn measure(served: &Served, rounds: usize, ms: u64) {
    let length = Duration::from_millis(ms);
    let token = served.admin();
    let ask = move |number: u64| {
        let body = json!({ "biaoti": format!("公告{number}"), "type": "XITONG", "neirong": "<p>内容</p>" });
        token.post("/server/api/app/gonggao/add", &body)
    };
    let (mut ratios, mut alone, mut together) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let one = served.per_second(1, length, ask.clone());
        let many = served.per_second(MANY, length, ask.clone());
        ratios.push(many / one);
        alone.push(one);
        together.push(many);
    }
    println!(
        "durable writes with {MANY} clients against one: {:.1} ({:.0} and {:.0} a second)",
        median(ratios),
        median(together),
        median(alone),
    );
}
