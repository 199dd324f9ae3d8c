//! /api/app/gonggao: lists of the resource pattern.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};
use service::{input, resource, rules::Resource, seed::system_call};
use testkit::{Client, TestApp, on_both};

use crate::support::{add, blames, column, rows, total};

const GONGGAO: &str = "app/gonggao";

fn body(biaoti: &str) -> Json {
    json!({ "biaoti": biaoti, "type": "XITONG", "neirong": "<p>内容</p>" })
}

async fn add_all(admin: &Client, titles: &[&str]) {
    for title in titles {
        add(admin, GONGGAO, body(title)).await;
    }
}

async fn search(admin: &Client, needle: &str) -> Vec<String> {
    let encoded = utf8_percent_encode(needle, NON_ALPHANUMERIC);
    let mut found = column(admin, GONGGAO, &format!("biaoti={encoded}"), "biaoti").await;
    found.sort();
    found
}

#[test]
fn a_search_finds_what_contains_it() {
    on_both(async |test| {
        let admin = test.admin().await;
        add_all(
            &admin,
            &[
                "张三丰公告",
                "三张桌子",
                "张 三",
                "100%利率",
                "1005利率",
                "a_b",
                "axb",
                "Hello World",
                "it's \"q\" !x",
                "ＶＩＰ École",
            ],
        )
        .await;
        for (needle, expected) in [
            ("张", &["三张桌子", "张 三", "张三丰公告"][..]),
            ("张三", &["张三丰公告"]),
            ("张三丰公", &["张三丰公告"]),
            ("三张", &["三张桌子"]),
            ("丰张", &[]),
            ("%", &["100%利率"]),
            ("0%利", &["100%利率"]),
            ("_", &["a_b"]),
            ("a_b", &["a_b"]),
            ("hello w", &["Hello World"]),
            ("O WORLD", &["Hello World"]),
            ("'", &["it's \"q\" !x"]),
            ("\"q\"", &["it's \"q\" !x"]),
            ("!x", &["it's \"q\" !x"]),
            ("*", &[]),
            ("张 三", &["张 三"]),
            ("ＶＩＰ", &["ＶＩＰ École"]),
            ("vip", &[]),
            ("ÉCO", &["ＶＩＰ École"]),
            ("' OR 1=1 --", &[]),
        ] {
            assert_eq!(search(&admin, needle).await, expected, "{needle}");
        }
        let long = "长".repeat(101);
        blames(
            &admin
                .get(&format!("/api/app/gonggao/findAllByPage?biaoti={long}"))
                .await,
            "biaoti",
            "查询内容过长",
        );
    });
}

#[test]
fn ranges_and_filters_narrow() {
    on_both(async |test| {
        let admin = test.admin().await;
        for (title, kind, begin) in [
            ("一", "XITONG", "2026-03-01 00:00:00"),
            ("二", "HUODONG", "2026-03-02 12:00:00"),
            ("三", "FENGXIAN", "2026-03-03 00:00:00"),
        ] {
            let mut row = body(title);
            row["type"] = json!(kind);
            row["kaishiTime"] = json!(begin);
            row["isZhiding"] = json!(title == "二");
            add(&admin, GONGGAO, row).await;
            test.clock.advance_business(86_400_000);
        }
        let found = async |query: &str| {
            column(&admin, GONGGAO, &format!("{query}&orders=id:asc"), "biaoti").await
        };
        assert_eq!(found("kaishiTimeBegin=2026-03-02").await, ["二", "三"]);
        assert_eq!(found("kaishiTimeEnd=2026-03-02").await, ["一", "二"]);
        assert_eq!(
            found("kaishiTimeBegin=2026-03-02+12:00:00&kaishiTimeEnd=2026-03-02+12:00:00").await,
            ["二"]
        );
        assert_eq!(found("createTimeBegin=2026-03-03").await, ["三"]);
        assert_eq!(found("type=XITONG,FENGXIAN").await, ["一", "三"]);
        assert_eq!(found("type=").await, ["一", "二", "三"]);
        assert_eq!(found("state=CAOGAO&type=HUODONG").await, ["二"]);
        blames(
            &admin
                .get("/api/app/gonggao/findAllByPage?createTimeBegin=yesterday")
                .await,
            "createTime",
            "时间",
        );
    });
}

#[test]
fn several_columns_sort_in_their_order() {
    on_both(async |test| {
        let admin = test.admin().await;
        for (title, paixu) in [("b", 1), ("a", 2), ("c", 1), ("a", 1)] {
            let mut row = body(title);
            row["paixu"] = json!(paixu);
            add(&admin, GONGGAO, row).await;
        }
        let order = async |orders: &str| -> Vec<String> {
            let found = rows(&admin, GONGGAO, &format!("orders={orders}")).await;
            found
                .iter()
                .map(|row| format!("{}{}", row["biaoti"].as_str().unwrap(), row["paixu"]))
                .collect()
        };
        assert_eq!(order("").await, ["a1", "c1", "b1", "a2"]);
        assert_eq!(
            order("biaoti:asc,paixu:desc").await,
            ["a2", "a1", "b1", "c1"]
        );
        assert_eq!(
            order("paixu:true,biaoti:false").await,
            ["c1", "b1", "a1", "a2"]
        );
        assert_eq!(order("id:desc").await, ["a1", "c1", "a2", "b1"]);
        for bad in [
            "neirong:asc",
            "nothing:asc",
            "biaoti:up",
            "isDel:asc",
            "(select 1):asc",
            "biaoti;drop:asc",
        ] {
            let path = format!(
                "/api/app/gonggao/findAllByPage?orders={}",
                bad.replace(' ', "+")
            );
            blames(&admin.get(&path).await, "orders", "");
        }
    });
}

