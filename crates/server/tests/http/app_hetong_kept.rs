//! /api/app/dingdan/hetongZhengwen: what was signed reads the same for ever.

use serde_json::{Value as Json, json};
use testkit::{
    Client, TestApp,
    office::{Office, payout},
    on_both, quietly,
};

use crate::{
    app_file_rows::png,
    support::{add, assign, blames, problems, set_config},
};

const DAY: i64 = 86_400_000;
/// Every placeholder there is.
const TEXT: &str = "<p>{{xingming}}|{{zhengjianhaoma}}|{{phone}}|{{dingdanBianhao}}|{{chanpin}}|{{jiekuanJine}}|\
    {{jiekuanDaxie}}|{{qishu}}|{{nianlilv}}|{{huankuanMoshi}}|{{jiekuanYongtu}}|{{huankuanJine}}|\
    {{shoukuanZhanghu}}|{{shenqingRiqi}}|{{fangkuanRiqi}}|{{daoqiRiqi}}|{{gongsiMingcheng}}|{{kefuDianhua}}</p>";

/// An office whose product is signed for under one template, and whose customer is known by name.
struct Signing {
    office: Office,
    template: i64,
    real_name: i64,
}

impl Signing {
    async fn open(test: &TestApp) -> Self {
        let office = Office::open(test).await;
        let admin = &office.admin;
        set_config(admin, "JICHU", "gongsiMingcheng", json!("甲公司")).await;
        set_config(admin, "JICHU", "kefuDianhua", json!("400-1")).await;
        let upload = async || {
            let (fields, picture) = ([("rootPath", "renzheng")], png());
            let made = admin.upload("/api/app/file/up", &fields, "a.png", &picture);
            made.await.ok()["url"].clone()
        };
        let known = json!({
            "userId": office.customer, "zhenshixingming": "张三丰", "zhengjianhaoma": "11010519491231002X",
            "sfzZhengmian": upload().await, "sfzFanmian": upload().await,
        });
        let real_name = add(admin, "app/user/renzheng", known).await;
        let template = office.sign_under(TEXT).await;
        Self {
            office,
            template,
            real_name,
        }
    }

    /// Everything that a contract speaks of becomes something else.
    async fn change_everything(&self) {
        let (office, admin) = (&self.office, &self.office.admin);
        set_config(admin, "JICHU", "gongsiMingcheng", json!("乙公司")).await;
        set_config(admin, "JICHU", "kefuDianhua", json!("400-2")).await;
        for (path, body) in [
            (
                "app/project",
                json!({ "id": office.project, "mingcheng": "富民贷", "nianlilv": 120_000 }),
            ),
            (
                "app/user/renzheng",
                json!({ "id": self.real_name, "zhenshixingming": "李四光", "zhengjianhaoma": "110101199003077571" }),
            ),
            (
                "app/user",
                json!({ "id": office.customer, "nickName": "李四", "phone": "13887654321" }),
            ),
            (
                "app/user/shoukuan",
                json!({ "id": office.account, "yhkKaihuhang": "建设银行", "zhanghao": "6217730415926535890" }),
            ),
            (
                "app/hetong",
                json!({ "id": self.template, "neirong": "<p>新的合同</p>" }),
            ),
        ] {
            admin.post(&format!("/api/{path}/edit"), body).await.ok();
        }
        let uses = "/api/app/dict/data/findAllByPage?size=100&dictType=jiekuan_yongtu";
        let uses = admin.get(uses).await.ok();
        let mut uses = uses["records"].as_array().unwrap().iter();
        let daily = uses.find(|row| row["dictValue"] == "RICHANG").unwrap();
        let renamed = json!({ "id": daily["id"], "dictLabel": "其他消费" });
        admin.post("/api/app/dict/data/edit", renamed).await.ok();
    }

    async fn signed(&self, client: &Client, order: i64) -> String {
        signed(&self.office.admin, client, order).await
    }

    async fn undo_newest(&self, order: i64) {
        let newest = self.office.detail(order).await["kechexiao"]["shijianId"].clone();
        let undo = json!({ "dingdanId": order, "shijianId": newest, "yuanyin": "录入错误" });
        self.office.verb("chexiao", undo).await.ok();
    }
}

/// The one contract of an order, as somebody sees it.
async fn signed(admin: &Client, client: &Client, order: i64) -> String {
    let all = format!("/api/app/dingdan/hetong/{order}");
    let version = admin.get(&all).await.ok()[0]["id"].clone();
    let path = format!("/api/app/dingdan/hetongZhengwen?dingdanId={order}&banbenId={version}");
    let shown = client.get(&path).await.ok();
    shown["neirong"].as_str().unwrap().to_owned()
}

async fn preview(signing: &Signing, order: i64) -> String {
    let query = format!("hetongId={}&dingdanId={order}", signing.template);
    let path = format!("/api/app/hetong/yulan?{query}");
    let shown = signing.office.admin.get(&path).await.ok();
    shown["neirong"].as_str().unwrap().to_owned()
}

