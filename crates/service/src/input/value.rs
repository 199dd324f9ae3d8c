//! One JSON value for one column.

use schema::{Column, Date, Kind, Link, Timestamp, check};
use serde_json::Value as Json;
use store::Value;

/// JSON kept as it is may be this long.
const MAX_JSON: usize = 64 * 1024;
const MAX_ITEMS: usize = 1000;

/// The value to store, or the Chinese sentence that says why not.
pub(super) fn parse(column: &Column, json: &Json) -> Result<Value, String> {
    let label = column.label;
    let value = match column.kind {
        Kind::Id => Value::Int(integer(json).ok_or_else(|| format!("{label}应为整数"))?),
        Kind::Int { min, max } | Kind::Fen { min, max } => bounded(label, json, min, max)?,
        Kind::Ppm { max } => bounded(label, json, 0, max)?,
        Kind::Ref(_) => bounded(label, json, 1, MAX_ID)?,
        Kind::Bool => Value::Bool(boolean(json).ok_or_else(|| format!("{label}应为是或否"))?),
        Kind::Text { max } | Kind::LongText { max } => Value::Text(text(label, json, max)?),
        Kind::RichText => Value::Text(text(label, json, 1_000_000)?),
        Kind::Dict(_) => Value::Text(text(label, json, 50)?),
        Kind::Secret(_) => Value::Text(text(label, json, column.longest)?),
        Kind::Date => Value::Text(date(label, json)?),
        Kind::Timestamp => {
            let parsed = json.as_str().and_then(Timestamp::parse);
            Value::Int(
                parsed
                    .ok_or_else(|| format!("{label}应为YYYY-MM-DD HH:mm:ss格式的时间"))?
                    .0,
            )
        }
        Kind::Image | Kind::File => Value::Text(addresses(label, json, 1)?),
        Kind::Images(limit) => Value::Text(addresses(label, json, limit)?),
        Kind::Json => Value::Text(kept_json(label, json)?),
        Kind::Tags | Kind::Dicts(_) => Value::Text(texts(label, json)?),
        Kind::Refs(_) => Value::Text(numbers(label, json)?),
    };
    check_pattern(column, &value)?;
    Ok(value)
}

/// Ids stay below 2^53, so that every client reads them exactly.
const MAX_ID: i64 = (1 << 53) - 1;

fn bounded(label: &str, json: &Json, min: i64, max: i64) -> Result<Value, String> {
    let number = integer(json).ok_or_else(|| format!("{label}应为整数"))?;
    let max = max.min(MAX_ID);
    if number < min {
        return Err(format!("{label}不能小于{min}"));
    }
    if number > max {
        return Err(format!("{label}不能大于{max}"));
    }
    Ok(Value::Int(number))
}

