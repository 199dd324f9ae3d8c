//! Two people with disjoint scopes: whatever one of them asks about what is the other's gets the
//! answer that something which does not exist gets. Every path that takes a number is walked.

use std::collections::BTreeSet;

use http::Method;
use schema::{Kind, models};
use serde_json::{Value as Json, json};
use server::{route::Route, router::routes};
use service::wire::Sort;
use testkit::{
    Answer, Client, TestApp,
    office::{self, Office},
    on_both,
};

use crate::{
    app_fankui::said,
    app_file_rows::png,
    support::{add, assign, second_store},
};

/// Numbers that nothing has.
const NOTHING: i64 = 987_654_321;

/// Calls outside the resources whose number is nobody's: a caller's own work, and staff.
const NOBODYS: [&str; 5] = [
    "app/import/shibai/{id}",
    "app/jindu/{id}",
    "sys/user/jiesuo",
    "sys/user/rePassword",
    "sys/user/session/delByIds/{ids}",
];

/// What belongs to the customer that the stranger does not see: rows by the path of their resource.
struct Theirs {
    customer: i64,
    order: i64,
    rows: Vec<(&'static str, i64)>,
    files: Vec<String>,
}

impl Theirs {
    fn row(&self, path: &str) -> Option<i64> {
        let found = self.rows.iter().find(|(known, _)| *known == path);
        found.map(|(_, id)| *id)
    }
}

async fn upload(client: &Client, folder: &str) -> String {
    let fields = [("rootPath", folder)];
    let made = client
        .upload("/api/app/file/up", &fields, "a.png", &png())
        .await
        .ok();
    made["url"].as_str().unwrap().to_owned()
}

async fn theirs(office: &Office) -> Theirs {
    let (admin, customer) = (&office.admin, office.customer);
    let task = json!({ "mingcheng": "借款", "type": "JIEKUAN", "zhouqi": "YICI", "jifen": 1 });
    add(admin, "app/jifen/renwu", task).await;
    let order = office.paid_out(100_000, 3).await;
    office.confirm(order).await.ok();
    let (front, back) = (
        upload(admin, "renzheng").await,
        upload(admin, "renzheng").await,
    );
    let credit = upload(admin, "xinyong").await;
    let info = json!({ "userId": customer, "xinyongFile": credit });
    admin.post("/api/app/user/admin/editInfo", info).await.ok();
    let of = |mut body: Json| {
        body["userId"] = json!(customer);
        body
    };
    let made = [
        ("app/user/jibenxinxi", of(json!({ "jiaoyu": "BENKE" }))),
        (
            "app/user/renzheng",
            of(
                json!({ "zhenshixingming": "张三", "zhengjianhaoma": "11010519491231002X",
                "sfzZhengmian": front, "sfzFanmian": back }),
            ),
        ),
        (
            "app/user/tongxunlu",
            of(json!({ "name": "李四", "phone": "13700000001" })),
        ),
        (
            "app/user/duanxin",
            of(
                json!({ "fasonghaoma": "95588", "content": "您的账户", "sendDate": "2026-03-01 10:00:00" }),
            ),
        ),
        (
            "app/user/genjin",
            of(json!({ "fangshi": "DIANHUA", "jieguo": "YILIANXI", "neirong": "已联系" })),
        ),
        (
            "app/user/fufei",
            of(json!({ "xiangmu": "会员费", "jine": 9_900, "shijian": "2026-03-01 10:00:00" })),
        ),
        (
            "app/project/fenlei/pingbi",
            of(json!({ "projectFenleiId": office.category })),
        ),
        (
            "app/tongzhi",
            of(json!({ "biaoti": "提醒", "neirong": "请按时还款" })),
        ),
    ];
    let goods = json!({
        "mingcheng": "保温杯", "type": "XUNI", "zhutu": upload(admin, "shangpin").await, "jifenJiage": 1, "kucun": 9,
    });
    let goods = add(admin, "app/jifen/shangpin", goods).await;
    let points = of(json!({ "fangxiang": "SHOURU", "jifen": 9, "biaoti": "活动" }));
    let points = add(admin, "app/jifen", points).await;
    let redeemed = of(json!({ "shangpinId": goods }));
    let redeemed = add(admin, "app/jifen/shangpin/dingdan", redeemed).await;
    let mut rows = vec![
        ("app/jifen", points),
        ("app/jifen/shangpin/dingdan", redeemed),
        ("app/user", customer),
        ("app/dingdan", order),
        ("app/user/shoukuan", office.account),
    ];
    for (path, body) in made {
        rows.push((path, add(admin, path, body).await));
    }
    for path in ["app/dingdan/xingqing", "app/log", "app/jifen/renwu/jilu"] {
        let page = admin.get(&format!("/api/{path}/findAllByPage")).await.ok();
        rows.push((path, page["records"][0]["id"].as_i64().unwrap()));
    }
    Theirs {
        customer,
        order,
        rows,
        files: vec![front, back, credit],
    }
}

/// Everything but the trace of a request.
fn told(answer: &Answer) -> (i64, String, Json) {
    (answer.code, answer.message.clone(), answer.result.clone())
}

async fn send(client: &Client, route: &Route, path: &str, body: &Json) -> Answer {
    match route.method {
        Method::GET => client.get(path).await,
        Method::DELETE => client.delete(path).await,
        _ => client.post(path, body.clone()).await,
    }
}

/// What a call names: a customer, an order, or a row of the route's own resource.
enum Names {
    Customer,
    Order,
    Row,
}

/// The names under which a call takes a number, with what it is the number of.
fn named(route: &Route) -> Vec<(String, Names)> {
    let takes = (route.takes)();
    let mut found: Vec<(String, Names)> = takes
        .fields
        .iter()
        .filter_map(|field| match field.name.as_str() {
            "userId" | "userIds" => Some((field.name.clone(), Names::Customer)),
            "dingdanId" => Some((field.name.clone(), Names::Order)),
            "id" | "ids" => Some((field.name.clone(), Names::Row)),
            _ => None,
        })
        .collect();
    if let Some(of) = route.of
        && takes.sort == Sort::Row
    {
        let fields = of.writable().filter_map(|field| match field.column.kind {
            Kind::Ref("app/user") => Some((field.wire.clone(), Names::Customer)),
            Kind::Ref("app/dingdan") => Some((field.wire.clone(), Names::Order)),
            _ => None,
        });
        found.extend(fields);
        if route.path.ends_with("/edit") {
            found.push(("id".to_owned(), Names::Row));
        }
    }
    found
}

/// Routes whose number is a customer's or an order's though their own resource is another.
fn target(route: &Route, names: &Names, theirs: &Theirs) -> Option<i64> {
    let tail = route.path.trim_start_matches("/api/");
    match names {
        Names::Customer => Some(theirs.customer),
        Names::Order => Some(theirs.order),
        Names::Row if tail.contains("findByUserId") => Some(theirs.customer),
        Names::Row if tail == "app/mingan/chakan" => Some(theirs.customer),
        Names::Row if tail.contains("findByDingdanId") => Some(theirs.order),
        Names::Row if tail.contains("zijin/liushui/fenpei") => theirs.row("app/dingdan/xingqing"),
        Names::Row => theirs.row(route.of?.table.path),
    }
}

/// Whether a row of this kind is somebody's.
fn names_a_customer(of: &schema::Model) -> bool {
    let mut kinds = of.fields.iter().map(|field| field.column.kind);
    kinds.any(|kind| matches!(kind, Kind::Ref("app/user" | "app/dingdan")))
}

/// A stranger who may do everything, to nothing of theirs.
async fn stranger(test: &TestApp) -> Client {
    let all: Vec<String> = schema::menu::permissions();
    let built: BTreeSet<String> = models()
        .iter()
        .map(|of| of.table.permission_root())
        .collect();
    let wanted: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|code| {
            built
                .iter()
                .any(|root| code.starts_with(&format!("{root}:")))
                || code.starts_with("app:mingan")
                || code.starts_with("app:zijin")
        })
        .collect();
    test.person_of(&wanted, "MENDIAN", "FENDIAN").await.client
}

