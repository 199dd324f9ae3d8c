//! The receiving account of an order: shown live until the review, kept as it was reviewed from
//! there on.

use serde_json::{Value as Json, json};
use server::app;
use testkit::{
    Client, TestApp, cheap_hasher,
    office::{Office, payout},
    on_both, quietly,
};

use crate::support::{add, rows, set_config};

const REVIEWED: &str = "6222020200112233446";
const SWAPPED: &str = "6212260000000091496";

async fn swap(office: &Office) {
    let body = json!({ "id": office.account, "zhanghao": SWAPPED, "yhkXingming": "王五" });
    let edit = "/api/app/user/shoukuan/edit";
    office.admin.post(edit, body).await.ok();
}

async fn in_list(office: &Office, id: i64) -> String {
    let found = rows(&office.admin, "app/dingdan", "").await;
    let row = found.iter().find(|row| row["id"] == id).unwrap();
    row["userShoukuanShow"].as_str().unwrap().to_owned()
}

async fn log(office: &Office, id: i64) -> Vec<(String, String)> {
    let path = format!("/api/app/log/findByDingdanId/{id}");
    let lines = office.admin.get(&path).await.ok();
    let text = |line: &Json, name: &str| line[name].as_str().unwrap().to_owned();
    let lines = lines.as_array().unwrap().iter();
    lines
        .map(|line| (text(line, "type"), text(line, "neirong")))
        .collect()
}

/// The card number of the account an order shows, in clear.
async fn card(office: &Office, id: i64) -> String {
    let shown = office.detail(id).await["shoukuanData"].clone();
    let body = json!({
        "ziyuan": shown["ziyuan"], "id": shown["id"], "ziduan": "zhanghao", "yuanyin": "核对放款账户",
    });
    let clear = office.admin.post("/api/app/mingan/chakan", body).await.ok();
    clear["zhi"].as_str().unwrap().to_owned()
}

#[test]
fn before_the_review_the_live_account_is_shown() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(100_000, 3).await;
        assert!(in_list(&office, id).await.contains("3446"));
        swap(&office).await;
        assert!(in_list(&office, id).await.contains("1496"));
        assert_eq!(card(&office, id).await, SWAPPED);
    });
}

/// With the two-person rule on, a second person edits the account after the review.
#[test]
fn an_edit_after_the_review_changes_no_order() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        set_config(&office.admin, "JIEKUAN", "shuangrenFangkuan", json!("true")).await;
        let id = office.approved(100_000, 3).await;
        let second = test
            .person(&["app:user:shoukuan:edit", "app:dingdan:fangkuan"])
            .await
            .client;
        let body = json!({ "id": office.account, "zhanghao": SWAPPED, "yhkXingming": "王五" });
        let edit = "/api/app/user/shoukuan/edit";
        second.post(edit, body).await.ok();
        let pay = "/api/app/dingdan/fangkuan";
        second.post(pay, payout(id)).await.ok();
        assert_eq!(in_list(&office, id).await, "工商银行 尾号3446 张*");
        let shown = office.detail(id).await["shoukuanData"].clone();
        assert_eq!(shown["zhanghao"], "622202*********3446");
        assert_eq!(shown["yhkXingming"], "张*");
        assert_eq!(card(&office, id).await, REVIEWED);
        for (kind, line) in log(&office, id).await {
            let names = line.contains("收款账户：工商银行 尾号3446 张*");
            assert_eq!(names, kind != "TIJIAO", "{kind} {line}");
        }
        let newest = office.detail(id).await["kechexiao"]["shijianId"].clone();
        let undo = json!({ "dingdanId": id, "shijianId": newest, "yuanyin": "退回" });
        office.verb("chexiao", undo).await.ok();
        assert_eq!(card(&office, id).await, REVIEWED);
    });
}

#[test]
fn a_review_of_an_account_that_was_edited_meanwhile_is_stale() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(100_000, 3).await;
        let seen = office.detail(id).await["shoukuanData"]["banbenSuo"].clone();
        swap(&office).await;
        let review = |seen: &Json| json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意", "shoukuanBanbenSuo": seen });
        office
            .verb("shenhe", review(&seen))
            .await
            .refused(301, "收款账户");
        let seen = office.detail(id).await["shoukuanData"]["banbenSuo"].clone();
        office.verb("shenhe", review(&seen)).await.ok();
    });
}

