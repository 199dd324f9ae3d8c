//! 改状态: an order is completed, sent back, or cancelled with points and stock given back.

use schema::resources::{Goods, GoodsOrder};
use store::{Reach, Tx, points::Movement, rows, rows::Changes};

use super::{locked, save, take_stock};
use crate::{
    call::Call,
    error::{Error, Result},
    points,
    wire::{Edited, ask, codes},
};

codes! {
    /// What an order may become by itself; it is shipped by setWuliuNo.
    pub enum GoodsState {
        Waiting = "DAIFAHUO", Shipped = "YIFAHUO", Done = "YIWANCHENG", Returning = "TUIHUANZHONG",
        Cancelled = "YIQUXIAO",
    }
}

ask! {
    /// 改状态
    pub struct SetState {
        id:     i64            = row_id(),
        state:  GoodsState     = one_of("状态"),
        beizhu: Option<String> = text("备注", 500),
    }
}

pub fn set_state(tx: &mut Tx<'_>, call: &Call, ask: SetState) -> Result<Edited> {
    let (was, order) = locked(tx, call, ask.id)?;
    let (state, what) = match (order.state.as_str(), ask.state) {
        ("YIFAHUO", GoodsState::Done) => ("YIWANCHENG", "完成积分订单"),
        ("YIFAHUO", GoodsState::Returning) => ("TUIHUANZHONG", "退换积分订单"),
        ("DAIFAHUO" | "TUIHUANZHONG", GoodsState::Cancelled) => ("YIQUXIAO", "取消积分订单"),
        ("YIWANCHENG", GoodsState::Done)
        | ("TUIHUANZHONG", GoodsState::Returning)
        | ("YIQUXIAO", GoodsState::Cancelled) => {
            return Err(Error::Stale("订单已经是这个状态，请刷新".to_owned()));
        }
        (_, GoodsState::Waiting | GoodsState::Shipped) => {
            return Err(Error::refused("发货请填写物流单号，发货后不能退回待发货"));
        }
        _ => {
            return Err(Error::refused(
                "待发货的可以取消；已发货的可以完成或退换；退换中的可以取消",
            ));
        }
    };
    let mut changes = Changes::<GoodsOrder>::new().set(GoodsOrder::state, state);
    if ask.state == GoodsState::Done {
        changes = changes.set(GoodsOrder::wancheng_time, Some(call.now));
    }
    if let Some(note) = ask.beizhu {
        changes = changes.set(GoodsOrder::beizhu, Some(note));
    }
    if ask.state == GoodsState::Cancelled {
        give_back(tx, call, &order)?;
    }
    save(tx, call, (was, order), changes, what)
}

/// The pieces are on the shelf again and the points with the customer, for as long as new ones.
fn give_back(tx: &mut Tx<'_>, call: &Call, order: &GoodsOrder) -> Result<()> {
    let goods: Goods = rows::lock(tx, order.shangpin_id, &Reach::everything())?;
    take_stock(tx, call, &goods, -order.shuliang)?;
    let title = format!("取消兑换 {}×{}", goods.mingcheng, order.shuliang);
    let moved = Movement {
        customer: order.user_id,
        kind: "TUIHUAN",
        points: order.jifen,
        title: &title,
        note: None,
        reference: Some(order.bianhao.clone()),
        expires: points::expiry(tx, call.now)?,
        operator: Some(call.actor.user_id),
    };
    points::post(tx, call, &moved)?;
    Ok(())
}
