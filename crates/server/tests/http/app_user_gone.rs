//! A customer who is deleted, and a customer who asks for a copy of what is kept.

use std::io::{Cursor, Read as _};

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, TestApp, office::Office, on_both};

use crate::{
    app_file_rows::png,
    app_user_renzheng::identity,
    support::{add, problems, set_config},
};

const CARD: &str = "6222020200112233446";
const IDENTITY: &str = "11010519491231002X";

/// An office whose customer has a finished order and a receiving code that no order used.
async fn finished(test: &TestApp) -> (Office, i64, String) {
    let office = Office::open(test).await;
    let order = office.approved(1_000_000, 3).await;
    let cancelled = office.verb(
        "quxiao",
        json!({ "dingdanId": order, "yuanyin": "客户放弃" }),
    );
    cancelled.await.ok();
    let picture = image::RgbImage::from_pixel(60, 60, image::Rgb([20, 20, 20]));
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let folder = [("rootPath", "shoukuan")];
    let up = "/api/app/file/up";
    let kept = office
        .admin
        .upload(up, &folder, "码.png", png.get_ref())
        .await;
    let url = kept.ok()["url"].as_str().unwrap().to_owned();
    let body = json!({
        "userId": office.customer, "type": "WEIXIN", "shoukuanzhanghao": "13700000009", "shoukuanma": url,
    });
    add(&office.admin, "app/user/shoukuan", body).await;
    (office, order, url)
}

async fn status(client: &Client, url: &str) -> u16 {
    let path = url.strip_prefix("/server").unwrap();
    let read = client.send(http::Method::GET, path, Vec::new().into(), &[]);
    read.await.status.as_u16()
}

