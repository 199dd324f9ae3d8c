//! Query strings as lists: search, filter, order, page.

use schema::{Field, Kind, Mask, Model, Search, Timestamp, check};
use serde_json::Value as Json;
use store::{Condition, List, Value};

use super::value::{boolean, parse};
use crate::error::{Error, Result};

/// A query string, taken apart.
pub type Query = Vec<(String, String)>;

const MAX_SIZE: i64 = 100;
const DEFAULT_SIZE: i64 = 10;
const MAX_CURRENT: i64 = 10_000_000;
const MAX_ORDERS: usize = 5;
const MAX_CHOICES: usize = 200;
/// Values in all that a list is narrowed by: a statement binds a bounded number of them, and counts by
/// state bind them once for each.
const MAX_VALUES: usize = 500;
/// A plain list holds at most so many rows.
pub const PLAIN_LIMIT: i64 = 1_000;
const DAY_MS: i64 = 86_400_000;

/// A parameter of a query that may be missing or empty.
pub fn given<'a>(query: &'a Query, name: &str) -> Option<&'a str> {
    let found = query.iter().find(|(known, _)| known == name);
    found
        .map(|(_, text)| text.trim())
        .filter(|text| !text.is_empty())
}

/// A page: `current` and `size` have defaults.
pub fn list(of: &'static Model, query: &Query) -> Result<List> {
    let mut asked = List {
        limit: DEFAULT_SIZE,
        ..List::default()
    };
    let mut current = 1;
    for (name, text) in query {
        match name.as_str() {
            "current" => current = bounded("页码", name, text, 1, MAX_CURRENT)?.unwrap_or(1),
            "size" => {
                asked.limit = bounded("每页条数", name, text, 1, MAX_SIZE)?.unwrap_or(DEFAULT_SIZE)
            }
            "total" => {}
            "orders" => asked.orders = orders(of, text)?,
            _ => search(of, name, text, &mut asked.conditions)?,
        }
    }
    let values = asked.conditions.iter().map(|condition| match condition {
        Condition::In(_, values) => values.len(),
        _ => 1,
    });
    if values.sum::<usize>() > MAX_VALUES {
        return Err(Error::invalid(format!("查询条件最多{MAX_VALUES}个")));
    }
    asked.offset = (current - 1) * asked.limit;
    Ok(asked)
}

/// The same list without pages, one row longer than allowed so that too many can be noticed.
pub fn plain(asked: List) -> List {
    List {
        offset: 0,
        limit: PLAIN_LIMIT + 1,
        ..asked
    }
}

/// Refuses a list that reached the limit of [`plain`].
pub(crate) fn check_plain(count: usize, asked: &List) -> Result<()> {
    if count >= usize::try_from(asked.limit).unwrap_or(usize::MAX) {
        return Err(Error::invalid(format!(
            "数据超过{}条，请缩小范围或分页查询",
            asked.limit - 1
        )));
    }
    Ok(())
}

/// Comma-joined ids of a path: at least one, at most a hundred, each once.
pub fn ids(text: &str) -> Result<Vec<i64>> {
    let wrong = || Error::invalid("编号应为逗号分隔的整数");
    let mut ids = Vec::new();
    for part in text.split(',') {
        let id: i64 = part.trim().parse().map_err(|_| wrong())?;
        if id < 1 {
            return Err(wrong());
        }
        if !ids.contains(&id) {
            ids.push(id);
        }
        if ids.len() > 100 {
            return Err(Error::invalid("一次最多处理100条"));
        }
    }
    Ok(ids)
}

fn bounded(label: &str, name: &str, text: &str, min: i64, max: i64) -> Result<Option<i64>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let number: Option<i64> = text.trim().parse().ok();
    let number = number.filter(|number| (min..=max).contains(number));
    number
        .map(Some)
        .ok_or_else(|| Error::field(name, format!("{label}应为{min}到{max}的整数")))
}

/// `createTime:desc,paixu:true`; true is ascending.
fn orders(of: &'static Model, text: &str) -> Result<Vec<(&'static Field, bool)>> {
    let mut orders: Vec<(&'static Field, bool)> = Vec::new();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (name, direction) = part.trim().split_once(':').unwrap_or((part.trim(), "asc"));
        let descends = match direction {
            "asc" | "true" => false,
            "desc" | "false" => true,
            _ => return Err(Error::field("orders", "排序方向应为asc或desc")),
        };
        let field = of
            .field(name)
            .filter(|field| field.column.sortable || name == "id");
        let field =
            field.ok_or_else(|| Error::field("orders", format!("不能按{}排序", short(name))))?;
        if !orders.iter().any(|(known, _)| known.wire == field.wire) {
            orders.push((field, descends));
        }
        if orders.len() > MAX_ORDERS {
            return Err(Error::field("orders", format!("最多按{MAX_ORDERS}列排序")));
        }
    }
    Ok(orders)
}

