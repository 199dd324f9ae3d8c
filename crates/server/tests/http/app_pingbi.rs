//! /api/app/project/fenlei/pingbi: a block belongs to whom its customer belongs.

use serde_json::{Value as Json, json};
use testkit::{Client, TestApp, on_both};

use crate::{
    spreadsheet::{read, workbook},
    support::{add, assign, find, rows, second_store, total},
};

const BLOCKS: &str = "app/project/fenlei/pingbi";
const ALL: &[&str] = &[
    "app:project:fenlei:pingbi:list",
    "app:project:fenlei:pingbi:query",
    "app:project:fenlei:pingbi:add",
    "app:project:fenlei:pingbi:edit",
    "app:project:fenlei:pingbi:del",
    "app:project:fenlei:pingbi:export",
    "app:project:fenlei:pingbi:import",
    "app:project:fenlei:list",
    "app:user:chanpin",
    "app:user:list",
    "app:user:query",
    "app:mingan:chakan",
    "sys:log:list",
    "sys:log:query",
];
const EAST: &str = "13800000001";
const WEST: &str = "13800000002";
const NOBODY: &str = "13800000003";

struct Town {
    admin: Client,
    /// Sees 分店 and looks after its customer 西.
    clerk: Client,
    category: i64,
    east: i64,
    west: i64,
}

async fn town(test: &TestApp) -> Town {
    let admin = test.admin().await;
    second_store(&admin).await;
    let category = json!({ "mingcheng": "现金贷" });
    let category = add(&admin, "app/project/fenlei", category).await;
    let customer = |name: &str, phone: &str, store: &str| json!({ "nickName": name, "phone": phone, "mendian": store });
    let east = add(&admin, "app/user", customer("东", EAST, "ZONGDIAN")).await;
    let west = add(&admin, "app/user", customer("西", WEST, "FENDIAN")).await;
    let clerk = test.person_of(ALL, "MENDIAN", "FENDIAN").await;
    assign(&admin, west, clerk.id).await;
    let clerk = clerk.client;
    Town {
        admin,
        clerk,
        category,
        east,
        west,
    }
}

impl Town {
    fn block(&self, phone: &str) -> Json {
        json!({ "projectFenleiId": self.category, "phone": phone, "yuanyin": "核实" })
    }
}

#[test]
fn a_foreign_customers_block_does_not_exist() {
    on_both(async |test| {
        let town = town(&test).await;
        let foreign = add(&town.admin, BLOCKS, town.block(EAST)).await;
        let unknown = add(&town.admin, BLOCKS, town.block(NOBODY)).await;
        let own = add(&town.admin, BLOCKS, town.block(WEST)).await;
        for id in [foreign, unknown] {
            let reveal =
                json!({ "ziyuan": BLOCKS, "id": id, "ziduan": "phone", "yuanyin": "核实" });
            for answer in [
                town.clerk
                    .get(&format!("/api/{BLOCKS}/findById/{id}"))
                    .await,
                town.clerk.post("/api/app/mingan/chakan", reveal).await,
                town.clerk
                    .post(
                        &format!("/api/{BLOCKS}/edit"),
                        json!({ "id": id, "yuanyin": "改" }),
                    )
                    .await,
                town.clerk
                    .delete(&format!("/api/{BLOCKS}/delByIds/{id}"))
                    .await,
                town.clerk
                    .delete(&format!("/api/{BLOCKS}/delByIds/{own},{id}"))
                    .await,
            ] {
                answer.refused(2004, "不存在");
            }
        }
        assert_eq!(total(&town.clerk, BLOCKS, "").await, 1);
        let plain = town
            .clerk
            .get(&format!("/api/{BLOCKS}/findAllByList"))
            .await
            .ok();
        assert_eq!(plain.as_array().unwrap().len(), 1);
        let sheet = town.clerk.get(&format!("/api/{BLOCKS}/export")).await;
        assert_eq!(read(&sheet.body).rows.len(), 2);
        let theirs = format!("/api/{BLOCKS}/admin/findAllByList?userId={}", town.east);
        town.clerk.get(&theirs).await.refused(2004, "");
        town.clerk
            .delete(&format!("/api/{BLOCKS}/delByIds/{own}"))
            .await
            .ok();
        assert_eq!(total(&town.admin, BLOCKS, "").await, 2);
    });
}

/// Whoever adds a block learns nothing about a customer they do not see.
#[test]
fn a_block_of_a_foreign_customer_looks_like_one_of_nobody() {
    on_both(async |test| {
        let town = town(&test).await;
        let foreign = add(&town.clerk, BLOCKS, town.block(EAST)).await;
        let unknown = add(&town.clerk, BLOCKS, town.block(NOBODY)).await;
        let own = add(&town.clerk, BLOCKS, town.block(WEST)).await;
        let same = |mut row: Json| {
            for name in ["id", "phone", "createTime", "updateTime"] {
                row[name] = Json::Null;
            }
            row
        };
        let [foreign_row, unknown_row] = [
            find(&town.clerk, BLOCKS, foreign).await,
            find(&town.clerk, BLOCKS, unknown).await,
        ];
        assert_eq!(foreign_row["userId"], Json::Null);
        assert_eq!(same(foreign_row), same(unknown_row));
        assert_eq!(find(&town.clerk, BLOCKS, own).await["userId"], town.west);
        for line in rows(&town.clerk, "sys/log", "type=XINZENG").await {
            let path = format!("/api/sys/log/findById/{}", line["id"]);
            let line = town.clerk.get(&path).await.ok().to_string();
            assert!(!line.contains('东'), "{line}");
        }
        // It holds all the same, and those who see the customer see that it does.
        let path = format!("/api/{BLOCKS}/admin/findAllByList?userId={}", town.east);
        let blocks = town.admin.get(&path).await.ok();
        assert_eq!(blocks[0]["id"], foreign);
        town.clerk
            .delete(&format!("/api/{BLOCKS}/delByIds/{foreign}"))
            .await
            .ok();
    });
}

#[test]
fn imported_blocks_tell_no_more() {
    on_both(async |test| {
        let town = town(&test).await;
        let sheet = workbook(
            &["分类*", "手机号*"],
            &[&["现金贷", EAST], &["现金贷", NOBODY], &["现金贷", WEST]],
        );
        let path = format!("/api/{BLOCKS}/import?moshi=QUANBU");
        let report = town
            .clerk
            .upload(&path, &[], "导入.xlsx", &sheet)
            .await
            .ok();
        assert_eq!(report["chenggong"], 3, "{report}");
        let made = rows(&town.clerk, BLOCKS, "orders=id:asc").await;
        let customers: Vec<&Json> = made.iter().map(|row| &row["userId"]).collect();
        assert_eq!(customers, [&Json::Null, &Json::Null, &json!(town.west)]);
    });
}