#[test]
fn who_is_deleted_is_forgotten_and_the_books_are_not() {
    on_both(async |test| {
        let (office, order, url) = finished(&test).await;
        let admin = &office.admin;
        assert_eq!(status(admin, &url).await, 200);
        let open = office.applied(1_000_000, 3).await;
        let delete = format!("/api/app/user/delByIds/{}", office.customer);
        admin.delete(&delete).await.refused(2002, "未完成的订单");
        let refusal = json!({ "id": open, "jieguo": "JUJUE", "yijian": "资料不全" });
        office.verb("shenhe", refusal).await.ok();
        admin.delete(&delete).await.ok();

        let (id, account) = (office.customer, office.account);
        let left = test.db().read(move |conn| {
            let customer = conn.query_one(
                "SELECT nick_name, head_url, beizhu, phone FROM app_user WHERE id = ?",
                &[id.into()],
            )?;
            let account = conn.query_one(
                "SELECT zhanghao, zhanghao_idx, yhk_xingming, yhk_shenfenzhenghao, yhk_kaihuhang FROM app_user_shoukuan WHERE id = ?",
                &[account.into()],
            )?;
            let copies = conn.query("SELECT zhanghao FROM app_dingdan_shoukuan", &[])?;
            let place = format!("app_user.phone.{id}");
            let phone = conn.keys().open(&place, customer.blob(3)?);
            Ok::<_, store::Error>((customer, account, copies, phone))
        });
        let (customer, account, copies, phone) = left.await.unwrap();
        assert_eq!(customer.text(0).unwrap(), "已注销客户");
        assert!(phone.unwrap().starts_with("已删除"));
        for at in 0..5 {
            assert_eq!(account.get(at).unwrap(), &store::Value::Null, "{at}");
        }
        // The account that was reviewed is part of the books, and so is what was written then.
        assert_eq!(copies.len(), 1);
        assert!(!copies[0].blob(0).unwrap().is_empty());
        let path = format!("/api/app/log/findByDingdanId/{order}");
        let lines = admin.get(&path).await.ok();
        assert!(lines.to_string().contains("张三"), "{lines}");
        let path = format!("/api/app/dingdan/findById/{order}");
        let shown = admin.get(&path).await.ok();
        assert_eq!(shown["userShow"], "已注销客户");
        assert_eq!(status(admin, &url).await, 404);
        // The number is free for somebody else.
        let body = json!({ "nickName": "新客", "phone": "13912345678" });
        add(admin, "app/user", body).await;
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

/// What was reset and what was replaced tells of the customer as much as what is shown.
#[test]
fn what_was_deleted_and_replaced_before_goes_with_the_customer() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let names = "app/user/renzheng";
        let first = identity(admin, customer).await;
        let id = add(admin, names, first.clone()).await;
        let second = identity(admin, customer).await;
        let front = json!({ "id": id, "sfzZhengmian": second["sfzZhengmian"] });
        admin.post(&format!("/api/{names}/edit"), front).await.ok();
        let reset = format!("/api/{names}/delByIds/{id}");
        admin.delete(&reset).await.ok();
        let kept = async || {
            let owned = test.db().read(|conn| {
                conn.query(
                    "SELECT file_key FROM file WHERE shuyu_ziyuan = 'app/user/renzheng' AND is_feiqi = FALSE",
                    &[],
                )
            });
            owned.await.unwrap().len()
        };
        assert_eq!(kept().await, 3, "front, its successor and back");
        let delete = format!("/api/app/user/delByIds/{customer}");
        admin.delete(&delete).await.ok();
        assert_eq!(kept().await, 0);
        let row = test.db().read(move |conn| {
            let row = conn.query_one(
                "SELECT zhenshixingming, zhengjianhaoma, sfz_zhengmian FROM app_user_renzheng WHERE id = ?",
                &[id.into()],
            )?;
            let open = |at, column| {
                let place = format!("app_user_renzheng.{column}.{id}");
                conn.keys().open(&place, row.blob(at).unwrap()).unwrap()
            };
            let told = [open(0, "zhenshixingming"), open(1, "zhengjianhaoma")];
            Ok::<_, store::Error>((told, row.text(2)?.to_owned()))
        });
        let (told, front) = row.await.unwrap();
        assert_eq!(told, [format!("已删除{id}"), format!("已删除{id}")]);
        assert_eq!(front, "");
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

/// The files of an archive by their names.
fn unpacked(answer: &Answer) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(&answer.body)).unwrap();
    let names = archive.file_names();
    let names: Vec<String> = names.map(|name| name.unwrap().into_owned()).collect();
    let read = names.into_iter().map(|name| {
        let mut bytes = Vec::new();
        archive
            .by_name(&name)
            .unwrap()
            .read_to_end(&mut bytes)
            .unwrap();
        (name, bytes)
    });
    read.collect()
}

async fn ask(client: &Client, customer: i64, reason: Json) -> Answer {
    let body = json!({ "userId": customer, "yuanyin": reason });
    client.post("/api/app/user/fuben", body).await
}

#[test]
fn a_customer_is_given_out_whole_with_a_line_and_a_budget() {
    on_both(async |test| {
        let (office, _, _) = finished(&test).await;
        let admin = &office.admin;
        let person = json!({
            "userId": office.customer, "jiaoyu": "BENKE", "lianxirenXingming": "钱多多", "lianxirenShouji": "13666660000",
        });
        add(admin, "app/user/jibenxinxi", person).await;
        let answer = ask(admin, office.customer, json!("本人书面申请")).await;
        assert_eq!(answer.headers["content-type"], "application/zip");
        assert_eq!(answer.headers["cache-control"], "no-store");
        let files = unpacked(&answer);
        let text_of = |name: &str| {
            let found = files.iter().find(|(known, _)| known == name);
            String::from_utf8(found.unwrap_or_else(|| panic!("no {name}")).1.clone()).unwrap()
        };
        assert!(text_of("客户.json").contains("13912345678"));
        let accounts = text_of("收款账户.json");
        assert!(
            accounts.contains(CARD) && accounts.contains(IDENTITY),
            "{accounts}"
        );
        let orders = text_of("订单.json");
        assert!(
            orders.contains("\"借款金额\": \"10000.00\"") && !orders.contains("jiekuanJine"),
            "{orders}"
        );
        // Who is named as a contact did not ask for it.
        let basic = text_of("基础信息.json");
        assert!(
            basic.contains("\"紧急联系人\": \"属于他人，未提供\"") && basic.contains("\"学历\""),
            "{basic}"
        );
        assert!(!basic.contains("钱多多") && !basic.contains("13666660000"));
        assert!(text_of("说明.txt").contains("紧急联系人"));
        assert!(
            files
                .iter()
                .any(|(name, _)| name.starts_with("文件/shoukuan-"))
        );
        let looks = "/api/app/mingan/jilu/findAllByPage?size=10";
        let looks = admin.get(looks).await.ok();
        let line = &looks["records"][0];
        assert_eq!(
            (&line["ziduan"], &line["yuanyin"]),
            (&json!("fuben"), &json!("本人书面申请"))
        );
        let log = admin.get("/api/sys/log/findAllByPage?size=20").await.ok();
        assert!(log.to_string().contains("的资料副本"), "{log}");
        assert!(!log.to_string().contains(CARD));
        let lines = format!("/api/app/user/shijianxian/{}", office.customer);
        let lines = admin.get(&lines).await.ok();
        let told = lines.as_array().unwrap().iter().any(|line| {
            line["leixing"] == "CHAKAN" && line["biaoti"].as_str().unwrap().contains("资料副本")
        });
        assert!(told, "{lines}");

        ask(admin, office.customer, json!(""))
            .await
            .refused(2001, "原因");
        ask(admin, 999_999, json!("核对")).await.refused(2004, "");
        let reader = test
            .person(&["app:user:query", "app:user:list"])
            .await
            .client;
        ask(&reader, office.customer, json!("核对"))
            .await
            .refused(2002, "");
        let other = test
            .person_of(&["app:user:fuben"], "BENREN", "ZONGDIAN")
            .await;
        ask(&other.client, office.customer, json!("核对"))
            .await
            .refused(2004, "");
        set_config(admin, "ANQUAN", "chakanXiane", json!(1)).await;
        ask(admin, office.customer, json!("再要一份"))
            .await
            .refused(2002, "上限");
    });
}

#[test]
fn an_account_of_somebody_else_is_said_where_money_is_decided_about() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let order = office.applied(1_000_000, 3).await;
        let warning = async || {
            let path = format!("/api/app/dingdan/weapp/findById/{order}");
            admin.get(&path).await.ok()["shoukuanJinggao"].clone()
        };
        // Nobody is verified: there is nothing to compare with.
        assert_eq!(warning().await, Json::Null);
        let up = async |name: &str| {
            let folder = [("rootPath", "renzheng")];
            let picture = png();
            let kept = admin.upload("/api/app/file/up", &folder, name, &picture);
            kept.await.ok()["url"].clone()
        };
        let person = json!({
            "userId": office.customer, "zhenshixingming": "张 三", "zhengjianhaoma": "11010519491231002x",
            "sfzZhengmian": up("a.png").await, "sfzFanmian": up("b.png").await,
        });
        let id = add(admin, "app/user/renzheng", person).await;
        let pass = json!({ "id": id, "state": "YIRENZHENG" });
        admin.post("/api/app/user/renzheng/edit", pass).await.ok();
        assert_eq!(warning().await, Json::Null, "the same person");
        let other = json!({ "id": office.account, "yhkXingming": "李四" });
        admin.post("/api/app/user/shoukuan/edit", other).await.ok();
        let said = warning().await;
        assert!(
            said.as_str().unwrap().contains("姓名与客户实名不一致"),
            "{said}"
        );
        // The copy that is paid to is compared as well.
        let body = json!({ "id": order, "jieguo": "TONGGUO", "yijian": "同意" });
        office.verb("shenhe", body).await.ok();
        let said = warning().await;
        assert!(
            said.as_str().unwrap().contains("姓名与客户实名不一致"),
            "{said}"
        );
        assert!(!said.to_string().contains("李四"));
    });
}

