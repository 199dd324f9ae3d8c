//! How both databases would go about every statement of a day's work: none may read a table that
//! grows from end to end.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{collections::BTreeSet, io::Cursor};

use http::Method;
use serde_json::json;
use server::{app, cli::check, housekeeping, route::Route, router::routes};
use service::sheet::{Format, Out, SheetColumn, SheetWriter};
use store::{Db, Options, seal::Mark};
use testkit::{
    Backend, Client, TestApp, cheap_hasher,
    office::{Office, account, receipt},
    statements::{Statements, postgres_plan, sqlite_plan},
};

/// What stays small however long an office works: what it is set up with, and what its staff hold.
/// Every other table grows with the business or with time.
const SMALL: [&str; 30] = [
    "app_config",
    "app_dict",
    "app_dict_data",
    "app_gonggao",
    "app_hetong",
    "app_jifen_renwu",
    "app_jifen_shangpin",
    "app_lunbotu",
    "app_project",
    "app_project_fenlei",
    "app_qa",
    "app_qudao",
    "app_resource",
    "app_resource_copy1",
    "app_version",
    "code_gen_table",
    "code_tmpl",
    "code_tmpl_banben",
    "dingdan_kanzhe",
    "kept_day_added",
    "meta",
    "schema_migration",
    "seal",
    "state_shape",
    "sys_menu",
    "sys_role",
    "sys_role_menu",
    "sys_user",
    "sys_user_role",
    "table_version",
];

/// What a check asks once, of all rows: how many there are, whether any belongs to nothing, and
/// under which key it lies.
const ONCE_A_CHECK: [&str; 4] = [
    "SELECT count(*) FROM \"",
    "SELECT id, substr(sealed, 1, 2) FROM import_failed",
    "AND NOT EXISTS (SELECT 1 FROM",
    "SELECT DISTINCT l.",
];

/// What stops after so many rows: the sums under a list, wherever they begin, the oldest rows,
/// whether there is any at all, and the newest rows, whose plans the store's own tests look at.
const BOUNDED: [&str; 5] = [
    " LIMIT ?) s",
    "\" t ORDER BY t.id LIMIT ?",
    "\" t LIMIT 1",
    " ORDER BY t.id DESC LIMIT ? OFFSET ?",
    " ORDER BY t.id DESC LIMIT 10",
];

/// Sessions that are open, of which people have a few each; and what all days together brought, which
/// has only its time budget.
const AS_IT_IS: [&str; 3] = [
    "SELECT count(*) FROM sys_session WHERE is_del = FALSE",
    "UPDATE sys_session SET is_del = TRUE WHERE is_del = FALSE AND",
    "AND t.liushui_jine IS NOT NULL AND t.\"create_time\" IS NOT NULL UNION ALL",
];

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
    lives(test, &office).await;
    every_route(&office).await;
    // A file from before private ones were sealed.
    let old = "UPDATE file SET miyao = 0 WHERE folder = 'shoukuan'";
    test.db().write(move |tx| tx.batch(old)).await.unwrap();
    housekeeping::seal_clear_files(&test.app).await.unwrap();
    test.clock.advance_real(3 * 86_400_000);
    housekeeping::round(&test.app, Mark::default())
        .await
        .unwrap();
}

/// What happens to orders beside a plain repayment.
async fn lives(test: &TestApp, office: &Office) {
    let again = office.approved(100_000, 3).await;
    let failed = json!({ "id": again, "jieguo": "SHIBAI", "shibaiYuanyin": "账户有误" });
    office.verb("fangkuan", failed).await.ok();
    let retried = json!({ "id": again, "beizhu": "再试" });
    office.verb("chongqian", retried).await.ok();
    let given_up = json!({ "dingdanId": again, "yuanyin": "不借了" });
    office.verb("quxiao", given_up).await.ok();
    let order = office.paid_out(1_200_000, 6).await;
    for (verb, body) in [
        ("yanqi", json!({ "dingdanId": order })),
        ("setYouhuiDangqian", json!({ "id": order, "jine": 1_000 })),
        ("tiqianhuankuan", json!({ "dingdanId": order })),
    ] {
        office.verb(verb, body).await.ok();
    }
    let lost = office.paid_out(1_200_000, 6).await;
    test.clock.advance_business(60 * 86_400_000);
    let written_off = json!({ "dingdanId": lost, "yuanyin": "失联" });
    office.verb("hexiao", written_off).await.ok();
    let recovered = json!({ "dingdanId": lost, "jine": 5_000, "liushuihao": receipt() });
    office.verb("shouhui", recovered).await.ok();
}

/// Lists have a test of their own, in the store.
fn is_list(route: &Route) -> bool {
    let ends = ["/findAllByPage", "/findAllByList", "/export"];
    ends.iter().any(|end| route.path.ends_with(end))
}

