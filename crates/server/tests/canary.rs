//! Numbers, names and addresses that occur nowhere else are put in by somebody who may; then
//! everything that somebody without the right can get at is looked through for them, and so is
//! everything that lies on the disk.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{
    fs,
    io::{self, Cursor, Read as _, Write},
    path::Path,
    process::Command,
    sync::{Arc, Mutex},
};

use http::Method;
use serde_json::{Value as Json, json};
use server::{
    files::{FileKey, Storage as _},
    router::routes,
};
use testkit::{Backend, Client, TestApp, office, office::Office, on_both};

/// What must not be found: phones of a customer, of an account and of earlier days, a card, two
/// identity numbers, two real names, a wallet, an address, a WeChat id, an emergency contact, a
/// contact and a message.
const PHONE: &str = "13847261950";
const ACCOUNT_PHONE: &str = "15938274061";
const CARD: &str = "6217730415926535890";
const IDENTITY: &str = "440305197802143612";
const NAME: &str = "慕容金丝雀";
const USED_PHONE: &str = "16630581742";
const VERIFIED_IDENTITY: &str = "330106198511073276";
const VERIFIED_NAME: &str = "司徒金丝雀";
const NEAR: &str = "19927406183";
const NEAR_NAME: &str = "诸葛金丝雀";
const WALLET: &str = "17758203914";
const CONTACT: &str = "18672094385";
const CONTACT_NAME: &str = "欧阳金丝雀";
const MESSAGE: &str = "金丝雀的验证码是739105";
const ADDRESS: &str = "金丝雀路八百八十八弄";
const WECHAT: &str = "canary_wx_58213";

const CANARIES: [&str; 16] = [
    PHONE,
    USED_PHONE,
    VERIFIED_IDENTITY,
    VERIFIED_NAME,
    NEAR,
    NEAR_NAME,
    ACCOUNT_PHONE,
    CARD,
    IDENTITY,
    NAME,
    WALLET,
    CONTACT,
    CONTACT_NAME,
    MESSAGE,
    ADDRESS,
    WECHAT,
];

/// The canaries that bytes hold, also inside the parts of an archive or a workbook.
fn found_in(bytes: &[u8]) -> Vec<&'static str> {
    let holds = |bytes: &[u8], canary: &&str| {
        let canary = canary.as_bytes();
        bytes.windows(canary.len()).any(|part| part == canary)
    };
    let mut found: Vec<&str> = CANARIES
        .into_iter()
        .filter(|canary| holds(bytes, canary))
        .collect();
    if let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) {
        for at in 0..archive.len() {
            let mut part = Vec::new();
            let mut file = archive.by_index(at).unwrap();
            file.read_to_end(&mut part).unwrap();
            found.extend(CANARIES.into_iter().filter(|canary| holds(&part, canary)));
        }
    }
    found
}

#[track_caller]
fn assert_clean(what: &str, bytes: &[u8]) {
    assert_eq!(found_in(bytes), Vec::<&str>::new(), "in {what}");
}

/// What the program says while it works.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The customer with the canaries, and the pictures of their identity card and their credit.
struct Filled {
    customer: i64,
    pictures: [String; 3],
}