fn applied(number: &str) -> String {
    format!(
        "<p>张**|1***************2X|139****5678|{number}|惠民贷|12,000.00|壹万贰仟元整|6期（每期1个月）|24.00%|等额本息|日常消费|________|\
         工商银行 尾号3446 张*|2026年03月01日|________|________|甲公司|400-1</p>"
    )
}

#[test]
fn what_was_signed_reads_the_same_for_ever() {
    on_both(async |test| {
        let signing = Signing::open(&test).await;
        let (office, admin) = (&signing.office, &signing.office.admin);
        let order = office.applied(1_200_000, 6).await;
        let number = office.detail(order).await["bianhao"].clone();
        let at_application = signing.signed(admin, order).await;
        assert_eq!(at_application, applied(number.as_str().unwrap()));
        signing.change_everything().await;
        assert_eq!(signing.signed(admin, order).await, at_application);
        // What is reviewed is not paid out yet.
        test.clock.advance_business(DAY);
        let review =
            json!({ "id": order, "jieguo": "TONGGUO", "yijian": "同意", "pifuJine": 1_000_000 });
        office.verb("shenhe", review).await.ok();
        assert_eq!(signing.signed(admin, order).await, at_application);

        test.clock.advance_business(DAY);
        office.verb("fangkuan", payout(order)).await.ok();
        let total = office.repayment(order).await["zonghuankuan"].clone();
        let total = loan::Fen::new(total.as_i64().unwrap());
        let at_payout = signing.signed(admin, order).await;
        let expected = at_application
            .replace("12,000.00|壹万贰仟元整", "10,000.00|壹万元整")
            .replace("日常消费|________", &format!("日常消费|{total}"))
            .replace("工商银行 尾号3446", "建设银行 尾号5890")
            .replace("|________|________|", "|2026年03月03日|2026年09月03日|");
        assert_eq!(at_payout, expected);
        // Late, paid, put off: the contract says what was agreed.
        test.clock.advance_business(40 * DAY);
        assert_eq!(signing.signed(admin, order).await, at_payout);
        office.confirm(order).await.ok();
        assert_eq!(signing.signed(admin, order).await, at_payout);
        test.clock.advance_business(90 * DAY);
        assert_ne!(office.repayment(order).await["zonghuankuan"], total.get());
        assert_eq!(signing.signed(admin, order).await, at_payout);
        assert_eq!(problems(&test).await, Vec::<String>::new());

        // Whoever may not see who customers are sees the rest.
        let rights = ["app:dingdan:query", "app:user:renzheng:query"];
        let clerk = test.person(&rights[..1]).await;
        let hidden = at_payout.replace("张**|1***************2X|", "******|******|");
        assert_eq!(signing.signed(&clerk.client, order).await, hidden);
        let owner = test.person_of(&rights, "BENREN", "ZONGDIAN").await;
        assign(admin, office.customer, owner.id).await;
        assert_eq!(signing.signed(&owner.client, order).await, at_payout);
        // Nobody reveals by it what they may not see.
        let look = json!({ "ziyuan": "app/dingdan/qianyue", "ziduan": "xingming", "id": 1, "yuanyin": "核对" });
        let nosy = test
            .person(&["app:dingdan:query", "app:mingan:chakan"])
            .await;
        let looked = nosy.client.post("/api/app/mingan/chakan", look.clone());
        looked.await.refused(2002, "");
        let looked = admin.post("/api/app/mingan/chakan", look).await.ok();
        assert_eq!(looked["zhi"], "张三丰");
        // A preview is of today.
        let again = json!({ "id": signing.template, "neirong": TEXT });
        admin.post("/api/app/hetong/edit", again).await.ok();
        let now = preview(&signing, order).await;
        for word in [
            "李**|",
            "138****4321",
            "富民贷",
            "其他消费",
            "乙公司",
            "400-2",
        ] {
            assert!(now.contains(word), "{word} in {now}");
        }
        assert!(!now.contains(&format!("|{total}|")), "{now}");
    });
}

