//! One column as a person sets it, and what it can be.

use std::collections::HashSet;

use schema::{Timestamp, resources::Customer};
use serde_json::Value as Json;

use super::name;
use crate::wire::answer;

/// A wider table is cut up by hand.
pub const MOST_COLUMNS: usize = 100;
/// What a text holds where nobody said.
pub const TEXT: i64 = 100;
const LONGEST_LABEL: usize = 30;
const LONGEST_TEXT: i64 = 100_000;

answer! {
    /// A column of a table that code is made for.
    #[derive(Default, PartialEq, Eq, serde::Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct GenColumn {
        column_name: String,
        label: String,
        /// As the database has it; empty where the table is only drawn up.
        column_type: String,
        /// The database's own words about it.
        column_comment: String,
        /// The kind it has in a definition; `system` for what every table has.
        field_type: String,
        is_must: bool,
        is_list: bool,
        is_search: bool,
        /// `=`, `~` or `[]`.
        search_type: String,
        is_form: bool,
        is_sort: bool,
        is_filter: bool,
        is_excel: bool,
        is_unique: bool,
        is_zhidu: bool,
        dict_type: String,
        /// The path of the resource that it refers to.
        guanlian: String,
        /// The folder of its files.
        mulu: String,
        /// How a secret is masked.
        tuomin: String,
        /// How the list shows it.
        danyuange: String,
        max_length: Option<i64>,
        min: Option<i64>,
        max: Option<i64>,
        moren: Option<String>,
        tishi: String,
        /// `XINZENG` for a column that a sync brought, `XIAOSHI` for one the table has no longer,
        /// `YICHU` for one of the table that a person does not want.
        bianhua: String,
        paixu: i64,
    }
}

/// What the label of a column that refers to a customer contains.
pub const CUSTOMER: &str = "客户";

/// Whether it names one customer.
pub fn names_a_customer(column: &GenColumn) -> bool {
    column.is(&["ref"]) && column.guanlian == Customer::TABLE.path
}

pub const SYSTEM: &str = "system";
pub const NEW: &str = "XINZENG";
pub const GONE: &str = "XIAOSHI";
pub const UNWANTED: &str = "YICHU";

/// Every kind with the Rust type of its values.
pub const KINDS: [(&str, &str); 20] = [
    ("text", "String"),
    ("longText", "String"),
    ("richText", "String"),
    ("int", "i64"),
    ("fen", "i64"),
    ("ppm", "i64"),
    ("bool", "bool"),
    ("dict", "String"),
    ("dicts", "Vec<String>"),
    ("date", "Date"),
    ("timestamp", "Timestamp"),
    ("image", "String"),
    ("images", "String"),
    ("file", "String"),
    ("json", "String"),
    ("tags", "Vec<String>"),
    ("ref", "i64"),
    ("refs", "Vec<i64>"),
    ("secret", "Secret"),
    (SYSTEM, ""),
];

pub const MASKS: [&str; 8] = [
    "Phone",
    "IdNumber",
    "BankCard",
    "Name",
    "Email",
    "Phones",
    "Beginning",
    "Hidden",
];

pub const CELLS: [&str; 9] = [
    "Avatar", "Icon", "LongText", "Json", "Tag", "Copy", "Link", "Switch", "Fuwenben",
];

impl GenColumn {
    /// Whether it stands in the definition: not what every table has, is gone or nobody wants.
    pub fn is_defined(&self) -> bool {
        self.field_type != SYSTEM && ![GONE, UNWANTED].contains(&self.bianhua.as_str())
    }

    pub fn is(&self, kinds: &[&str]) -> bool {
        kinds.contains(&self.field_type.as_str())
    }

    /// The columns of the table that it takes. What an import found beside a secret is a part of it.
    fn stored_names(&self) -> Vec<String> {
        let name = &self.column_name;
        if is_part_of_secret(self) {
            return Vec::new();
        }
        let beside = if self.is(&["secret"]) {
            &["_idx", "_tail"][..]
        } else {
            &[]
        };
        let beside = beside.iter().map(|end| format!("{name}{end}"));
        [name.clone()].into_iter().chain(beside).collect()
    }

