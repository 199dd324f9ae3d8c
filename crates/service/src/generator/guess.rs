//! What a column of a database table is meant to be: from its type, its name, its comment, and what
//! the definitions of the product call and make of columns of that name.

use store::tables::{FoundColumn, Structure};

use super::{
    column::{CUSTOMER, GenColumn, SYSTEM, TEXT, name_is_common, names_a_customer},
    name,
    vocabulary::Vocabulary,
};

/// What the database stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stored {
    Bool,
    Int,
    Text,
    Blob,
    Date,
    Time,
    Json,
}

fn stored(kind: &str) -> Stored {
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if kind.starts_with("bool") {
        Stored::Bool
    } else if has(&["timestamp", "datetime"]) {
        Stored::Time
    } else if has(&[
        "int", "serial", "numeric", "decimal", "real", "double", "money",
    ]) {
        Stored::Int
    } else if has(&["blob", "bytea"]) {
        Stored::Blob
    } else if kind == "date" {
        Stored::Date
    } else if kind.starts_with("json") {
        Stored::Json
    } else {
        Stored::Text
    }
}

/// All columns of a table, each with what it is guessed to be.
pub fn columns(structure: &Structure, vocabulary: &Vocabulary) -> Vec<GenColumn> {
    let mut guessed: Vec<GenColumn> = Vec::new();
    for (at, found) in structure.columns.iter().enumerate() {
        let mut column = one(structure, found, vocabulary);
        column.paixu = i64::try_from(at).unwrap_or_default();
        // Headings of a spreadsheet differ.
        let is_taken = |other: &GenColumn| other.is_defined() && other.label == column.label;
        if column.is_defined() && guessed.iter().any(is_taken) {
            column.label = format!("{}{}", column.label, column.column_name);
        }
        guessed.push(column);
    }
    let is_named = guessed.iter().any(|column| column.search_type == "~");
    if structure.has_grams && !is_named {
        let first = guessed.iter_mut().find(|column| column.is(&["text"]));
        if let Some(first) = first {
            search(first, "~");
        }
    }
    guessed
}

/// One column of a table.
pub fn one(structure: &Structure, found: &FoundColumn, vocabulary: &Vocabulary) -> GenColumn {
    let name = found.name.as_str();
    let comment = name::tamed(&found.comment, 30);
    let known = vocabulary.label(name).map(str::to_owned);
    let label = Some(comment).filter(|words| !words.is_empty()).or(known);
    let mut column = GenColumn {
        column_name: name.to_owned(),
        column_type: found.kind.chars().take(60).collect(),
        column_comment: found.comment.chars().take(200).collect(),
        label: label.unwrap_or_else(|| name::tamed(name, 30)),
        is_must: found.is_required,
        is_list: true,
        is_form: true,
        is_unique: found.is_unique,
        ..GenColumn::default()
    };
    let is_secrets = ["_idx", "_tail"].iter().any(|ending| {
        let of = name.strip_suffix(ending);
        of.is_some_and(|of| is_secret(structure, of))
    });
    if name_is_common(name) || is_secrets {
        return GenColumn {
            field_type: SYSTEM.to_owned(),
            is_list: false,
            is_form: false,
            is_unique: false,
            ..column
        };
    }
    kind(&mut column, structure, found, vocabulary);
    if names_a_customer(&column) && !column.label.contains(CUSTOMER) {
        CUSTOMER.clone_into(&mut column.label);
    }
    shown(&mut column, structure, found);
    column.is_excel = column.is_excel_by_itself();
    column
}

fn is_secret(structure: &Structure, name: &str) -> bool {
    let is_blob = |column: &&FoundColumn| column.name == name;
    let found = structure.columns.iter().find(is_blob);
    found.is_some_and(|found| stored(&found.kind) == Stored::Blob)
}

fn kind(
    column: &mut GenColumn,
    structure: &Structure,
    found: &FoundColumn,
    vocabulary: &Vocabulary,
) {
    match stored(&found.kind) {
        Stored::Bool => flag(column),
        Stored::Time => "timestamp".clone_into(&mut column.field_type),
        Stored::Date => "date".clone_into(&mut column.field_type),
        Stored::Json => "json".clone_into(&mut column.field_type),
        Stored::Blob => secret(column),
        Stored::Int => number(column, found, vocabulary),
        Stored::Text => text(column, structure, found, vocabulary),
    }
}

fn flag(column: &mut GenColumn) {
    "bool".clone_into(&mut column.field_type);
    column.is_must = true;
}

fn secret(column: &mut GenColumn) {
    "secret".clone_into(&mut column.field_type);
    column.tuomin = mask(&column.column_name).unwrap_or("Hidden").to_owned();
    search(column, "=");
}

/// How personal data of this name is masked.
fn mask(name: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["phone", "shouji", "dianhua"]) {
        Some("Phone")
    } else if has(&["zhengjian", "shenfenzheng"]) {
        Some("IdNumber")
    } else if has(&["kahao", "yinhangka", "zhanghao"]) {
        Some("BankCard")
    } else if has(&["email", "youxiang"]) {
        Some("Email")
    } else if has(&["xingming"]) {
        Some("Name")
    } else {
        None
    }
}

