//! What is generated, against what stands in the tree and against golden files; and what hostile
//! templates come to.

use minijinja::Value;
use schema::Model;
use serde_json::json;
use store::{
    ddl::{self, StoredKind},
    tables::{FoundColumn, FoundTable, Structure},
};

use super::{
    column::{self, GenColumn},
    definition, expression, files, guess,
    plan::Plan,
    planned, register,
    sandbox::{self, Sandbox},
    shared::Shared,
    vocabulary::Vocabulary,
};

fn model(path: &str) -> &'static Model {
    schema::model(path).unwrap()
}

/// A table as the migrations make it and SQLite tells it.
fn structure(path: &str) -> Structure {
    let name = &model(path).name;
    let lock = ddl::wanted().tables;
    let table = lock.into_iter().find(|table| table.name == *name).unwrap();
    let found = |name: &str, kind: &str, is_required| FoundColumn {
        name: name.to_owned(),
        kind: kind.to_owned(),
        is_required,
        comment: String::new(),
        is_indexed: table.indexes.iter().any(|index| index.columns[0] == name),
        is_unique: table
            .indexes
            .iter()
            .any(|index| index.unique && index.columns == [name]),
    };
    let mut columns = vec![found("id", "integer", true)];
    columns.extend(table.columns.iter().map(|column| {
        let kind = match column.kind {
            StoredKind::Int | StoredKind::Bool => "integer",
            StoredKind::Text => "text",
            StoredKind::Blob => "blob",
        };
        found(&column.name, kind, column.required)
    }));
    Structure {
        table: FoundTable {
            name: table.name.clone(),
            comment: String::new(),
        },
        columns,
        has_grams: table.gram,
    }
}

fn plan(path: &str, label: &str, class: &str, columns: Vec<GenColumn>) -> Plan {
    Plan {
        table: schema::table_name(path),
        label: label.to_owned(),
        path: path.to_owned(),
        class: class.to_owned(),
        group: "内容管理".to_owned(),
        columns,
        with_rules: false,
        with_page: false,
        templates: None,
        is_there: false,
    }
}

fn file(plan: &Plan, path: &str) -> String {
    let all = files::all(plan, &files::builtin_templates()).unwrap();
    let found = all.into_iter().find(|file| file.path == path);
    found.unwrap_or_else(|| panic!("no {path}")).neirong
}