/// Puts the canaries in, wherever there is a place for them.
async fn fill(office: &Office) -> Filled {
    let admin = &office.admin;
    let post = async |path: &str, body: Json| {
        let path = format!("/api/{path}/add");
        admin.post(&path, body).await
    };
    let customer = json!({ "nickName": "雀客", "phone": PHONE, "mendian": "ZONGDIAN" });
    let customer = post("app/user", customer).await.ok()["id"]
        .as_i64()
        .unwrap();
    let card = json!({
        "userId": customer, "type": "YINHANGKA", "zhanghao": CARD, "yhkKaihuhang": "建设银行",
        "yhkYuliushouji": ACCOUNT_PHONE, "yhkXingming": NAME, "yhkShenfenzhenghao": IDENTITY,
    });
    let account = post("app/user/shoukuan", card).await.ok()["id"].clone();
    let wallet = json!({ "userId": customer, "type": "ZHIFUBAO", "shoukuanzhanghao": WALLET });
    post("app/user/shoukuan", wallet).await.ok();
    let block = json!({ "projectFenleiId": office.category, "phone": CONTACT });
    post("app/project/fenlei/pingbi", block).await.ok();
    let file = async |folder: &str| {
        let (fields, picture) = ([("rootPath", folder)], png());
        let file = admin.upload("/api/app/file/up", &fields, "a.png", &picture);
        file.await.ok()["url"].clone()
    };
    let pictures = [
        file("renzheng").await,
        file("renzheng").await,
        file("xinyong").await,
    ];
    for (path, mut body) in [
        (
            "app/user/jibenxinxi",
            json!({ "xiangxidizhi": ADDRESS, "weixinhao": WECHAT, "lianxirenXingming": NEAR_NAME, "lianxirenShouji": NEAR }),
        ),
        (
            "app/user/tongxunlu",
            json!({ "name": CONTACT_NAME, "phone": CONTACT }),
        ),
        (
            "app/user/duanxin",
            json!({ "fasongren": CONTACT_NAME, "fasonghaoma": CONTACT, "content": MESSAGE, "type": "SHOU", "sendDate": "2026-02-01 08:00:00" }),
        ),
        (
            "app/user/renzheng",
            json!({ "zhenshixingming": VERIFIED_NAME, "zhengjianhaoma": VERIFIED_IDENTITY, "sfzZhengmian": pictures[0], "sfzFanmian": pictures[1] }),
        ),
    ] {
        body["userId"] = customer.into();
        post(path, body).await.ok();
    }
    let credit =
        json!({ "userId": customer, "yongguophones": USED_PHONE, "xinyongFile": pictures[2] });
    admin
        .post("/api/app/user/admin/editInfo", credit)
        .await
        .ok();
    receive(admin, customer).await;
    let text = "<p>{{xingming}}{{zhengjianhaoma}}{{phone}}</p>";
    office.sign_under(text).await;
    let mut application = office.application(1_000_000, 3);
    application["userId"] = customer.into();
    application["userShoukuanId"] = account;
    let order = office.approved_with(application).await;
    let paid = office.verb("fangkuan", office::payout(order));
    paid.await.ok();
    // A refused row is kept as a file; a refused write leaves a line.
    let taken = json!({ "nickName": "又一个", "phone": PHONE });
    post("app/user", taken).await.refused(2001, "已存在");
    let wrong = json!({ "userId": customer, "type": "YINHANGKA", "zhanghao": format!("{CARD}1"), "yhkXingming": NAME });
    post("app/user/shoukuan", wrong).await.refused(2001, "");
    Filled {
        customer,
        pictures: pictures.map(|url| url.as_str().unwrap().to_owned()),
    }
}

/// A picture like no other.
fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let colour = |x: u32, y: u32| {
        let mixed = ((x + 3) * (y * y + 7))
            .wrapping_mul(2_654_435)
            .to_le_bytes();
        image::Rgb([mixed[0], mixed[1], mixed[2]])
    };
    let picture = image::RgbImage::from_fn(32, 32, colour);
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// Goods for points, on their way to somebody.
async fn receive(admin: &Client, customer: i64) {
    let mut picture = Cursor::new(Vec::new());
    let drawn = image::RgbImage::new(2, 2).write_to(&mut picture, image::ImageFormat::Png);
    drawn.unwrap();
    let fields = [("rootPath", "shangpin")];
    let picture = admin.upload("/api/app/file/up", &fields, "a.png", picture.get_ref());
    let goods = json!({
        "mingcheng": "水杯", "type": "SHIWU", "zhutu": picture.await.ok()["url"], "jifenJiage": 5, "kucun": 9,
    });
    let goods = admin.post("/api/app/jifen/shangpin/add", goods).await.ok()["id"].clone();
    let points =
        json!({ "userId": customer, "fangxiang": "SHOURU", "jifen": 50, "biaoti": "活动" });
    admin.post("/api/app/jifen/add", points).await.ok();
    let order = json!({
        "userId": customer, "shangpinId": goods, "shouhuoren": CONTACT_NAME, "shouhuoPhone": CONTACT,
        "shouhuoDizhi": ADDRESS,
    });
    let order = admin
        .post("/api/app/jifen/shangpin/dingdan/add", order)
        .await;
    order.ok();
}

/// Every call but deletes, with ids of rows that are there.
async fn call_everything(client: &Client, customer: i64, ids: &[i64]) {
    let mut all: Vec<_> = routes().iter().collect();
    all.sort_by_key(|route| route.method != Method::GET);
    for route in all {
        let ends_work = ["sys/login/logout", "sys/user/suoping", "delByIds"];
        if ends_work.iter().any(|end| route.path.contains(end)) {
            continue;
        }
        for id in ids {
            let path = route
                .path
                .replace("{id}", &id.to_string())
                .replace("{tableId}", "1")
                .replace("{type}", "ANQUAN")
                .replace("{folder}/{month}/{name}", "avatar/202603/0a.png");
            let answer = if route.method == Method::GET {
                let query = format!(
                    "{path}?size=100&userId={customer}&dingdanId={id}&hetongId=1&banbenId=1"
                );
                let narrow = client.get(&query).await;
                assert_clean(&query, &narrow.body);
                client.get(&path).await
            } else {
                let body = json!({
                    "id": id, "userId": customer, "dingdanId": id, "ziyuan": "app/user",
                    "ziduan": "phone", "yuanyin": "核对",
                });
                client.post(&path, body).await
            };
            assert_clean(&path, &answer.body);
            for value in answer.headers.values() {
                assert_clean(&path, value.as_bytes());
            }
        }
    }
}

