//! /api/app/dingdan/shenheInit: what a review rests on, masked, and within the reviewer's scope.

use serde_json::{Value as Json, json};
use testkit::{
    Client,
    office::{Office, product},
    on_both,
};

use crate::{
    app_file_rows::png,
    support::{add, rows, set_config},
};

async fn basis(client: &Client, order: i64) -> Json {
    let path = format!("/api/app/dingdan/shenheInit?dingdanId={order}");
    client.get(&path).await.ok()
}

async fn verify(office: &Office, name: &str) -> i64 {
    let admin = &office.admin;
    let fields = [("rootPath", "renzheng")];
    let up = "/api/app/file/up";
    let front = admin.upload(up, &fields, "a.png", &png()).await.ok();
    let back = admin.upload(up, &fields, "b.png", &png()).await.ok();
    let body = json!({
        "userId": office.customer, "zhenshixingming": name, "zhengjianhaoma": "11010519491231002X",
        "sfzZhengmian": front["url"], "sfzFanmian": back["url"],
    });
    add(admin, "app/user/renzheng", body).await
}

async fn pass(office: &Office, id: i64) {
    let body = json!({ "id": id, "state": "YIRENZHENG" });
    let edit = "/api/app/user/renzheng/edit";
    office.admin.post(edit, body).await.ok();
}

#[test]
fn the_person_is_told_masked_and_contacts_as_a_number() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let order = office.applied(100_000, 3).await;
        let ren = basis(&office.admin, order).await["ren"].clone();
        assert_eq!(ren["zhenshixingming"], Json::Null);
        assert_eq!(ren["shimingState"], "WEIRENZHENG");
        assert_eq!(ren["lianxirenShu"], 0);
        assert_eq!(ren["isJinjiLianxiren"], false);
        let by_account = ren["nianling"].as_i64().unwrap();
        assert!(by_account > 70, "{by_account}");

        let id = verify(&office, "张三").await;
        pass(&office, id).await;
        let contact = |phone: &str, is_jinji: bool| json!({ "userId": office.customer, "name": "王小明", "phone": phone, "isJinji": is_jinji });
        let contacts = "app/user/tongxunlu";
        add(&office.admin, contacts, contact("13711112222", false)).await;
        let told = basis(&office.admin, order).await;
        let ren = &told["ren"];
        assert_eq!(ren["zhenshixingming"], "张*");
        assert_eq!(ren["shimingState"], "YIRENZHENG");
        assert_eq!(ren["nianling"], by_account);
        assert_eq!(ren["lianxirenShu"], 1);
        assert_eq!(ren["isJinjiLianxiren"], false);
        let text = told.to_string();
        for secret in ["王", "137", "张三丰", "11010519491231002X", "6222020"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        add(&office.admin, contacts, contact("13711113333", true)).await;
        let ren = basis(&office.admin, order).await["ren"].clone();
        assert_eq!(ren["lianxirenShu"], 2);
        assert_eq!(ren["isJinjiLianxiren"], true);

        // Contacts that the office does not keep are no nought.
        let off = json!("false");
        set_config(&office.admin, "ANQUAN", "tongxunluKaiguan", off).await;
        let ren = basis(&office.admin, order).await["ren"].clone();
        assert_eq!(ren["lianxirenShu"], Json::Null);
        assert_eq!(ren["isJinjiLianxiren"], false);
    });
}

#[test]
fn whether_the_account_is_the_verified_persons_is_said_either_way() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let order = office.applied(100_000, 3).await;
        let likeness = async || basis(&office.admin, order).await["shoukuan"].clone();
        let said = |name: Option<bool>, number: Option<bool>| json!({ "isShiming": name.is_some(), "isXingmingYizhi": name, "isZhengjianYizhi": number });
        assert_eq!(likeness().await, said(None, None));
        let id = verify(&office, "张 三").await;
        assert_eq!(likeness().await, said(None, None));
        pass(&office, id).await;
        assert_eq!(likeness().await, said(Some(true), Some(true)));
        let body = json!({ "id": office.account, "yhkXingming": "王五" });
        let edit = "/api/app/user/shoukuan/edit";
        office.admin.post(edit, body).await.ok();
        assert_eq!(likeness().await, said(Some(false), Some(true)));
    });
}

#[test]
fn a_reviewer_is_told_nothing_of_an_application_out_of_scope() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let order = office.applied(100_000, 3).await;
        let stranger = test.person(&["app:dingdan:list"]).await.client;
        let path = format!("/api/app/dingdan/shenheInit?dingdanId={order}");
        stranger.get(&path).await.refused(2002, "没有操作权限");
        let reviewer = test
            .person_of(&["app:dingdan:shenhe"], "BENREN", "ZONGDIAN")
            .await;
        reviewer.client.get(&path).await.refused(2004, "");
    });
}

/// What is shown beside the form is what the typed amount would mean.
#[test]
fn the_basis_follows_the_amount_that_would_be_approved() {
    on_both(async |test| {
        let mut office = Office::open(&test).await;
        let mut terms = product(office.category);
        terms["qianzhifeilv"] = 5_000.into();
        office.project = add(&office.admin, "app/project", terms).await;
        let order = office.applied(300_000, 3).await;
        let asked = basis(&office.admin, order).await;
        assert_eq!(asked["changkou"]["benciJine"], 300_000);
        let listed = rows(&office.admin, "app/dingdan", "").await[0].clone();
        let trial = &asked["shisuan"];
        assert_eq!(trial["zonghuankuan"], listed["huankuanJine"]);
        assert_eq!(trial["qianzhifei"], 1_500);

        let path = |amount: i64| {
            format!("/api/app/dingdan/shenheInit?dingdanId={order}&pifuJine={amount}")
        };
        let less = office.admin.get(&path(200_000)).await.ok();
        assert_eq!(less["changkou"]["benciJine"], 200_000);
        assert_eq!(less["changkou"]["zhihouBenjin"], 200_000);
        assert_eq!(less["shisuan"]["zongbenjin"], 200_000);
        for amount in [400_000, 1] {
            office
                .admin
                .get(&path(amount))
                .await
                .refused(2002, "批复金额");
        }
        let body =
            json!({ "id": order, "jieguo": "TONGGUO", "yijian": "减额", "pifuJine": 200_000 });
        office.verb("shenhe", body).await.ok();
        let listed = rows(&office.admin, "app/dingdan", "").await[0].clone();
        assert_eq!(listed["huankuanJine"], less["shisuan"]["zonghuankuan"]);
    });
}
