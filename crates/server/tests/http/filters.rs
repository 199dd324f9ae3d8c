//! What the lists of the specification can be searched by.

use serde_json::json;
use testkit::{office::Office, on_both};

use crate::support::{add, column, rows, total};

#[test]
fn the_log_is_filtered_by_method() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, "app/dict", json!({ "name": "一", "type": "one" })).await;
        let path = format!("/api/app/dict/delByIds/{id}");
        admin.delete(&path).await.ok();
        let methods = async |query: &str| column(&admin, "sys/log", query, "method").await;
        assert_eq!(methods("mokuai=字典&method=DELETE").await, ["DELETE"]);
        assert_eq!(methods("mokuai=字典&method=POST").await, ["POST"]);
        assert_eq!(methods("mokuai=字典&method=POST,DELETE").await.len(), 2);
        let kinds = admin
            .get("/api/app/dict/findByType/qingqiu_fangshi")
            .await
            .ok();
        assert_eq!(kinds.as_array().unwrap().len(), 3);
    });
}

#[test]
fn dictionary_values_are_filtered_by_style() {
    on_both(async |test| {
        let admin = test.admin().await;
        let values = column(
            &admin,
            "app/dict/data",
            "dictType=state&tagType=danger",
            "dictValue",
        )
        .await;
        assert_eq!(values, ["TINGYONG"]);
    });
}

#[test]
fn products_are_filtered_by_their_period() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        assert_eq!(total(admin, "app/project", "zhouqiDanwei=YUE").await, 1);
        assert_eq!(
            total(admin, "app/project", "zhouqiDanwei=ZHOU,TIAN").await,
            0
        );
    });
}

#[test]
fn accounts_are_searched_by_the_name_of_their_customer() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let found = rows(admin, "app/user/shoukuan", "userShow=张").await;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["userShow"], "张三");
        assert_eq!(total(admin, "app/user/shoukuan", "userShow=李").await, 0);
    });
}
