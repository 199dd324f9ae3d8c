//! /api/app/dict and /api/app/dict/data

use http::Method;
use serde_json::{Value as Json, json};
use service::seed;
use testkit::{Client, TestApp, on_both};

use crate::support::{add, blames, find, find_node, rows};

async fn by_type(client: &Client, kind: &str) -> Vec<String> {
    let values = client
        .get(&format!("/api/app/dict/findByType/{kind}"))
        .await
        .ok();
    let values = values.as_array().unwrap().iter();
    values
        .map(|value| value["dictValue"].as_str().unwrap().to_owned())
        .collect()
}

/// The row of a value of a dictionary.
async fn value(admin: &Client, kind: &str, value: &str) -> Json {
    let all = rows(admin, "app/dict/data", &format!("dictType={kind}")).await;
    all.into_iter()
        .find(|row| row["dictValue"] == value)
        .unwrap()
}

#[test]
fn the_start_gets_every_dictionary_once_per_version() {
    on_both(async |test| {
        let admin = test.admin().await;
        let reader = test.person(&[]).await.client;
        let first = reader.get("/api/app/dict/init").await;
        let (tag, banben) = (
            first.headers["etag"].clone(),
            first.headers["x-banben"].clone(),
        );
        let all = first.ok();
        let state = all
            .as_array()
            .unwrap()
            .iter()
            .find(|dict| dict["type"] == "state")
            .unwrap()
            .clone();
        assert_eq!(
            state["dataList"][0],
            json!({ "dictLabel": "启用", "dictValue": "QIYONG", "tagType": "success", "isMoren": false, "paixu": 0 })
        );
        let known = [("if-none-match", tag.to_str().unwrap())];
        let init = "/api/app/dict/init";
        let again = reader
            .send(Method::GET, init, Vec::new().into(), &known)
            .await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        let row = value(&admin, "state", "QIYONG").await;
        admin
            .post(
                "/api/app/dict/data/edit",
                json!({ "id": row["id"], "dictLabel": "在用" }),
            )
            .await
            .ok();
        let changed = reader
            .send(Method::GET, init, Vec::new().into(), &known)
            .await;
        assert_eq!(changed.status, 200);
        assert_ne!(changed.headers["etag"], tag);
        assert_ne!(changed.headers["x-banben"], banben);
        assert!(changed.result.to_string().contains("在用"));
    });
}

#[test]
fn only_what_is_enabled_is_offered() {
    on_both(async |test| {
        let admin = test.admin().await;
        assert_eq!(by_type(&admin, "sex").await, ["NAN", "NV", "WEIZHI"]);
        let row = value(&admin, "sex", "WEIZHI").await;
        admin
            .post(
                "/api/app/dict/data/edit",
                json!({ "id": row["id"], "state": "TINGYONG" }),
            )
            .await
            .ok();
        assert_eq!(by_type(&admin, "sex").await, ["NAN", "NV"]);
        let dict = rows(&admin, "app/dict", "type=sex").await[0]["id"].clone();
        admin
            .post(
                "/api/app/dict/edit",
                json!({ "id": dict, "state": "TINGYONG" }),
            )
            .await
            .ok();
        assert_eq!(by_type(&admin, "sex").await, Vec::<String>::new());
        assert_eq!(by_type(&admin, "no_such_type").await, Vec::<String>::new());
    });
}

#[test]
fn what_came_with_the_product_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let dict = rows(&admin, "app/dict", "type=state").await[0].clone();
        assert_eq!(dict["isXitong"], true);
        let delete = format!("/api/app/dict/delByIds/{}", dict["id"]);
        admin
            .delete(&delete)
            .await
            .refused(2002, "内置字典不能删除");
        let row = value(&admin, "state", "QIYONG").await;
        let delete = format!("/api/app/dict/data/delByIds/{}", row["id"]);
        admin
            .delete(&delete)
            .await
            .refused(2002, "内置字典的数据不能删除");
        // Rows and rules depend on the value; its label is the operator's.
        let rename = json!({ "id": row["id"], "dictValue": "ON" });
        blames(
            &admin.post("/api/app/dict/data/edit", rename).await,
            "dictValue",
            "内置",
        );
        let relabel = json!({ "id": row["id"], "dictValue": "QIYONG", "dictLabel": "在用" });
        admin.post("/api/app/dict/data/edit", relabel).await.ok();
        assert_eq!(value(&admin, "state", "QIYONG").await["dictLabel"], "在用");
    });
}

