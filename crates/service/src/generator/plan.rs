//! All that templates are told about one table, worked out and checked.

use schema::{
    menu::{Group, MENU, Page},
    resources::{Customer, User},
};
use serde_json::{Map, Value as Json, json};

use super::{
    column::{GenColumn, names_a_customer},
    definition, expression, name, planned,
    shared::{self, Shared, free_class},
};

/// The group of the menu that a page goes to where nobody chose one.
pub const GROUP: &str = "开发工具";

/// A table that code is made for.
#[derive(Debug, Clone)]
pub struct Plan {
    pub table: String,
    pub label: String,
    pub path: String,
    pub class: String,
    /// The name of the menu's group.
    pub group: String,
    pub columns: Vec<GenColumn>,
    pub with_rules: bool,
    pub with_page: bool,
    /// The group of templates; the program's own where there is none.
    pub templates: Option<String>,
    /// The database has a table of this name that no migration made.
    pub is_there: bool,
}

impl Plan {
    /// The plan where all of its names are names, or what is wrong with it.
    pub fn checked(self) -> Result<Self, String> {
        self.check()?;
        Ok(self)
    }

    fn check(&self) -> Result<(), String> {
        name::table(&self.table)?;
        name::path(&self.path)?;
        name::class(&self.class)?;
        name::words("表描述", &self.label, 30)?;
        name::words("上级菜单的名称", &self.group, 30)?;
        free_class(&self.table, &self.class, &Shared::built_in())?;
        if schema::table_name(&self.path) != self.table {
            return Err(format!(
                "资源路径与表名不符：{} 的路径把 _ 换成 /",
                self.table
            ));
        }
        Ok(())
    }

    /// The product has no such resource yet.
    pub fn is_new(&self) -> bool {
        schema::model(&self.path).is_none()
    }

    /// Where its definition stands.
    pub fn definition_path(&self) -> String {
        format!("crates/schema/src/resources/{}.rs", self.table)
    }

    /// The columns of the definition.
    pub fn defined(&self) -> Vec<&GenColumn> {
        self.columns
            .iter()
            .filter(|column| column.is_defined())
            .collect()
    }

    /// The column through which a row belongs to a customer.
    fn customer(&self) -> Option<&str> {
        let is_customer = |column: &&GenColumn| column.is_defined() && names_a_customer(column);
        let found = self.columns.iter().find(is_customer);
        found.map(|column| column.column_name.as_str())
    }

    /// The column that stands for a row.
    fn show(&self) -> Option<&str> {
        let defined = self.defined();
        let is_text = |column: &&&GenColumn| column.is(&["text"]) && column.is_must;
        let searched = defined
            .iter()
            .find(|column| column.is(&["text"]) && column.search_type == "~");
        let found = searched.or_else(|| defined.iter().find(is_text));
        found.map(|column| column.column_name.as_str())
    }

    fn options(&self) -> Vec<String> {
        let show = self.show().map(|column| format!(".show(\"{column}\")"));
        let scope = self.customer().map(|column| {
            let parent = Customer::TABLE.path;
            format!(".scope(Scope::Through {{ column: \"{column}\", parent: \"{parent}\" }})")
        });
        show.into_iter().chain(scope).collect()
    }

    /// Columns that a spreadsheet would hold and should not.
    fn kept_from_sheets(&self) -> Vec<&str> {
        let defined = self.defined().into_iter();
        let hidden = defined.filter(|column| column.is_excel_by_itself() && !column.is_excel);
        hidden.map(|column| column.column_name.as_str()).collect()
    }

    pub fn has_rules(&self) -> bool {
        self.with_rules || !self.kept_from_sheets().is_empty()
    }

    /// Why the definition of the product must be changed by hand.
    pub fn beyond(&self) -> Option<String> {
        let model = schema::model(&self.path)?;
        definition::columns(model).err()
    }

    /// The address of the page: without the first part where that is `app`.
    pub fn url(&self) -> String {
        let known = pages().find(|page| page.component == self.path);
        known.map_or_else(
            || format!("/{}", self.path.strip_prefix("app/").unwrap_or(&self.path)),
            |page| page.url.to_owned(),
        )
    }

    pub fn page_name(&self) -> String {
        format!("{}Page", self.class)
    }

