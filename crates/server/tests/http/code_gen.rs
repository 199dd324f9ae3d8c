//! /api/code: tables of the running database become the files of a resource, for developers alone.

use std::io::Read as _;

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, TestApp, on_both};

use crate::support::{blames, find, set_config};

const TABLES: &str = "code/gen/table";

/// A table of a developer, beside those of the product.
async fn make_table(test: &TestApp) {
    let text = "CREATE TABLE app_kehu_biaoji (id BIGINT PRIMARY KEY, mingcheng VARCHAR(50) NOT NULL, \
        is_zhongyao INTEGER NOT NULL, fuwu_jine BIGINT NOT NULL, nian_lilv BIGINT, dengji_time BIGINT, \
        sex TEXT, tupian TEXT, project_id BIGINT, phone TEXT, paixu INTEGER NOT NULL, beizhu TEXT, \
        create_time BIGINT NOT NULL, banben_suo BIGINT, is_del INTEGER NOT NULL)";
    test.db().write(move |tx| tx.batch(text)).await.unwrap();
}

async fn change_table(test: &TestApp, text: &'static str) {
    test.db().write(move |tx| tx.batch(text)).await.unwrap();
}

async fn import(client: &Client, table: &str) -> Answer {
    let body = json!({ "tables": [table] });
    client.post("/api/code/gen/importTable", body).await
}

async fn imported(test: &TestApp, client: &Client) -> i64 {
    make_table(test).await;
    import(client, "app_kehu_biaoji").await.ok()["ids"][0]
        .as_i64()
        .unwrap()
}

async fn columns(client: &Client, id: i64) -> Vec<Json> {
    let path = format!("/api/code/gen/table/column/{id}");
    client.get(&path).await.ok().as_array().unwrap().clone()
}