#[test]
fn contacts_go_after_their_time_and_with_their_customer() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let contact =
            |name: &str| json!({ "userId": office.customer, "name": name, "phone": "13700000001" });
        add(admin, "app/user/tongxunlu", contact("甲")).await;
        let left = async || {
            let count = test.db().read(|conn| {
                conn.query_one("SELECT count(*) FROM app_user_tongxunlu", &[])?
                    .int(0)
            });
            count.await.unwrap()
        };
        let tidy = async || {
            let mark = store::seal::Mark::default();
            server::housekeeping::round(&test.app, mark).await.unwrap();
        };
        set_config(admin, "ANQUAN", "lianxirenBaoliuTianshu", json!(30)).await;
        test.clock.advance_business(29 * 86_400_000);
        add(admin, "app/user/tongxunlu", contact("乙")).await;
        tidy().await;
        assert_eq!(left().await, 2);
        test.clock.advance_business(2 * 86_400_000);
        tidy().await;
        assert_eq!(left().await, 1);
        let delete = format!("/api/app/user/delByIds/{}", office.customer);
        admin.delete(&delete).await.ok();
        assert_eq!(left().await, 0);
    });
}

#[test]
fn contacts_and_messages_can_be_switched_off() {
    on_both(async |test| {
        let admin = test.admin().await;
        let has = async |wanted: &str| {
            let profile = admin.get("/api/sys/user/findProfile").await.ok();
            profile["permissionList"].to_string().contains(wanted)
        };
        assert!(has("app:user:tongxunlu:list").await);
        set_config(&admin, "ANQUAN", "tongxunluKaiguan", json!("false")).await;
        assert!(!has("app:user:tongxunlu:").await);
        assert!(has("app:user:duanxin:list").await);
        let menu = admin.get("/api/sys/menu/findUserMenuByTree").await.ok();
        assert!(!menu.to_string().contains("/user/tongxunlu"));
        if schema::model("app/user/tongxunlu").is_some() {
            let list = "/api/app/user/tongxunlu/findAllByPage?userId=1";
            admin.get(list).await.refused(2004, "");
        }
        set_config(&admin, "ANQUAN", "tongxunluKaiguan", json!("true")).await;
        assert!(has("app:user:tongxunlu:list").await);
    });
}
