//! /api/app/file: a private file follows the row it belongs to, and rows take our own files alone.

use std::io::Cursor;

use http::Method;
use serde_json::{Value as Json, json};
use testkit::{
    Backend, Client, TestApp,
    office::{Office, receipt},
    on_both,
};

use crate::support::{add, assign, blames, find, second_store, set_config, try_sign_in};

const UP: &str = "/api/app/file/up";
const ACCOUNTS: &[&str] = &[
    "app:user:query",
    "app:user:shoukuan:query",
    "app:user:shoukuan:add",
    "app:user:shoukuan:edit",
];

pub fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(4, 3, image::Rgb([200, 30, 30]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

pub async fn stored(client: &Client, folder: &str) -> String {
    let fields = [("rootPath", folder)];
    let made = client.upload(UP, &fields, "a.png", &png()).await.ok();
    made["url"].as_str().unwrap().to_owned()
}

async fn status(client: &Client, url: &str) -> u16 {
    let path = url.strip_prefix("/server").unwrap();
    let answer = client.send(Method::GET, path, Vec::new().into(), &[]).await;
    answer.status.as_u16()
}

/// A wallet of a customer with a picture of its code.
fn wallet(customer: i64, code: &str) -> Json {
    json!({
        "userId": customer, "type": "ZHIFUBAO", "shoukuanzhanghao": "13900000009", "shoukuanma": code,
    })
}

async fn customer_of(admin: &Client, phone: &str, store: &str) -> i64 {
    let body = json!({ "nickName": "客户", "phone": phone, "mendian": store });
    add(admin, "app/user", body).await
}

#[test]
fn a_private_file_is_read_by_whoever_sees_its_row() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let customer = customer_of(&admin, "13800000001", "ZONGDIAN").await;
        let clerk = test.person_of(ACCOUNTS, "MENDIAN", "ZONGDIAN").await;
        assign(&admin, customer, clerk.id).await;
        let clerk = clerk.client;
        let near_by = test.person_of(ACCOUNTS, "MENDIAN", "ZONGDIAN").await;
        let near = near_by.client;
        let far = test.person_of(ACCOUNTS, "MENDIAN", "FENDIAN").await.client;
        let blind = test.person(&["app:user:query"]).await.client;

        let url = stored(&clerk, "shoukuan").await;
        // Nobody but the uploader, whatever they may see.
        for (who, expected) in [(&clerk, 200), (&near, 404), (&admin, 404)] {
            assert_eq!(status(who, &url).await, expected, "belongs to no row yet");
        }
        let id = add(&clerk, "app/user/shoukuan", wallet(customer, &url)).await;
        for (who, expected) in [
            (&clerk, 200),
            (&near, 200),
            (&admin, 200),
            (&far, 404),
            (&blind, 404),
        ] {
            assert_eq!(status(who, &url).await, expected, "belongs to the account");
        }
        assert_eq!(status(&test.anonymous(), &url).await, 404);

        // A file that the row drops keeps belonging to it.
        assign(&admin, customer, near_by.id).await;
        let other = stored(&near, "shoukuan").await;
        let change = json!({ "id": id, "shoukuanma": other });
        near.post("/api/app/user/shoukuan/edit", change).await.ok();
        assert_eq!(
            (status(&near, &url).await, status(&far, &url).await),
            (200, 404)
        );
        // And the customer's move takes the files along.
        let moved = json!({ "id": customer, "mendian": "FENDIAN", "genjinrenId": 1 });
        admin.post("/api/app/user/edit", moved).await.ok();
        assert_eq!(
            (status(&far, &other).await, status(&near, &other).await),
            (200, 404)
        );
    });
}

#[test]
fn a_private_file_enters_one_row_by_its_uploader() {
    on_both(async |test| {
        let admin = test.admin().await;
        let customer = customer_of(&admin, "13800000001", "ZONGDIAN").await;
        let clerk = test.person(ACCOUNTS).await.client;
        let thief = test.person(ACCOUNTS).await.client;
        let url = stored(&clerk, "shoukuan").await;
        let path = "/api/app/user/shoukuan/add";
        let stolen = thief.post(path, wallet(customer, &url)).await;
        blames(&stolen, "shoukuanma", "本人上传");
        let id = add(&clerk, "app/user/shoukuan", wallet(customer, &url)).await;
        let again = clerk.post(path, wallet(customer, &url)).await;
        blames(&again, "shoukuanma", "未用于其他数据");
        // The whole row may be sent back by anyone who may edit it.
        let row = find(&thief, "app/user/shoukuan", id).await;
        let body = json!({ "id": id, "shoukuanma": row["shoukuanma"], "isMoren": true });
        thief.post("/api/app/user/shoukuan/edit", body).await.ok();
    });
}

