//! Money events under the kill: every acknowledged one is there afterwards, and the books agree.
//! `CRASH_KILLS` says how often; this test kills twice as often as the others.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value as Json, json};
use testkit::{Backend, Scratch, office};

use crate::{
    kills,
    process::{Caller, Outcome, Server, check},
};

const WRITERS: usize = 12;

/// What a lender needs before the first order.
#[derive(Clone, Copy)]
pub struct Shop {
    customer: i64,
    project: i64,
    account: i64,
}

/// An acknowledged money event: the order and the event's number.
type Event = (i64, i64);

#[test]
fn no_acknowledged_money_is_lost_on_sqlite() {
    kill_lenders(Backend::Sqlite);
}

#[test]
fn no_acknowledged_money_is_lost_on_postgres() {
    kill_lenders(Backend::Postgres);
}

fn kill_lenders(backend: Backend) {
    let scratch = Scratch::new(backend);
    let mut server = Server::start(&scratch);
    let token = Caller::sign_in(&server.address);
    let shop = open_shop(&Caller::new(&server.address, &token));
    let rng = &mut StdRng::seed_from_u64(11);
    let serial = Arc::new(AtomicUsize::new(1));
    let (mut acknowledged, mut orders) = (0, 0);
    for run in 0..kills() * 2 {
        let after = rng.random_range(1..120);
        let (told, events) = mpsc::channel();
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| {
                let caller = Caller::new(&server.address, &token);
                let (told, serial) = (told.clone(), Arc::clone(&serial));
                thread::spawn(move || lend(&caller, shop, &serial, &told))
            })
            .collect();
        drop(told);
        let mut kept: Vec<Event> = events.iter().take(after).collect();
        assert_eq!(kept.len(), after, "run {run}: nobody wrote at the kill");
        server.kill();
        kept.extend(events.iter());
        for writer in writers {
            orders += writer.join().unwrap();
        }
        check(&scratch).unwrap_or_else(|problems| panic!("run {run}: {problems}"));
        server = Server::start(&scratch);
        let reader = Caller::new(&server.address, &token);
        for (order, event) in &kept {
            assert!(
                has_event(&reader, *order, *event),
                "run {run}: event {event} of order {order} is lost"
            );
        }
        acknowledged += kept.len();
    }
    println!(
        "{backend:?}: {} kills, {orders} orders, {acknowledged} acknowledged money events",
        kills() * 2
    );
    server.kill();
}

fn ok(caller: &Caller, path: &str, body: &Json) -> Json {
    match caller.post(path, body) {
        Outcome::Answered(200, _, result) => result,
        other => panic!("{path}: {other:?}"),
    }
}

pub fn open_shop(caller: &Caller) -> Shop {
    let id = |made: Json| made["id"].as_i64().unwrap();
    let category = id(ok(
        caller,
        "/api/app/project/fenlei/add",
        &json!({ "mingcheng": "现金贷" }),
    ));
    let project = id(ok(
        caller,
        "/api/app/project/add",
        &office::product(category),
    ));
    let person = json!({ "nickName": "张三", "phone": "13900000001" });
    let customer = id(ok(caller, "/api/app/user/add", &person));
    let account = id(ok(
        caller,
        "/api/app/user/shoukuan/add",
        &office::account(customer),
    ));
    Shop {
        customer,
        project,
        account,
    }
}

/// Leads orders through their lives until the connection breaks; how many were begun.
fn lend(caller: &Caller, shop: Shop, serial: &AtomicUsize, told: &mpsc::Sender<Event>) -> usize {
    let mut begun = 0;
    while live(caller, shop, serial, told).is_some() {
        begun += 1;
    }
    begun
}

/// One life; nothing once the connection broke.
fn live(
    caller: &Caller,
    shop: Shop,
    serial: &AtomicUsize,
    told: &mpsc::Sender<Event>,
) -> Option<()> {
    let post = |verb: &str, body: Json| -> Option<Json> {
        match caller.post(&format!("/api/app/dingdan/{verb}"), &body) {
            Outcome::Answered(200, _, result) => {
                if let (Some(order), Some(event)) =
                    (result["id"].as_i64(), result["shijianId"].as_i64())
                {
                    let _ = told.send((order, event));
                }
                Some(result)
            }
            Outcome::Broken => None,
            // On a machine that has no time left: done or not, nobody was told that it was.
            Outcome::Answered(500, why, _) if why.contains("结果未知") => None,
            Outcome::Answered(2002, why, _) if why.starts_with("查询用时过长") => None,
            // A server that is being killed may refuse; nothing else may.
            Outcome::Answered(code, message, _) => panic!("{verb} {body}: {code} {message}"),
        }
    };
    lead(&post, shop, serial)
}

/// Leads an order from its application to its end; nothing where `post` gave up on the way.
pub fn lead(
    post: &dyn Fn(&str, Json) -> Option<Json>,
    shop: Shop,
    serial: &AtomicUsize,
) -> Option<()> {
    let receipt = || format!("K{}", serial.fetch_add(1, Ordering::Relaxed));
    let made = post(
        "add",
        json!({
            "userId": shop.customer, "projectId": shop.project, "jiekuanJine": 100_000, "qishu": 3,
            "jiekuanYongtu": "RICHANG", "userShoukuanId": shop.account,
        }),
    )?;
    let id = made["id"].as_i64().unwrap();
    post(
        "shenhe",
        json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" }),
    )?;
    let paid =
        json!({ "id": id, "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": receipt() });
    post("fangkuan", paid)?;
    post(
        "setYouhuiDangqian",
        json!({ "id": id, "jine": 500, "jiuJine": 0 }),
    )?;
    let first = post(
        "querenhuankuan",
        json!({ "dingdanId": id, "qi": 1, "liushuihao": receipt() }),
    )?;
    post("yanqi", json!({ "dingdanId": id, "qi": 2, "cishu": 0 }))?;
    let extended = first["shijianId"].as_i64().unwrap() + 1;
    let transfer = |jine: i64| json!({ "dingdanId": id, "jine": jine, "zhifufangshi": "WEIXIN", "liushuihao": receipt() });
    post(
        "chexiao",
        json!({ "dingdanId": id, "shijianId": extended, "yuanyin": "录错" }),
    )?;
    let part = post("daozhang", transfer(4_321))?;
    let undone = json!({ "dingdanId": id, "shijianId": part["shijianId"], "yuanyin": "录错" });
    post("chexiao", undone)?;
    post("daozhang", transfer(1_234))?;
    // The second instalment, and something of the third.
    post("daozhang", transfer(40_000))?;
    post(
        "tiqianhuankuan",
        json!({ "dingdanId": id, "liushuihao": receipt() }),
    )?;
    Some(())
}

fn has_event(reader: &Caller, order: i64, event: i64) -> bool {
    let log = reader.get(&format!("/api/app/log/findByDingdanId/{order}"));
    let mut lines = log.as_array().into_iter().flatten();
    lines.any(|line| line["shijianId"].as_i64() == Some(event))
}
