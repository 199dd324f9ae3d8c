//! 通知: to one customer within reach, to those of a channel, or to all. What was sent stays as it is.

use schema::resources::Notice;
use serde_json::Value as Json;
use store::{Conn, Derived, customers};

use crate::{
    call::Call,
    error::{Error, Result},
    rules::{Rules, Write, unless},
    whose,
};

pub const RULES: Rules = Rules {
    before,
    derive: Some(derive),
    ..Rules::NONE
};

/// The phone of whoever it is for.
fn derive(conn: &mut Conn, _: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for (row, of) in customers::known_of_rows(conn, "app_tongzhi", ids)? {
        found.put(row, [(Notice::phone.wire(), Json::from(of.phone))]);
    }
    Ok(found)
}

/// The gateway that messages outside the app would need is not there: they wait for one.
fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let was: Option<Notice> = write.was()?;
    let next: Notice = write.next()?;
    let may_change = was.is_none_or(|was| was.state == "DAIFASONG");
    unless(may_change, "已发送或已撤回的通知不能修改，请撤回后重新发送")?;
    let fault = match (next.duixiang.as_str(), next.user_id, next.qudao_id) {
        ("ZHIDING", None, _) => Some((Notice::user_id.wire(), "请选择用户")),
        ("QUDAO", _, None) => Some((Notice::qudao_id.wire(), "请选择渠道")),
        ("QUANBU" | "QUDAO", Some(_), _) => {
            Some((Notice::user_id.wire(), "只有发送对象为指定客户时才选择用户"))
        }
        ("QUANBU" | "ZHIDING", _, Some(_)) => {
            Some((Notice::qudao_id.wire(), "只有发送对象为按渠道时才选择渠道"))
        }
        _ => None,
    };
    if let Some((wire, sentence)) = fault {
        return Err(Error::field(wire, sentence));
    }
    if let Some(customer) = next.user_id {
        whose::must_be_seen(write.tx, customer, &write.call.actor.access.reach)?;
    }
    if write.is_new() && next.tongdao == "ZHANNEI" {
        let now = write.call.now;
        write.set(Notice::state, "YIFASONG");
        write.set(Notice::fasong_time, Some(now));
    }
    Ok(())
}