#[test]
fn a_voucher_belongs_to_its_order() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        second_store(&office.admin).await;
        let (one, two) = (
            office.approved(100_000, 3).await,
            office.approved(100_000, 3).await,
        );
        let voucher = stored(&office.admin, "pingzheng").await;
        let pay = |id: i64, url: &str| {
            json!({
                "id": id, "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": receipt(), "pingzheng": url,
            })
        };
        let missing = "/server/api/app/file/pingzheng/202603/0123456789abcdef0123456789abcdef.png";
        let code = stored(&office.admin, "shoukuan").await;
        for (url, words) in [
            (missing, "不存在"),
            (&code, "其他用途"),
            ("https://example.com/a.png", "已上传的文件"),
        ] {
            blames(
                &office.verb("fangkuan", pay(one, url)).await,
                "pingzheng",
                words,
            );
        }
        let clerk = test.person(&["app:dingdan:fangkuan"]).await.client;
        let foreign = clerk
            .post("/api/app/dingdan/fangkuan", pay(one, &voucher))
            .await;
        blames(&foreign, "pingzheng", "本人上传");
        office.verb("fangkuan", pay(one, &voucher)).await.ok();
        let twice = office.verb("fangkuan", pay(two, &voucher)).await;
        blames(&twice, "pingzheng", "未用于其他数据");
        // Nor does it prove a second event of the same order.
        let money = json!({
            "dingdanId": one, "jine": 10_000, "zhifufangshi": "YINHANGKA", "liushuihao": receipt(), "pingzheng": voucher,
        });
        let again = office.verb("daozhang", money).await;
        blames(&again, "pingzheng", "未用于其他数据");

        let looks = ["app:dingdan:query"];
        let near = test.person_of(&looks, "MENDIAN", "ZONGDIAN").await.client;
        let far = test.person_of(&looks, "MENDIAN", "FENDIAN").await.client;
        let records = test.person(&["app:dingdan:xingqing:list"]).await.client;
        for (who, expected) in [(&near, 200), (&records, 200), (&far, 404), (&clerk, 404)] {
            assert_eq!(status(who, &voucher).await, expected);
        }
    });
}

#[test]
fn whoever_sees_an_order_sees_the_code_it_pays_to() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        second_store(&office.admin).await;
        let code = stored(&office.admin, "shoukuan").await;
        let account = add(
            &office.admin,
            "app/user/shoukuan",
            wallet(office.customer, &code),
        )
        .await;
        let looks = ["app:dingdan:query"];
        let near = test.person_of(&looks, "MENDIAN", "ZONGDIAN").await.client;
        let far = test.person_of(&looks, "MENDIAN", "FENDIAN").await.client;
        assert_eq!(status(&near, &code).await, 404, "no order pays there");
        let mut body = office.application(100_000, 3);
        body["userShoukuanId"] = account.into();
        office.verb("add", body).await.ok();
        assert_eq!(
            (status(&near, &code).await, status(&far, &code).await),
            (200, 404)
        );
    });
}

