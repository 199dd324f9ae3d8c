//! 渠道: its link, and how many of those who followed it went on.

use schema::resources::Channel;
use serde_json::{Value as Json, json};
use store::{Conn, Derived, channels};

use crate::{call::Call, channel, error::Result, rules::Rules, settings};

pub const RULES: Rules = Rules {
    derive: Some(derive),
    ..Rules::NONE
};

fn derive(conn: &mut Conn, _: &Call, ids: &[i64]) -> Result<Derived> {
    let base = settings::OWN_ADDRESS.value(conn)?;
    let mut found = Derived::default();
    for of in channels::funnels(conn, ids)? {
        let link = channel::link(base.as_deref(), &of.code);
        let values: [(&str, Json); 4] = [
            (Channel::tuiguang_url.wire(), link.into()),
            (
                Channel::zhucelv.wire(),
                json!(share(of.registered, of.visits)),
            ),
            (
                Channel::shenqinglv.wire(),
                json!(share(of.applied, of.registered)),
            ),
            (
                Channel::fangkuanlv.wire(),
                json!(share(of.paid_out, of.applied)),
            ),
        ];
        found.put(of.id, values);
    }
    Ok(found)
}

/// Parts per million of the step before; none where nobody came so far.
fn share(part: i64, whole: i64) -> Option<i64> {
    part.checked_mul(1_000_000)?.checked_div(whole)
}