fn named<'a>(columns: &'a [Json], name: &str) -> &'a Json {
    let found = columns.iter().find(|column| column["columnName"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

async fn files(client: &Client, id: i64) -> Vec<Json> {
    let shown = client
        .get(&format!("/api/code/gen/preview/{id}"))
        .await
        .ok();
    shown["files"].as_array().unwrap().clone()
}

async fn save(client: &Client, id: i64, columns: &[Json]) -> Answer {
    let row = find(client, TABLES, id).await;
    let body = json!({ "id": id, "banbenSuo": row["banbenSuo"], "columns": columns });
    client.post("/api/code/gen/table/edit", body).await
}

#[test]
fn a_table_is_found_and_its_columns_guessed() {
    on_both(async |test| {
        let admin = test.admin().await;
        make_table(&test).await;
        let list = "/api/code/gen/table/db/findAllByPage?tableName=biaoji";
        let found = admin.get(list).await.ok();
        assert_eq!(found["total"], 1);
        assert_eq!(found["records"][0]["tableName"], "app_kehu_biaoji");
        let id = import(&admin, "app_kehu_biaoji").await.ok()["ids"][0]
            .as_i64()
            .unwrap();
        assert_eq!(admin.get(list).await.ok()["total"], 0);
        import(&admin, "app_kehu_biaoji")
            .await
            .refused(2001, "已导入");
        let row = find(&admin, TABLES, id).await;
        assert_eq!(row["path"], "app/kehu_biaoji");
        let columns = columns(&admin, id).await;
        for (name, kind) in [
            ("id", "system"),
            ("mingcheng", "text"),
            ("is_zhongyao", "bool"),
            ("fuwu_jine", "fen"),
            ("nian_lilv", "ppm"),
            ("dengji_time", "timestamp"),
            ("sex", "dict"),
            ("tupian", "image"),
            ("project_id", "ref"),
            ("phone", "secret"),
            ("paixu", "int"),
            ("beizhu", "longText"),
            ("banben_suo", "system"),
            ("is_del", "system"),
        ] {
            assert_eq!(named(&columns, name)["fieldType"], kind, "{name}");
        }
        assert_eq!(named(&columns, "mingcheng")["maxLength"], 50);
        assert_eq!(named(&columns, "project_id")["guanlian"], "app/project");
        assert_eq!(named(&columns, "sex")["dictType"], "sex");
    });
}

#[test]
fn names_of_tables_never_become_statements() {
    on_both(async |test| {
        let admin = test.admin().await;
        for name in [
            "sys_user; DROP TABLE sys_user",
            "x' OR '1'='1",
            "../x",
            "",
            "sys user",
        ] {
            import(&admin, name).await.refused(2001, "");
        }
        import(&admin, "app_nowhere").await.refused(2001, "没有表");
        let body = json!({ "tables": "app_gonggao" });
        admin
            .post("/api/code/gen/importTable", body)
            .await
            .refused(2001, "列表");
        let list = "/api/code/gen/table/db/findAllByPage?tableName=%27%20OR%201=1";
        assert_eq!(admin.get(list).await.ok()["total"], 0);
    });
}

#[test]
fn a_sync_brings_what_is_new_and_loses_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = imported(&test, &admin).await;
        let mut kept = columns(&admin, id).await;
        for column in &mut kept {
            if column["columnName"] == "mingcheng" {
                column["label"] = json!("标记名称");
                column["maxLength"] = json!(20);
            }
        }
        save(&admin, id, &kept).await.ok();
        change_table(
            &test,
            "ALTER TABLE app_kehu_biaoji ADD COLUMN xin_jine BIGINT",
        )
        .await;
        change_table(&test, "ALTER TABLE app_kehu_biaoji DROP COLUMN tupian").await;
        let path = format!("/api/code/gen/tongbuById/{id}");
        let synced = admin.get(&path).await.ok();
        let told: Vec<_> = synced["differences"].as_array().unwrap().clone();
        assert_eq!(named(&told, "xin_jine")["bianhua"], "XINZENG");
        assert_eq!(named(&told, "tupian")["bianhua"], "XIAOSHI");
        assert_eq!(told.len(), 2);
        let merged = synced["columns"].as_array().unwrap().clone();
        assert_eq!(named(&merged, "mingcheng")["label"], "标记名称");
        assert_eq!(named(&merged, "mingcheng")["maxLength"], 20);
        assert_eq!(named(&merged, "xin_jine")["fieldType"], "fen");
        // Nothing was written yet.
        assert_eq!(columns(&admin, id).await, kept);
        save(&admin, id, &merged).await.ok();
        let again = admin.get(&path).await.ok();
        assert_eq!(again["differences"], json!([]));
        let definition = files(&admin, id).await[0]["neirong"].to_string();
        assert!(definition.contains("xin_jine") && !definition.contains("tupian"));
        // What a person took out stays out, also when the table changes.
        let mut fewer = merged;
        for column in &mut fewer {
            if column["columnName"] == "xin_jine" {
                column["bianhua"] = json!("YICHU");
            }
        }
        save(&admin, id, &fewer).await.ok();
        let unwanted = admin.get(&path).await.ok();
        assert_eq!(unwanted["differences"], json!([]));
        assert_eq!(
            named(unwanted["columns"].as_array().unwrap(), "xin_jine")["bianhua"],
            "YICHU"
        );
        let definition = files(&admin, id).await[0]["neirong"].to_string();
        assert!(!definition.contains("xin_jine"));
    });
}

#[test]
fn what_cannot_be_code_is_refused_by_its_field() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = imported(&test, &admin).await;
        let good = columns(&admin, id).await;
        let mut bad = good.clone();
        bad[1]["label"] = json!("x\"); */ fn main() {}");
        blames(&save(&admin, id, &bad).await, "columns", "引号");
        bad = good.clone();
        bad[1]["columnName"] = json!("a; DROP TABLE x");
        blames(&save(&admin, id, &bad).await, "columns", "列名");
        let edit = async |field: &str, value: &str| {
            let body = json!({ "id": id, field: value });
            admin.post("/api/code/gen/table/edit", body).await
        };
        blames(&edit("path", "../../etc").await, "path", "资源路径");
        blames(&edit("path", "app/other").await, "path", "不符");
        blames(&edit("leiming", "Self").await, "leiming", "类名");
        blames(
            &edit("biaoMingcheng", "a\nb").await,
            "biaoMingcheng",
            "换行",
        );
    });
}