fn search(
    of: &'static Model,
    name: &str,
    text: &str,
    conditions: &mut Vec<Condition>,
) -> Result<()> {
    let text = text.trim();
    if text.contains('\0') {
        return Err(Error::field(name, "查询条件含有不允许的字符"));
    }
    if let Some(field) = of.field(name).filter(|field| is_searchable(field)) {
        if !text.is_empty() {
            conditions.push(condition(field, text)?);
        }
        return Ok(());
    }
    if let Some((field, other, shown)) = through(of, name) {
        if !text.is_empty() {
            let wanted = Box::new(condition(shown, text)?);
            conditions.push(Condition::Through(field, other, wanted));
        }
        return Ok(());
    }
    if let Some((field, named)) = by_name(of, name) {
        if !text.is_empty() {
            let needle = limited(field, text)?;
            conditions.push(Condition::Named(field, named, needle));
        }
        return Ok(());
    }
    for (suffix, is_end) in [("Begin", false), ("End", true)] {
        let field = name.strip_suffix(suffix).and_then(|stem| of.field(stem));
        if let Some(field) = field.filter(|field| field.column.search == Some(Search::Range)) {
            if !text.is_empty() {
                let bound = Some(bound(field, text, is_end)?);
                let (from, to) = if is_end { (None, bound) } else { (bound, None) };
                conditions.push(Condition::Range(field, from, to));
            }
            return Ok(());
        }
    }
    Err(Error::field(
        name,
        format!("不支持的查询条件{}", short(name)),
    ))
}

/// A reference that may be searched by the name it shows: `userShow`.
fn by_name(of: &'static Model, name: &str) -> Option<(&'static Field, &'static Model)> {
    let field = of.fields.iter().find(|field| {
        field.column.search == Some(Search::Like) && field.show.as_deref() == Some(name)
    })?;
    match field.column.kind {
        Kind::Ref(path) => Some((field, schema::model(path)?)),
        _ => None,
    }
}

/// What is shown of a referenced row and searched there: the reference, its resource, the column.
fn through(
    of: &'static Model,
    name: &str,
) -> Option<(&'static Field, &'static Model, &'static Field)> {
    let column = &of.field(name)?.column;
    let field = of.field_named(column.through?)?;
    match field.column.kind {
        Kind::Ref(path) => {
            let other = schema::model(path)?;
            Some((field, other, other.field_named(column.name)?))
        }
        _ => None,
    }
}

fn is_searchable(field: &Field) -> bool {
    let column = &field.column;
    !column.computed
        && (matches!(column.search, Some(Search::Equal | Search::Like))
            || column.filter
            || matches!(column.kind, Kind::Ref(_) | Kind::Id))
}

fn condition(field: &'static Field, text: &str) -> Result<Condition> {
    let column = &field.column;
    match (column.kind, column.search) {
        (Kind::Secret(Mask::Phone), _)
            if text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) =>
        {
            Ok(Condition::SecretTail(field, text.to_owned()))
        }
        (Kind::Secret(mask), _) => whole_secret(field, mask, text),
        (Kind::Dict(_), _) => choices(field, text, |part| Some(Value::from(part))),
        (Kind::Bool, _) => choices(field, text, |part| {
            boolean(&Json::from(part)).map(Value::Bool)
        }),
        (Kind::Ref(_) | Kind::Id, _) => {
            choices(field, text, |part| part.parse().ok().map(Value::Int))
        }
        (_, Some(Search::Like)) => Ok(Condition::Contains(field, limited(field, text)?)),
        _ => {
            let value = parse(column, &Json::from(text))
                .map_err(|message| Error::field(&field.wire, message))?;
            Ok(Condition::Equal(field, value))
        }
    }
}

/// A secret is searched whole: what is no number of its kind is no search at all.
fn whole_secret(field: &'static Field, mask: Mask, text: &str) -> Result<Condition> {
    let is_whole = match (mask, field.column.pattern) {
        (Mask::Phone, _) => check::phone(text),
        (_, Some(pattern)) => (pattern.accepts)(text),
        (_, None) => !text.contains('*'),
    };
    if is_whole {
        return Ok(Condition::SecretEqual(field, text.to_owned()));
    }
    let label = field.column.label;
    Err(Error::field(
        &field.wire,
        match mask {
            Mask::Phone => format!("{label}请输入完整号码或后四位"),
            Mask::Name => format!("{label}请输入完整姓名"),
            _ => format!("{label}请输入完整号码"),
        },
    ))
}

fn limited(field: &Field, text: &str) -> Result<String> {
    if text.chars().count() > 100 {
        return Err(Error::field(
            &field.wire,
            format!("{}查询内容过长", field.column.label),
        ));
    }
    Ok(text.to_owned())
}