#[test]
fn columns_take_our_own_files_of_a_fitting_folder() {
    on_both(async |test| {
        let admin = test.admin().await;
        let avatar = stored(&admin, "avatar").await;
        let private = stored(&admin, "shoukuan").await;
        let library = stored(&admin, "resource").await;
        let missing = "/server/api/app/file/avatar/202603/0123456789abcdef0123456789abcdef.png";
        let outside = "https://example.com/track.png";
        for (path, wire) in [
            ("app/user", "headUrl"),
            ("app/gonggao", "fengmian"),
            ("app/project/fenlei", "tubiao"),
            ("app/gonggao", "neirong"),
        ] {
            for url in [missing, outside, &private] {
                let mut body = match path {
                    "app/user" => json!({ "nickName": "客户", "phone": "13800000007" }),
                    "app/gonggao" => json!({
                        "biaoti": "通知", "type": "XITONG", "neirong": "<p>正文</p>",
                    }),
                    _ => json!({ "mingcheng": "分类" }),
                };
                body[wire] = match wire {
                    // What is not ours is dropped from rich text, as ever.
                    "neirong" if url == outside => continue,
                    "neirong" => format!("<p><img src=\"{url}\"></p>").into(),
                    _ => url.into(),
                };
                let answer = admin.post(&format!("/api/{path}/add"), body).await;
                assert_eq!(answer.code, 2001, "{path} {wire} {url} {}", answer.message);
                assert!(
                    answer.result["fields"][wire].is_string(),
                    "{}",
                    answer.result
                );
            }
        }
        for url in [missing, outside, &private] {
            let answer = admin
                .post("/api/sys/user/avatar", json!({ "headUrl": url }))
                .await;
            assert_eq!(answer.code, 2001, "{url}");
            let body = json!({ "type": "JICHU", "data": { "logo": url } });
            let answer = admin.post("/api/app/config/edit", body).await;
            assert_eq!(answer.code, 2001, "{url}");
        }
        let account = json!({ "nickName": "客户", "phone": "13800000007", "headUrl": avatar });
        let customer = add(&admin, "app/user", account).await;
        let answer = admin
            .post("/api/app/user/shoukuan/add", wallet(customer, &library))
            .await;
        blames(&answer, "shoukuanma", "其他用途");
        // The shared library serves every public place, and a public file many rows.
        for url in [&avatar, &library] {
            let body = json!({ "headUrl": url });
            admin.post("/api/sys/user/avatar", body).await.ok();
        }
        let logo = stored(&admin, "config").await;
        set_config(&admin, "JICHU", "logo", json!(logo)).await;
        let shown = stored(&admin, "editor").await;
        let text = format!("<p><img src=\"{shown}\"></p>");
        let body = json!({ "biaoti": "通知", "type": "XITONG", "neirong": text });
        add(&admin, "app/gonggao", body).await;
    });
}

/// An address from before rows took our own files alone.
#[test]
fn a_row_keeps_what_it_has() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer_of(&admin, "13800000001", "ZONGDIAN").await;
        test.db()
            .write(|tx| tx.batch("UPDATE app_user SET head_url = 'https://example.com/old.png'"))
            .await
            .unwrap();
        let row = find(&admin, "app/user", id).await;
        let body = json!({ "id": id, "nickName": "改名", "headUrl": row["headUrl"] });
        admin.post("/api/app/user/edit", body).await.ok();
        let body = json!({ "id": id, "headUrl": "https://example.com/new.png" });
        let answer = admin.post("/api/app/user/edit", body).await;
        blames(&answer, "headUrl", "只能使用已上传的文件");
    });
}

#[test]
fn a_pending_password_change_closes_files() {
    on_both(async |test| {
        let admin = test.admin().await;
        let clerk = test.person(ACCOUNTS).await;
        let url = stored(&clerk.client, "shoukuan").await;
        let path = url.strip_prefix("/server").unwrap();
        let reset = json!({ "id": clerk.id });
        let fresh = admin.post("/api/sys/user/rePassword", reset).await.ok();
        let answer = try_sign_in(
            &test,
            &clerk.login_name,
            fresh["password"].as_str().unwrap(),
        )
        .await;
        let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
        let cookie = cookie.split(';').next().unwrap();
        let client = Client::new(
            test.router.clone(),
            Some(answer.ok()["token"].as_str().unwrap().to_owned()),
        );
        let headers = [("cookie", cookie)];
        let nobody = test.anonymous();
        let by_cookie = nobody
            .send(Method::GET, path, Vec::new().into(), &headers)
            .await;
        assert_eq!(
            (by_cookie.status.as_u16(), status(&client, &url).await),
            (404, 404)
        );
        let up = client
            .upload(UP, &[("rootPath", "avatar")], "a.png", &png())
            .await;
        up.refused(2002, "修改密码");
    });
}

