//! 查看敏感信息: one value at a time, with a reason, a daily budget and a line in the access log.

use schema::{Kind, resources::Reveal};
use serde_json::{Value as Json, json};
use store::{
    Tx, config, reveals,
    rows::{self, Changes},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input,
};

const DEFAULT_BUDGET: i64 = 200;

/// `{ziyuan, id, ziduan, yuanyin}` → `{zhi}`
pub fn reveal(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = input::object(body)?;
    input::only(body, &["ziyuan", "id", "ziduan", "yuanyin"])?;
    let text = |name: &str| {
        body.get(name)
            .and_then(Json::as_str)
            .map(str::trim)
            .unwrap_or_default()
    };
    let of = schema::model(text("ziyuan")).ok_or_else(|| Error::field("ziyuan", "资源不存在"))?;
    let field = of
        .field(text("ziduan"))
        .filter(|field| matches!(field.column.kind, Kind::Secret(_)));
    let field = field.ok_or_else(|| Error::field("ziduan", "字段不存在或不是敏感信息"))?;
    let id = body
        .get("id")
        .and_then(Json::as_i64)
        .ok_or_else(|| Error::field("id", "编号应为整数"))?;
    let reason = text("yuanyin");
    if reason.is_empty() || reason.chars().count() > 200 || reason.contains('\0') {
        return Err(Error::field("yuanyin", "请填写查看原因，不超过200个字"));
    }
    call.require(&format!("{}:query", of.table.permission_root()))?;
    let budget = config::value(tx, "chakanXiane")?
        .and_then(|text| text.parse().ok())
        .unwrap_or(DEFAULT_BUDGET);
    let day_start =
        schema::Timestamp::from_civil(call.now.date().at(0, 0, 0, 0)).unwrap_or_default();
    reveals::one_at_a_time(tx, call.actor.user_id)?;
    if reveals::count_since(tx, call.actor.user_id, day_start.0)? >= budget {
        return Err(Error::refused(format!("今日查看次数已达上限{budget}次")));
    }
    let clear = rows::reveal(tx, of, field, id, &call.actor.access.reach)?;
    write_down(tx, call, of.table.path, field.wire.as_str(), id, reason)?;
    let what = format!(
        "查看{}的{}，编号{id}，原因：{reason}",
        of.table.label, field.column.label
    );
    audit::record(tx, call, &Deed::new("敏感信息", "CHAKAN", what))?;
    Ok(json!({ "zhi": clear }))
}

pub(crate) fn write_down(
    tx: &mut Tx<'_>,
    call: &Call,
    path: &str,
    wire: &str,
    id: i64,
    reason: &str,
) -> Result<()> {
    let line = Changes::<Reveal>::new()
        .set(Reveal::ziyuan, path)
        .set(Reveal::mubiao_id, id)
        .set(Reveal::ziduan, wire)
        .set(Reveal::yuanyin, reason)
        .set(Reveal::ip, call.origin.ip.clone());
    line.insert(tx, &call.writer())?;
    Ok(())
}
