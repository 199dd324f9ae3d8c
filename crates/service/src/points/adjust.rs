//! 人工调整: an operator gives or takes points, and says why.

use schema::resources::PointsEntry;
use store::{Tx, points::Movement};

use super::{expiry, post};
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    whose,
    wire::{Added, ask, codes},
};

/// The most points one adjustment moves.
const MOST: i64 = 100_000;

codes! {
    /// Which way points move.
    pub enum Direction { In = "SHOURU", Out = "ZHICHU" }
}

ask! {
    /// 调整积分
    pub struct Adjust {
        user_id:   i64            = id(),
        fangxiang: Direction      = one_of("收支"),
        jifen:     i64            = int("积分"),
        biaoti:    String         = text("标题", 50),
        miaoshu:   Option<String> = text("描述", 200),
    }
}

pub fn adjust(tx: &mut Tx<'_>, call: &Call, ask: Adjust) -> Result<Added> {
    whose::must_be_my(tx, call, ask.user_id)?;
    if !(1..=MOST).contains(&ask.jifen) {
        let sentence = format!("积分应在1至{MOST}之间，扣减请选择支出");
        return Err(Error::field(PointsEntry::jifen.wire(), sentence));
    }
    let points = match ask.fangxiang {
        Direction::In => ask.jifen,
        Direction::Out => -ask.jifen,
    };
    let moved = Movement {
        customer: ask.user_id,
        kind: "TIAOZHENG",
        points,
        title: &ask.biaoti,
        note: ask.miaoshu.as_deref(),
        reference: None,
        expires: expiry(tx, call.now)?,
        operator: Some(call.actor.user_id),
    };
    let id = post(tx, call, &moved)?;
    let what = format!("调整积分 {points:+}：{}", ask.biaoti);
    audit::record(
        tx,
        call,
        &Deed::new(PointsEntry::TABLE.label, what).about(Some(ask.user_id)),
    )?;
    Ok(Added { id })
}