#[test]
fn each_folder_asks_for_the_permission_of_what_uses_it() {
    on_both(async |test| {
        let nobody = test.person(&[]).await.client;
        let writer = test.person(&["app:gonggao:edit"]).await.client;
        let payer = test.person(&["app:dingdan:shouhui"]).await.client;
        let keeper = test.person(&["app:resource:add"]).await.client;
        let may = async |client: &Client, folder: Option<&str>| {
            let fields: Vec<(&str, &str)> =
                folder.map(|name| ("rootPath", name)).into_iter().collect();
            let answer = client.upload(UP, &fields, "a.png", &png()).await;
            if answer.code != 200 {
                answer.refused(2002, "没有操作权限");
            }
            answer.code == 200
        };
        for (folder, who_may) in [
            (Some("avatar"), [true, true, true, true]),
            (Some("gonggao"), [false, true, false, false]),
            (Some("editor"), [false, true, false, false]),
            (Some("pingzheng"), [false, false, true, false]),
            (Some("shoukuan"), [false, false, false, false]),
            (Some("import"), [false, false, false, false]),
            (None, [false, false, false, true]),
        ] {
            for (client, expected) in [&nobody, &writer, &payer, &keeper].into_iter().zip(who_may) {
                assert_eq!(may(client, folder).await, expected, "{folder:?}");
            }
        }
    });
}

#[test]
fn a_day_has_a_quota() {
    on_both(async |test: TestApp| {
        let admin = test.admin().await;
        let person = test.person(&[]).await.client;
        let other = test.person(&[]).await.client;
        let fields = [("rootPath", "avatar")];
        set_config(&admin, "ANQUAN", "shangchuanGeshu", json!(2)).await;
        for _ in 0..2 {
            stored(&person, "avatar").await;
        }
        let third = person.upload(UP, &fields, "a.png", &png()).await;
        third.refused(2002, "24小时内最多上传2个文件");
        stored(&other, "avatar").await;
        test.clock.advance_real(86_400_000);
        let (admin, person) = (test.admin().await, test.admin().await);
        stored(&person, "avatar").await;
        set_config(&admin, "ANQUAN", "shangchuanGeshu", json!(1_000)).await;
        set_config(&admin, "ANQUAN", "shangchuanDaxiao", json!(1)).await;
        let mut state = 1_u32;
        let noise = image::RgbImage::from_fn(600, 400, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [_, red, green, blue] = state.to_le_bytes();
            image::Rgb([red, green, blue])
        });
        let mut bytes = Cursor::new(Vec::new());
        noise.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let bytes = bytes.into_inner();
        person.upload(UP, &fields, "a.png", &bytes).await.ok();
        let more = person.upload(UP, &fields, "a.png", &bytes).await;
        more.refused(2002, "24小时内最多上传1MB");
    });
}

/// What the migration does about files from before they belonged to rows.
fn claims_of(backend: Backend) -> &'static str {
    let text = match backend {
        Backend::Sqlite => include_str!("../../../store/migrations/sqlite/0010_files.sql"),
        Backend::Postgres => include_str!("../../../store/migrations/postgres/0010_files.sql"),
    };
    let (_, claims) = text.split_once("-- Older files belong").unwrap();
    let (claims, _) = claims.split_once("CREATE INDEX").unwrap();
    claims.split_once('\n').unwrap().1
}

#[test]
fn older_files_belong_to_the_rows_that_refer_to_them() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let code = stored(&office.admin, "shoukuan").await;
        add(
            &office.admin,
            "app/user/shoukuan",
            wallet(office.customer, &code),
        )
        .await;
        let order = office.approved(100_000, 3).await;
        let vouchers = [
            stored(&office.admin, "pingzheng").await,
            stored(&office.admin, "pingzheng").await,
        ];
        let pay = json!({
            "id": order, "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": receipt(),
            "pingzheng": vouchers.join(","),
        });
        office.verb("fangkuan", pay).await.ok();
        let left = stored(&office.admin, "pingzheng").await;
        let looks = ["app:dingdan:query", "app:user:shoukuan:query"];
        let clerk = test.person(&looks).await.client;
        let seen = async || {
            let mut seen = Vec::new();
            for url in [&code, &vouchers[0], &vouchers[1], &left] {
                seen.push(status(&clerk, url).await);
            }
            seen
        };
        let forget = "UPDATE file SET shuyu_ziyuan = NULL, shuyu_id = NULL";
        test.db().write(move |tx| tx.batch(forget)).await.unwrap();
        assert_eq!(seen().await, [404; 4]);
        let claims = claims_of(test.backend);
        test.db().write(move |tx| tx.batch(claims)).await.unwrap();
        assert_eq!(seen().await, [200, 200, 200, 404]);
    });
}
