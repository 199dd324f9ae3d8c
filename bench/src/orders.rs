//! Lists, counts and dialogs of orders: many orders against few.

use std::time::Duration;

use axum::Router;
use testkit::Backend;

use crate::{
    Flags,
    figure::Pairs,
    full_office::{Filled, FullOffice},
    served::API,
};

pub fn measure(flags: &Flags, backend: Backend) {
    let (few, many) = (
        Filled::new(backend, flags.small_orders).serve(Router::new()),
        Filled::new(backend, flags.large_orders).serve(Router::new()),
    );
    let length = Duration::from_millis(flags.ms);
    for (name, paths) in QUESTIONS {
        let ask = |of: &FullOffice| {
            let paths = paths.iter().map(|path| format!("{API}{path}")).collect();
            of.served.ask(flags.connections, length, of.ask(paths))
        };
        let pairs = Pairs::measure(flags.rounds, || (ask(&few), ask(&many)));
        println!(
            "time of {name} with {} orders against {}: {:.2}, {:.2} by processor time (aim at most 1.3; {} and {})",
            flags.large_orders,
            flags.small_orders,
            pairs.by_rate(),
            pairs.by_cpu(),
            pairs.second(),
            pairs.first(),
        );
    }
}

/// What is asked, in turn; `{id}` is an order.
const QUESTIONS: [(&str, &[&str]); 12] = [
    ("the home page", &["app/page/admin/home"]),
    (
        "the list of orders",
        &["app/dingdan/findAllByPage?current=1&size=10"],
    ),
    (
        "the list of orders being repaid",
        &["app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN"],
    ),
    (
        "the list of orders being repaid by their next day",
        &["app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&orders=yinghuanRi:asc"],
    ),
    (
        "the list of orders being repaid by when they were made",
        &["app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&orders=createTime:asc"],
    ),
    (
        "the list of settled orders by amount",
        &["app/dingdan/findAllByPage?current=1&size=10&state=YIJIEQING&orders=jiekuanJine:desc"],
    ),
    (
        "a range of amounts in a state",
        &[
            "app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&jiekuanJineBegin=100000&jiekuanJineEnd=1200000",
        ],
    ),
    (
        "orders of a product by what is left",
        &["app/dingdan/findAllByPage?current=1&size=10&projectId=1&orders=shengyuBenjin:desc"],
    ),
    (
        "a late page of the list of orders",
        &["app/dingdan/findAllByPage?current=300&size=10"],
    ),
    ("the counts by state", &["app/dingdan/tongji"]),
    (
        "the lists that count orders",
        &[
            "app/project/findAllByPage?current=1&size=10",
            "app/qudao/findAllByPage?current=1&size=10",
            "app/user/findAllByPage?current=1&size=10",
        ],
    ),
    (
        "the dialog of an order",
        &[
            "app/dingdan/weapp/findById/{id}",
            "app/dingdan/huankuanXiangqing/{id}",
            "app/log/findByDingdanId/{id}",
        ],
    ),
];