/// Whoever decides about several at once has seen them in the list.
#[test]
fn a_list_says_which_account_was_seen() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(100_000, 3).await;
        let row = async || {
            let list = office
                .admin
                .get("/api/app/dingdan/findAllByPage")
                .await
                .ok();
            list["records"][0].clone()
        };
        let review = |row: &Json| {
            json!({
                "id": id, "jieguo": "TONGGUO", "yijian": "批量", "banbenSuo": row["banbenSuo"],
                "shoukuanBanbenSuo": row["shoukuanBanbenSuo"],
            })
        };
        let seen = row().await;
        swap(&office).await;
        let stale = office.verb("shenhe", review(&seen)).await;
        stale.refused(301, "收款账户");
        office.verb("shenhe", review(&row().await)).await.ok();
    });
}

async fn failed(office: &Office) -> i64 {
    let id = office.approved(100_000, 3).await;
    let body = json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "户名不符" });
    office.verb("fangkuan", body).await.ok();
    id
}

#[test]
fn another_account_takes_a_new_copy_and_the_same_one_keeps_it() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = failed(&office).await;
        swap(&office).await;
        office
            .verb("chongqian", json!({ "id": id, "beizhu": "再试" }))
            .await
            .ok();
        assert_eq!(card(&office, id).await, REVIEWED);
        let again = failed(&office).await;
        assert_eq!(card(&office, again).await, SWAPPED);
        swap(&office).await;
        // Corrected by the customer: chosen by name, it is another account than was reviewed.
        let body = json!({ "id": office.account, "zhanghao": REVIEWED });
        let edit = "/api/app/user/shoukuan/edit";
        office.admin.post(edit, body).await.ok();
        let body = json!({ "id": again, "beizhu": "改卡号", "userShoukuanId": office.account });
        let done = office.verb("chongqian", body).await.ok();
        assert_eq!(done["state"], "DAIFANGKUAN");
        assert_eq!(card(&office, again).await, REVIEWED);
        let (_, line) = log(&office, again).await.pop().unwrap();
        assert!(line.contains("1496") && line.contains("3446"), "{line}");
    });
}

/// Whoever pays is told what whoever reviewed saw, and what nobody did.
#[test]
fn an_account_that_nobody_reviewed_is_said_before_the_payout() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = failed(&office).await;
        let told = async |name: &str| office.detail(id).await[name].clone();
        assert_eq!(told("weishenJinggao").await, Json::Null);
        let unknown =
            json!({ "isShiming": false, "isXingmingYizhi": null, "isZhengjianYizhi": null });
        assert_eq!(told("shoukuanHedui").await, unknown);
        // The same account again is the one that was reviewed.
        let again = json!({ "id": id, "beizhu": "再试", "userShoukuanId": office.account });
        office.verb("chongqian", again.clone()).await.ok();
        assert_eq!(told("weishenJinggao").await, Json::Null);
        let fail = json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "户名不符" });
        office.verb("fangkuan", fail).await.ok();
        swap(&office).await;
        assert_eq!(told("weishenJinggao").await, Json::Null);
        office.verb("chongqian", again).await.ok();
        let said = told("weishenJinggao").await;
        let said = said.as_str().unwrap();
        assert!(
            said.contains("3446 张*") && said.contains("1496 王*"),
            "{said}"
        );
        office.verb("fangkuan", payout(id)).await.ok();
        assert_eq!(told("weishenJinggao").await, Json::Null);
    });
}

#[test]
fn under_the_two_person_rule_another_account_needs_another_review() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let other = json!({ "userId": office.customer, "type": "ZHIFUBAO", "shoukuanzhanghao": "13912345678" });
        let other = add(&office.admin, "app/user/shoukuan", other).await;
        let id = failed(&office).await;
        set_config(&office.admin, "JIEKUAN", "shuangrenFangkuan", json!("true")).await;
        let same = json!({ "id": id, "beizhu": "再试", "userShoukuanId": office.account });
        let done = office.verb("chongqian", same).await.ok();
        assert_eq!(
            done["state"], "DAIFANGKUAN",
            "the same account was reviewed"
        );
        let second = test.person(&["app:dingdan:fangkuan"]).await.client;
        let body = json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "退票" });
        let pay = "/api/app/dingdan/fangkuan";
        second.post(pay, body).await.ok();
        let body = json!({ "id": id, "beizhu": "换账户", "userShoukuanId": other });
        let done = office.verb("chongqian", body).await.ok();
        assert_eq!(done["state"], "DAISHENHE");
        let detail = office.detail(id).await;
        assert_eq!(detail["shoukuanData"]["type"], "ZHIFUBAO");
        assert_eq!(detail["shenherenId"], Json::Null);
        second.post(pay, payout(id)).await.refused(2002, "待审核");
        let body = json!({ "id": id, "jieguo": "TONGGUO", "yijian": "新账户已核对" });
        office.verb("shenhe", body).await.ok();
        office
            .verb("fangkuan", payout(id))
            .await
            .refused(2002, "双人复核");
        second.post(pay, payout(id)).await.ok();
        let checked = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(checked["isTongguo"], true, "{checked}");
    });
}

