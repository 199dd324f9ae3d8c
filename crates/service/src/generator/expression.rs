//! A column as its line in a definition.

use std::fmt::Write as _;

use super::{column::GenColumn, name};

/// A column in the words of a definition: `text("标题", 50).search(Like).sortable()`.
pub fn of(column: &GenColumn) -> String {
    if let Some(word) = one_word(column) {
        return word.to_owned();
    }
    let mut text = begins(column);
    let mut add = |word: &str| text.push_str(word);
    match column.danyuange.as_str() {
        "" => {}
        "Switch" => add(".switch()"),
        cell => add(&format!(".cell({cell})")),
    }
    if column.is(&["image", "images", "file"]) {
        add(&format!(".folder(Folder::{})", column.mulu));
    }
    if column.is_unique {
        add(".unique()");
    }
    if let Some(value) = &column.moren {
        add(&format!(".default({})", quoted(value)));
    }
    if !column.is_must && !column.is(&["bool"]) {
        add(".optional()");
    }
    if column.is_zhidu {
        add(".read_only()");
    }
    if let (true, Some(search)) = (column.is_search, search(column)) {
        add(&format!(".search({search})"));
    }
    if column.is_sort {
        add(".sortable()");
    }
    if column.is_filter {
        add(".filter()");
    }
    if !column.is_list {
        add(".form_only()");
    }
    if !column.is_form && !column.is_zhidu {
        add(".list_only()");
    }
    if !column.tishi.is_empty() {
        add(&format!(".hint({})", quoted(&column.tishi)));
    }
    text
}

/// The columns that many tables have in the same way.
fn one_word(column: &GenColumn) -> Option<&'static str> {
    let is_plain = column.is_form && !column.is_zhidu && column.tishi.is_empty();
    let name = (column.column_name.as_str(), column.label.as_str());
    let moren = column.moren.as_deref();
    match name {
        _ if !is_plain || column.is_search || column.is_unique => None,
        ("paixu", "排序") => {
            let fits = column.is(&["int"]) && column.is_sort && column.is_list && column.is_must;
            (fits && moren == Some("0") && column.max == Some(1_000_000)).then_some("paixu()")
        }
        ("beizhu", "备注") => {
            let fits = column.is(&["longText"]) && !column.is_list && !column.is_must;
            (fits && moren.is_none() && column.max_length == Some(500)).then_some("beizhu()")
        }
        ("state", "状态") => {
            let fits = column.dict_type == "state" && column.danyuange == "Switch";
            let is_so = fits && column.is_filter && column.is_list && column.is_must;
            (is_so && !column.is_sort && moren == Some("QIYONG")).then_some("state_switch()")
        }
        _ => None,
    }
}

/// The kind with its label and its bounds.
fn begins(column: &GenColumn) -> String {
    let label = quoted(&column.label);
    let length = |most: i64| grouped(column.max_length.unwrap_or(most));
    match column.field_type.as_str() {
        "longText" => format!("long_text({label}, {})", length(500)),
        "richText" => format!("rich_text({label})"),
        "int" => {
            let max = column.max.map_or("i64::MAX".to_owned(), grouped);
            format!("int({label}, {}, {max})", grouped(column.min.unwrap_or(0)))
        }
        "ppm" => format!("ppm({label}, {})", grouped(column.max.unwrap_or(1_000_000))),
        "bool" => format!("boolean({label})"),
        "dict" | "dicts" => {
            let kind = &column.field_type;
            format!("{kind}({label}, {})", quoted(&column.dict_type))
        }
        "images" => format!("images({label}, {})", length(9)),
        "ref" => format!("reference({label}, {})", quoted(&column.guanlian)),
        "refs" => format!("references({label}, {})", quoted(&column.guanlian)),
        "secret" => format!("secret({label}, Mask::{})", column.tuomin),
        plain @ ("fen" | "date" | "timestamp" | "image" | "file" | "json" | "tags") => {
            format!("{plain}({label})")
        }
        _ => format!("text({label}, {})", length(super::column::TEXT)),
    }
}

pub fn search(column: &GenColumn) -> Option<&'static str> {
    match column.search_type.as_str() {
        "=" => Some("Equal"),
        "~" => Some("Like"),
        "[]" => Some("Range"),
        _ => None,
    }
}