#[test]
fn what_is_somebody_elses_answers_like_what_is_not_there() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        second_store(&office.admin).await;
        let mut theirs = theirs(&office).await;
        let said = said(&test, Some(theirs.customer)).await;
        theirs.rows.push(("app/fankui", said));
        let keeper = test
            .person_of(&["app:user:query"], "BENREN", "ZONGDIAN")
            .await;
        assign(&office.admin, theirs.customer, keeper.id).await;
        let client = stranger(&test).await;
        let mut walked = 0;
        for route in routes() {
            for (name, names) in named(route) {
                let Some(id) = target(route, &names, &theirs) else {
                    let path = route.path.trim_start_matches("/api/");
                    let is_nobodys = match route.of {
                        Some(of) => !names_a_customer(of),
                        None => NOBODYS.contains(&path),
                    };
                    assert!(is_nobodys, "{path} takes {name} and is not walked");
                    continue;
                };
                let ask = |id: i64| {
                    let mut path = route.path.replace(&format!("{{{name}}}"), &id.to_string());
                    let value = if name == "userIds" {
                        json!([id])
                    } else {
                        json!(id)
                    };
                    let mut body = filled(route, &office);
                    if path == route.path {
                        match route.method {
                            Method::GET => path = format!("{path}?{name}={id}"),
                            _ => body[&name] = value,
                        }
                    }
                    (path, body)
                };
                let (path, body) = ask(id);
                let theirs_answer = send(&client, route, &path, &body).await;
                let (path, body) = ask(NOTHING);
                let nothing = send(&client, route, &path, &body).await;
                let said = |answer: &Answer, id: i64| {
                    let (code, message, result) = told(answer);
                    let clean = |text: String| text.replace(&id.to_string(), "N");
                    (code, clean(message), clean(result.to_string()))
                };
                assert_eq!(
                    said(&theirs_answer, id),
                    said(&nothing, NOTHING),
                    "{} {} by {name}",
                    route.method,
                    route.path
                );
                assert_ne!(theirs_answer.code, 500, "{}", route.path);
                walked += 1;
            }
        }
        assert!(walked >= 95, "{walked}");
        for url in &theirs.files {
            let path = url.strip_prefix("/server").unwrap();
            let missing = path.rsplit_once('/').unwrap().0.to_owned()
                + "/00000000000000000000000000000000.png";
            let theirs_answer = client.get(path).await;
            let nothing = client.get(&missing).await;
            assert_eq!(theirs_answer.status, nothing.status, "{path}");
            assert_eq!(told(&theirs_answer), told(&nothing));
        }
        // Lists, sheets and sums hold nothing of them either.
        for (path, _) in &theirs.rows {
            if ["app/user/tongxunlu", "app/user/duanxin"].contains(path) {
                continue;
            }
            let page = client.get(&format!("/api/{path}/findAllByPage")).await.ok();
            assert_eq!(page["total"], 0, "{path}");
        }
        let sums = client.get("/api/app/zijin/liushui/heji").await.ok();
        assert_eq!(sums["bishu"], 0);
        // And nothing of it was done.
        let row = crate::support::find(&office.admin, "app/user", theirs.customer).await;
        assert_eq!(
            (&row["nickName"], &row["genjinrenId"]),
            (&json!("张三"), &json!(keeper.id))
        );
    });
}

