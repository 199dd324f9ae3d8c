//! 发送通知: a notice for each of some customers.

use schema::{Record, resources::Notice};
use store::{Tx, dict, rows::Changes};

use super::{Assigned, several};
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input, resource,
    resources::with_rules,
    whose,
    wire::ask,
};

ask! {
    /// 发送通知
    pub struct Notify {
        user_ids: Vec<i64>       = ids("客户"),
        biaoti:   String         = text("标题", 50),
        neirong:  String         = text("内容", 500),
        r#type:   Option<String> = text("类型", 50),
        tongdao:  Option<String> = text("通道", 50),
    }
}

pub fn notify(tx: &mut Tx<'_>, call: &Call, ask: Notify) -> Result<Assigned> {
    let ids = several(&ask.user_ids, "userIds")?;
    for id in &ids {
        whose::must_be_seen(tx, *id, &call.actor.access.reach)?;
    }
    let kind = ask.r#type.as_deref().unwrap_or("XITONG");
    let channel = ask.tongdao.as_deref().unwrap_or("ZHANNEI");
    for (wire, dictionary, value) in [
        ("type", "tongzhi_type", kind),
        ("tongdao", "tongzhi_tongdao", channel),
    ] {
        if !dict::has_value(tx, dictionary, value)? {
            return Err(Error::field(wire, "没有这个选项"));
        }
    }
    let of = with_rules(Notice::model());
    for id in &ids {
        let notice = Changes::<Notice>::new()
            .set(Notice::biaoti, ask.biaoti.as_str())
            .set(Notice::neirong, ask.neirong.as_str())
            .set(Notice::r#type, kind)
            .set(Notice::tongdao, channel)
            .set(Notice::duixiang, "ZHIDING")
            .set(Notice::user_id, Some(*id));
        let changes = input::with_defaults(of.model, notice.into_list())?;
        resource::insert_quietly(tx, call, of, changes)?;
    }
    let what = format!("发送通知“{}”给{}个客户", ask.biaoti, ids.len());
    audit::record(tx, call, &Deed::new(of.table.label, what))?;
    Ok(Assigned {
        shuliang: ids.len(),
    })
}
