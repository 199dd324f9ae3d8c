//! Points and goods under the kill: whatever was decided is done once, whoever asks again under the
//! same key gets the same answer, and stock, orders and balances add up.
//! `CRASH_KILLS` says how often.

use std::{
    collections::BTreeMap,
    sync::mpsc::{self, Sender},
    thread,
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value as Json, json};
use testkit::{Backend, Scratch};

use crate::{
    kills,
    process::{Caller, Outcome, Server, check},
};

const WRITERS: usize = 12;
const GOODS: &str = "/api/app/jifen/shangpin";
const ORDERS: &str = "/api/app/jifen/shangpin/dingdan";
const POINTS: &str = "/api/app/jifen/add";
/// Little enough that goods and points run out now and then.
const STOCK: i64 = 60;
const GIVEN: i64 = 1_000;
const PRICE: i64 = 40;

/// A thing to have, and those who share their points among the writers.
#[derive(Clone, Copy)]
struct Shop {
    goods: i64,
    customers: [i64; 3],
}

/// What somebody decided, and what they were told.
#[derive(Debug)]
struct Decision {
    key: String,
    path: String,
    body: Json,
    /// Nothing where the connection broke, or where it was refused.
    answer: Option<Json>,
    is_refused: bool,
}

#[test]
fn no_point_and_no_piece_is_lost_on_sqlite() {
    kill_exchanges(Backend::Sqlite);
}

#[test]
fn no_point_and_no_piece_is_lost_on_postgres() {
    kill_exchanges(Backend::Postgres);
}

fn kill_exchanges(backend: Backend) {
    let scratch = Scratch::new(backend);
    let mut server = Server::start(&scratch);
    let token = Caller::sign_in(&server.address);
    first_seal(&scratch);
    let rng = &mut StdRng::seed_from_u64(13);
    let (mut decided, mut in_doubt) = (0, 0);
    for run in 0..kills() {
        let shop = open_shop(&Caller::new(&server.address, &token), run);
        let after = rng.random_range(1..120);
        let (told, acknowledgements) = mpsc::channel();
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let caller = Caller::new(&server.address, &token);
                let (mark, told) = (format!("r{run}w{writer}n"), told.clone());
                let customer = shop.customers[writer % shop.customers.len()];
                thread::spawn(move || exchange(&caller, shop.goods, customer, &mark, &told))
            })
            .collect();
        drop(told);
        assert_eq!(acknowledgements.iter().take(after).count(), after);
        server.kill();
        let mut decisions = Vec::new();
        for writer in writers {
            decisions.extend(writer.join().unwrap());
        }
        check(&scratch).unwrap_or_else(|problems| panic!("run {run}: {problems}"));
        server = Server::start(&scratch);
        let caller = Caller::new(&server.address, &token);
        decided += decisions.len();
        in_doubt += ask_again(&caller, &mut decisions);
        add_up(&caller, shop, &decisions);
        check(&scratch).unwrap_or_else(|problems| panic!("run {run}, asked again: {problems}"));
    }
    println!(
        "{backend:?}: {} kills, {decided} decisions on points and goods, {in_doubt} in doubt",
        kills()
    );
    server.kill();
}

/// The first start seals what it seeded in the background; the check misses that where a kill came
/// before it, which is not what is looked for here.
fn first_seal(scratch: &Scratch) {
    let anchor = scratch.path().join("anchor.log");
    while std::fs::metadata(&anchor).map_or(0, |file| file.len()) == 0 {
        thread::sleep(Duration::from_millis(50));
    }
}

fn id_of(made: &Json) -> i64 {
    made["id"].as_i64().unwrap()
}

fn ok(outcome: Outcome) -> Json {
    match outcome {
        Outcome::Answered(200, _, result) => result,
        other => panic!("{other:?}"),
    }
}

fn open_shop(caller: &Caller, run: u64) -> Shop {
    let picture = ok(caller.upload("shangpin", "a.png", include_bytes!("pixel.png")));
    let body = json!({
        "mingcheng": format!("保温杯{run}"), "type": "SHIWU", "zhutu": picture["url"],
        "jifenJiage": PRICE, "kucun": STOCK,
    });
    let goods = id_of(&ok(caller.post(&format!("{GOODS}/add"), &body)));
    let customers = [0, 1, 2].map(|n| {
        let phone = format!("139{:08}", run * 10 + n);
        let person = json!({ "nickName": "张三", "phone": phone });
        let customer = id_of(&ok(caller.post("/api/app/user/add", &person)));
        ok(caller.post(POINTS, &adjustment(customer, "SHOURU", GIVEN)));
        customer
    });
    Shop { goods, customers }
}

fn adjustment(customer: i64, way: &str, points: i64) -> Json {
    json!({ "userId": customer, "fangxiang": way, "jifen": points, "biaoti": "补登" })
}

