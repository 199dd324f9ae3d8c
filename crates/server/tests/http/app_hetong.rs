//! /api/app/hetong: placeholders are known ones, versions stay, and orders keep what they signed.

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, office::Office, on_both};

use crate::{
    app_file_rows::png,
    support::{add, assign, blames, find},
};

const CONTRACTS: &str = "app/hetong";

fn template(code: &str) -> Json {
    json!({
        "mingcheng": "借款合同", "bianma": code, "type": "JIEKUAN",
        "neirong": "<p>借款人{{xingming}}，证件{{zhengjianhaoma}}，电话{{phone}}</p><p>{{jiekuanJine}}元（{{ jiekuanDaxie }}）</p>",
    })
}

async fn edit(client: &Client, path: &str, id: i64, mut body: Json) -> Answer {
    body["id"] = json!(id);
    client.post(&format!("/api/{path}/edit"), body).await
}

async fn published(admin: &Client, code: &str) -> i64 {
    let mut body = template(code);
    body["state"] = json!("YIFABU");
    add(admin, CONTRACTS, body).await
}

async fn versions(admin: &Client, id: i64) -> Vec<Json> {
    let path = format!("/api/app/hetong/banben/{id}");
    admin.get(&path).await.ok().as_array().unwrap().clone()
}

async fn text(client: &Client, query: &str) -> String {
    let shown = client.get(&format!("/api/app/hetong/yulan?{query}")).await;
    shown.ok()["neirong"].as_str().unwrap().to_owned()
}

#[test]
fn placeholders_are_found_and_unknown_ones_refused() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, CONTRACTS, template("HT1")).await;
        let kept = find(&admin, CONTRACTS, id).await;
        let found = json!([
            "xingming",
            "zhengjianhaoma",
            "phone",
            "jiekuanJine",
            "jiekuanDaxie"
        ]);
        assert_eq!(kept["bianliang"], found);
        assert_eq!(kept["banben"], 0);
        assert_eq!(kept["projectShow"], "全部产品");
        for (html, says) in [
            ("<p>{{xingmign}}</p>", "“{{xingmign}}”无法识别"),
            ("<p>{{xing<b>ming</b>}}</p>", "没有写完"),
            (
                r#"<p><a href="https://a.cn/{{phone}}">x</a></p>"#,
                "只能写在文字里",
            ),
            (
                r#"<p>{{phone}}<img src="https://a.cn/x.png"></p>"#,
                "图片只能使用已上传的文件",
            ),
        ] {
            let answer = edit(&admin, CONTRACTS, id, json!({ "neirong": html })).await;
            blames(&answer, "neirong", says);
        }
        let html = "<p onclick=\"x()\">{{phone}}<script>alert(1)</script></p>";
        edit(&admin, CONTRACTS, id, json!({ "neirong": html }))
            .await
            .ok();
        let kept = find(&admin, CONTRACTS, id).await;
        assert_eq!(kept["neirong"], "<p>{{phone}}</p>");
        assert_eq!(kept["bianliang"], json!(["phone"]));
        let known = admin.get("/api/app/hetong/bianliang").await.ok();
        assert!(
            known
                .as_array()
                .unwrap()
                .contains(&json!({ "jian": "phone", "mingcheng": "手机号" }))
        );
        let blank = json!({ "neirong": "<p><br></p>", "state": "YIFABU" });
        let answer = edit(&admin, CONTRACTS, id, blank).await;
        blames(&answer, "neirong", "填写合同正文");
    });
}