/// Files below a folder, keys left out: they are what the rest is safe by. None holds a part of a
/// private picture either.
fn look_through(folder: &Path, pictures: &[Vec<u8>]) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files += look_through(&path, pictures);
        } else {
            let bytes = fs::read(&path).unwrap();
            assert_clean(&path.display().to_string(), &bytes);
            for part in pictures {
                let is_there = bytes.windows(part.len()).any(|window| window == part);
                assert!(!is_there, "a private picture in {}", path.display());
            }
            files += 1;
        }
    }
    files
}

/// What tells a private picture from every other file: bytes from the middle of it, as they were
/// accepted.
fn parts_of(test: &TestApp, pictures: &[String]) -> Vec<Vec<u8>> {
    let part = |url: &String| {
        let key = url.strip_prefix("/server/api/app/file/").unwrap();
        let key = FileKey::parse(key).unwrap();
        let mut bytes = Vec::new();
        let mut stored = test.app.files.open(&key).unwrap().unwrap();
        stored.reader.read_to_end(&mut bytes).unwrap();
        bytes[bytes.len() / 2..][..24].to_vec()
    };
    pictures.iter().map(part).collect()
}

/// Every row of a PostgreSQL database as text.
async fn look_through_tables(test: &TestApp) {
    let rows = test.db().read(|conn| {
        let tables = conn.query(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
            &[],
        )?;
        let mut all = String::new();
        for table in &tables {
            let text = format!("SELECT t::text FROM \"{}\" t", table.text(0)?);
            for row in conn.query(&text, &[])? {
                all.push_str(row.text(0)?);
                all.push('\n');
            }
        }
        Ok::<_, store::Error>((tables.len(), all))
    });
    let (tables, all) = rows.await.unwrap();
    assert!(tables > 30 && all.contains("雀客"), "{tables} tables");
    assert_clean("the tables", all.as_bytes());
}

fn back_up(test: &TestApp) {
    let target = test.scratch.path().join("backup");
    let mut program = Command::new(env!("CARGO_BIN_EXE_zhanggui"));
    program.arg("backup").arg(&target);
    program.env("ZHANGGUI_DATA_DIR", test.scratch.path());
    if let Some(url) = test.scratch.database_url() {
        program.env("ZHANGGUI_DATABASE_URL", url);
    }
    let output = program.output().unwrap();
    assert!(output.status.success());
    assert_clean("what a backup says", &output.stdout);
    assert_clean("what a backup says", &output.stderr);
}

#[test]
fn no_canary_is_seen_by_who_has_no_right_to_it_or_lies_in_clear() {
    let said = Said::default();
    let writer = said.clone();
    let _ = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .try_init();
    on_both(async |test| {
        let office = Office::open(&test).await;
        let Filled { customer, pictures } = fill(&office).await;
        let account = office.account + 1;

        // Whoever has the right gets it, or this test would find nothing at all.
        let look =
            json!({ "ziyuan": "app/user", "ziduan": "phone", "id": customer, "yuanyin": "核对" });
        let seen = office.admin.post("/api/app/mingan/chakan", look).await;
        assert_eq!(found_in(&seen.body), [PHONE]);
        let signed = "/api/app/dingdan/hetongZhengwen?dingdanId=1&banbenId=1";
        let signed = office.admin.get(signed).await.ok();
        assert!(signed.to_string().contains("司****3*"), "{signed}");

        let menu = schema::menu::permissions();
        let rights = menu.iter().map(String::as_str);
        let rights: Vec<&str> = rights
            .filter(|right| !["app:mingan:chakan", "app:user:fuben"].contains(right))
            .collect();
        let nosy = test.person_of(&rights, "QUANBU", "ZONGDIAN").await.client;
        let elsewhere = test.person_of(&rights, "BENREN", "ZONGDIAN").await.client;
        let nobody = test.person(&[]).await.client;
        for client in [&elsewhere, &nobody, &test.anonymous()] {
            call_everything(client, customer, &[customer]).await;
        }
        for url in &pictures {
            let url = url.strip_prefix("/server").unwrap();
            let seen = office.admin.get(url).await;
            assert_eq!(seen.headers["content-type"], "image/png", "{url}");
            for client in [&elsewhere, &nobody, &test.anonymous()] {
                let refused = client.get(url).await;
                assert_ne!(refused.headers["content-type"], "image/png", "{url}");
            }
        }
        call_everything(&nosy, customer, &[customer, account, 1]).await;

        if test.backend == Backend::Postgres {
            look_through_tables(&test).await;
        }
        let scratch = test;
        let files = tokio::task::spawn_blocking(move || {
            back_up(&scratch);
            let parts = parts_of(&scratch, &pictures);
            look_through(scratch.scratch.path(), &parts)
        });
        // Key files at least, on SQLite the database with its log, the pictures, and all of them
        // once more as a backup.
        assert!(files.await.unwrap() >= 11);
    });
    let said = said.0.lock().unwrap();
    assert!(!said.is_empty(), "nothing was said");
    assert_clean("what the program says", &said);
}