/// Who may see accounts sees the copies of the orders within their reach, and no others.
#[test]
fn a_copy_is_revealed_within_reach_of_its_order() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.approved(100_000, 3).await;
        let shown = office.detail(id).await["shoukuanData"].clone();
        let body = json!({
            "ziyuan": shown["ziyuan"], "id": shown["id"], "ziduan": "zhanghao", "yuanyin": "核对",
        });
        let may = ["app:user:shoukuan:query", "app:mingan:chakan"];
        let reveal = "/api/app/mingan/chakan";
        let near = test.person_of(&may, "MENDIAN", "ZONGDIAN").await.client;
        assert_eq!(near.post(reveal, body.clone()).await.ok()["zhi"], REVIEWED);
        let far = test.person_of(&may, "BENREN", "ZONGDIAN").await.client;
        far.post(reveal, body.clone()).await.refused(2004, "");
        let blind = test
            .person(&["app:dingdan:query", "app:mingan:chakan"])
            .await;
        blind.client.post(reveal, body).await.refused(2002, "");
    });
}

/// Orders reviewed by an older version have no copy until the next start.
#[test]
fn orders_from_before_take_a_copy_at_the_upgrade() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let waiting = office.applied(100_000, 3).await;
        let reviewed = office.approved(100_000, 3).await;
        let paid = office.paid_out(100_000, 3).await;
        let as_before = |tx: &mut store::Tx<'_>| {
            quietly(
                tx,
                "UPDATE app_dingdan SET shoukuan_fuben_id = NULL; DELETE FROM app_dingdan_shoukuan; \
                 UPDATE table_version SET row_count = 0 WHERE name = 'app_dingdan_shoukuan'; \
                 DELETE FROM app_dingdan_lishi; DELETE FROM meta WHERE name IN ('shoukuan_fuben', 'lishi')",
            )
        };
        test.db().write(as_before).await.unwrap();
        let lines = log(&office, paid).await.len();
        for _ in 0..2 {
            let settings = test.scratch.settings();
            let opened =
                tokio::task::spawn_blocking(move || app::open(&settings, cheap_hasher()).map(drop));
            opened.await.unwrap().unwrap();
        }
        swap(&office).await;
        for id in [reviewed, paid] {
            assert_eq!(card(&office, id).await, REVIEWED);
        }
        assert_eq!(card(&office, waiting).await, SWAPPED);
        let log = log(&office, paid).await;
        assert_eq!(log.len(), lines + 1);
        let (kind, line) = log.last().unwrap();
        assert!(
            kind == "QITA" && line.contains("升级") && line.contains("3446"),
            "{line}"
        );
        let checked = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(checked["isTongguo"], true, "{checked}");
    });
}

async fn picture(client: &Client, shade: u8) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(4, 3, image::Rgb([shade, 30, 30]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    let up = "/api/app/file/up";
    let fields = [("rootPath", "shoukuan")];
    let kept = client
        .upload(up, &fields, "收款码.png", bytes.get_ref())
        .await
        .ok();
    kept["url"].as_str().unwrap().to_owned()
}

/// The picture of a wallet is part of the copy, and can be looked at when the account has another.
#[test]
fn a_copy_keeps_its_picture() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let reviewed = picture(&office.admin, 10).await;
        let wallet = json!({
            "userId": office.customer, "type": "WEIXIN", "shoukuanzhanghao": "zhangsan",
            "shoukuanma": reviewed,
        });
        let wallet = add(&office.admin, "app/user/shoukuan", wallet).await;
        let mut application = office.application(100_000, 3);
        application["userShoukuanId"] = wallet.into();
        let id = office.approved_with(application).await;
        let other = picture(&office.admin, 200).await;
        let body = json!({ "id": wallet, "shoukuanma": other });
        let edit = "/api/app/user/shoukuan/edit";
        office.admin.post(edit, body).await.ok();
        let shown = office.detail(id).await["shoukuanData"]["shoukuanma"].clone();
        assert_eq!(shown, reviewed.as_str());
        let path = reviewed.strip_prefix("/server").unwrap();
        let may = ["app:user:shoukuan:query", "app:dingdan:query"];
        let near = test.person(&may).await.client;
        let read = near
            .send(http::Method::GET, path, Vec::new().into(), &[])
            .await;
        assert_eq!(read.status, 200);
        let none = test.person(&["app:gonggao:list"]).await.client;
        let read = none
            .send(http::Method::GET, path, Vec::new().into(), &[])
            .await;
        assert_eq!(read.status, 404);
    });
}
