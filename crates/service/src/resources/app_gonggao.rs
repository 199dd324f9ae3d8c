//! 公告: published once, shown for a while.

use schema::resources::Gonggao;

use super::shown_period;
use crate::{
    error::Result,
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
    shown_period::check(next.kaishi_time, (Gonggao::jieshu_time, next.jieshu_time))
}
