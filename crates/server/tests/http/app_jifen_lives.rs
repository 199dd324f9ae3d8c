//! Random lives of points and goods: after every step balance, stock and count are what a plain
//! model says, and the check of the books finds nothing. `POINTS_STEPS` says how long a life is.

use std::collections::BTreeMap;

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value as Json, json};
use server::housekeeping;
use store::seal::Mark;
use testkit::{TestApp, on_both};

use crate::{
    app_jifen::found,
    app_jifen_shangpin::Shop,
    support::{find, set_config},
};

const DAY_MS: i64 = 86_400_000;
const LIFETIME: i64 = 30;
const PRICE: i64 = 40;
const ORDERS: &str = "app/jifen/shangpin/dingdan";

/// What must be there.
struct Model {
    /// Gains that are left: the day they are lost, and how many points.
    gains: Vec<(i64, i64)>,
    stock: i64,
    redeemed: i64,
    orders: BTreeMap<i64, (&'static str, i64)>,
    day: i64,
}

impl Model {
    fn balance(&self) -> i64 {
        self.gains.iter().map(|(_, points)| points).sum()
    }

    fn gain(&mut self, points: i64) {
        self.gains.push((self.day + LIFETIME, points));
    }

    fn spend(&mut self, mut points: i64) {
        for (_, left) in &mut self.gains {
            let taken = points.min(*left);
            *left -= taken;
            points -= taken;
        }
        assert_eq!(points, 0, "the model overspends");
    }
}

async fn step(test: &TestApp, shop: &Shop, model: &mut Model, dice: &mut StdRng) {
    let post = async |path: &str, body: Json| shop.admin.post(&format!("/api/{path}"), body).await;
    match dice.random_range(0..10) {
        0..=2 => {
            let points = dice.random_range(1..=120);
            let way = if dice.random_range(0..3) > 0 {
                "SHOURU"
            } else {
                "ZHICHU"
            };
            let body = json!({ "userId": shop.customer, "fangxiang": way, "jifen": points, "biaoti": "调整" });
            let answer = post("app/jifen/add", body).await;
            match (way, points <= model.balance()) {
                ("SHOURU", _) => {
                    answer.ok();
                    model.gain(points);
                }
                (_, true) => {
                    answer.ok();
                    model.spend(points);
                }
                _ => answer.refused(2002, "积分不足"),
            }
        }
        3..=5 => {
            let pieces = dice.random_range(1..=3);
            let answer = post(&format!("{ORDERS}/add"), shop.asks_for(pieces)).await;
            if pieces > model.stock {
                answer.refused(2002, "库存不足");
            } else if pieces * PRICE > model.balance() {
                answer.refused(2002, "积分不足");
            } else {
                let id = answer.ok()["id"].as_i64().unwrap();
                model.spend(pieces * PRICE);
                model.stock -= pieces;
                model.redeemed += pieces;
                model.orders.insert(id, ("DAIFAHUO", pieces));
            }
        }
        6..=8 => go_on(shop, model, dice).await,
        _ => {
            let days = dice.random_range(1..=12);
            test.clock.advance_business(days * DAY_MS);
            model.day += days;
            let today = model.day;
            model.gains.retain(|(lost, _)| *lost > today);
            let round = housekeeping::round(&test.app, Mark::default()).await;
            round.unwrap();
        }
    }
}

/// Something happens to an order, or is refused because it does not happen to such a one.
async fn go_on(shop: &Shop, model: &mut Model, dice: &mut StdRng) {
    let at = dice.random_range(0..model.orders.len().max(1));
    let Some((id, (state, pieces))) = model.orders.iter().nth(at).map(|(id, of)| (*id, *of)) else {
        return;
    };
    let next = ["YIFAHUO", "YIWANCHENG", "TUIHUANZHONG", "YIQUXIAO"][dice.random_range(0..4)];
    let (path, body) = if next == "YIFAHUO" {
        let body = json!({ "id": id, "wuliuGongsi": "SF", "wuliuNo": "SF1" });
        ("setWuliuNo", body)
    } else {
        ("setState", json!({ "id": id, "state": next }))
    };
    let answer = shop
        .admin
        .post(&format!("/api/{ORDERS}/{path}"), body)
        .await;
    let may = matches!(
        (state, next),
        ("DAIFAHUO" | "YIFAHUO", "YIFAHUO")
            | ("YIFAHUO", "YIWANCHENG" | "TUIHUANZHONG")
            | ("DAIFAHUO" | "TUIHUANZHONG", "YIQUXIAO")
    );
    if !may {
        assert!(
            matches!(answer.code, 301 | 2002),
            "{state} to {next}: {}",
            answer.message
        );
        return;
    }
    answer.ok();
    model.orders.insert(id, (next, pieces));
    if next == "YIQUXIAO" {
        model.gain(pieces * PRICE);
        model.stock += pieces;
        model.redeemed -= pieces;
    }
}

#[test]
fn sums_hold_through_random_lives() {
    let steps = std::env::var("POINTS_STEPS").ok();
    let steps: usize = steps.and_then(|text| text.parse().ok()).unwrap_or(80);
    on_both(async |test| {
        let dice = &mut StdRng::seed_from_u64(20_260_301);
        let shop = Shop::open(&test, 12, 200).await;
        set_config(&shop.admin, "JIFEN", "jifenYouxiaoTianshu", json!(LIFETIME)).await;
        let mut model = Model {
            gains: vec![(365, 200)],
            stock: 12,
            redeemed: 0,
            orders: BTreeMap::new(),
            day: 0,
        };
        for number in 0..steps {
            step(&test, &shop, &mut model, dice).await;
            // What is lost soonest is used first.
            model.gains.sort_unstable();
            let customer = find(&shop.admin, "app/user", shop.customer).await;
            let goods = find(&shop.admin, "app/jifen/shangpin", shop.goods).await;
            assert_eq!(
                (&customer["jifen"], &goods["kucun"], &goods["yiduihuan"]),
                (
                    &json!(model.balance()),
                    &json!(model.stock),
                    &json!(model.redeemed)
                ),
                "step {number}"
            );
        }
        assert_eq!(found(&test).await, [""; 0]);
    });
}
