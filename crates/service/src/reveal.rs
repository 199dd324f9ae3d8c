//! 查看敏感信息: one value at a time, with a reason, a daily budget and a line in the access log.

use schema::{Kind, resources::Reveal as Line};
use store::{
    Tx, reveals,
    rows::{self, Changes},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    settings,
    whose::customer_of,
    wire::{answer, ask},
};

const DEFAULT_BUDGET: i64 = 200;

ask! {
    /// 查看敏感信息
    pub struct Reveal {
        ziyuan:  String = word(200).says("资源不存在"),
        ziduan:  String = word(200).says("字段不存在或不是敏感信息"),
        id:      i64    = int("编号").missing("编号应为整数"),
        yuanyin: String = word(200).says("请填写查看原因，不超过200个字"),
    }
}

answer! {
    /// A value that nothing else shows.
    pub struct Revealed {
        zhi: Option<String>,
    }
}

pub fn reveal(tx: &mut Tx<'_>, call: &Call, ask: Reveal) -> Result<Revealed> {
    let of = schema::model(&ask.ziyuan).ok_or_else(|| Error::field("ziyuan", "资源不存在"))?;
    let field = of
        .field(&ask.ziduan)
        .filter(|field| matches!(field.column.kind, Kind::Secret(_)));
    let field = field.ok_or_else(|| Error::field("ziduan", "字段不存在或不是敏感信息"))?;
    let (id, reason) = (ask.id, ask.yuanyin.as_str());
    call.require(&format!("{}:query", of.table.permission_root()))?;
    settings::must_be_on(tx, Some(of))?;
    spend(tx, call)?;
    let clear = rows::reveal(tx, of, field, id, &call.actor.access.reach)?;
    write_down(tx, call, of.table.path, field.wire.as_str(), id, reason)?;
    let what = format!(
        "查看{}的{}，编号{id}，原因：{reason}",
        of.table.label, field.column.label
    );
    let row = rows::find(tx, of, id, &call.actor.access.reach, call.real_ms)?;
    let deed = Deed::new("敏感信息", what).about(customer_of(of, &row));
    audit::record(tx, call, &deed)?;
    Ok(Revealed { zhi: clear })
}

/// Refuses who has no looks left today; a person's looks wait for each other.
pub(crate) fn spend(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    let budget = settings::LOOKS.value(tx)?.unwrap_or(DEFAULT_BUDGET);
    let day_start =
        schema::Timestamp::from_civil(call.now.date().at(0, 0, 0, 0)).unwrap_or_default();
    reveals::one_at_a_time(tx, call.actor.user_id)?;
    if reveals::count_since(tx, call.actor.user_id, day_start.0)? >= budget {
        return Err(Error::refused(format!("今日查看次数已达上限{budget}次")));
    }
    Ok(())
}

pub(crate) fn write_down(
    tx: &mut Tx<'_>,
    call: &Call,
    path: &str,
    wire: &str,
    id: i64,
    reason: &str,
) -> Result<()> {
    let line = Changes::<Line>::new()
        .set(Line::ziyuan, path)
        .set(Line::mubiao_id, id)
        .set(Line::ziduan, wire)
        .set(Line::yuanyin, reason)
        .set(Line::ip, call.origin.ip.clone());
    line.insert(tx, &call.writer())?;
    Ok(())
}
