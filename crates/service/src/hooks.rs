//! What a few resources need beside the pattern: one hook each, before and after a write.

use schema::Model;
use serde_json::{Map, Value as Json};
use store::{
    Conn, List, Tx, Value, access, blocks, customers, dict, menus, orders, payees, rows::Change,
};

use crate::{
    audit,
    call::Call,
    error::{Error, Result},
    files,
    input::{self, Query},
    menu_rules, order, payee, product, rich_text,
};

/// What a list asks for.
pub fn asked(call: &Call, of: &'static Model, query: &Query) -> Result<List> {
    match of.table.path {
        "app/dingdan" => order::conditions(call, query),
        _ => input::list(of, query),
    }
}

/// Fills in columns that no expression of the database gives.
pub fn complete(
    conn: &mut Conn,
    call: &Call,
    of: &'static Model,
    records: Vec<u8>,
) -> Result<Vec<u8>> {
    if of.table.path != "app/dingdan" {
        return Ok(records);
    }
    let mut rows: Vec<Map<String, Json>> =
        serde_json::from_slice(&records).map_err(Error::internal)?;
    order::complete(conn, call, &mut rows)?;
    serde_json::to_vec(&rows).map_err(Error::internal)
}

/// [`complete`] for one row.
pub fn completed(
    conn: &mut Conn,
    call: &Call,
    of: &'static Model,
    row: Map<String, Json>,
) -> Result<Map<String, Json>> {
    let mut rows = [row];
    if of.table.path == "app/dingdan" {
        order::complete(conn, call, &mut rows)?;
    }
    let [row] = rows;
    Ok(row)
}

/// Checks and completes a write. `before` is the row as it is, when there is one.
pub fn before(
    tx: &mut Tx<'_>,
    call: &Call,
    of: &'static Model,
    before: Option<&Map<String, Json>>,
    changes: &mut Vec<Change>,
) -> Result<()> {
    clean_rich_text(changes)?;
    match of.table.path {
        "sys/menu" => {
            menus::one_at_a_time(tx)?;
            menu_rules::check(tx, call, before, changes)
        }
        "app/dict/data" => check_dict_data(tx, before, changes),
        "app/gonggao" => {
            publish(call, of, before, changes);
            check_period(before, changes)
        }
        "app/user" if before.is_none() => {
            if let Some(field) = of.field_named("user_no") {
                changes.push((field, customers::next_number(tx)?.into()));
            }
            Ok(())
        }
        "app/project" => product::check(tx, of, before, changes),
        "app/project/fenlei/pingbi" => payee::find_customer(tx, call, of, changes),
        "app/user/shoukuan" => payee::check(of, before, changes),
        _ => Ok(()),
    }
}

/// Whether what is checked before a write takes all fields together, so that it would blame the
/// wrong one where some are missing.
pub(crate) fn judge_the_whole(of: &Model) -> bool {
    of.table.path == "app/project"
}

/// Keeps versions that clients and caches go by, and what other rows keep of this one.
pub fn after(tx: &mut Tx<'_>, of: &Model, id: Option<i64>) -> Result<()> {
    match (of.table.path, id) {
        ("app/user", Some(id)) => {
            let phone = blocks::phone_of(tx, id)?;
            orders::follow_customer(tx, id, phone.as_deref())?;
        }
        ("app/user/shoukuan", Some(id)) => payees::keep_one_default(tx, id)?,
        _ => {}
    }
    match of.table.path {
        "app/dict" | "app/dict/data" => dict::touch(tx)?,
        "sys/menu" | "sys/role" | "sys/user" | "app/config" => access::touch(tx)?,
        _ => {}
    }
    Ok(())
}