#[test]
fn templates_are_checked_versioned_and_restored() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = imported(&test, &admin).await;
        let body = json!({ "muban": "自用" });
        let copied = admin.post("/api/code/tmpl/neizhi", body.clone()).await.ok();
        let first = copied["ids"][0].as_i64().unwrap();
        let built_in = files(&admin, id).await;
        let edit = json!({ "id": id, "muban": "自用" });
        admin.post("/api/code/gen/table/edit", edit).await.ok();
        assert_eq!(files(&admin, id).await, built_in);
        let change = async |text: &str| {
            let body = json!({ "id": first, "neirong": text });
            admin.post("/api/code/tmpl/edit", body).await
        };
        blames(
            &change("一\n{{ table.name ~ table.name }}").await,
            "neirong",
            "第2行",
        );
        blames(&change("{% if x %}").await, "neirong", "语法错误");
        let unknown = change("一\n{{ table.nosuch }}").await;
        blames(&unknown, "neirong", "第2行：使用了不存在的变量");
        change("// {{ table.label }}").await.ok();
        assert_eq!(find(&admin, "code/tmpl", first).await["banben"], 2);
        assert!(
            files(&admin, id).await[0]["neirong"]
                .as_str()
                .unwrap()
                .starts_with("// ")
        );
        admin.post("/api/code/tmpl/neizhi", body).await.ok();
        assert_eq!(files(&admin, id).await, built_in);
        let endless = "{% for a in columns %}{% for b in columns %}{% for c in columns %}\
             {% for d in columns %}x{% endfor %}{% endfor %}{% endfor %}{% endfor %}";
        change(endless).await.ok();
        let shown = admin.get(&format!("/api/code/gen/preview/{id}")).await;
        shown.refused(2002, "步骤过多");
    });
}

#[test]
fn every_text_of_a_template_stays_as_a_version() {
    on_both(async |test| {
        let admin = test.admin().await;
        let group = json!({ "muban": "自用" });
        let copied = admin.post("/api/code/tmpl/neizhi", group.clone()).await;
        let id = copied.ok()["ids"][0].as_i64().unwrap();
        let versions = async || {
            let path = format!("/api/code/tmpl/banben/{id}");
            admin.get(&path).await.ok().as_array().unwrap().clone()
        };
        let numbers = |versions: &[Json]| -> Vec<i64> {
            let all = versions.iter();
            all.map(|one| one["banben"].as_i64().unwrap()).collect()
        };
        let first = versions().await;
        assert_eq!(numbers(&first), [1]);
        let edit = async |body: Json| {
            let mut body = body;
            body["id"] = id.into();
            admin.post("/api/code/tmpl/edit", body).await.ok();
        };
        edit(json!({ "neirong": "// {{ table.label }}" })).await;
        // A name is no text.
        edit(json!({ "beizhu": "改过" })).await;
        let second = versions().await;
        assert_eq!(numbers(&second), [2, 1]);
        assert_eq!(second[0]["neirong"], "// {{ table.label }}");
        assert_eq!(second[1], first[0]);
        assert_eq!(second[0]["xiugaiTime"], "2026-03-01 09:00:00");
        // One is restored alone, and a text that is the program's own already is no new version.
        let one = json!({ "muban": "自用", "mingcheng": "资源定义" });
        let restored = admin.post("/api/code/tmpl/neizhi", one).await.ok();
        assert_eq!(restored["ids"], json!([id]));
        admin.post("/api/code/tmpl/neizhi", group).await.ok();
        let third = versions().await;
        assert_eq!(numbers(&third), [3, 2, 1]);
        assert_eq!(third[0]["neirong"], first[0]["neirong"]);
        let unknown = json!({ "muban": "自用", "mingcheng": "没有" });
        let refused = admin.post("/api/code/tmpl/neizhi", unknown).await;
        blames(&refused, "mingcheng", "没有这个名称");
    });
}