#[test]
fn publishing_makes_a_version_that_nothing_changes() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, CONTRACTS, template("HT1")).await;
        assert!(versions(&admin, id).await.is_empty());
        edit(&admin, CONTRACTS, id, json!({ "state": "YIFABU" }))
            .await
            .ok();
        let kept = find(&admin, CONTRACTS, id).await;
        assert_eq!(
            [&kept["banben"], &kept["fabuTime"]],
            [&json!(1), &json!("2026-03-01 09:00:00")]
        );
        // What nobody signs makes no version.
        edit(&admin, CONTRACTS, id, json!({ "beizhu": "常用" }))
            .await
            .ok();
        assert_eq!(versions(&admin, id).await.len(), 1);
        edit(
            &admin,
            CONTRACTS,
            id,
            json!({ "neirong": "<p>第二版{{xingming}}</p>" }),
        )
        .await
        .ok();
        let all = versions(&admin, id).await;
        let numbers: Vec<_> = all
            .iter()
            .map(|one| one["banben"].as_i64().unwrap())
            .collect();
        assert_eq!(numbers, [2, 1]);
        let first = format!("hetongId={id}&banbenId={}", all[1]["id"]);
        assert!(
            text(&admin, &first)
                .await
                .starts_with("<p>借款人〔客户姓名〕")
        );
        assert_eq!(
            text(&admin, &format!("hetongId={id}")).await,
            "<p>第二版〔客户姓名〕</p>"
        );
        let path = format!("/api/app/hetong/delByIds/{id}");
        admin.delete(&path).await.refused(2002, "请先撤回");
        edit(&admin, CONTRACTS, id, json!({ "state": "YICHEHUI" }))
            .await
            .ok();
        edit(&admin, CONTRACTS, id, json!({ "state": "YIFABU" }))
            .await
            .ok();
        assert_eq!(find(&admin, CONTRACTS, id).await["banben"], 3);
        let other = published(&admin, "HT2").await;
        let foreign = format!(
            "/api/app/hetong/yulan?hetongId={other}&banbenId={}",
            all[0]["id"]
        );
        admin.get(&foreign).await.refused(2004, "");
        // The database itself refuses.
        let changed = test
            .db()
            .write(|tx| tx.execute("UPDATE app_hetong_banben SET mingcheng = 'x'", &[]));
        assert!(changed.await.is_err());
    });
}

#[test]
fn an_order_keeps_the_versions_it_was_applied_for_under() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let (id, draft) = (
            published(admin, "HT1").await,
            add(admin, CONTRACTS, template("HT2")).await,
        );
        let name = |ids: Json| {
            edit(
                admin,
                "app/project",
                office.project,
                json!({ "hetongIds": ids }),
            )
        };
        blames(&name(json!([draft])).await, "hetongIds", "未发布");
        let other = office.category;
        let elsewhere = add(admin, "app/project", testkit::office::product(other)).await;
        edit(admin, CONTRACTS, id, json!({ "projectIds": [elsewhere] }))
            .await
            .ok();
        blames(&name(json!([id])).await, "hetongIds", "不适用于该产品");
        assert_eq!(find(admin, CONTRACTS, id).await["projectShow"], "惠民贷");
        edit(admin, CONTRACTS, id, json!({ "projectIds": [] }))
            .await
            .ok();
        let before = office.applied(100_000, 3).await;
        name(json!([id])).await.ok();
        let order = office.applied(1_200_000, 6).await;
        edit(
            admin,
            CONTRACTS,
            id,
            json!({ "neirong": "<p>新的合同</p>", "mingcheng": "借款合同（新）" }),
        )
        .await
        .ok();
        let signed = async |order: i64| {
            let path = format!("/api/app/dingdan/hetong/{order}");
            admin.get(&path).await.ok().as_array().unwrap().clone()
        };
        assert!(signed(before).await.is_empty());
        let [one] = signed(order).await.try_into().unwrap();
        assert_eq!(
            [&one["mingcheng"], &one["banben"]],
            [&json!("借款合同"), &json!(1)]
        );
        let path = format!(
            "/api/app/dingdan/hetongZhengwen?dingdanId={order}&banbenId={}",
            one["id"]
        );
        let shown = admin.get(&path).await.ok();
        let words = shown["neirong"].as_str().unwrap();
        assert!(words.contains("12,000.00元（壹万贰仟元整）"), "{words}");
        assert!(words.contains("电话139****5678"), "{words}");
        // Not what another order signed.
        let foreign = path.replace(
            &format!("dingdanId={order}"),
            &format!("dingdanId={before}"),
        );
        admin.get(&foreign).await.refused(2004, "");
        let latest = office.applied(100_000, 3).await;
        assert_eq!(signed(latest).await[0]["banben"], 2);
        // What a product is signed for under is neither withdrawn nor deleted.
        for state in ["YICHEHUI", "CAOGAO"] {
            edit(admin, CONTRACTS, id, json!({ "state": state }))
                .await
                .refused(2002, "产品“惠民贷”正在使用");
        }
        name(json!([])).await.ok();
        edit(admin, CONTRACTS, id, json!({ "state": "YICHEHUI" }))
            .await
            .ok();
        admin
            .delete(&format!("/api/app/hetong/delByIds/{id}"))
            .await
            .ok();
        assert_eq!(admin.get(&path).await.ok()["neirong"], shown["neirong"]);
        let check = admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(check["isTongguo"], true, "{check}");
    });
}

