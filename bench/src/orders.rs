//! Lists, counts and dialogs of orders: many orders against few.

use std::time::Duration;

use testkit::{Backend, TestApp, office::Office};
use tokio::runtime::Runtime;

use crate::{
    Flags,
    figure::Pairs,
    lending::{self, Stage},
    order_copies,
    served::{Served, Token},
};

const STORE: &str = "ZONGDIAN";
/// The newest orders, which the lists show and the dialog opens.
const NEWEST: usize = 500;

pub fn measure(flags: &Flags, backend: Backend) {
    let (few, many) = (
        Orders::start(backend, flags.small_orders),
        Orders::start(backend, flags.large_orders),
    );
    let length = Duration::from_millis(flags.ms);
    for (name, paths) in QUESTIONS {
        let ask = |of: &Orders| of.served.ask(flags.connections, length, of.ask(paths));
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

/// An office with so many orders, and someone who sees those of one store.
struct Orders {
    served: Served,
    token: Token,
    ids: Vec<i64>,
}

impl Orders {
    fn start(backend: Backend, count: u32) -> Self {
        let test = TestApp::start(backend);
        let runtime = Runtime::new().unwrap();
        order_copies::fill(&test, count - u32::try_from(NEWEST).unwrap());
        let office = runtime.block_on(Office::open(&test));
        let ids = lending::lend(&test, &office, NEWEST, |number| match number % 10 {
            0 => Stage::Applied,
            1 => Stage::Approved,
            other => Stage::PaidOut(i64::try_from(other).unwrap() - 2),
        });
        let may = [
            "app:dingdan:list",
            "app:dingdan:query",
            "app:project:list",
            "app:qudao:list",
            "app:user:list",
            // What the home page shows beside these.
            "app:dingdan:shenhe",
            "app:dingdan:fangkuan",
            "app:dingdan:daozhang",
            "app:log:list",
            "app:zijin:liushui:list",
            "app:zijin:zongzhang",
        ];
        let person = runtime.block_on(test.person_of(&may, "MENDIAN", STORE));
        Self {
            token: Token::from(&person.client),
            served: Served::start(test, runtime, Vec::new()),
            ids,
        }
    }

    fn ask(&self, paths: &'static [&str]) -> impl Fn(u64) -> String + Clone + Send + 'static {
        let (token, ids) = (self.token.clone(), self.ids.clone());
        move |number| {
            let number = usize::try_from(number).unwrap();
            let id = ids[number / paths.len() % ids.len()];
            let path = paths[number % paths.len()].replace("{id}", &id.to_string());
            token.get(&format!("/server/api/{path}"))
        }
    }
}
