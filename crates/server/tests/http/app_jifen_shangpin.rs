//! /api/app/jifen/shangpin and its orders: points become goods and come back, one transaction each.

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, TestApp, office::Office, on_both};

use crate::{
    app_file_rows::stored,
    app_jifen::found,
    support::{add, at_once, blames, find, rows},
};

const GOODS: &str = "app/jifen/shangpin";
const ORDERS: &str = "app/jifen/shangpin/dingdan";

/// A shop with one thing to have, and a customer with points.
pub struct Shop {
    pub admin: Client,
    pub customer: i64,
    pub goods: i64,
}

impl Shop {
    pub async fn open(test: &TestApp, stock: i64, points: i64) -> Self {
        let office = Office::open(test).await;
        let (admin, customer) = (office.admin, office.customer);
        let picture = stored(&admin, "shangpin").await;
        let body = json!({
            "mingcheng": "保温杯", "type": "SHIWU", "zhutu": picture, "jifenJiage": 40, "jine": 100,
            "yunfei": 800, "kucun": stock,
        });
        let goods = add(&admin, GOODS, body).await;
        let shop = Self {
            admin,
            customer,
            goods,
        };
        shop.give(points).await;
        shop
    }

    async fn give(&self, points: i64) {
        let body = json!({ "userId": self.customer, "fangxiang": "SHOURU", "jifen": points, "biaoti": "活动" });
        add(&self.admin, "app/jifen", body).await;
    }

    pub fn asks_for(&self, pieces: i64) -> Json {
        json!({
            "userId": self.customer, "shangpinId": self.goods, "shuliang": pieces, "shouhuoren": "王小明",
            "shouhuoPhone": "13712348888", "shouhuoDizhi": "浙江省杭州市西湖区文三路1号",
        })
    }

    async fn redeem(&self, pieces: i64) -> Answer {
        let path = format!("/api/{ORDERS}/add");
        self.admin.post(&path, self.asks_for(pieces)).await
    }

    async fn verb(&self, name: &str, body: Json) -> Answer {
        self.admin
            .post(&format!("/api/{ORDERS}/{name}"), body)
            .await
    }

    async fn ship(&self, id: i64, number: &str) -> Answer {
        let body = json!({ "id": id, "wuliuGongsi": "SF", "wuliuNo": number });
        self.verb("setWuliuNo", body).await
    }

    async fn turn(&self, id: i64, state: &str) -> Answer {
        self.verb("setState", json!({ "id": id, "state": state }))
            .await
    }

    /// Points of the customer, stock, and how many were exchanged.
    async fn standing(&self) -> (i64, i64, i64) {
        let number = |row: &Json, wire: &str| row[wire].as_i64().unwrap();
        let customer = find(&self.admin, "app/user", self.customer).await;
        let goods = find(&self.admin, GOODS, self.goods).await;
        (
            number(&customer, "jifen"),
            number(&goods, "kucun"),
            number(&goods, "yiduihuan"),
        )
    }
}