#[test]
fn a_version_counts_from_its_time_on() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let mut body = template("HT1");
        body["state"] = json!("YIFABU");
        body["shengxiaoTime"] = json!("2026-04-01 00:00:00");
        let id = add(admin, CONTRACTS, body).await;
        let named = json!({ "hetongIds": [id] });
        edit(admin, "app/project", office.project, named).await.ok();
        let answer = office.verb("add", office.application(100_000, 3)).await;
        answer.refused(2002, "尚未生效");
        edit(admin, CONTRACTS, id, json!({ "shengxiaoTime": null }))
            .await
            .ok();
        let later = json!({ "shengxiaoTime": "2026-04-01 00:00:00", "neirong": "<p>四月起</p>" });
        edit(admin, CONTRACTS, id, later).await.ok();
        let order = office.applied(100_000, 3).await;
        let path = format!("/api/app/dingdan/hetong/{order}");
        assert_eq!(admin.get(&path).await.ok()[0]["banben"], 2);
    });
}

#[test]
fn a_preview_shows_an_order_as_the_caller_may_see_it() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let upload = async || {
            let fields = [("rootPath", "renzheng")];
            let made = admin
                .upload("/api/app/file/up", &fields, "a.png", &png())
                .await;
            made.ok()["url"].clone()
        };
        let known = json!({
            "userId": office.customer, "zhenshixingming": "张三丰", "zhengjianhaoma": "11010519491231002X",
            "sfzZhengmian": upload().await, "sfzFanmian": upload().await,
        });
        add(admin, "app/user/renzheng", known).await;
        let order = office.applied(100_000, 3).await;
        let id = published(admin, "HT1").await;
        let query = format!("hetongId={id}&dingdanId={order}");
        let words = text(admin, &query).await;
        assert!(
            words.contains("借款人张**，证件1***************2X，"),
            "{words}"
        );
        let rights = [
            "app:hetong:query",
            "app:dingdan:query",
            "app:user:renzheng:query",
        ];
        let path = format!("/api/app/hetong/yulan?{query}");
        // Without the right to see orders, or who customers are, or this order at all.
        let clerk = test.person(&rights[..1]).await;
        clerk.client.get(&path).await.refused(2002, "没有操作权限");
        let stranger = test.person_of(&rights, "BENREN", "ZONGDIAN").await;
        stranger.client.get(&path).await.refused(2004, "");
        assign(admin, office.customer, stranger.id).await;
        assert_eq!(text(&stranger.client, &query).await, words);
        let clerk = test.person(&rights[..2]).await;
        let words = text(&clerk.client, &query).await;
        assert!(words.contains("借款人******，证件******，"), "{words}");
    });
}
