//! A small office with an order in every state, made through the product's own calls, then stopped.

use std::io::Cursor;

use serde_json::{Value as Json, json};
use server::housekeeping;
use testkit::{
    Backend, Scratch, TestApp,
    office::{Office, account, receipt},
};

const DAY: i64 = 86_400_000;

/// The stopped office: copies of it are tampered with.
pub struct Template {
    pub backend: Backend,
    pub scratch: Scratch,
    /// The business clock at the end, as a setting.
    pub stopped_at: String,
    /// What `{name}` in an edit stands for.
    names: Vec<(&'static str, i64)>,
}

impl Template {
    pub fn new(backend: Backend) -> Self {
        let test = TestApp::start(backend);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let names = runtime.block_on(business(&test));
        let real_ms = test.clock.real().0;
        test.app.sealing.everything(test.db(), real_ms);
        runtime.block_on(test.admin());
        // A clean stop seals everything.
        test.app.sealing.everything(test.db(), real_ms);
        let stopped_at = format!("{}!", test.clock.now().to_string().replace(' ', "T"));
        let TestApp { scratch, app, .. } = test;
        drop(app);
        Self {
            backend,
            scratch,
            stopped_at,
            names,
        }
    }

    /// An edit with the ids of this office in it.
    pub fn filled(&self, sql: &str) -> String {
        self.names.iter().fold(sql.to_owned(), |sql, (name, id)| {
            sql.replace(&format!("{{{name}}}"), &id.to_string())
        })
    }
}

async fn business(test: &TestApp) -> Vec<(&'static str, i64)> {
    let office = Office::open(test).await;
    let (other, card) = another_customer(&office).await;
    let applied = office.applied(1_000_000, 3).await;
    let approved = office.approved(1_000_000, 3).await;
    let rejected = rejected(&office).await;
    let cancelled = cancelled(&office).await;
    let failed = failed(&office).await;
    let retried = retried(&office).await;
    let repaying = office.paid_out(1_200_000, 6).await;
    let undone = office.paid_out(900_000, 3).await;
    let settled = office.paid_out(600_000, 3).await;
    let prepaid = office.paid_out(800_000, 6).await;
    let written_off = office.paid_out(500_000, 3).await;
    let taken_back = office.paid_out(700_000, 3).await;
    undo(&office, taken_back, 1).await;
    test.clock.advance_business(20 * DAY);
    extend(&office, repaying).await;
    test.clock.advance_business(25 * DAY);
    discount(&office, repaying, 1_500).await;
    office.confirm(repaying).await.ok();
    discount(&office, repaying, 700).await;
    office.confirm(undone).await.ok();
    undo(&office, undone, 2).await;
    prepay(&office, prepaid).await;
    write_off(&office, written_off).await;
    for _ in 0..3 {
        test.clock.advance_real(11_000);
        office.confirm(settled).await.ok();
    }
    let signed = signed(&office).await;
    let (identity, picture) = uploads(test, &office, other).await;
    let channel = visited(test, &office).await;
    let reviewer = test.person(&["app:dingdan:list"]).await;
    vec![
        ("applied", applied),
        ("approved", approved),
        ("rejected", rejected),
        ("cancelled", cancelled),
        ("failed", failed),
        ("retried", retried),
        ("repaying", repaying),
        ("undone", undone),
        ("settled", settled),
        ("prepaid", prepaid),
        ("written_off", written_off),
        ("taken_back", taken_back),
        ("signed", signed),
        ("customer", office.customer),
        ("other", other),
        ("card", card),
        ("clerk", reviewer.id),
        ("project", office.project),
        ("identity", identity),
        ("picture", picture),
        ("channel", channel),
    ]
}

async fn another_customer(office: &Office) -> (i64, i64) {
    let add = async |path: &str, body: Json| {
        let made = office.admin.post(&format!("/api/{path}/add"), body).await;
        made.ok()["id"].as_i64().unwrap()
    };
    let body = json!({ "nickName": "李四", "phone": "13812345678", "mendian": "ZONGDIAN" });
    let other = add("app/user", body).await;
    let card = add("app/user/shoukuan", account(other)).await;
    (other, card)
}

/// The identity card of a customer, and a picture that everyone may see.
async fn uploads(test: &TestApp, office: &Office, customer: i64) -> (i64, i64) {
    let upload = async |folder: &str| {
        let fields = [("rootPath", folder)];
        let (up, picture) = ("/api/app/file/up", png());
        let kept = office.admin.upload(up, &fields, "a.png", &picture);
        kept.await.ok()["url"].as_str().unwrap().to_owned()
    };
    let (front, back) = (upload("renzheng").await, upload("renzheng").await);
    let avatar = upload("avatar").await;
    let person = json!({ "userId": customer, "zhenshixingming": "李四", "zhengjianhaoma": "11010519491231002X",
        "sfzZhengmian": front, "sfzFanmian": back });
    let made = office.admin.post("/api/app/user/renzheng/add", person);
    made.await.ok();
    let shown = json!({ "headUrl": avatar });
    office.admin.post("/api/sys/user/avatar", shown).await.ok();
    (number(test, &front).await, number(test, &avatar).await)
}

async fn number(test: &TestApp, url: &str) -> i64 {
    let key = url
        .strip_prefix("/server/api/app/file/")
        .unwrap()
        .to_owned();
    let ask = move |conn: &mut store::Conn| {
        conn.query_one(
            "SELECT id FROM file WHERE file_key = ?",
            &[key.as_str().into()],
        )
    };
    test.db().read(ask).await.unwrap().int(0).unwrap()
}

fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(4, 3, image::Rgb([200, 30, 30]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// A channel whose link was followed, on two occasions.
async fn visited(test: &TestApp, office: &Office) -> i64 {
    let body = json!({ "mingcheng": "官网", "bianma": "web" });
    let made = office.admin.post("/api/app/qudao/add", body).await;
    let channel = made.ok()["id"].as_i64().unwrap();
    for count in [1, 2] {
        test.app.visits.add(channel, count);
        housekeeping::write_visits(&test.app).await;
    }
    channel
}

/// An order that was applied for under a contract.
async fn signed(office: &Office) -> i64 {
    office.sign_under("<p>{{phone}}</p>").await;
    office.paid_out(400_000, 3).await
}

async fn rejected(office: &Office) -> i64 {
    let id = office.applied(1_000_000, 3).await;
    let body = json!({ "id": id, "jieguo": "JUJUE", "yijian": "资料不全" });
    office.verb("shenhe", body).await.ok();
    id
}

async fn cancelled(office: &Office) -> i64 {
    let id = office.approved(1_000_000, 3).await;
    let body = json!({ "dingdanId": id, "yuanyin": "客户放弃" });
    office.verb("quxiao", body).await.ok();
    id
}

async fn failed(office: &Office) -> i64 {
    let id = office.approved(1_000_000, 3).await;
    let body = json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "账号有误" });
    office.verb("fangkuan", body).await.ok();
    id
}

async fn retried(office: &Office) -> i64 {
    let id = failed(office).await;
    let body = json!({ "id": id, "beizhu": "已核对账号" });
    office.verb("chongqian", body).await.ok();
    id
}

async fn undo(office: &Office, id: i64, event: i64) {
    let body = json!({ "dingdanId": id, "shijianId": event, "yuanyin": "录入错误" });
    office.verb("chexiao", body).await.ok();
}

async fn extend(office: &Office, id: i64) {
    let body = json!({ "dingdanId": id, "qi": 1, "cishu": 0, "zhifufangshi": "WEIXIN" });
    office.verb("yanqi", body).await.ok();
}

async fn discount(office: &Office, id: i64, fen: i64) {
    let body = json!({ "id": id, "jine": fen });
    office.verb("setYouhuiDangqian", body).await.ok();
}

async fn prepay(office: &Office, id: i64) {
    let path = format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}");
    let quote = office.admin.get(&path).await.ok();
    let body = json!({
        "dingdanId": id, "zongfeiyong": quote["zongfeiyong"], "zhifufangshi": "ZHIFUBAO", "liushuihao": receipt(),
    });
    office.verb("tiqianhuankuan", body).await.ok();
}

async fn write_off(office: &Office, id: i64) {
    let body = json!({ "dingdanId": id, "yuanyin": "无法联系" });
    office.verb("hexiao", body).await.ok();
    let body = json!({ "dingdanId": id, "jine": 20_000, "liushuihao": receipt(), "zhifufangshi": "XIANXIA" });
    office.verb("shouhui", body).await.ok();
}
