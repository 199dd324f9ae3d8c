//! 通知: to one customer within reach, or to all.

use schema::resources::Notice;

use crate::{
    error::{Error, Result},
    rules::{Rules, Write},
    whose,
};

pub const RULES: Rules = Rules {
    before,
    ..Rules::NONE
};

/// The gateway that messages outside the app would need is not there: they wait for one.
fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: Notice = write.next()?;
    if let Some(customer) = next.user_id {
        whose::must_be_seen(write.tx, customer, &write.call.actor.access.reach)?;
    } else if next.duixiang == "ZHIDING" {
        return Err(Error::field(Notice::user_id.wire(), "请选择用户"));
    }
    if write.is_new() && next.tongdao == "ZHANNEI" {
        let now = write.call.now;
        write.set(Notice::state, "YIFASONG");
        write.set(Notice::fasong_time, Some(now));
    }
    Ok(())
}