#[test]
fn points_become_goods_and_come_back_with_a_cancellation() {
    on_both(async |test| {
        let shop = Shop::open(&test, 3, 100).await;
        let made = shop.redeem(2).await.ok();
        assert_eq!(shop.standing().await, (20, 1, 2));
        let id = made["id"].as_i64().unwrap();
        let order = find(&shop.admin, ORDERS, id).await;
        assert_eq!(
            (&order["jifen"], &order["jine"], &order["state"]),
            (&json!(80), &json!(1_000), &json!("DAIFAHUO"))
        );
        assert_eq!(
            (
                &order["shouhuoren"],
                &order["shouhuoPhone"],
                &order["shouhuoDizhi"]
            ),
            (
                &json!("王**"),
                &json!("137****8888"),
                &json!("浙江省杭州市********")
            )
        );
        assert_eq!(order["phone"], "139****5678");
        let line = &rows(&shop.admin, "app/jifen", "type=DUIHUAN").await[0];
        assert_eq!(
            (&line["jifen"], &line["guanlianId"]),
            (&json!(-80), &order["bianhao"])
        );
        shop.redeem(1)
            .await
            .refused(2002, "积分不足：现有20，需要40");
        assert_eq!(shop.standing().await, (20, 1, 2), "nothing of it was done");
        shop.turn(id, "YIQUXIAO").await.ok();
        assert_eq!(shop.standing().await, (100, 3, 0));
        shop.turn(id, "YIQUXIAO")
            .await
            .refused(301, "已经是这个状态");
        assert_eq!(shop.standing().await, (100, 3, 0));
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn an_order_goes_along_its_states_and_no_other_way() {
    on_both(async |test| {
        let shop = Shop::open(&test, 9, 1_000).await;
        let id = shop.redeem(1).await.ok()["id"].as_i64().unwrap();
        for state in ["YIWANCHENG", "TUIHUANZHONG"] {
            shop.turn(id, state).await.refused(2002, "待发货的可以取消");
        }
        for state in ["DAIFAHUO", "YIFAHUO"] {
            shop.turn(id, state)
                .await
                .refused(2002, "发货请填写物流单号");
        }
        let body = json!({ "id": id, "wuliuGongsi": "MAN", "wuliuNo": "1" });
        blames(
            &shop.verb("setWuliuNo", body).await,
            "wuliuGongsi",
            "请选择物流公司",
        );
        blames(&shop.ship(id, "").await, "wuliuNo", "不能为空");
        let moved = json!({ "id": id, "shouhuoDizhi": "上海市徐汇区漕溪北路88弄" });
        shop.verb("edit", moved.clone()).await.ok();
        shop.ship(id, "SF1001").await.ok();
        let sent = find(&shop.admin, ORDERS, id).await;
        assert_eq!(
            (&sent["state"], &sent["wuliuNo"], &sent["fahuoTime"]),
            (
                &json!("YIFAHUO"),
                &json!("SF1001"),
                &json!("2026-03-01 09:00:00")
            )
        );
        shop.verb("edit", moved).await.refused(2002, "已发货");
        test.clock.advance_business(3_600_000);
        shop.ship(id, "SF1002").await.ok();
        let sent = find(&shop.admin, ORDERS, id).await;
        assert_eq!(
            (&sent["wuliuNo"], &sent["fahuoTime"]),
            (&json!("SF1002"), &json!("2026-03-01 09:00:00")),
            "a correction"
        );
        let log = rows(&shop.admin, "sys/log", "mokuai=积分订单").await;
        let said: Vec<&str> = log
            .iter()
            .filter_map(|line| line["miaoshu"].as_str())
            .collect();
        assert!(
            said.iter().any(|text| text.starts_with("更正物流 JF")),
            "{said:?}"
        );
        shop.turn(id, "YIQUXIAO")
            .await
            .refused(2002, "已发货的可以完成或退换");
        shop.turn(id, "TUIHUANZHONG").await.ok();
        shop.turn(id, "YIWANCHENG")
            .await
            .refused(2002, "退换中的可以取消");
        shop.turn(id, "YIQUXIAO").await.ok();
        assert_eq!(shop.standing().await, (1_000, 9, 0));
        let kept = shop.redeem(1).await.ok()["id"].as_i64().unwrap();
        shop.ship(kept, "SF1003").await.ok();
        shop.turn(kept, "YIWANCHENG").await.ok();
        shop.turn(kept, "YIQUXIAO")
            .await
            .refused(2002, "待发货的可以取消");
        let path = format!("/api/{ORDERS}/delByIds/{kept}");
        shop.admin
            .delete(&path)
            .await
            .refused(2002, "积分订单不能删除");
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn what_has_no_weight_is_sent_as_a_code() {
    on_both(async |test| {
        let shop = Shop::open(&test, 9, 1_000).await;
        let picture = stored(&shop.admin, "shangpin").await;
        let body = json!({ "mingcheng": "视频会员", "type": "XUNI", "zhutu": picture, "jifenJiage": 10, "kucun": 5 });
        let goods = add(&shop.admin, GOODS, body).await;
        let body = json!({ "userId": shop.customer, "shangpinId": goods });
        let id = add(&shop.admin, ORDERS, body).await;
        blames(&shop.ship(id, "SF1").await, "kamima", "请填写卡密");
        let body = json!({ "id": id, "kamima": "VIP-7788-9900" });
        shop.verb("setWuliuNo", body).await.ok();
        let order = find(&shop.admin, ORDERS, id).await;
        assert_eq!(
            (&order["state"], &order["kamima"]),
            (&json!("YIFAHUO"), &json!("*************"))
        );
        let ask = json!({ "ziyuan": ORDERS, "id": id, "ziduan": "kamima", "yuanyin": "客户来电" });
        let clear = shop.admin.post("/api/app/mingan/chakan", ask).await.ok();
        assert_eq!(clear["zhi"], "VIP-7788-9900");
        for line in rows(&shop.admin, "sys/log", "").await {
            let whole = find(&shop.admin, "sys/log", line["id"].as_i64().unwrap()).await;
            assert!(!whole.to_string().contains("VIP-7788-9900"), "{whole}");
        }
    });
}

#[test]
fn goods_are_offered_for_a_while_to_those_who_may_have_them() {
    on_both(async |test| {
        let shop = Shop::open(&test, 5, 1_000).await;
        let edit = async |change: Json| {
            let mut body = change;
            body["id"] = shop.goods.into();
            shop.admin.post("/api/app/jifen/shangpin/edit", body).await
        };
        edit(json!({ "xiangou": 2 })).await.ok();
        shop.redeem(1).await.ok();
        shop.redeem(2)
            .await
            .refused(2002, "每人限购2件，该客户已兑换1件");
        let second = shop.redeem(1).await.ok()["id"].as_i64().unwrap();
        shop.redeem(1).await.refused(2002, "每人限购2件");
        shop.turn(second, "YIQUXIAO").await.ok();
        edit(json!({ "xiangou": null, "state": "XIAJIA" }))
            .await
            .ok();
        shop.redeem(1).await.refused(2002, "未上架");
        edit(json!({ "state": "SHANGJIA", "kaishiTime": "2026-03-02 00:00:00" }))
            .await
            .ok();
        shop.redeem(1).await.refused(2002, "不在兑换时间内");
        let over = edit(json!({ "jieshuTime": "2026-03-01 00:00:00" })).await;
        blames(&over, "jieshuTime", "结束时间应晚于开始时间");
        edit(json!({ "kaishiTime": null })).await.ok();
        shop.redeem(5).await.refused(2002, "库存不足，剩余4件");
        let mut nobody = shop.asks_for(1);
        nobody["shouhuoDizhi"] = json!(null);
        let path = format!("/api/{ORDERS}/add");
        blames(
            &shop.admin.post(&path, nobody).await,
            "shouhuoDizhi",
            "请填写收货地址",
        );
        blames(&shop.redeem(0).await, "shuliang", "大于0");
        // A form that shows the stock from before an exchange is refused.
        let seen = find(&shop.admin, GOODS, shop.goods).await;
        shop.redeem(1).await.ok();
        let stale = json!({ "kucun": 9, "banbenSuo": seen["banbenSuo"] });
        edit(stale).await.refused(301, "已被他人修改");
        let path = format!("/api/{GOODS}/delByIds/{}", shop.goods);
        shop.admin
            .delete(&path)
            .await
            .refused(2002, "还有未完成的积分订单");
        let path = format!("/api/app/user/delByIds/{}", shop.customer);
        shop.admin
            .delete(&path)
            .await
            .refused(2002, "还有未完成的积分订单");
    });
}

#[test]
fn whoever_is_deleted_leaves_no_address_behind() {
    on_both(async |test| {
        let shop = Shop::open(&test, 5, 1_000).await;
        let id = shop.redeem(1).await.ok()["id"].as_i64().unwrap();
        shop.turn(id, "YIQUXIAO").await.ok();
        let path = format!("/api/app/user/delByIds/{}", shop.customer);
        shop.admin.delete(&path).await.ok();
        let order = find(&shop.admin, ORDERS, id).await;
        for wire in ["shouhuoren", "shouhuoPhone", "shouhuoDizhi"] {
            assert_eq!(order[wire], json!(null), "{wire}");
        }
        assert_eq!(order["jifen"], 40);
        assert_eq!(found(&test).await, [""; 0]);
    });
}

/// Sixty-four people want the last piece.
#[test]
fn the_last_piece_goes_to_one() {
    on_both(async |test| {
        let shop = Shop::open(&test, 1, 100_000).await;
        let path = "/api/app/jifen/shangpin/dingdan/add";
        let answers = at_once(&shop.admin, 64, path, &shop.asks_for(1), &[]).await;
        let done = answers.iter().filter(|answer| answer.code == 200).count();
        assert_eq!(done, 1);
        for answer in answers.iter().filter(|answer| answer.code != 200) {
            answer.refused(2002, "库存不足");
        }
        assert_eq!(shop.standing().await, (99_960, 0, 1));
        assert_eq!(rows(&shop.admin, ORDERS, "").await.len(), 1);
        assert_eq!(found(&test).await, [""; 0]);
    });
}
