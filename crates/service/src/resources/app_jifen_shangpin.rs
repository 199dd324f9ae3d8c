//! 积分商品: offered for a while, and there as long as somebody waits for one.

use schema::resources::Goods;
use store::goods;

use super::shown_period;
use crate::{
    error::Result,
    rules::{Delete, Rules, Write, unless},
};

pub const RULES: Rules = Rules {
    before,
    before_delete,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: Goods = write.next()?;
    shown_period::check(next.kaishi_time, (Goods::jieshu_time, next.jieshu_time))
}

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let has_unfinished = goods::has_unfinished_of_goods(delete.tx, delete.id)?;
    unless(
        !has_unfinished,
        "该商品还有未完成的积分订单，不能删除，请改为下架",
    )
}