    /// What a person should know before they go on.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(why) = self.beyond() {
            notes.push(format!(
                "该资源的定义不能由生成器改写（{why}），请直接修改 {}",
                self.definition_path()
            ));
        }
        let dicts = schema::dict::seed();
        for column in self.defined() {
            let is_known = dicts.iter().any(|dict| dict.kind == column.dict_type);
            if column.is(&["dict", "dicts"]) && !is_known {
                notes.push(format!(
                    "字典 {} 不在初始字典中，请先在 crates/schema/src/dict.rs 中加入",
                    column.dict_type
                ));
            }
        }
        if self.is_new() && pages().any(|page| page.url == self.url()) {
            notes.push(format!(
                "菜单地址 {} 已被使用，请修改菜单中的地址",
                self.url()
            ));
        }
        if self.is_new() && self.is_there {
            notes.push(format!(
                "数据库中已有表 {}：迁移不能再建一次，请先备份并改名，迁移后再把数据导入",
                self.table
            ));
        }
        notes.extend(self.defined().into_iter().filter_map(rounded));
        notes.extend(self.settled());
        if self.defined().is_empty() {
            notes.push("还没有可生成的字段".to_owned());
        }
        notes.extend(self.migrations().err());
        notes
    }

    /// A page that the menu has stays where it is.
    fn settled(&self) -> Option<String> {
        let has = |group: &&Group| group.pages.iter().any(|page| page.component == self.path);
        let group = MENU.iter().find(has)?.name;
        let is_moved = self.group != GROUP && self.group != group;
        is_moved.then(|| {
            format!(
                "菜单“{group}”中已有该页面，换目录请直接修改 {}",
                shared::MENU
            )
        })
    }

    pub fn migrations(&self) -> Result<[(&'static str, Option<String>); 2], String> {
        let table = planned::table(&self.table, &self.defined(), self.customer());
        planned::migrations(table)
    }

    /// The values of a template.
    pub fn values(&self) -> Json {
        let defined = self.defined();
        let has_scope = self.customer().is_some();
        let [sqlite, postgres] = self
            .migrations()
            .map_or_else(|_| [None, None], |pair| pair.map(|(_, text)| text));
        let body = self.sample();
        let is_checked = |column: &&&GenColumn| {
            column.is(&["text", "int", "fen", "ppm", "bool", "dict"]) && column.is_form
        };
        let checks = defined
            .iter()
            .filter(is_checked)
            .filter(|column| is_sent(column));
        let hidden = self.kept_from_sheets();
        json!({
            "table": {
                "name": self.table, "label": self.label, "path": self.path, "class": self.class,
                "permission": self.path.replace('/', ":"),
                "group": self.group,
                "uses": format!("{{{}}}", expression::uses(&defined, has_scope)),
                "open": "{", "close": "}",
                "lines": expression::lines(&defined),
                "options": self.options(),
                "isDefined": self.beyond().is_none(),
                "isNew": self.is_new(),
            },
            "columns": defined.iter().map(|column| values(column)).collect::<Vec<_>>(),
            "rules": { "isWanted": self.has_rules(), "hidden": hidden, "lines": expression::list("HIDDEN", &hidden) },
            "page": { "isWanted": self.with_page, "name": self.page_name(), "url": self.url() },
            "test": {
                "body": body.as_ref().map(written),
                "checks": checks.map(|column| schema::camel(&column.column_name)).collect::<Vec<_>>(),
            },
            "migration": { "sqlite": sqlite, "postgres": postgres },
            "notes": self.notes(),
        })
    }

    /// A row that can be added, where all that must be given can be made up.
    fn sample(&self) -> Option<Map<String, Json>> {
        let defined = self.defined().into_iter();
        let given = defined.filter(|column| is_sent(column));
        let pairs = given.map(|column| Some((schema::camel(&column.column_name), sample(column)?)));
        pairs
            .collect::<Option<Map<_, _>>>()
            .filter(|body| !body.is_empty())
    }
}

/// A column of fractions, which the product does not keep.
fn rounded(column: &GenColumn) -> Option<String> {
    let kind = column.column_type.to_lowercase();
    let is_fraction = ["real", "double", "float", "numeric", "decimal", "money"]
        .iter()
        .any(|word| kind.contains(word));
    (is_fraction && column.is(&["int", "fen", "ppm"])).then(|| {
        format!(
            "{} 在数据库中是小数（{}），生成后是整数：金额以分、比率以百万分之一计，导入旧数据前请换算",
            column.column_name,
            name::shown(&column.column_type)
        )
    })
}

/// Whether the sample holds it: what must be given and is given by nobody else.
fn is_sent(column: &GenColumn) -> bool {
    column.is_must && !column.is_zhidu && column.moren.is_none() && !column.is(&["bool"])
}

fn pages() -> impl Iterator<Item = &'static Page> {
    MENU.iter().flat_map(|group: &Group| group.pages)
}

fn sample(column: &GenColumn) -> Option<Json> {
    let value = match column.field_type.as_str() {
        "text" | "longText" => {
            let most = column
                .max_length
                .and_then(|most| usize::try_from(most).ok());
            let label: String = column.label.chars().take(most.unwrap_or(10)).collect();
            label.into()
        }
        "richText" => format!("<p>{}</p>", column.label).into(),
        "int" => column
            .min
            .unwrap_or(0)
            .max(1)
            .min(column.max.unwrap_or(i64::MAX))
            .into(),
        "fen" | "ppm" => 1.into(),
        "dict" => {
            let dicts = schema::dict::seed();
            let dict = dicts.iter().find(|dict| dict.kind == column.dict_type)?;
            dict.values.first()?.value.into()
        }
        "date" => "2026-03-01".into(),
        "timestamp" => "2026-03-01 09:00:00".into(),
        "json" => json!({}),
        "tags" | "dicts" | "refs" => json!([]),
        "secret" => match column.tuomin.as_str() {
            "Phone" => "13800138000".into(),
            "Hidden" | "Beginning" => "测试".into(),
            _ => return None,
        },
        "ref" if column.guanlian == User::TABLE.path => 1.into(),
        _ => return None,
    };
    Some(value)
}

/// A row as a test writes it: `{ "biaoti": "标题" }`.
fn written(body: &Map<String, Json>) -> String {
    let pairs: Vec<String> = body
        .iter()
        .map(|(name, value)| format!("\"{name}\": {value}"))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// A column as templates know it.
fn values(column: &GenColumn) -> Json {
    json!({
        "name": column.column_name, "field": name::field(&column.column_name),
        "wire": schema::camel(&column.column_name), "label": column.label,
        "kind": column.field_type, "type": expression::rust_type(column),
        "expression": expression::of(column), "columnType": name::shown(&column.column_type),
        "isMust": column.is_must, "isList": column.is_list, "isForm": column.is_form,
        "isSearch": column.is_search, "searchType": column.search_type,
        "isSort": column.is_sort, "isFilter": column.is_filter, "isExcel": column.is_excel,
        "dictType": column.dict_type, "maxLength": column.max_length,
    })
}
