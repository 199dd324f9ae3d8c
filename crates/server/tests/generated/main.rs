//! From a table to a resource that works. A table with a column of every kind is made in a
//! database, imported, edited, downloaded and unpacked into a copy of this source tree; a field is
//! drawn up for a resource of the product and written straight into the copy. The copy is then
//! built, migrated and asked over HTTP on both databases, by the test that came with the files.
//! `GENERATED=make` runs all of `make test` there instead.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

mod tree;

use serde_json::{Value as Json, json};
use testkit::{Backend, Client, Scratch, TestApp};
use tokio::runtime::Runtime;
use tree::Tree;

/// As either database takes it.
const TABLE: &str = "CREATE TABLE app_biaoben (id BIGINT PRIMARY KEY, \
    wenzi VARCHAR(50) NOT NULL, changwen TEXT, zhengwen TEXT NOT NULL, shuliang BIGINT, \
    jine BIGINT NOT NULL, lilv BIGINT, kaiguan INTEGER NOT NULL, xingbie TEXT, pingtai TEXT NOT NULL, \
    riqi TEXT, shijian BIGINT, tupian TEXT, tuce TEXT, fujian TEXT, peizhi TEXT NOT NULL, \
    biaoqian TEXT NOT NULL, fuzeren_id BIGINT NOT NULL, chanpin_ids TEXT NOT NULL, \
    shouji TEXT NOT NULL, create_time BIGINT NOT NULL, banben_suo BIGINT, is_del INTEGER NOT NULL)";

#[test]
fn a_table_becomes_a_resource() {
    // The copy has this test too, and the resource already.
    if schema::model("app/biaoben").is_some() {
        return;
    }
    let tree = Tree::copy();
    // Either database tells the same about its table.
    let archive = downloaded(Backend::Sqlite);
    assert_eq!(archive, downloaded(Backend::Postgres));
    let migrations = tree.unpack(&archive);
    write_a_field(&tree);

    tree.run("cargo", &["fmt", "--all"]);
    tree.run("cargo", &["run", "--quiet", "--bin", "gen"]);
    for (engine, text) in migrations {
        let made = tree.newest_migration(&engine);
        assert!(made.contains(&text), "{engine}: {made}");
        let field = r#"ALTER TABLE "app_qa" ADD COLUMN "zuozhe" TEXT"#;
        assert!(made.contains(field), "{engine}: {made}");
    }
    if std::env::var("GENERATED").is_ok_and(|what| what == "make") {
        tree.run("make", &["test"]);
    } else {
        let asked = ["test", "--quiet", "--workspace", "--test", "http", "--"];
        tree.run("cargo", &[&asked[..], &["app_biaoben", "app_qa"]].concat());
    }
    tree.remove();
}

/// Imported, edited and downloaded: each file with its text.
fn downloaded(backend: Backend) -> Vec<(String, String)> {
    let test = TestApp::start(backend);
    Runtime::new().unwrap().block_on(async {
        let admin = test.admin().await;
        test.db().write(|tx| tx.batch(TABLE)).await.unwrap();
        let wanted = json!({ "tables": ["app_biaoben"] });
        let imported = admin.post("/api/code/gen/importTable", wanted).await.ok();
        let id = imported["ids"][0].as_i64().unwrap();
        let mut columns = columns(&admin, id).await;
        for column in &mut columns {
            set(column);
        }
        let edit = json!({
            "id": id, "biaoMingcheng": "标本", "leiming": "Biaoben", "isGuize": true,
            "isYemian": true, "columns": columns,
        });
        admin.post("/api/code/gen/table/edit", edit).await.ok();
        let path = format!("/api/code/gen/table/download/{id}");
        tree::files(&admin.post(&path, json!({})).await.body)
    })
}

async fn columns(client: &Client, id: i64) -> Vec<Json> {
    let path = format!("/api/code/gen/table/column/{id}");
    client.get(&path).await.ok().as_array().unwrap().clone()
}

/// What a person says about a column.
fn set(column: &mut Json) {
    let (label, kind, more) = match column["columnName"].as_str().unwrap() {
        "wenzi" => (
            "文字",
            "text",
            json!({ "isSearch": true, "searchType": "~" }),
        ),
        "changwen" => (
            "长文",
            "longText",
            json!({ "isList": false, "isExcel": false }),
        ),
        "zhengwen" => ("正文", "richText", json!({})),
        "shuliang" => (
            "数量",
            "int",
            json!({ "min": 1, "max": 1000, "isSort": true }),
        ),
        "jine" => (
            "金额",
            "fen",
            json!({ "isSearch": true, "searchType": "[]" }),
        ),
        "lilv" => ("利率", "ppm", json!({})),
        "kaiguan" => ("开关", "bool", json!({ "danyuange": "Switch" })),
        "xingbie" => (
            "性别",
            "dict",
            json!({ "dictType": "sex", "isFilter": true }),
        ),
        "pingtai" => (
            "平台",
            "dicts",
            json!({ "dictType": "pingtai", "moren": "[]" }),
        ),
        "riqi" => ("日期", "date", json!({})),
        "shijian" => ("时间", "timestamp", json!({ "isZhidu": true })),
        "tupian" => ("图片", "image", json!({ "mulu": "Resource" })),
        "tuce" => ("图册", "images", json!({ "mulu": "Resource" })),
        "fujian" => ("附件", "file", json!({ "mulu": "Resource" })),
        "peizhi" => ("配置", "json", json!({})),
        "biaoqian" => ("标签", "tags", json!({ "moren": "[]" })),
        "fuzeren_id" => ("负责人", "ref", json!({ "guanlian": "sys/user" })),
        "chanpin_ids" => (
            "产品",
            "refs",
            json!({ "guanlian": "app/project", "moren": "[]" }),
        ),
        "shouji" => (
            "手机号",
            "secret",
            json!({ "tuomin": "Phone", "isUnique": true }),
        ),
        _ => return,
    };
    column["label"] = label.into();
    column["fieldType"] = kind.into();
    for (name, value) in more.as_object().unwrap() {
        column[name] = value.clone();
    }
}

/// A resource of the product gets one field more, by the same way.
fn write_a_field(tree: &Tree) {
    let scratch = Scratch::new(Backend::Sqlite);
    let mut settings = scratch.settings();
    settings.code_dir = Some(tree.root().to_owned());
    let test = TestApp::with(scratch, Backend::Sqlite, &settings);
    Runtime::new().unwrap().block_on(async {
        let admin = test.admin().await;
        let wanted = json!({ "tables": ["app_qa"] });
        let imported = admin.post("/api/code/gen/importTable", wanted).await.ok();
        let id = imported["ids"][0].as_i64().unwrap();
        let mut columns = columns(&admin, id).await;
        columns.push(json!({
            "columnName": "zuozhe", "label": "作者", "fieldType": "text", "maxLength": 20,
            "isList": true, "isForm": true, "isExcel": true, "paixu": 90,
        }));
        let edit = json!({ "id": id, "columns": columns });
        admin.post("/api/code/gen/table/edit", edit).await.ok();
        let write = format!("/api/code/gen/genCodeById/{id}");
        let written = admin.post(&write, json!({})).await.ok();
        let known = "crates/schema/src/resources/app_qa.rs";
        let told = json!({ "path": known, "jieguo": "XIERU" });
        assert!(
            written["files"].as_array().unwrap().contains(&told),
            "{written}"
        );
        // Tests and pages of a known resource are people's.
        assert_eq!(written["files"].as_array().unwrap().len(), 1, "{written}");
    });
}