/// Without what people align and write into comments.
fn words(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

const GONGGAO: &str = include_str!("../../../schema/src/resources/app_gonggao.rs");

#[test]
fn the_definition_in_the_tree_comes_out_as_it_is() {
    let columns = definition::columns(model("app/gonggao")).unwrap();
    let plan = plan("app/gonggao", "公告", "Gonggao", columns);
    let made = file(&plan, "crates/schema/src/resources/app_gonggao.rs");
    assert_eq!(words(&made), words(GONGGAO));
    // All of it is known already: nothing is registered, nothing migrated.
    assert_eq!(register::patch(&plan, &Shared::built_in()).unwrap(), "");
    let [sqlite, postgres] = plan.migrations().unwrap();
    assert_eq!((sqlite.1, postgres.1), (None, None));
}

/// A table knows neither words that no other definition has, nor which flags the list shows, which
/// dictionary a state has, what nobody types, nor whether an indexed time is searched or sorted by.
#[test]
fn from_its_table_alone_it_differs_in_what_a_table_cannot_know() {
    let structure = structure("app/gonggao");
    let guessed = guess::columns(&structure, &Vocabulary::without("app_gonggao"));
    let plan = plan("app/gonggao", "公告", "Gonggao", guessed);
    let made = expression::lines(&plan.defined());
    let made: Vec<String> = made.lines().map(words).collect();
    let tree: Vec<String> = GONGGAO.lines().map(words).collect();
    let other: Vec<&String> = made.iter().filter(|line| !tree.contains(line)).collect();
    let expected = [
        r#"fengmian: Option<String> = image("fengmian").folder(Folder::Gonggao).optional(),"#,
        r#"is_zhiding: bool = boolean("is_zhiding").switch(),"#,
        r#"is_tanchuang: bool = boolean("is_tanchuang").switch(),"#,
        r#"fabu_time: Option<Timestamp> = timestamp("发布时间").optional().search(Range),"#,
        r#"liulanliang: i64 = int("浏览量", 0, i64::MAX),"#,
        "state: String = state_switch(),",
    ];
    assert_eq!(other, expected);
}

/// The table that is planned is the one that the definition will have.
#[test]
fn planned_tables_are_those_of_the_lock() {
    let mut seen = 0;
    for (model, lock) in schema::models().iter().zip(ddl::wanted().tables) {
        let Ok(columns) = definition::columns(model) else {
            continue;
        };
        let defined: Vec<&GenColumn> = columns
            .iter()
            .filter(|column| column.is_defined())
            .collect();
        let scope = match model.table.scope {
            schema::Scope::Shared => None,
            schema::Scope::Through { column, .. } => Some(column),
            _ => continue,
        };
        assert_eq!(planned::table(&lock.name, &defined, scope), lock);
        seen += 1;
    }
    assert!(seen >= 3, "{seen}");
}

/// A column of every kind.
fn every_kind() -> Vec<GenColumn> {
    let kinds = column::KINDS
        .iter()
        .filter(|(kind, _)| *kind != column::SYSTEM);
    let columns = kinds.enumerate().map(|(at, (kind, _))| {
        let mut column = json!({
            "columnName": schema_name(kind), "label": format!("字段{at}"), "fieldType": kind,
            "isMust": at % 2 == 0, "isList": true, "isForm": true, "isExcel": true,
            "paixu": at,
        });
        let more = match *kind {
            "text" => {
                json!({ "maxLength": 50, "isSearch": true, "searchType": "~", "isMust": true })
            }
            "int" => json!({ "min": 1, "max": 100_000, "isSort": true, "tishi": "一到十万" }),
            "fen" => json!({ "isSearch": true, "searchType": "[]" }),
            "bool" => json!({ "danyuange": "Switch" }),
            "dict" => json!({ "dictType": "sex", "danyuange": "Tag", "isFilter": true }),
            "dicts" => json!({ "dictType": "pingtai", "isMust": true, "moren": "[]" }),
            "image" | "images" | "file" => json!({ "mulu": "Resource", "isMust": false }),
            "tags" | "refs" => json!({ "isMust": true, "moren": "[]", "guanlian": "app/project" }),
            "ref" => json!({ "guanlian": "sys/user" }),
            "secret" => {
                json!({ "tuomin": "Phone", "isSearch": true, "searchType": "=", "isUnique": true })
            }
            "timestamp" => json!({ "isZhidu": true, "isMust": false }),
            "longText" => json!({ "isList": false, "isExcel": true }),
            _ => json!({}),
        };
        let column = column.as_object_mut().unwrap();
        column.extend(more.as_object().unwrap().clone());
        json!(column)
    });
    column::read(&columns.collect()).unwrap()
}

fn schema_name(kind: &str) -> String {
    format!("lie_{}", kind.to_lowercase())
}

/// Every file of a plan in one text, but for the patch, which follows the shared files.
fn all_of(plan: &Plan) -> String {
    let all = files::all(plan, &files::builtin_templates()).unwrap();
    let own = all.iter().filter(|file| file.path != files::PATCH);
    let each = own.map(|file| format!("===== {}\n{}", file.path, file.neirong));
    each.collect()
}

/// Compares with a golden file, or with `BLESS=1` writes it.
fn golden(name: &str, text: &str) {
    let path = format!(
        "{}/src/generator/golden/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "{name} differs, with BLESS=1 it is written again:\n{text}"
    );
}

#[test]
fn a_plain_resource_is_its_definition_and_tests() {
    let plan = plan("app/ceshi", "测试资源", "Ceshi", every_kind());
    golden("plain", &all_of(&plan));
}

#[test]
fn of_a_known_resource_the_definition_alone_comes_along() {
    let mut columns = definition::columns(model("app/gonggao")).unwrap();
    let author = json!([{ "columnName": "zuozhe", "label": "作者", "fieldType": "text",
        "maxLength": 20, "isList": true, "isForm": true, "isExcel": true, "paixu": 90 }]);
    columns.extend(column::read(&author).unwrap());
    let plan = plan("app/gonggao", "公告", "Gonggao", columns);
    golden("known", &all_of(&plan));
}

#[test]
fn rules_and_page_come_where_they_are_asked_for() {
    let mut columns = every_kind();
    columns[0].is_excel = false;
    let plan = Plan {
        with_page: true,
        with_rules: true,
        ..plan("app/ceshi", "测试资源", "Ceshi", columns)
    };
    golden("rules_and_page", &all_of(&plan));
}

#[test]
fn rows_of_a_customer_take_the_customers_scope() {
    let mut columns = every_kind();
    let reference = columns
        .iter_mut()
        .find(|column| column.is(&["ref"]))
        .unwrap();
    "app/user".clone_into(&mut reference.guanlian);
    let plan = plan("app/user/ceshi", "客户测试", "KehuCeshi", columns);
    let made = file(&plan, "crates/schema/src/resources/app_user_ceshi.rs");
    assert!(made.contains(r#".scope(Scope::Through { column: "lie_ref", parent: "app/user" })"#));
    assert!(made.contains("use crate::{Date, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*, resource};"));
}

#[test]
fn names_and_words_that_are_none_are_refused() {
    let good = serde_json::to_value(every_kind()).unwrap();
    for (wire, bad) in [
        ("columnName", json!("a\"; DROP TABLE x; --")),
        ("columnName", json!("self")),
        ("columnName", json!("create_time")),
        ("label", json!("x\"); panic!(\"")),
        ("label", json!("*/ export default 1 /*")),
        ("label", json!("a\nb")),
        ("tishi", json!("`${alert(1)}`")),
        ("moren", json!("\"), evil(\"")),
        ("fieldType", json!("exec")),
        ("searchType", json!("; --")),
        ("danyuange", json!("Tag) .evil(")),
        ("maxLength", json!(-1)),
        ("unknown", json!(1)),
    ] {
        let mut columns = good.clone();
        columns[0][wire] = bad.clone();
        assert!(column::read(&columns).is_err(), "{wire} {bad}");
    }
    let mut columns = good.clone();
    columns[18]["tuomin"] = json!("Phone).evil(");
    assert!(column::read(&columns).is_err());
    columns = good.clone();
    columns[1]["columnName"] = good[0]["columnName"].clone();
    assert!(column::read(&columns).is_err());
    let many: Vec<_> = std::iter::repeat_n(good[0].clone(), 101).collect();
    assert!(column::read(&json!(many)).is_err());
}

#[test]
fn hostile_templates_end_soon() {
    let values = Value::from_serialize(json!({ "x": "a".repeat(1000), "list": [1, 2, 3] }));
    let says = |text: &str| match Sandbox::default().render(text, &values) {
        Ok(text) => panic!("rendered {} bytes", text.len()),
        Err(flaw) => flaw.sentence(),
    };
    let nested = |times: usize, inside: &str| {
        let open = "{% for a in list %}{% for b in list %}".repeat(times);
        format!("{open}{inside}{}", "{% endfor %}{% endfor %}".repeat(times))
    };
    assert!(says(&nested(6, "")).contains("步骤过多"));
    assert!(says(&nested(3, "{{ x }}")).contains("过长"));
    for (text, why) in [
        ("a\n{{ x ~ x }}", "第2行：标签中不能使用"),
        ("{{ '}}' ~ x }}", "不能使用"),
        ("{{ x * 1000000000 }}", "不能使用"),
        ("{{ \"a\" + \"b\" }}", "不能使用"),
        ("{% set y = x %}", "只能使用"),
        ("{% raw %}{{ \" {% endraw %}", "只能使用"),
        ("{%- macro f() %}{% endmacro %}", "只能使用"),
        ("{% include '/etc/passwd' %}", "只能使用"),
        ("{% import 'x' as y %}", "只能使用"),
        ("{% filter upper %}{% endfilter %}", "只能使用"),
        (
            "{% for a in list recursive %}{{ loop(list) }}{% endfor %}",
            "递归",
        ),
        ("一\n二\n{{ x", "第3行：标签没有结束"),
        ("{# x", "注释没有结束"),
        ("{% if x %}", "语法错误"),
        ("{{ range(1000000000) }}", "函数"),
        ("{{ y }}", "不存在的变量"),
        ("{{ x|replace('a', 'b') }}", "过滤器"),
        ("\n\n{{ x. }}", "第3行：语法错误"),
    ] {
        let said = says(text);
        assert!(said.contains(why), "{text}: {said}");
    }
    assert!(sandbox::check(&"x".repeat(60_001)).is_err());
    let deep = format!(
        "{}{}",
        "{% if x %}".repeat(5000),
        "{% endif %}".repeat(5000)
    );
    assert!(Sandbox::default().render(&deep, &values).is_err());
    // As deep as the parser would go, were it let.
    for (unit, before, after) in [
        (" -", "{{ 1", "1 }}"),
        (".a", "{{ x", " }}"),
        ("not ", "{{ ", "x }}"),
        (" and 1", "{{ 1", " }}"),
        ("[0]", "{{ x", " }}"),
        ("()", "{{ x", " }}"),
        ("(", "{{ ", "1 }}"),
        ("{%elif 1%}", "{% if 1 %}", "{% endif %}"),
    ] {
        let text = format!("{before}{}{after}", unit.repeat(20_000 / unit.len()));
        assert!(sandbox::check(&text).is_err(), "{unit}");
    }
    // Neither braces nor a bracket that stays open hide what follows.
    for text in [
        r#"{{ {"a":{}} and ("x" * 10) }}"#,
        r##"{{ {"a":{}} and "{#" }}{% set x = "ab" %}{{ "#}" }}"##,
        "{{ ( }}{% set y = x %}{{ ) }}",
        "{{ [ }}{{ x ~ x }}{{ ] }}",
        "{{ (] }}",
    ] {
        assert!(sandbox::check(text).is_err(), "{text}");
    }
    // A filter does not make a text grow without end, and all templates share their steps.
    let doubling = format!("{{% if \"\"{} %}}a{{% endif %}}", "|quoted".repeat(35));
    assert!(says(&doubling).contains("过滤器处理的文字"));
    let mut sandbox = Sandbox::default();
    let long = nested(4, "");
    let times = (0..50).take_while(|_| sandbox.render(&long, &values).is_ok());
    assert!(times.count() < 20);
}

#[test]
fn hostile_paths_are_refused() {
    let plan = plan("app/ceshi", "测试资源", "Ceshi", every_kind());
    for path in [
        "../x",
        "/etc/passwd",
        "a/{{ table.open }}",
        "a\nb",
        "C:\\x",
        "{{ table.lines }}",
    ] {
        let template = files::Template {
            name: "x".to_owned(),
            path: path.to_owned(),
            text: String::new(),
        };
        assert!(files::all(&plan, &[template]).is_err(), "{path}");
    }
    let template = |path: &str| files::Template {
        name: "x".to_owned(),
        path: path.to_owned(),
        text: String::new(),
    };
    for clashing in [
        ["a", "A"],
        ["a", "a/b"],
        ["a/b", "a"],
        ["b", "Gongyong.patch"],
    ] {
        let templates = clashing.map(template);
        assert!(files::all(&plan, &templates).is_err(), "{clashing:?}");
    }
}

#[test]
fn only_files_of_a_resource_are_written() {
    for path in [
        "crates/evil/build.rs",
        "crates/evil/Cargo.toml",
        "crates/server/src/bin/evil.rs",
        "crates/server/src/settings.rs",
        "crates/service/tests/fixtures/tiny.xls",
        "e2e/package.json",
        "web/src/widgets/elementIcons/element-icons.woff",
        "web/vite.config.ts",
        "Makefile",
    ] {
        assert!(!files::is_source(path), "{path}");
    }
    let made = files::all(
        &plan("app/ceshi", "测试资源", "Ceshi", every_kind()),
        &files::builtin_templates(),
    );
    let made = made.unwrap();
    let sources = made.iter().filter(|file| files::is_source(&file.path));
    assert_eq!(sources.count(), 3);
    // What the generator must not rewrite is nobody's to rewrite with templates of their own.
    let beyond = plan("sys/user", "用户", "User", every_kind());
    assert!(beyond.beyond().is_some());
    assert!(!files::is_made_again(&beyond, &beyond.definition_path()));
}

#[test]
fn what_makes_a_resource_known_is_put_in_once() {
    let plan = Plan {
        with_page: true,
        with_rules: true,
        ..plan("app/ceshi", "测试资源", "Ceshi", every_kind())
    };
    let shared = Shared::built_in();
    let changed = register::changed(&plan, &shared).unwrap();
    let added = [
        "mod app_ceshi;\nmod app_config;",
        "    Ceshi::model,\n];",
        "                &[Pattern(\"app:ceshi\", CRUD)],\n            ),\n        ],",
        "    (&schema::resources::Ceshi::TABLE, &app_ceshi::RULES),\n];",
        "  \"app/ceshi\": () => import(\"./app/ceshi/CeshiPage\"),\n};",
    ];
    let all: String = changed.iter().map(|(_, text)| text.as_str()).collect();
    for lines in added {
        assert!(all.contains(lines), "{lines}");
    }
    assert_eq!(changed.len(), 5);
    assert_eq!(register::changed(&plan, &Shared(changed)).unwrap(), []);
    // Each hunk says how many lines it has before and after.
    let patch = register::patch(&plan, &shared).unwrap();
    assert!(patch.contains("\n+mod app_ceshi;\n mod app_config;\n"));
    let hunk = patch.split("@@ ").nth(1).unwrap();
    let head = hunk.lines().next().unwrap();
    assert_eq!(head.split([',', ' ']).nth(1), Some("6"), "{head}");
}
