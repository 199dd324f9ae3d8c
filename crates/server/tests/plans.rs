//! How both databases would go about every statement of a day's work: none may read a table that
//! grows from end to end.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{collections::BTreeSet, io::Cursor};

use serde_json::json;
use server::{app, cli::check, housekeeping};
use service::sheet::{Format, Out, SheetColumn, SheetWriter};
use store::seal::Mark;
use testkit::{
    Backend, Client, TestApp, cheap_hasher,
    office::{Office, account},
    statements::{Statements, postgres_plan, sqlite_plan},
};

/// What grows with the business or with time.
const GROWING: [&str; 39] = [
    "app_dingdan",
    "app_dingdan_jihua",
    "app_dingdan_lishi",
    "app_dingdan_qianyue",
    "app_dingdan_shijian",
    "app_dingdan_shoukuan",
    "app_dingdan_xingqing",
    "app_fankui",
    "app_hetong_banben",
    "app_jifen",
    "app_jifen_renwu_jilu",
    "app_jifen_shangpin_dingdan",
    "app_log",
    "app_mingan_jilu",
    "app_tongzhi",
    "app_user",
    "app_user_duanxin",
    "app_user_fufei",
    "app_user_genjin",
    "app_user_jibenxinxi",
    "app_user_renzheng",
    "app_user_shoukuan",
    "app_user_tongxunlu",
    "app_zijin_fenlu",
    "customer_deed",
    "file",
    "idempotency",
    "jifen_pi",
    "jifen_renwu_laiyuan",
    "kept_benjin",
    "kept_count",
    "kept_day",
    "kept_visit",
    "login_failure",
    "login_place",
    "seal_block",
    "secret_search",
    "state_line",
    "sys_log",
];

/// What a check asks once, of all rows: how many there are, and whether any belongs to nothing.
const ONCE_A_CHECK: [&str; 3] = [
    "SELECT count(*) FROM \"",
    "AND NOT EXISTS (SELECT 1 FROM",
    "SELECT DISTINCT l.",
];

/// What stops after so many rows: the sums under a list, wherever they begin, the oldest rows,
/// and whether there is any at all.
const BOUNDED: [&str; 3] = [" LIMIT ?) s", "\" t ORDER BY t.id LIMIT ?", "\" t LIMIT 1"];

/// Somebody at the door who does not know the password.
async fn guesses(test: &TestApp) {
    let stranger = test.anonymous();
    let wrong = json!({ "loginName": "admin", "password": "Wrong-2026" });
    for _ in 0..4 {
        stranger.post("/api/sys/login/login", wrong.clone()).await;
    }
    stranger
        .get("/api/sys/login/yzm?loginName=admin")
        .await
        .ok();
    stranger.get("/api/sys/login/yzm").await.ok();
}