#[test]
fn a_download_holds_the_files_of_the_preview() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = imported(&test, &admin).await;
        let shown = files(&admin, id).await;
        let answer = admin
            .post(&format!("/api/code/gen/table/download/{id}"), json!({}))
            .await;
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(answer.body.clone())).unwrap();
        assert_eq!(archive.len(), shown.len());
        for file in &shown {
            let mut text = String::new();
            let mut entry = archive.by_name(file["path"].as_str().unwrap()).unwrap();
            entry.read_to_string(&mut text).unwrap();
            assert_eq!(file["neirong"], json!(text));
        }
        assert_eq!(
            find(&admin, TABLES, id).await["shengchengTime"],
            "2026-03-01 09:00:00"
        );
    });
}

/// Names that are taken, values that are none of their kind, and a table that is there already.
#[test]
fn what_would_not_build_is_told_before() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = imported(&test, &admin).await;
        let body = json!({ "id": id, "leiming": "Gonggao" });
        let edited = admin.post("/api/code/gen/table/edit", body).await;
        blames(&edited, "leiming", "已用于表 app_gonggao");
        let good = columns(&admin, id).await;
        let mut bad = good.clone();
        bad.iter_mut()
            .filter(|column| column["columnName"] == "paixu")
            .for_each(|column| column["moren"] = json!("abc"));
        blames(&save(&admin, id, &bad).await, "columns", "默认值");
        bad = good.clone();
        bad.push(json!({ "columnName": "phone_idx2", "label": "一", "fieldType": "text" }));
        save(&admin, id, &bad).await.ok();
        bad.push(json!({ "columnName": "phone_idx_2", "label": "二", "fieldType": "text" }));
        blames(&save(&admin, id, &bad).await, "columns", "重复");
        let path = format!("/api/code/gen/preview/{id}");
        let told = admin.get(&path).await.ok()["tishi"].to_string();
        assert!(told.contains("数据库中已有表 app_kehu_biaoji"), "{told}");
        // Of a known resource the definition alone comes along: the rest is people's.
        let known = import(&admin, "app_gonggao").await.ok()["ids"][0].clone();
        let shown = files(&admin, known.as_i64().unwrap()).await;
        let paths: Vec<&str> = shown
            .iter()
            .map(|file| file["path"].as_str().unwrap())
            .collect();
        assert_eq!(
            paths,
            ["crates/schema/src/resources/app_gonggao.rs", "说明.md"]
        );
    });
}

#[test]
fn code_is_written_only_into_a_source_tree() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = imported(&test, &admin).await;
        let write = format!("/api/code/gen/genCodeById/{id}");
        admin
            .post(&write, json!({}))
            .await
            .refused(2002, "代码目录");
    });
}

#[test]
fn without_demo_or_source_tree_nothing_of_it_is_there() {
    on_both(async |test| {
        let admin = test.admin().await;
        let list = "/api/code/gen/table/findAllByPage";
        admin.get(list).await.ok();
        set_config(&admin, "ANQUAN", "daimaShengcheng", json!("false")).await;
        admin.get(list).await.refused(2004, "");
        admin.get("/api/code/gen/preview/1").await.refused(2004, "");
        let profile = admin.get("/api/sys/user/findProfile").await.ok();
        let permissions = profile["permissionList"].to_string();
        assert!(!permissions.contains("code:gen:") && !permissions.contains("code:tmpl:"));
        // Neither the menu nor the choice of a role's permissions names what is turned off.
        for path in ["findUserMenuByTree", "findSelectByTree"] {
            let tree = admin.get(&format!("/api/sys/menu/{path}")).await.ok();
            let told = tree.to_string();
            assert!(told.contains("\"/code/zujian\""), "{path}");
            assert!(!told.contains("\"/code/gen\"") && !told.contains("\"/code/tmpl\""));
        }
        set_config(&admin, "ANQUAN", "daimaShengcheng", json!("true")).await;
        admin.get(list).await.ok();
    });
}