#[test]
fn an_operator_makes_a_dictionary_of_their_own() {
    on_both(async |test| {
        let admin = test.admin().await;
        for bad in ["Bad", "1st", "a-b", "a b"] {
            let answer = admin
                .post("/api/app/dict/add", json!({ "name": "坏", "type": bad }))
                .await;
            blames(&answer, "type", "应以小写字母开头");
        }
        let id = add(
            &admin,
            "app/dict",
            json!({ "name": "颜色", "type": "yanse" }),
        )
        .await;
        blames(
            &admin
                .post(
                    "/api/app/dict/add",
                    json!({ "name": "又", "type": "yanse" }),
                )
                .await,
            "type",
            "字典类型已存在",
        );
        admin
            .post("/api/app/dict/edit", json!({ "id": id, "type": "other" }))
            .await
            .ok();
        let data =
            |value: &str| json!({ "dictType": "yanse", "dictLabel": "红", "dictValue": value });
        let red = add(&admin, "app/dict/data", data("HONG")).await;
        let twice = admin.post("/api/app/dict/data/add", data("HONG")).await;
        blames(&twice, "dictValue", "键值已存在");
        let nowhere = json!({ "dictType": "nowhere", "dictLabel": "红", "dictValue": "HONG" });
        blames(
            &admin.post("/api/app/dict/data/add", nowhere).await,
            "dictType",
            "所属字典不存在",
        );
        let row = find(&admin, "app/dict", id).await;
        assert_eq!(
            (&row["type"], &row["dataCount"], &row["isXitong"]),
            (&json!("yanse"), &json!(1), &json!(false))
        );
        let delete = format!("/api/app/dict/delByIds/{id}");
        admin
            .delete(&delete)
            .await
            .refused(2002, "请先删除字典数据");
        admin
            .delete(&format!("/api/app/dict/data/delByIds/{red}"))
            .await
            .ok();
        admin.delete(&delete).await.ok();
        add(
            &admin,
            "app/dict",
            json!({ "name": "颜色", "type": "yanse" }),
        )
        .await;
    });
}

#[test]
fn a_new_value_can_be_used_at_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let body =
            |mendian: &str| json!({ "nickName": "客", "phone": "13800138000", "mendian": mendian });
        blames(
            &admin.post("/api/app/user/add", body("XIDIAN")).await,
            "mendian",
            "门店不存在或不可选",
        );
        let store = json!({ "dictType": "mendian", "dictLabel": "西店", "dictValue": "XIDIAN" });
        add(&admin, "app/dict/data", store).await;
        let id = add(&admin, "app/user", body("XIDIAN")).await;
        assert_eq!(find(&admin, "app/user", id).await["mendianShow"], "西店");
    });
}

#[test]
fn styles_that_nobody_changed_follow_the_product() {
    on_both(async |test| {
        let admin = test.admin().await;
        let man = value(&admin, "sex", "NAN").await;
        let edit = json!({ "id": man["id"], "tagType": "warning" });
        admin.post("/api/app/dict/data/edit", edit).await.ok();
        // As an older version brought it.
        let old = "UPDATE app_dict_data SET tag_type = 'danger' WHERE dict_type = 'sex' AND dict_value = 'NV'";
        test.db().write(move |tx| tx.batch(old)).await.unwrap();
        start_again(&test).await;
        assert_eq!(value(&admin, "sex", "NV").await["tagType"], "default");
        assert_eq!(value(&admin, "sex", "NAN").await["tagType"], "warning");
    });
}

/// What a newer version does at its start.
async fn start_again(test: &TestApp) {
    let call = seed::system_call("test", test.clock.now(), test.clock.real().0);
    test.db()
        .write(move |tx| seed::seed(tx, &call, || Ok(String::new())))
        .await
        .unwrap();
}

#[test]
fn words_and_icons_that_nobody_chose_follow_the_product() {
    on_both(async |test| {
        let admin = test.admin().await;
        let fee = value(&admin, "liushui_type", "YANQI").await;
        let edit = json!({ "id": fee["id"], "dictLabel": "顺延费" });
        admin.post("/api/app/dict/data/edit", edit).await.ok();
        // As an older version brought them; what people named and drew themselves.
        let old = "UPDATE app_dict_data SET dict_label = '延期' WHERE dict_type = 'dingdan_log_type' AND dict_value = 'YANQI'; \
                   UPDATE sys_menu SET name = '项目列表' WHERE router_url = '/project'; \
                   UPDATE sys_menu SET name = '延期' WHERE perms = 'app:dingdan:yanqi'; \
                   UPDATE sys_menu SET name = '货架', icon = 'el-icon-menu' WHERE router_url = '/project/fenlei'; \
                   UPDATE sys_menu SET icon = 'el-icon-eleme' WHERE router_url = '/project'";
        test.db().write(move |tx| tx.batch(old)).await.unwrap();
        for _ in 0..2 {
            start_again(&test).await;
            let label = async |kind: &str| value(&admin, kind, "YANQI").await["dictLabel"].clone();
            assert_eq!(label("dingdan_log_type").await, "展期");
            assert_eq!(label("liushui_type").await, "顺延费");
            let found = "dictType=dingdan_log_type&dictLabel=%E5%B1%95%E6%9C%9F";
            assert_eq!(rows(&admin, "app/dict/data", found).await.len(), 1);
            for (column, of, name) in [
                ("routerUrl", "/project", "产品列表"),
                ("perms", "app:dingdan:yanqi", "展期"),
                ("routerUrl", "/project/fenlei", "货架"),
            ] {
                assert_eq!(find_node(&admin, column, of).await["name"], name);
            }
            for (of, icon) in [
                ("/project/fenlei", "el-icon-collection-tag"),
                ("/project", "el-icon-eleme"),
            ] {
                assert_eq!(find_node(&admin, "routerUrl", of).await["icon"], icon);
            }
        }
    });
}