/// A whole number, also as the text of one; never a rounded one.
fn integer(json: &Json) -> Option<i64> {
    match json {
        Json::Number(number) => number.as_i64(),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn boolean(json: &Json) -> Option<bool> {
    match json {
        Json::Bool(flag) => Some(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Json::String(text) => match text.as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn text(label: &str, json: &Json, max: usize) -> Result<String, String> {
    let text = match json {
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) => number.to_string(),
        _ => return Err(format!("{label}应为文本")),
    };
    if text.contains('\0') {
        return Err(format!("{label}含有不允许的字符"));
    }
    if text.chars().count() > max {
        return Err(format!("{label}不能超过{max}个字"));
    }
    Ok(text)
}

fn date(label: &str, json: &Json) -> Result<String, String> {
    let parsed = json
        .as_str()
        .and_then(|text| Date::strptime("%Y-%m-%d", text).ok());
    parsed
        .map(|date| date.to_string())
        .ok_or_else(|| format!("{label}应为YYYY-MM-DD格式的日期"))
}

/// Comma-joined addresses of files. Those a row does not show yet must be our own, which is decided
/// where the row is known (`files::entering`).
fn addresses(label: &str, json: &Json, limit: usize) -> Result<String, String> {
    let joined = text(label, json, 4000)?;
    let items: Vec<&str> = joined
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .collect();
    if items.len() > limit {
        return Err(format!("{label}最多{limit}个"));
    }
    if !items.iter().all(|item| is_address(item)) {
        return Err(format!("{label}不是有效的文件地址"));
    }
    Ok(items.join(","))
}

/// Nothing a browser would run: our own files, web addresses.
fn is_address(text: &str) -> bool {
    let is_own = text.starts_with("/server/api/app/file/") && !text.contains("..");
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    (is_own || is_web)
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\"'<>\\".contains(c))
}

fn kept_json(label: &str, json: &Json) -> Result<String, String> {
    let kept = match json {
        Json::String(text) => {
            serde_json::from_str(text).map_err(|_| format!("{label}不是有效的JSON"))?
        }
        other => other.clone(),
    };
    if depth(&kept) > MAX_DEPTH {
        return Err(format!("{label}嵌套过深"));
    }
    within(label, &kept, MAX_JSON)
}

/// Deeper values could not be read back inside the rows and logs that hold them.
const MAX_DEPTH: usize = 20;

fn depth(json: &Json) -> usize {
    match json {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Json::Object(map) => 1 + map.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

fn within(label: &str, json: &Json, max: usize) -> Result<String, String> {
    let text = json.to_string();
    if text.contains("\\u0000") {
        return Err(format!("{label}含有不允许的字符"));
    }
    if text.len() > max {
        Err(format!("{label}内容过长"))
    } else {
        Ok(text)
    }
}

fn texts(label: &str, json: &Json) -> Result<String, String> {
    let wrong = || format!("{label}应为文本列表");
    let items: Vec<&str> = match json {
        Json::Array(items) => items
            .iter()
            .map(Json::as_str)
            .collect::<Option<_>>()
            .ok_or_else(wrong)?,
        Json::String(text) => text.split(',').collect(),
        _ => return Err(wrong()),
    };
    let items: Vec<&str> = items
        .into_iter()
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .collect();
    if items.len() > 100 || items.iter().any(|item| item.chars().count() > 50) {
        return Err(format!("{label}最多100个，每个不超过50个字"));
    }
    within(label, &Json::from(items), MAX_JSON)
}

fn numbers(label: &str, json: &Json) -> Result<String, String> {
    let wrong = || format!("{label}应为编号列表");
    let items = json.as_array().ok_or_else(wrong)?;
    let mut numbers: Vec<i64> = items
        .iter()
        .map(integer)
        .collect::<Option<_>>()
        .ok_or_else(wrong)?;
    if numbers.len() > MAX_ITEMS || numbers.iter().any(|number| !(1..=MAX_ID).contains(number)) {
        return Err(wrong());
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(Json::from(numbers).to_string())
}

fn check_pattern(column: &Column, value: &Value) -> Result<(), String> {
    let Value::Text(text) = value else {
        return Ok(());
    };
    if let Some(pattern) = column.pattern
        && !(pattern.accepts)(text)
    {
        // A person who mistyped a number is told where to look.
        let fault = match column.kind {
            Kind::Secret(mask) => check::fault(mask, text),
            _ => None,
        };
        let sentence = fault.unwrap_or(pattern.sentence);
        return Err(format!("{}{sentence}", column.label));
    }
    if column.link == Some(Link::Anywhere)
        && !(is_address(text) || (text.starts_with('/') && !text.starts_with("//")))
    {
        return Err(format!("{}应为http、https地址或应用内路径", column.label));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use schema::build;
    use serde_json::json;

    use super::*;

    #[expect(clippy::needless_pass_by_value, reason = "reads better at every call")]
    fn check(column: Column, json: Json) -> Result<Value, String> {
        parse(&column, &json)
    }

    #[test]
    fn numbers_are_whole_and_within_bounds() {
        let paixu = build::int("排序", 0, 100).column;
        assert_eq!(check(paixu, json!(7)), Ok(Value::Int(7)));
        assert_eq!(check(paixu, json!("7")), Ok(Value::Int(7)));
        assert_eq!(check(paixu, json!(1.5)), Err("排序应为整数".to_owned()));
        assert_eq!(check(paixu, json!(101)), Err("排序不能大于100".to_owned()));
        assert_eq!(check(paixu, json!(1e300)), Err("排序应为整数".to_owned()));
        let id = build::reference("客户", "app/user").column;
        assert_eq!(
            check(id, json!(9_007_199_254_740_993_i64)),
            Err("客户不能大于9007199254740991".to_owned())
        );
    }

    #[test]
    fn addresses_never_run() {
        let image = build::image("封面").column;
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "/etc/passwd",
            "/server/api/app/file/../x",
            "https://a\"b",
        ] {
            assert!(check(image, json!(bad)).is_err(), "{bad}");
        }
        assert!(check(image, json!("/server/api/app/file/avatar/202603/0a.png")).is_ok());
    }

    #[test]
    fn texts_are_trimmed_measured_and_free_of_nul() {
        let biaoti = build::text("标题", 3).column;
        assert_eq!(
            check(biaoti, json!(" 三个字 ")),
            Ok(Value::Text("三个字".to_owned()))
        );
        assert_eq!(
            check(biaoti, json!("四个字了")),
            Err("标题不能超过3个字".to_owned())
        );
        assert_eq!(
            check(biaoti, json!("a\0b")),
            Err("标题含有不允许的字符".to_owned())
        );
        assert_eq!(check(biaoti, json!(["x"])), Err("标题应为文本".to_owned()));
    }

    #[test]
    fn lists_are_lists() {
        let ids = build::references("角色", "sys/role").column;
        assert_eq!(
            check(ids, json!([2, 1, 2])),
            Ok(Value::Text("[1,2]".to_owned()))
        );
        assert!(check(ids, json!("1,2")).is_err());
        assert!(check(ids, json!([0])).is_err());
        let tags = build::tags("标签").column;
        assert_eq!(
            check(tags, json!(["甲", " ", "乙"])),
            Ok(Value::Text("[\"甲\",\"乙\"]".to_owned()))
        );
    }
}