/// A day on which everything happens that leaves a trace.
async fn work(test: &TestApp) {
    let office = Office::open(test).await;
    let admin = &office.admin;
    let order = office.paid_out(1_200_000, 6).await;
    office.confirm(order).await.ok();
    let body = json!({ "dingdanId": order, "shijianId": 2, "yuanyin": "录入错误" });
    office.verb("chexiao", body).await.ok();
    let transfer = json!({
        "dingdanId": order, "jine": 4_000, "zhifufangshi": "WEIXIN", "liushuihao": "R-1",
    });
    office.verb("daozhang", transfer).await.ok();
    let statement = statement(office.detail(order).await["bianhao"].as_str().unwrap());
    let path = "/api/app/dingdan/daozhang/import";
    admin.upload(path, &[], "流水.xlsx", &statement).await.ok();
    let customer = json!({ "nickName": "李四", "phone": "13812345678", "mendian": "ZONGDIAN" });
    let customer = admin.post("/api/app/user/add", customer).await.ok()["id"].clone();
    let mut wallet = account(customer.as_i64().unwrap());
    wallet["type"] = "WEIXIN".into();
    wallet["shoukuanzhanghao"] = "zhangsan".into();
    wallet["shoukuanma"] = picture(admin).await.into();
    admin.post("/api/app/user/shoukuan/add", wallet).await.ok();
    shop(&office).await;
    papers(test, &office).await;
    let moved = json!({ "id": office.customer, "phone": "13912345679", "nickName": "张三丰" });
    admin.post("/api/app/user/edit", moved).await.ok();
    for phone in ["13812345678", "13800000000", "5678"] {
        for of in ["app/user", "app/user/jibenxinxi"] {
            let path = format!("/api/{of}/findAllByPage?phone={phone}");
            admin.get(&path).await.ok();
        }
    }
    let clerk = test.person(&["app:user:list", "app:dingdan:list"]).await;
    let path = format!("/api/app/user/findAllByPage?id={customer}&phone=13812345679");
    clerk.client.get(&path).await.ok();
    for moshi in ["JIANCHA", "QUANBU"] {
        let path = format!("/api/app/user/import?moshi={moshi}");
        admin.upload(&path, &[], "客户.xlsx", &sheet()).await.ok();
    }
    guesses(test).await;
    for path in [
        "app/dingdan/tongji",
        "app/dingdan/heji",
        "app/dingdan/xingqing/heji",
        "app/user/fufei/heji",
        "app/user/heji",
        "app/user/fenpei/renyuan",
        "app/zijin/liushui/mingxiHeji",
        "app/dingdan/findAllByPage?isYuqi=true&orders=yuqiTianshu:desc",
        "app/zijin/liushui/findAllByPage?createTimeBegin=2026-03-01",
        "app/zijin/liushui/heji?createTimeBegin=2026-03-01&createTimeEnd=2026-03-02&fenzu=FANGSHI",
        "app/zijin/liushui/fenpei/1",
        "app/zijin/jiancha",
        "app/mingan/findAllByPage",
        "app/page/admin/home",
    ] {
        admin.get(&format!("/api/{path}")).await;
    }
    clerk.client.get("/api/app/page/admin/home").await.ok();
    let customer = office.customer;
    let follow = json!({ "userId": customer, "fangshi": "DIANHUA", "jieguo": "YILIANXI", "neirong": "已联系" });
    admin.post("/api/app/user/genjin/add", follow).await.ok();
    let notice = json!({ "userIds": [customer], "biaoti": "还款", "neirong": "请还款", "type": "HUANKUAN", "tongdao": "ZHANNEI" });
    admin.post("/api/app/user/tongzhi", notice).await.ok();
    for path in [
        format!("app/user/daihuan/{customer}"),
        format!("app/user/jieshi/{customer}?xiang=YUQI"),
        format!("app/user/shijianxian/{customer}"),
        format!("app/user/jibenxinxi/findByUserId/{customer}"),
        format!("app/user/renzheng/findByUserId/{customer}"),
        format!("app/user/tongxunlu/findAllByPage?userId={customer}"),
        format!("app/user/duanxin/findAllByPage?userId={customer}"),
        format!("app/user/genjin/findAllByPage?userId={customer}"),
        format!("app/user/fufei/findAllByPage?userId={customer}"),
        format!("app/tongzhi/findAllByPage?userId={customer}"),
        format!("app/project/fenlei/pingbi/admin/findAllByList?userId={customer}"),
        format!("app/dingdan/findAllByPage?userId={customer}"),
        format!("app/jifen/findAllByPage?userId={customer}"),
        format!("app/jifen/renwu/jilu/findAllByPage?userId={customer}"),
        format!("app/fankui/findAllByPage?userId={customer}"),
        format!("app/jifen/shangpin/dingdan/findAllByPage?userId={customer}&shouhuoPhone=8888"),
    ] {
        let answer = admin.get(&format!("/api/{path}")).await;
        assert!(
            matches!(answer.code, 200 | 2004),
            "{path}: {}",
            answer.message
        );
    }
    // A file from before private ones were sealed.
    let old = "UPDATE file SET miyao = 0 WHERE folder = 'shoukuan'";
    test.db().write(move |tx| tx.batch(old)).await.unwrap();
    housekeeping::seal_clear_files(&test.app).await.unwrap();
    test.clock.advance_real(3 * 86_400_000);
    housekeeping::round(&test.app, Mark::default())
        .await
        .unwrap();
}

/// Points come, become goods and are given back.
async fn shop(office: &Office) {
    let (admin, customer) = (&office.admin, office.customer);
    let task = json!({ "mingcheng": "借款", "type": "JIEKUAN", "zhouqi": "MEIYUE", "jifen": 5 });
    admin.post("/api/app/jifen/renwu/add", task).await.ok();
    office.paid_out(100_000, 3).await;
    let goods = json!({
        "mingcheng": "会员", "type": "XUNI", "zhutu": file(admin, "shangpin").await, "jifenJiage": 5, "kucun": 2, "xiangou": 2,
    });
    let goods = admin.post("/api/app/jifen/shangpin/add", goods).await.ok()["id"].clone();
    let points =
        json!({ "userId": customer, "fangxiang": "SHOURU", "jifen": 20, "biaoti": "活动" });
    admin.post("/api/app/jifen/add", points).await.ok();
    let path = "/api/app/jifen/shangpin/dingdan";
    let redeem = json!({ "userId": customer, "shangpinId": goods });
    let order = admin.post(&format!("{path}/add"), redeem).await.ok()["id"].clone();
    let cancel = json!({ "id": order, "state": "YIQUXIAO" });
    admin.post(&format!("{path}/setState"), cancel).await.ok();
}

/// A channel's link is followed, and a contract is published, signed and looked at.
async fn papers(test: &TestApp, office: &Office) {
    let admin = &office.admin;
    let channel = json!({ "mingcheng": "官网", "bianma": "web" });
    admin.post("/api/app/qudao/add", channel).await.ok();
    let page = json!({ "type": "JICHU", "data": { "luodiUrl": "/h5" } });
    admin.post("/api/app/config/edit", page).await.ok();
    let link = http::Request::get("/q/web").body(axum::body::Body::empty());
    test.anonymous().request(link.unwrap()).await;
    housekeeping::write_visits(&test.app).await;
    let contract = office.sign_under("<p>{{xingming}}</p>").await;
    let order = office.paid_out(100_000, 3).await;
    let versions = format!("/api/app/dingdan/hetong/{order}");
    let version = admin.get(&versions).await.ok()[0]["id"].clone();
    for path in [
        "app/qudao/findAllByPage".to_owned(),
        "app/hetong/findAllByPage".to_owned(),
        format!("app/hetong/banben/{contract}"),
        format!("app/hetong/yulan?hetongId={contract}&dingdanId={order}"),
        format!("app/dingdan/hetongZhengwen?dingdanId={order}&banbenId={version}"),
    ] {
        admin.get(&format!("/api/{path}")).await.ok();
    }
}

