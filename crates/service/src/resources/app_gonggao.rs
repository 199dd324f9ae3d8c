//! 公告: published once, shown for a while.

use schema::{Timestamp, resources::Gonggao};

use crate::{
    error::{Error, Result},
    rules::{Rules, Write},
};

pub const RULES: Rules = Rules {
    before,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let (was, next) = (write.was::<Gonggao>()?, write.next::<Gonggao>()?);
    if next.state == "YIFABU" && was.is_none_or(|was| was.state != "YIFABU") {
        write.set(Gonggao::fabu_time, write.call.now);
    }
    check_period(next.kaishi_time, next.jieshu_time)
}

fn check_period(from: Option<Timestamp>, to: Option<Timestamp>) -> Result<()> {
    match (from, to) {
        (Some(from), Some(to)) if to <= from => Err(Error::field(
            Gonggao::jieshu_time.wire(),
            "结束时间应晚于开始时间",
        )),
        _ => Ok(()),
    }
}
