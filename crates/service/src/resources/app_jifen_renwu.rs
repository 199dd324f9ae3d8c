//! 积分任务: offered for a while.

use schema::resources::PointsTask;

use super::shown_period;
use crate::{
    error::Result,
    points::Cycle,
    rules::{Rules, Write},
    wire::Coded,
};

pub const RULES: Rules = Rules {
    before,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: PointsTask = write.next()?;
    Cycle::of_column(PointsTask::zhouqi, &next.zhouqi)?;
    shown_period::check(
        next.kaishi_time,
        (PointsTask::jieshu_time, next.jieshu_time),
    )
}
