//! A small lending office: a product, a customer with an account, and orders brought to the point
//! a test starts from, through the product's own calls.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value as Json, json};

use crate::{TestApp, client::Answer, client::Client};

static NUMBER: AtomicU64 = AtomicU64::new(1);

/// A receipt number nobody has used.
pub fn receipt() -> String {
    format!("R{:010}", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A lending office with one product and one customer.
pub struct Office {
    pub admin: Client,
    pub category: i64,
    pub project: i64,
    pub customer: i64,
    pub account: i64,
}

/// The terms most tests lend on: 24 % a year, monthly, three or six instalments.
pub fn product(category: i64) -> Json {
    json!({
        "fenleiId": category, "mingcheng": "惠民贷", "bianma": format!("P{}", NUMBER.fetch_add(1, Ordering::Relaxed)),
        "zuixiaoJine": 10_000, "zuidaJine": 10_000_000, "jineBuchang": 10_000, "qishuList": "1,3,6,12",
        "zhouqiDanwei": "YUE", "zhouqiChangdu": 1, "huankuanMoshi": "DENGEBENXI", "nianlilv": 240_000,
        "kuanxianTianshu": 0, "yuqiRilv": 500, "yuqiJishu": "YINGHUAN", "yuqiShangxian": 0,
        "isTiqian": true, "weiyueFeilv": 10_000, "tiqianJixi": "ANRI",
        "isYanqi": true, "yanqiTianshu": 7, "yanqiFeilv": 5_000, "yanqiZuidaCishu": 2, "state": "SHANGJIA",
    })
}

/// A valid card for a customer.
pub fn account(customer: i64) -> Json {
    json!({
        "userId": customer, "type": "YINHANGKA", "zhanghao": "6222020200112233446", "yhkKaihuhang": "工商银行",
        "yhkYuliushouji": "13900000001", "yhkXingming": "张三", "yhkShenfenzhenghao": "11010519491231002X",
    })
}

impl Office {
    pub async fn open(test: &TestApp) -> Self {
        let admin = test.admin().await;
        let category = add(
            &admin,
            "app/project/fenlei",
            json!({ "mingcheng": "现金贷" }),
        )
        .await;
        let project = add(&admin, "app/project", product(category)).await;
        let customer = add(
            &admin,
            "app/user",
            json!({ "nickName": "张三", "phone": "13912345678", "mendian": "ZONGDIAN" }),
        )
        .await;
        let account = add(&admin, "app/user/shoukuan", account(customer)).await;
        Self {
            admin,
            category,
            project,
            customer,
            account,
        }
    }

    /// An application over this much, in so many instalments.
    pub fn application(&self, fen: i64, periods: i64) -> Json {
        json!({
            "userId": self.customer, "projectId": self.project, "jiekuanJine": fen, "qishu": periods,
            "jiekuanYongtu": "RICHANG", "userShoukuanId": self.account,
        })
    }

    /// An order that waits for its review.
    pub async fn applied(&self, fen: i64, periods: i64) -> i64 {
        self.applied_with(self.application(fen, periods)).await
    }

    /// The same with an application that says something else.
    async fn applied_with(&self, body: Json) -> i64 {
        let made = self.admin.post("/api/app/dingdan/add", body).await.ok();
        made["id"].as_i64().unwrap()
    }

    /// An order that waits for its payout.
    pub async fn approved(&self, fen: i64, periods: i64) -> i64 {
        self.approved_with(self.application(fen, periods)).await
    }

    /// The same with an application that says something else.
    pub async fn approved_with(&self, application: Json) -> i64 {
        let id = self.applied_with(application).await;
        let body = json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" });
        self.verb("shenhe", body).await.ok();
        id
    }

    /// An order that is being repaid.
    pub async fn paid_out(&self, fen: i64, periods: i64) -> i64 {
        let id = self.approved(fen, periods).await;
        self.verb("fangkuan", payout(id)).await.ok();
        id
    }

    /// Publishes a template of this text, and the product is signed for under it.
    pub async fn sign_under(&self, text: &str) -> i64 {
        let code = format!("HT{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let body = json!({
            "mingcheng": "借款合同", "bianma": code, "type": "JIEKUAN", "neirong": text, "state": "YIFABU",
        });
        let template = add(&self.admin, "app/hetong", body).await;
        let named = json!({ "id": self.project, "hetongIds": [template] });
        let named = self.admin.post("/api/app/project/edit", named);
        named.await.ok();
        template
    }

    /// Calls a verb of orders.
    pub async fn verb(&self, name: &str, body: Json) -> Answer {
        self.admin
            .post(&format!("/api/app/dingdan/{name}"), body)
            .await
    }

    /// The repayment summary of an order.
    pub async fn repayment(&self, id: i64) -> Json {
        let path = format!("/api/app/dingdan/huankuanXiangqing/{id}");
        self.admin.get(&path).await.ok()
    }

    /// The order as its dialog shows it.
    pub async fn detail(&self, id: i64) -> Json {
        let path = format!("/api/app/dingdan/weapp/findById/{id}");
        self.admin.get(&path).await.ok()
    }

    /// Confirms the instalment that is due, with the guards a screen would send.
    pub async fn confirm(&self, id: i64) -> Answer {
        let quote = self.repayment(id).await["queren"].clone();
        let body = json!({
            "dingdanId": id, "qi": quote["qi"], "yingfu": quote["shifujine"], "zhifufangshi": "YINHANGKA",
        });
        self.verb("querenhuankuan", body).await
    }
}

/// A payout that succeeded.
pub fn payout(id: i64) -> Json {
    json!({ "id": id, "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": receipt() })
}

async fn add(client: &Client, path: &str, body: Json) -> i64 {
    let made = client.post(&format!("/api/{path}/add"), body).await.ok();
    made["id"].as_i64().unwrap()
}