fn search(column: &mut GenColumn, how: &str) {
    column.is_search = true;
    how.clone_into(&mut column.search_type);
}

const MONEY: [&str; 9] = [
    "jine",
    "benjin",
    "lixi",
    "yinghuan",
    "shouxufei",
    "fuwufei",
    "feiyong",
    "danjia",
    "jiage",
];

fn number(column: &mut GenColumn, found: &FoundColumn, vocabulary: &Vocabulary) {
    let name = column.column_name.clone();
    let says = |words: &[&str]| words.iter().any(|word| found.comment.contains(word));
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let made = if name.starts_with("is_") {
        return flag(column);
    } else if ends(&["_time"]) {
        "timestamp"
    } else if let Some(path) = vocabulary.refers(&name) {
        path.clone_into(&mut column.guanlian);
        "ref"
    } else if ends(&["lilv", "feilv", "_lv"]) || says(&["利率", "费率", "百万分"]) {
        "ppm"
    } else if ends(&MONEY)
        || ends(&["_fei", "fei_jine"])
        || says(&["金额", "（分）", "(分)", "单位分"])
    {
        "fen"
    } else {
        "int"
    };
    made.clone_into(&mut column.field_type);
    if name == "paixu" {
        column.moren = Some("0".to_owned());
        column.max = Some(1_000_000);
    }
}

fn text(
    column: &mut GenColumn,
    structure: &Structure,
    found: &FoundColumn,
    vocabulary: &Vocabulary,
) {
    let name = column.column_name.clone();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let says = |words: &[&str]| words.iter().any(|word| found.comment.contains(word));
    if mask(&name).is_some() {
        return secret(column);
    }
    let written = found.kind.split(['(', ')']).nth(1);
    let length = written.and_then(|length| length.parse().ok());
    let folder = || Vocabulary::folder(&structure.table.name);
    let made = if let Some(dict) = Vocabulary::dict(&structure.table.name, &name) {
        if dict == "state" {
            column.moren = Some("QIYONG".to_owned());
        }
        column.dict_type = dict;
        "dict"
    } else if ends(&[
        "tupian", "fengmian", "zhutu", "touxiang", "head_url", "logo", "_tu", "_img",
    ]) || says(&["图片", "封面", "头像"])
    {
        column.mulu = folder();
        "image"
    } else if ends(&["zutu", "_tus", "_images"]) || says(&["多图", "组图"]) {
        column.mulu = folder();
        column.max_length = Some(9);
        "images"
    } else if ends(&["wenjian", "wenjian_url", "fujian", "_file"]) || says(&["附件"]) {
        column.mulu = folder();
        "file"
    } else if ends(&["neirong", "xiangqing", "zhengwen"]) || says(&["富文本"]) {
        "richText"
    } else if ends(&["riqi", "_ri", "_date"]) {
        "date"
    } else if let Some(path) = name
        .strip_suffix('s')
        .and_then(|one| vocabulary.refers(one))
    {
        path.clone_into(&mut column.guanlian);
        column.moren = Some("[]".to_owned());
        "refs"
    } else if ends(&["biaoqian"]) {
        column.moren = Some("[]".to_owned());
        "tags"
    } else if ends(&["_json"]) {
        "json"
    } else if ends(&["beizhu", "miaoshu", "shuoming"]) || length.is_some_and(|most| most > 255) {
        column.max_length = length.or(Some(500));
        "longText"
    } else {
        let most = length.or_else(|| vocabulary.length(&name));
        column.max_length = most.or(Some(TEXT));
        "text"
    };
    made.clone_into(&mut column.field_type);
}

const NAMES: [&str; 4] = ["mingcheng", "biaoti", "title", "name"];

/// Where it shows, and how rows are found by it.
fn shown(column: &mut GenColumn, structure: &Structure, found: &FoundColumn) {
    if column.is(&["longText", "json", "refs"]) {
        column.is_list = false;
    }
    match column.field_type.as_str() {
        "dict" => "Tag".clone_into(&mut column.danyuange),
        "richText" => "Fuwenben".clone_into(&mut column.danyuange),
        "bool" => "Switch".clone_into(&mut column.danyuange),
        _ => {}
    }
    if column.dict_type == "state" && found.name == "state" {
        "Switch".clone_into(&mut column.danyuange);
        column.is_filter = true;
    }
    let is_name = NAMES.contains(&found.name.as_str());
    if column.is(&["text"]) && is_name && structure.has_grams {
        search(column, "~");
    } else if column.is(&["text"]) && found.is_unique {
        search(column, "=");
    }
    if !found.is_indexed || found.is_unique {
        return;
    }
    match column.field_type.as_str() {
        "timestamp" | "date" => search(column, "[]"),
        "dict" | "bool" => column.is_filter = true,
        "text" | "int" | "fen" | "ppm" => column.is_sort = true,
        _ => {}
    }
}