/// A body that would be taken, were its numbers the caller's.
fn filled(route: &Route, office: &Office) -> Json {
    match route.path.trim_start_matches("/api/") {
        "app/user/fenpei" => json!({ "mendian": "FENDIAN" }),
        "app/user/tongzhi" | "app/tongzhi/add" => {
            json!({ "biaoti": "提醒", "neirong": "请按时还款" })
        }
        "app/user/admin/editInfo" => json!({ "isSuoding": true }),
        "app/user/edit" => json!({ "nickName": "改" }),
        "app/user/jibenxinxi/add" => json!({ "jiaoyu": "BENKE" }),
        "app/user/tongxunlu/add" => json!({ "name": "李四", "phone": "13700000001" }),
        "app/user/duanxin/add" => {
            json!({ "fasonghaoma": "95588", "content": "您好", "sendDate": "2026-03-01 10:00:00" })
        }
        "app/user/genjin/add" => {
            json!({ "fangshi": "DIANHUA", "jieguo": "YILIANXI", "neirong": "已联系" })
        }
        "app/user/fufei/add" => {
            json!({ "xiangmu": "会员费", "jine": 1, "shijian": "2026-03-01 10:00:00" })
        }
        "app/user/shoukuan/add" => office::account(0),
        "app/project/fenlei/pingbi/add" => json!({ "projectFenleiId": office.category }),
        "app/fankui/editState" => json!({ "state": "CHULIZHONG" }),
        "app/jifen/add" => json!({ "fangxiang": "SHOURU", "jifen": 1, "biaoti": "活动" }),
        "app/jifen/shangpin/dingdan/add" => json!({ "shangpinId": 1 }),
        "app/jifen/shangpin/dingdan/setWuliuNo" => json!({ "kamima": "1" }),
        "app/jifen/shangpin/dingdan/setState" => json!({ "state": "YIQUXIAO" }),
        "app/dingdan/add" => office.application(100_000, 3),
        "app/dingdan/shenhe" => json!({ "jieguo": "TONGGUO", "yijian": "同意" }),
        "app/dingdan/fangkuan" => {
            json!({ "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": "M1" })
        }
        "app/dingdan/chongqian" => json!({ "beizhu": "重新放款" }),
        "app/dingdan/setYouhuiDangqian" => json!({ "jine": 1 }),
        "app/dingdan/chexiao" => json!({ "shijianId": 1, "yuanyin": "录入错误" }),
        "app/dingdan/hexiao" | "app/dingdan/quxiao" => json!({ "yuanyin": "失联" }),
        "app/dingdan/shouhui" => {
            json!({ "jine": 1, "liushuihao": "M2", "zhifufangshi": "YINHANGKA" })
        }
        "app/mingan/chakan" => {
            json!({ "ziyuan": "app/user", "ziduan": "phone", "yuanyin": "核实" })
        }
        _ => json!({}),
    }
}