fn choices(
    field: &'static Field,
    text: &str,
    read: impl Fn(&str) -> Option<Value>,
) -> Result<Condition> {
    let parts: Vec<&str> = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    if parts.len() > MAX_CHOICES {
        return Err(Error::field(
            &field.wire,
            format!("{}最多选{MAX_CHOICES}个", field.column.label),
        ));
    }
    let values: Option<Vec<Value>> = parts.into_iter().map(read).collect();
    let mut values = values.ok_or_else(|| {
        Error::field(&field.wire, format!("{}查询条件不正确", field.column.label))
    })?;
    Ok(match (values.len(), values.pop()) {
        (1, Some(only)) => Condition::Equal(field, only),
        (_, last) => {
            values.extend(last);
            Condition::In(field, values)
        }
    })
}

/// The end of a range given as a date includes that day.
fn bound(field: &'static Field, text: &str, is_end: bool) -> Result<Value> {
    if field.column.kind == Kind::Timestamp && text.len() == 10 && is_end {
        let day = Timestamp::parse(text);
        let day = day.ok_or_else(|| {
            Error::field(&field.wire, format!("{}应为日期或时间", field.column.label))
        })?;
        return Ok(Value::Int(day.0 + DAY_MS - 1));
    }
    parse(&field.column, &Json::from(text)).map_err(|message| Error::field(&field.wire, message))
}

fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(path: &str, query: &[(&str, &str)]) -> Result<List> {
        let query = query
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        list(schema::model(path).unwrap(), &query)
    }

    #[test]
    fn orders_take_four_spellings_and_refuse_the_rest() {
        let asked = ask("app/gonggao", &[("orders", "createTime:false,paixu:asc")]).unwrap();
        let names: Vec<_> = asked
            .orders
            .iter()
            .map(|(field, descends)| (field.wire.as_str(), *descends))
            .collect();
        assert_eq!(names, [("createTime", true), ("paixu", false)]);
        for bad in [
            "id;drop:asc",
            "neirong:asc",
            "case when 1 like 1 then id end:asc",
            "createTime:up",
            "1",
        ] {
            assert!(ask("app/gonggao", &[("orders", bad)]).is_err(), "{bad}");
        }
    }

    #[test]
    fn unknown_names_and_sizes_are_refused() {
        for bad in [
            ("size", "0"),
            ("size", "101"),
            ("size", "-1"),
            ("current", "0"),
            ("params[dataScope]", "1"),
            ("isDel", "1"),
            ("mima", "x"),
        ] {
            assert!(ask("sys/user", &[bad]).is_err(), "{bad:?}");
        }
        let asked = ask(
            "sys/user",
            &[("current", "3"), ("size", "20"), ("total", "x")],
        )
        .unwrap();
        assert_eq!((asked.offset, asked.limit), (40, 20));
    }

    #[test]
    fn repeated_conditions_are_bounded_together() {
        let many = vec!["1"; MAX_CHOICES].join(",");
        let times = |count: usize| ask("app/dingdan", &vec![("createBy", many.as_str()); count]);
        assert!(times(2).is_ok());
        assert!(times(3).is_err());
        assert!(ask("app/dingdan", &vec![("id", "1"); MAX_VALUES + 1]).is_err());
    }

    #[test]
    fn a_phone_is_searched_whole_or_by_its_last_four() {
        let tail = ask("app/user", &[("phone", "8000")]).unwrap();
        assert!(matches!(tail.conditions[..], [Condition::SecretTail(..)]));
        let whole = ask("app/user", &[("phone", "13800138000")]).unwrap();
        assert!(matches!(whole.conditions[..], [Condition::SecretEqual(..)]));
        let whose = ask("app/user/jibenxinxi", &[("phone", "8000")]).unwrap();
        let [Condition::Through(_, of, tail)] = &whose.conditions[..] else {
            panic!()
        };
        assert_eq!(of.table.path, "app/user");
        assert!(matches!(**tail, Condition::SecretTail(..)));
    }

    #[test]
    fn ids_are_numbers_few_and_distinct() {
        assert_eq!(ids("1,2,2").unwrap(), [1, 2]);
        for bad in ["", "1,2 or 1=1", ",,", "0", "-1", "99999999999999999999"] {
            assert!(ids(bad).is_err(), "{bad}");
        }
        let many: Vec<String> = (1..=101).map(|id| id.to_string()).collect();
        assert!(ids(&many.join(",")).is_err());
    }

    #[test]
    fn the_last_day_of_a_range_counts_whole() {
        let asked = ask("app/gonggao", &[("createTimeEnd", "2026-03-01")]).unwrap();
        let [Condition::Range(_, None, Some(Value::Int(end)))] = &asked.conditions[..] else {
            panic!()
        };
        assert_eq!(Timestamp(*end).to_string(), "2026-03-01 23:59:59");
    }
}