pub fn before_delete(tx: &mut Tx<'_>, call: &Call, of: &Model, id: i64) -> Result<()> {
    if of.table.path == "app/user" {
        // An application under way counts.
        customers::lock(tx, id)?;
    }
    match of.table.path {
        "sys/menu" => {
            menus::one_at_a_time(tx)?;
            menu_rules::check_delete(tx, call, id)
        }
        "sys/log" => audit::check_archive(tx, call, id),
        "app/dict" if dict::is_built_in(tx, id)? => Err(Error::refused("内置字典不能删除")),
        "app/dict" if dict::has_values(tx, id)? => {
            Err(Error::refused("字典下还有数据，请先删除字典数据"))
        }
        "app/dict/data" if dict::is_built_in_value(tx, id)? => {
            Err(Error::refused("内置字典的数据不能删除，可以停用"))
        }
        "app/project/fenlei" if blocks::has_products(tx, id)? => {
            Err(Error::refused("分类下还有项目，请先删除或移走项目"))
        }
        "app/user" if orders::has_unfinished(tx, id)? => {
            Err(Error::refused("该客户还有未完成的订单，不能删除"))
        }
        "app/user" => payee::go_with_customer(tx, call, id),
        "app/user/shoukuan" if payees::is_used(tx, id)? => {
            Err(Error::refused("已有订单使用该收款账户，不能删除，可以停用"))
        }
        _ => Ok(()),
    }
}

fn clean_rich_text(changes: &mut [Change]) -> Result<()> {
    for (field, value) in changes {
        if let (schema::Kind::RichText, Value::Text(text)) = (field.column.kind, value) {
            *text = rich_text::clean(text, files::OWN_FILES)
                .map_err(|error| Error::field(&field.wire, error.to_string()))?;
        }
    }
    Ok(())
}

/// The text a column will have: what is being written, or what it was.
pub(crate) fn text_of(
    before: Option<&Map<String, Json>>,
    changes: &[Change],
    wire: &str,
) -> Option<String> {
    match changes.iter().find(|(field, _)| field.wire == wire) {
        Some((_, Value::Text(text))) => Some(text.clone()),
        Some((_, Value::Int(number))) => Some(number.to_string()),
        Some((_, Value::Bool(flag))) => Some(flag.to_string()),
        Some(_) => None,
        None => before
            .and_then(|row| row.get(wire))
            .and_then(|json| match json {
                Json::String(text) => Some(text.clone()),
                Json::Number(number) => Some(number.to_string()),
                Json::Bool(flag) => Some(flag.to_string()),
                _ => None,
            }),
    }
}

fn publish(
    call: &Call,
    of: &'static Model,
    before: Option<&Map<String, Json>>,
    changes: &mut Vec<Change>,
) {
    let was = before
        .and_then(|row| row.get("state"))
        .and_then(Json::as_str);
    if text_of(before, changes, "state").as_deref() == Some("YIFABU")
        && was != Some("YIFABU")
        && let Some(field) = of.field_named("fabu_time")
    {
        changes.push((field, call.now.0.into()));
    }
}

fn check_period(before: Option<&Map<String, Json>>, changes: &[Change]) -> Result<()> {
    let at = |wire: &str| -> Option<i64> {
        match changes.iter().find(|(field, _)| field.wire == wire) {
            Some((_, Value::Int(ms))) => Some(*ms),
            Some(_) => None,
            None => {
                let text = before
                    .and_then(|row| row.get(wire))
                    .and_then(Json::as_str)?;
                schema::Timestamp::parse(text).map(|time| time.0)
            }
        }
    };
    match (at("kaishiTime"), at("jieshuTime")) {
        (Some(from), Some(to)) if to <= from => {
            Err(Error::field("jieshuTime", "结束时间应晚于开始时间"))
        }
        _ => Ok(()),
    }
}

fn check_dict_data(
    conn: &mut Conn,
    before: Option<&Map<String, Json>>,
    changes: &[Change],
) -> Result<()> {
    let was = |wire: &str| before.and_then(|row| row.get(wire));
    let value = text_of(before, changes, "dictValue");
    if let Some(id) = was("id").and_then(Json::as_i64)
        && was("dictValue").and_then(Json::as_str) != value.as_deref()
        && dict::is_built_in_value(conn, id)?
    {
        return Err(Error::field("dictValue", "内置字典的键值不能修改"));
    }
    match text_of(None, changes, "dictType") {
        Some(kind) if !dict::exists(conn, &kind)? => {
            Err(Error::field("dictType", "所属字典不存在"))
        }
        _ => Ok(()),
    }
}