async fn picture(client: &Client) -> String {
    file(client, "shoukuan").await
}

async fn file(client: &Client, folder: &str) -> String {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(4, 3, image::Rgb([9, 30, 30]));
    let written = picture.write_to(&mut bytes, image::ImageFormat::Png);
    written.unwrap();
    let fields = [("rootPath", folder)];
    let kept = client.upload("/api/app/file/up", &fields, "码.png", bytes.get_ref());
    kept.await.ok()["url"].as_str().unwrap().to_owned()
}

fn sheet() -> Vec<u8> {
    let columns = ["昵称*", "手机号*"].map(|header| SheetColumn {
        header,
        width: 20,
        format: Format::Text,
    });
    let mut writer = SheetWriter::new("导入", &columns).unwrap();
    for line in [["王五", "13800000001"], ["", "13812345678"]] {
        writer.row(&line.map(Out::Text)).unwrap();
    }
    std::fs::read(writer.finish().unwrap().path()).unwrap()
}

/// A bank statement with a line of each kind.
fn statement(order: &str) -> Vec<u8> {
    let columns = ["流水号", "日期", "金额", "订单号", "手机号后四位", "姓名"];
    let columns = columns.map(|header| SheetColumn {
        header,
        width: 20,
        format: Format::Text,
    });
    let mut writer = SheetWriter::new("流水", &columns).unwrap();
    for line in [
        ["S-1", "2026-03-01", "10.00", order, "", ""],
        ["S-2", "2026-03-01", "10.00", "", "5678", "张三"],
    ] {
        writer.row(&line.map(Out::Text)).unwrap();
    }
    std::fs::read(writer.finish().unwrap().path()).unwrap()
}

/// What a step of a plan reads from end to end, if it does that.
fn scanned<'a>(backend: Backend, text: &str, step: &'a str) -> Option<&'a str> {
    let step = step.trim_start_matches([' ', '-', '>']);
    let name = match backend {
        Backend::Sqlite => step.strip_prefix("SCAN ")?,
        Backend::Postgres => step.split_once("Seq Scan on ")?.1,
    };
    let name = name.split(' ').next()?;
    let stands_for = |table: &str| {
        let quoted = format!("{table}\" {name} ");
        let plain = format!("{table} {name} ");
        text.contains(&quoted) || text.contains(&plain)
    };
    let is_growing = GROWING.contains(&name) || GROWING.iter().any(|table| stands_for(table));
    is_growing.then_some(name)
}

fn is_planned(text: &str) -> bool {
    let words = ["SELECT", "UPDATE", "DELETE", "WITH"];
    let is_question = words.iter().any(|word| text.starts_with(word));
    is_question
        && !BOUNDED.iter().any(|end| text.ends_with(end))
        && GROWING.iter().any(|table| text.contains(table))
}

/// The statements among these that read a growing table from end to end, with their plans; says
/// how many there are of each.
fn scans(test: &TestApp, what: &str, texts: &BTreeSet<String>) -> Vec<String> {
    let asked: Vec<&String> = texts.iter().filter(|text| is_planned(text)).collect();
    let mut scans = Vec::new();
    for text in &asked {
        let plan = match test.scratch.database_url() {
            None => sqlite_plan(test.db(), text),
            Some(url) => postgres_plan(&url, text),
        };
        let mut steps = plan.lines();
        if steps.any(|step| scanned(test.backend, text, step).is_some()) {
            scans.push(format!("{text}\n{plan}\n"));
        }
    }
    let (backend, asked) = (test.backend, asked.len());
    println!(
        "{backend:?}, {what}: {asked} statements, {} read a whole table",
        scans.len()
    );
    assert!(asked > 20, "only {asked} statements were seen");
    scans
}

#[test]
fn no_statement_reads_a_growing_table_from_end_to_end() {
    let statements = Statements::watch();
    for backend in [Backend::Sqlite, Backend::Postgres] {
        statements.take();
        let test = TestApp::start(backend);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(work(&test));
        let settings = test.scratch.settings();
        app::open(&settings, cheap_hasher()).unwrap();
        let day = statements.take();
        check::find(&settings, |_| {}).unwrap();
        let mut check = statements.take();
        check.retain(|text| !ONCE_A_CHECK.iter().any(|part| text.contains(part)));
        let mut found = scans(&test, "a day's work", &day);
        found.extend(scans(&test, "the steps of a check", &check));
        assert!(found.is_empty(), "{backend:?}:\n{}", found.join("\n"));
    }
}