#[test]
fn a_payout_that_was_undone_says_nothing_any_more() {
    on_both(async |test| {
        let signing = Signing::open(&test).await;
        let (office, admin) = (&signing.office, &signing.office.admin);
        let order = office.applied(1_200_000, 6).await;
        let at_application = signing.signed(admin, order).await;
        let review = json!({ "id": order, "jieguo": "TONGGUO", "yijian": "同意" });
        office.verb("shenhe", review).await.ok();
        office.verb("fangkuan", payout(order)).await.ok();
        let first = signing.signed(admin, order).await;
        assert!(first.contains("|2026年03月01日|2026年03月01日|2026年09月01日|"));
        office.confirm(order).await.ok();
        signing.undo_newest(order).await;
        assert_eq!(signing.signed(admin, order).await, first);
        signing.undo_newest(order).await;
        assert_eq!(signing.signed(admin, order).await, at_application);
        test.clock.advance_business(3 * DAY);
        office.verb("fangkuan", payout(order)).await.ok();
        let second = signing.signed(admin, order).await;
        assert!(second.contains("|2026年03月01日|2026年03月04日|2026年09月04日|"));
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

#[test]
fn who_is_deleted_is_gone_from_what_they_signed() {
    on_both(async |test| {
        let signing = Signing::open(&test).await;
        let (office, admin) = (&signing.office, &signing.office.admin);
        let order = office.applied(1_200_000, 6).await;
        let before = signing.signed(admin, order).await;
        let cancel = json!({ "dingdanId": order, "yuanyin": "客户放弃" });
        office.verb("quxiao", cancel).await.ok();
        let delete = format!("/api/app/user/delByIds/{}", office.customer);
        admin.delete(&delete).await.ok();
        let nobody = "________|________|________|";
        let expected = before.replace("张**|1***************2X|139****5678|", nobody);
        assert_eq!(signing.signed(admin, order).await, expected);
        let left = test.db().read(|conn| {
            conn.query_one(
                "SELECT xingming, xingming_idx, zhengjianhaoma, zhengjianhaoma_idx, phone, phone_idx, phone_tail \
                 FROM app_dingdan_qianyue",
                &[],
            )
        });
        let left = left.await.unwrap();
        for at in 0..7 {
            assert_eq!(left.get(at).unwrap(), &store::Value::Null, "{at}");
        }
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

/// Takes away what was kept, as if an earlier version had made the orders.
async fn as_before(test: &TestApp) {
    let gone = test.db().write(|tx| {
        quietly(
            tx,
            "DELETE FROM app_dingdan_qianyue; DELETE FROM state_line WHERE table_name = 'app_dingdan_qianyue'; \
             UPDATE table_version SET row_count = 0 WHERE name = 'app_dingdan_qianyue'",
        )
    });
    gone.await.unwrap();
}

#[test]
fn orders_from_before_show_what_they_can() {
    on_both(async |test| {
        let signing = Signing::open(&test).await;
        let (office, admin) = (&signing.office, &signing.office.admin);
        let waiting = office.approved(1_200_000, 6).await;
        let paid = office.paid_out(600_000, 3).await;
        let shown = signing.signed(admin, paid).await;
        as_before(&test).await;
        assert_eq!(signing.signed(admin, paid).await, shown);
        // What came later is no part of the total.
        test.clock.advance_business(70 * DAY);
        assert_eq!(signing.signed(admin, paid).await, shown);
        office.confirm(paid).await.ok();
        assert_eq!(signing.signed(admin, paid).await, shown);
        // Paid out from now on, nothing of it changes either.
        office.verb("fangkuan", payout(waiting)).await.ok();
        let agreed = signing.signed(admin, waiting).await;
        assert!(agreed.contains("|甲公司|") && agreed.contains("|2026年05月10日|"));
        signing.change_everything().await;
        assert_eq!(signing.signed(admin, waiting).await, agreed);
        assert!(signing.signed(admin, paid).await.contains("|乙公司|"));
    });
}

#[test]
fn a_template_with_a_fault_is_refused() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let body = json!({
            "mingcheng": "借款合同", "bianma": "HT1", "type": "JIEKUAN", "neirong": "<p>甲方</p>",
        });
        let id = add(admin, "app/hetong", body).await;
        let edit = async |path: &str, id: i64, mut body: Json| {
            body["id"] = json!(id);
            admin.post(&format!("/api/{path}/edit"), body).await
        };
        let unseen = "<p>\u{200b}\u{feff}</p><p>\u{2060}&nbsp;</p>";
        for (body, wire, says) in [
            (
                json!({ "projectIds": [office.project, 999_999] }),
                "projectIds",
                "适用产品不存在或不可选",
            ),
            (
                json!({ "neirong": unseen, "state": "YIFABU" }),
                "neirong",
                "发布前请填写合同正文",
            ),
            (
                json!({ "neirong": "<p>甲方｛｛xingming｝｝</p>", "state": "YIFABU" }),
                "neirong",
                "“｛｛xingming｝｝”用了全角括号",
            ),
        ] {
            blames(&edit("app/hetong", id, body).await, wire, says);
        }
        let mut wrong = testkit::office::product(office.category);
        wrong["hetongIds"] = json!([999_999]);
        let answer = admin.post("/api/app/project/add", wrong).await;
        blames(&answer, "hetongIds", "合同模板不存在或不可选");
        // A draft of before, which nobody looked through.
        let kept = test
            .db()
            .write(move |tx| quietly(tx, "UPDATE app_hetong SET neirong = '<p>｛｛phone｝｝</p>'"));
        kept.await.unwrap();
        let answer = edit("app/hetong", id, json!({ "state": "YIFABU" })).await;
        blames(&answer, "neirong", "全角括号");
        // What was chosen before may stay, also where it was deleted since.
        let product = add(
            admin,
            "app/project",
            testkit::office::product(office.category),
        )
        .await;
        let chosen = json!({ "neirong": "<p>甲方</p>", "projectIds": [product] });
        edit("app/hetong", id, chosen.clone()).await.ok();
        edit("app/project", product, json!({ "state": "XIAJIA" }))
            .await
            .ok();
        let path = format!("/api/app/project/delByIds/{product}");
        admin.delete(&path).await.ok();
        edit("app/hetong", id, chosen).await.ok();
    });
}