#[test]
fn empty_times_sort_alike_on_both_databases() {
    on_both(async |test| {
        let admin = test.admin().await;
        add_all(&admin, &["草稿"]).await;
        let mut row = body("已发");
        row["state"] = json!("YIFABU");
        add(&admin, GONGGAO, row).await;
        assert_eq!(
            column(&admin, GONGGAO, "orders=fabuTime:asc", "biaoti").await,
            ["草稿", "已发"]
        );
        assert_eq!(
            column(&admin, GONGGAO, "orders=fabuTime:desc", "biaoti").await,
            ["已发", "草稿"]
        );
    });
}

/// Many rows in one transaction.
async fn add_many(test: &TestApp, count: usize) {
    let call = system_call("test", test.clock.now(), test.clock.real().0);
    let job = test.db().write(move |tx| {
        let of = schema::model(GONGGAO).unwrap();
        for number in 0..count {
            let row = body(&format!("第{number}条"));
            let changes = input::changes(of, row.as_object().unwrap(), input::Mode::Add, &[])?;
            resource::insert_quietly(tx, &call, Resource::plain(of), changes)?;
        }
        Ok::<_, service::Error>(())
    });
    job.await.unwrap();
}

#[test]
fn pages_neither_overlap_nor_leave_gaps() {
    on_both(async |test| {
        let admin = test.admin().await;
        add_many(&test, 25).await;
        let page = async |query: &str| {
            admin
                .get(&format!("/api/app/gonggao/findAllByPage?{query}"))
                .await
                .ok()
        };
        let mut seen = Vec::new();
        for current in 1..=3 {
            let found = page(&format!("current={current}&size=10&total=99")).await;
            assert_eq!(
                (&found["total"], &found["totalExact"]),
                (&json!(25), &json!(true))
            );
            seen.extend(
                found["records"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|row| row["id"].as_i64().unwrap()),
            );
        }
        let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
        assert_eq!((seen.len(), distinct.len()), (25, 25));
        assert_eq!(page("").await["records"].as_array().unwrap().len(), 10);
        assert_eq!(page("current=4&size=10").await["records"], json!([]));
        assert_eq!(
            page("current=10000000&size=100").await["records"],
            json!([])
        );
        assert_eq!(total(&admin, GONGGAO, "biaoti=第2").await, 6);
        for bad in [
            "size=0",
            "size=101",
            "size=-1",
            "size=x",
            "current=0",
            "current=10000001",
        ] {
            let name = bad.split('=').next().unwrap();
            blames(
                &admin
                    .get(&format!("/api/app/gonggao/findAllByPage?{bad}"))
                    .await,
                name,
                "整数",
            );
        }
    });
}

#[test]
fn a_plain_list_ends_at_a_thousand_rows() {
    on_both(async |test| {
        let admin = test.admin().await;
        add_many(&test, 1000).await;
        let list = admin.get("/api/app/gonggao/findAllByList").await.ok();
        assert_eq!(list.as_array().unwrap().len(), 1000);
        add_many(&test, 1).await;
        admin
            .get("/api/app/gonggao/findAllByList")
            .await
            .refused(2001, "数据超过1000条");
        let some = admin
            .get("/api/app/gonggao/findAllByList?biaoti=第99")
            .await
            .ok();
        assert_eq!(some.as_array().unwrap().len(), 11);
        assert_eq!(
            admin
                .get("/api/app/gonggao/findAllByList?current=1&size=5")
                .await
                .ok()["total"],
            1001
        );
    });
}

#[test]
fn deep_pages_and_exports_lose_no_row() {
    on_both(async |test| {
        let admin = test.admin().await;
        add_many(&test, 1011).await;
        for query in ["", "biaoti=第", "orders=biaoti:asc&type=XITONG"] {
            let last = format!("/api/app/gonggao/findAllByPage?size=10&current=102&{query}");
            let found = admin.get(&last).await.ok();
            assert_eq!(found["total"], 1011);
            assert_eq!(found["records"].as_array().unwrap().len(), 1, "{query}");
        }
        let oldest = admin
            .get("/api/app/gonggao/findAllByPage?size=10&current=102")
            .await
            .ok();
        assert_eq!(oldest["records"][0]["biaoti"], "第0条");
        let exported = crate::spreadsheet::read(&admin.get("/api/app/gonggao/export").await.body);
        assert_eq!(exported.rows.len(), 1012);
    });
}

#[test]
fn unknown_conditions_are_refused_by_name() {
    on_both(async |test| {
        let admin = test.admin().await;
        for unknown in ["foo", "neirong", "isDel", "params[dataScope]", "biaoti;--"] {
            let encoded = utf8_percent_encode(unknown, NON_ALPHANUMERIC);
            let answer = admin
                .get(&format!("/api/app/gonggao/findAllByPage?{encoded}=1"))
                .await;
            blames(&answer, unknown, "不支持的查询条件");
        }
        admin
            .get("/api/app/gonggao/findAllByPage?biaoti=%FF")
            .await
            .refused(2001, "不是有效的文本");
        admin
            .get("/api/app/gonggao/findAllByPage?biaoti=%00")
            .await
            .refused(2001, "不允许的字符");
        admin
            .get("/api/app/gonggao/findById/abc")
            .await
            .refused(2001, "编号应为整数");
    });
}