/// Reads whatever can be read, writes each list's first row back as it was read, and deletes it.
/// What is refused has been asked all the same.
async fn every_route(office: &Office) {
    let admin = &office.admin;
    let order = office.paid_out(100_000, 3).await;
    let ways_out = ["/api/sys/session/", "/api/sys/user/session/"];
    let is_read = |route: &&Route| route.method == Method::GET && !is_list(route);
    for route in routes().iter().filter(is_read) {
        for id in [order, office.customer] {
            let path = route.path.replace("{id}", &id.to_string());
            for query in ["", "?userId=1", "?dingdanId=1"] {
                admin.get(&format!("{path}{query}")).await;
            }
        }
    }
    for method in [Method::POST, Method::DELETE] {
        let end = if method == Method::POST {
            "edit"
        } else {
            "delByIds/{ids}"
        };
        for route in routes().iter().filter(|route| route.method == method) {
            let Some(resource) = route.path.strip_suffix(end) else {
                continue;
            };
            if ways_out.contains(&resource) {
                continue;
            }
            let page = admin.get(&format!("{resource}findAllByPage?size=1")).await;
            let id = page.result["records"][0]["id"].to_string();
            if method == Method::DELETE {
                admin.delete(&format!("{resource}delByIds/{id}")).await;
            } else {
                let row = admin.get(&format!("{resource}findById/{id}")).await.result;
                admin.post(route.path, row).await;
            }
        }
    }
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

/// SQLite takes one value for as rare as another: found by a flag, half of a table is read.
const BY_FLAG: &str = " (is_";

/// What a step of a plan reads from end to end, or nearly, if it does that.
fn scanned<'a>(
    backend: Backend,
    growing: &BTreeSet<String>,
    text: &str,
    step: &'a str,
) -> Option<&'a str> {
    let step = step.trim_start_matches([' ', '-', '>']);
    let name = match backend {
        Backend::Sqlite if step.contains(BY_FLAG) => step.strip_prefix("SEARCH ")?,
        Backend::Sqlite => step.strip_prefix("SCAN ")?,
        Backend::Postgres => step.split_once("Seq Scan on ")?.1,
    };
    let name = name.split(' ').next()?;
    let stands_for = |table: &str| {
        let quoted = format!("{table}\" {name} ");
        let plain = format!("{table} {name} ");
        text.contains(&quoted) || text.contains(&plain)
    };
    let is_growing = growing.contains(name) || growing.iter().any(|table| stands_for(table));
    is_growing.then_some(name)
}

/// The tables of the database that grow. Search words are found by their words alone.
fn growing(test: &TestApp) -> BTreeSet<String> {
    let text = match test.backend {
        Backend::Sqlite => "SELECT name FROM pragma_table_list WHERE type = 'table'",
        Backend::Postgres => "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'",
    };
    let rows = test.db().read_now(|conn| conn.query(text, &[])).unwrap();
    let names = rows.iter().map(|row| row.text(0).unwrap().to_owned());
    let grows = |name: &String| !SMALL.contains(&name.as_str()) && !name.contains("_gram");
    names.filter(grows).collect()
}

/// Both databases believe that every table that grows has two million rows.
fn believe_large(test: &TestApp, growing: &BTreeSet<String>) {
    let names: Vec<String> = growing.iter().map(|name| format!("'{name}'")).collect();
    let names = names.join(", ");
    let text = match test.backend {
        // Each column of an index tells a hundred times as many rows apart as the one before it.
        Backend::Sqlite => format!(
            "ANALYZE; DELETE FROM sqlite_stat1 WHERE tbl IN ({names}); \
             INSERT INTO sqlite_stat1 (tbl, idx, stat) \
             SELECT m.tbl_name, m.name, '2000000 ' || group_concat(max(1, 20000 >> (7 * i.seqno)), ' ') \
             FROM sqlite_schema m, pragma_index_info(m.name) i \
             WHERE m.type = 'index' AND m.tbl_name IN ({names}) GROUP BY m.tbl_name, m.name; \
             ANALYZE sqlite_schema"
        ),
        Backend::Postgres => format!(
            "ANALYZE; UPDATE pg_class SET reltuples = 2000000, relpages = 40000 \
             WHERE relnamespace = 'public'::regnamespace AND relname IN ({names})"
        ),
    };
    test.db().write_now(move |tx| tx.batch(&text)).unwrap();
}

fn is_planned(growing: &BTreeSet<String>, text: &str) -> bool {
    let words = ["SELECT", "UPDATE", "DELETE", "WITH"];
    let is_question = words.iter().any(|word| text.starts_with(word));
    is_question
        && !BOUNDED.iter().any(|end| text.ends_with(end))
        && !AS_IT_IS.iter().any(|part| text.contains(part))
        && growing.iter().any(|table| text.contains(table.as_str()))
}

/// The statements among these that read a growing table from end to end, with their plans; says
/// how many there are of each.
fn scans(
    test: &TestApp,
    db: &Db,
    growing: &BTreeSet<String>,
    what: &str,
    texts: &BTreeSet<String>,
) -> Vec<String> {
    let asked: Vec<&String> = texts
        .iter()
        .filter(|text| is_planned(growing, text))
        .collect();
    let mut scans = Vec::new();
    for text in &asked {
        let plan = match test.scratch.database_url() {
            None => sqlite_plan(db, text),
            Some(url) => postgres_plan(&url, text),
        };
        let mut steps = plan.lines();
        if steps.any(|step| scanned(test.backend, growing, text, step).is_some()) {
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
        let growing = growing(&test);
        let mut found = Vec::new();
        for is_large in [false, true] {
            if is_large {
                believe_large(&test, &growing);
            }
            // Whoever read before may not have heard of it.
            let db = test.db_with_bound(Options::COUNT_BOUND);
            found.extend(scans(&test, &db, &growing, "a day's work", &day));
            found.extend(scans(&test, &db, &growing, "the steps of a check", &check));
        }
        assert!(found.is_empty(), "{backend:?}:\n{}", found.join("\n"));
    }
}