    pub fn rust_type(&self) -> &'static str {
        let found = KINDS.iter().find(|(kind, _)| *kind == self.field_type);
        found.map_or("String", |(_, ty)| ty)
    }

    /// What a spreadsheet holds where nobody said otherwise.
    pub fn is_excel_by_itself(&self) -> bool {
        (self.is_list || (self.is_form && !self.is_zhidu))
            && !self.is(&["richText", "json", "refs", SYSTEM])
    }

    fn check(&self) -> Result<(), String> {
        let of = |why: String| format!("{}：{why}", name::shown(&self.column_name));
        name::column(&self.column_name)?;
        name::words("标签", &self.label, LONGEST_LABEL).map_err(of)?;
        if !KINDS.iter().any(|(kind, _)| *kind == self.field_type) {
            return Err(of("字段类型不正确".to_owned()));
        }
        if !["", "=", "~", "[]"].contains(&self.search_type.as_str()) {
            return Err(of("查询方式应为 =、~ 或 []".to_owned()));
        }
        if !["", NEW, GONE, UNWANTED].contains(&self.bianhua.as_str()) {
            return Err(of("变化标记不正确".to_owned()));
        }
        self.check_kind().map_err(of)?;
        self.check_numbers().map_err(of)?;
        self.check_search().map_err(of)
    }

    fn check_kind(&self) -> Result<(), String> {
        let known = |list: &[&str], text: &str| text.is_empty() || list.contains(&text);
        if self.is(&["dict", "dicts"]) {
            name::dict(&self.dict_type)?;
        }
        if self.is(&["ref", "refs"]) {
            let is_known = schema::model(&self.guanlian).is_some();
            let stands = name::path(&self.guanlian).is_ok() && is_known;
            stands.then_some(()).ok_or("关联资源不存在")?;
        }
        if names_a_customer(self) && !self.label.contains(CUSTOMER) {
            return Err(format!("关联客户的字段，标签中应有“{CUSTOMER}”"));
        }
        if self.is(&["image", "images", "file"]) && !is_folder(&self.mulu) {
            return Err("请选择上传目录".to_owned());
        }
        if self.is(&["secret"]) && !MASKS.contains(&self.tuomin.as_str()) {
            return Err("请选择脱敏方式".to_owned());
        }
        if !known(&CELLS, &self.danyuange) {
            return Err("列表显示方式不正确".to_owned());
        }
        if !self.tishi.is_empty() {
            name::words("提示", &self.tishi, 100)?;
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), String> {
        let is_length = |length: &i64| (1..=LONGEST_TEXT).contains(length);
        if !self.max_length.as_ref().is_none_or(is_length) {
            return Err(format!("最大长度应为1到{LONGEST_TEXT}"));
        }
        if let (Some(min), Some(max)) = (self.min, self.max)
            && min > max
        {
            return Err("最小值不能大于最大值".to_owned());
        }
        let is_plain = |text: &String| {
            text.len() <= 50
                && text
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"_-.[] :".contains(&b))
        };
        if !self.moren.as_ref().is_none_or(is_plain) {
            return Err("默认值只能由字母、数字、空格和 _-.:[] 组成".to_owned());
        }
        if !self.moren.as_ref().is_none_or(|text| self.takes(text)) {
            return Err("默认值不适合该字段类型，或不在最小值和最大值之间".to_owned());
        }
        Ok(())
    }

    /// Whether a value of its kind is written so.
    fn takes(&self, text: &str) -> bool {
        let number = || text.parse::<i64>().ok();
        match self.field_type.as_str() {
            "int" => number().is_some_and(|number| {
                number >= self.min.unwrap_or(0) && number <= self.max.unwrap_or(i64::MAX)
            }),
            "fen" | "ppm" => number().is_some_and(|number| number >= 0),
            "bool" => matches!(text, "true" | "false"),
            "date" => text.parse::<schema::Date>().is_ok(),
            "timestamp" => Timestamp::parse(text).is_some(),
            "dicts" | "tags" | "refs" | "images" => text == "[]",
            "text" | "longText" => {
                let most = self.max_length.unwrap_or(TEXT);
                i64::try_from(text.len()).is_ok_and(|length| length <= most)
            }
            "dict" => !text.contains(['[', ' ']),
            _ => true,
        }
    }

    fn check_search(&self) -> Result<(), String> {
        if !self.is_search {
            return Ok(());
        }
        let fits = match self.search_type.as_str() {
            "~" => self.is(&["text", "longText", "ref"]),
            "[]" => self.is(&["int", "fen", "ppm", "date", "timestamp"]),
            "=" => !self.is(&[
                "richText", "json", "dicts", "tags", "refs", "image", "images", "file",
            ]),
            _ => false,
        };
        fits.then_some(())
            .ok_or_else(|| "查询方式不适合该字段类型".to_owned())
    }
}

pub fn is_folder(folder: &str) -> bool {
    let mut all = schema::Folder::ALL.iter();
    all.any(|known| format!("{known:?}") == folder)
}

/// The columns of a row, each checked, in their order.
pub fn read(columns: &Json) -> Result<Vec<GenColumn>, String> {
    let columns: Vec<GenColumn> =
        serde_json::from_value(columns.clone()).map_err(|_| "字段列表的格式不正确".to_owned())?;
    if columns.len() > MOST_COLUMNS {
        return Err(format!("字段不能超过{MOST_COLUMNS}个"));
    }
    let (mut names, mut wires, mut labels) = (HashSet::new(), HashSet::new(), HashSet::new());
    for column in &columns {
        column.check()?;
        // Both the database and the wire must tell them apart, and a secret is kept in three.
        let stored = column.stored_names();
        let is_new = stored.into_iter().all(|name| names.insert(name))
            && wires.insert(schema::camel(&column.column_name));
        if !is_new {
            return Err(format!(
                "列名{}与其他列重复",
                name::shown(&column.column_name)
            ));
        }
        if column.is_defined() && !labels.insert(column.label.trim()) {
            return Err(format!("标签“{}”重复", name::shown(&column.label)));
        }
        let is_common = name_is_common(&column.column_name);
        if is_common != (column.field_type == SYSTEM) && !is_part_of_secret(column) {
            return Err(format!(
                "{}是每张表都有的列",
                name::shown(&column.column_name)
            ));
        }
    }
    let mut columns = columns;
    columns.sort_by_key(|column| column.paixu);
    Ok(columns)
}

/// What every table has beside its own.
pub fn name_is_common(name: &str) -> bool {
    matches!(name, "id" | "is_del") || schema::common::ALL.contains(&name)
}

fn is_part_of_secret(column: &GenColumn) -> bool {
    let name = &column.column_name;
    column.field_type == SYSTEM && (name.ends_with("_idx") || name.ends_with("_tail"))
}