/// The Rust type of the struct's field.
pub fn rust_type(column: &GenColumn) -> String {
    let ty = column.rust_type();
    if column.is_must || column.is(&["bool"]) {
        ty.to_owned()
    } else {
        format!("Option<{ty}>")
    }
}

/// What a definition with these columns takes from its crate.
pub fn uses(columns: &[&GenColumn], has_scope: bool) -> String {
    let lines: Vec<(String, String)> = columns
        .iter()
        .map(|column| (rust_type(column), of(column)))
        .collect();
    let says = |word: &str| lines.iter().any(|(_, text)| text.contains(word));
    let holds = |word: &str| lines.iter().any(|(ty, _)| ty.contains(word));
    let parts = [
        ("Date", holds("Date")),
        ("Folder", says("Folder::")),
        ("Mask", says("Mask::")),
        ("Scope", has_scope),
        ("Search::*", says(".search(")),
        ("Secret", holds("Secret")),
        ("ShownAs::*", says(".cell(")),
        ("Timestamp", holds("Timestamp")),
        ("build::*", true),
        ("resource", true),
    ];
    let used = parts.iter().filter(|(_, is_used)| *is_used);
    let used: Vec<&str> = used.map(|(part, _)| *part).collect();
    used.join(", ")
}

/// The lines between the braces of a definition, their parts below each other.
pub fn lines(columns: &[&GenColumn]) -> String {
    let mut parts = vec![("id".to_owned(), "i64".to_owned(), "id()".to_owned())];
    parts.extend(columns.iter().map(|column| {
        let field = name::field(&column.column_name);
        (field, rust_type(column), of(column))
    }));
    let longest = |part: fn(&(String, String, String)) -> &String| {
        parts
            .iter()
            .map(|line| part(line).len())
            .max()
            .unwrap_or_default()
    };
    let (names, types) = (longest(|line| &line.0) + 1, longest(|line| &line.1));
    let mut text = String::new();
    for (field, ty, expression) in &parts {
        let field = format!("{field}:");
        let _ = writeln!(text, "        {field:names$} {ty:types$} = {expression},");
    }
    text
}

/// A text as Rust writes it. Labels hold nothing that would end it; this holds for anything.
pub fn quoted(text: &str) -> String {
    let mut made = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => made.extend(['\\', letter]),
            _ if letter.is_control() => {}
            _ => made.push(letter),
        }
    }
    made.push('"');
    made
}

/// `1000000` → `1_000_000`
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut made = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            made.push('_');
        }
        made.push(digit);
    }
    if number < 0 { format!("-{made}") } else { made }
}

/// What rustfmt lets stand on one line: the items of a list, the width of one that is packed with
/// others, and such a line.
const LIST_WIDTH: usize = 60;
const SHORT_ITEM: usize = 10;
const PACKED_LINE: usize = 95;

/// A constant that lists names, laid out as rustfmt does.
pub fn list(name: &str, items: &[&str]) -> Vec<String> {
    let items: Vec<String> = items.iter().map(|item| format!("\"{item}\"")).collect();
    let head = format!("const {name}: &[&str] = &[");
    let whole = items.join(", ");
    if whole.len() <= LIST_WIDTH {
        return vec![format!("{head}{whole}];")];
    }
    let is_packed = items.iter().all(|item| item.len() <= SHORT_ITEM);
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if is_packed && line.len() + item.len() + 2 <= PACKED_LINE => {
                line.push_str(&format!(" {item},"));
            }
            _ => lines.push(format!("{item},")),
        }
    }
    let lines = lines.into_iter().map(|line| format!("    {line}"));
    [head]
        .into_iter()
        .chain(lines)
        .chain(["];".to_owned()])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_laid_out_as_rustfmt_does() {
        assert_eq!(
            list("A", &["a", "b"]),
            [r#"const A: &[&str] = &["a", "b"];"#]
        );
        let long = [
            "zhe_shi_yi_ge_chang_mingzi",
            "zhe_shi_ling_yi_ge_chang_mingzi",
        ];
        let told = list("A", &long);
        assert_eq!(told.first().unwrap(), "const A: &[&str] = &[");
        assert_eq!(told.get(1).unwrap(), r#"    "zhe_shi_yi_ge_chang_mingzi","#);
        assert_eq!(told.len(), 4);
        let short = ["abcdefgh"; 9];
        let told = list("A", &short);
        let line = told.get(1).unwrap();
        assert_eq!((told.len(), line.len()), (4, 4 + 8 * 12 - 1));
    }
}