/// Exchanges, cancels and adjusts until the connection breaks; what was decided.
fn exchange(
    caller: &Caller,
    goods: i64,
    customer: i64,
    mark: &str,
    told: &Sender<()>,
) -> Vec<Decision> {
    let mut decisions: Vec<Decision> = Vec::new();
    for number in 0.. {
        let mut decide = |what: &str, path: String, body: Json| {
            let key = format!("{mark}{number}{what}");
            let decision = send(caller, key, path, body);
            let (answer, is_refused) = (decision.answer.clone(), decision.is_refused);
            decisions.push(decision);
            if answer.is_some() {
                let _ = told.send(());
            }
            (answer.is_some() || is_refused).then_some(answer)
        };
        let order = json!({
            "userId": customer, "shangpinId": goods, "shuliang": 1 + number % 3,
            "shouhuoren": "王小明", "shouhuoPhone": "13712348888", "shouhuoDizhi": "杭州市文三路1号",
        });
        let Some(made) = decide("add", format!("{ORDERS}/add"), order) else {
            break;
        };
        let taken = adjustment(customer, "ZHICHU", 7);
        if decide("take", POINTS.to_owned(), taken).is_none() {
            break;
        }
        // Most come back, or there would soon be nothing left to exchange.
        if let Some(made) = made.filter(|_| number % 4 != 3) {
            let body = json!({ "id": id_of(&made), "state": "YIQUXIAO" });
            if decide("cancel", format!("{ORDERS}/setState"), body).is_none() {
                break;
            }
        }
        let given = adjustment(customer, "SHOURU", 11);
        if decide("give", POINTS.to_owned(), given).is_none() {
            break;
        }
    }
    decisions
}

fn send(caller: &Caller, key: String, path: String, body: Json) -> Decision {
    let (answer, is_refused) = match caller.post_once(&path, &key, &body) {
        Outcome::Answered(200, _, result) => (Some(result), false),
        Outcome::Answered(2002, why, _) => {
            assert!(
                why.starts_with("库存不足") || why.starts_with("积分不足"),
                "{path} {body}: {why}"
            );
            (None, true)
        }
        Outcome::Broken => (None, false),
        Outcome::Answered(code, why, _) => panic!("{path} {body}: {code} {why}"),
    };
    Decision {
        key,
        path,
        body,
        answer,
        is_refused,
    }
}

/// The same answer for whoever got one; whoever got none now gets one, and keeps it.
/// How many were in doubt.
fn ask_again(caller: &Caller, decisions: &mut [Decision]) -> usize {
    let mut in_doubt = 0;
    for decision in decisions.iter_mut().filter(|one| !one.is_refused) {
        let again = || {
            let (key, path) = (decision.key.clone(), decision.path.clone());
            send(caller, key, path, decision.body.clone())
        };
        let second = again();
        if decision.answer.is_some() {
            assert_eq!(second.answer, decision.answer, "{decision:?}");
            continue;
        }
        in_doubt += 1;
        if second.answer.is_some() {
            assert_eq!(again().answer, second.answer, "{decision:?}");
        }
        decision.answer = second.answer;
    }
    in_doubt
}

/// Stock and orders are what there was in the beginning, and so are points; nothing was done that
/// nobody decided.
fn add_up(caller: &Caller, shop: Shop, decisions: &[Decision]) {
    let mut balances: BTreeMap<i64, i64> = shop.customers.map(|id| (id, GIVEN)).into();
    let mut orders: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    let done = decisions.iter().filter_map(|decision| {
        let answer = decision.answer.as_ref()?;
        Some((decision, answer))
    });
    for (decision, answer) in done {
        let body = &decision.body;
        if decision.path == POINTS {
            let points = body["jifen"].as_i64().unwrap();
            let is_gain = body["fangxiang"] == "SHOURU";
            let whose = body["userId"].as_i64().unwrap();
            *balances.get_mut(&whose).unwrap() += if is_gain { points } else { -points };
        } else if decision.path.ends_with("/add") {
            let whose = body["userId"].as_i64().unwrap();
            let pieces = body["shuliang"].as_i64().unwrap();
            let twice = orders.insert(id_of(answer), (whose, pieces));
            assert_eq!(twice, None, "one order for two decisions: {decision:?}");
        } else {
            orders.remove(&id_of(body)).unwrap();
        }
    }
    for (customer, pieces) in orders.values() {
        *balances.get_mut(customer).unwrap() -= pieces * PRICE;
    }
    for (customer, expected) in balances {
        let row = caller.get(&format!("/api/app/user/findById/{customer}"));
        assert!(expected >= 0, "customer {customer}: {expected}");
        assert_eq!(row["jifen"], expected, "points of customer {customer}");
    }
    let kept: i64 = orders.values().map(|(_, pieces)| pieces).sum();
    let goods = caller.get(&format!("{GOODS}/findById/{}", shop.goods));
    let stock = goods["kucun"].as_i64().unwrap();
    assert!(stock >= 0, "{goods}");
    assert_eq!(stock + kept, STOCK, "stock and orders");
    assert_eq!(goods["yiduihuan"], kept, "exchanged");
    let path = format!(
        "{ORDERS}/findAllByPage?size=1&state=DAIFAHUO&shangpinId={}",
        shop.goods
    );
    let found = caller.get(&path)["total"].as_u64().unwrap();
    assert_eq!(found, orders.len() as u64, "orders nobody decided");
}
