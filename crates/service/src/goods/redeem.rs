//! 兑换: an operator exchanges a customer's points for goods, on the customer's behalf.

use schema::{
    Secret, Timestamp, check,
    resources::{Customer, Goods, GoodsOrder},
};
use store::{Reach, Tx, goods, points::Movement, rows, rows::Changes};

use super::take_stock;
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Blame, Error, Result},
    input, points,
    wire::{answer, ask},
};

ask! {
    /// 兑换商品
    pub struct Redeem {
        user_id:       i64            = id(),
        shangpin_id:   i64            = id(),
        shuliang:      Option<u16>    = small("数量"),
        shouhuoren:    Option<String> = text("收货人", 30),
        shouhuo_phone: Option<String> = text("收货手机号", 11),
        shouhuo_dizhi: Option<String> = text("收货地址", 200),
        beizhu:        Option<String> = text("备注", 500),
    }
}

answer! {
    /// An order for goods.
    pub struct Redeemed {
        id: i64,
        bianhao: String,
    }
}

pub fn redeem(tx: &mut Tx<'_>, call: &Call, ask: Redeem) -> Result<Redeemed> {
    let reach = &call.actor.access.reach;
    let customer: Customer = rows::get(tx, ask.user_id, reach)
        .or_blame(GoodsOrder::user_id.wire(), "客户不存在或不可选")?;
    if customer.state != "QIYONG" || customer.is_suoding {
        return Err(Error::refused("该客户已停用或锁定，不能兑换"));
    }
    let goods: Goods = rows::lock(tx, ask.shangpin_id, &Reach::everything())
        .or_blame(GoodsOrder::shangpin_id.wire(), "商品不存在或不可选")?;
    let pieces = i64::from(ask.shuliang.unwrap_or(1));
    if pieces == 0 {
        return Err(Error::field(GoodsOrder::shuliang.wire(), "数量应大于0"));
    }
    may_have(tx, call.now, &customer, &goods, pieces)?;
    check_receiver(&goods, &ask)?;
    let price = goods.jifen_jiage.saturating_mul(pieces);
    let bianhao = goods::next_number(tx, call.now.date())?;
    let order = Changes::<GoodsOrder>::new()
        .set(GoodsOrder::bianhao, bianhao.as_str())
        .set(GoodsOrder::user_id, customer.id)
        .set(GoodsOrder::shangpin_id, goods.id)
        .set(GoodsOrder::zhutu, Some(goods.zhutu.clone()))
        .set(GoodsOrder::r#type, goods.r#type.as_str())
        .set(GoodsOrder::shuliang, pieces)
        .set(GoodsOrder::jifen, price)
        .set(
            GoodsOrder::jine,
            goods
                .jine
                .saturating_mul(pieces)
                .saturating_add(goods.yunfei),
        )
        .set(GoodsOrder::shouhuoren, ask.shouhuoren.map(Secret::New))
        .set(
            GoodsOrder::shouhuo_phone,
            ask.shouhuo_phone.map(Secret::New),
        )
        .set(
            GoodsOrder::shouhuo_dizhi,
            ask.shouhuo_dizhi.map(Secret::New),
        )
        .set(GoodsOrder::beizhu, ask.beizhu);
    let of = <GoodsOrder as schema::Record>::model();
    let changes = input::with_defaults(of, order.into_list())?;
    let id = rows::insert(tx, of, &changes, &call.writer())?;
    take_stock(tx, call, &goods, pieces)?;
    let title = format!("兑换 {}×{pieces}", goods.mingcheng);
    let moved = Movement {
        customer: customer.id,
        kind: "DUIHUAN",
        points: -price,
        title: &title,
        note: None,
        reference: Some(bianhao.clone()),
        expires: None,
        operator: Some(call.actor.user_id),
    };
    points::post(tx, call, &moved)?;
    let what = format!("{title} {} {bianhao}", customer.nick_name);
    let deed = Deed::new(of.table.label, what).about(Some(customer.id));
    audit::record(tx, call, &deed)?;
    Ok(Redeemed { id, bianhao })
}

/// Whether so many pieces are offered to a customer now.
fn may_have(
    tx: &mut Tx<'_>,
    now: Timestamp,
    customer: &Customer,
    goods: &Goods,
    pieces: i64,
) -> Result<()> {
    let name = &goods.mingcheng;
    let no = |sentence: String| Err(Error::refused_at(GoodsOrder::shangpin_id.wire(), sentence));
    let is_early = goods.kaishi_time.is_some_and(|from| now < from);
    let is_late = goods.jieshu_time.is_some_and(|to| now >= to);
    if goods.state != "SHANGJIA" || is_early || is_late {
        return no(format!("商品“{name}”未上架或不在兑换时间内"));
    }
    if goods.kucun < pieces {
        return no(format!("商品“{name}”库存不足，剩余{}件", goods.kucun));
    }
    if let Some(most) = goods.xiangou {
        let had = goods::redeemed_by(tx, customer.id, goods.id)?;
        if had.saturating_add(pieces) > most {
            return no(format!("商品“{name}”每人限购{most}件，该客户已兑换{had}件"));
        }
    }
    Ok(())
}

/// What is sent by post needs somebody to send it to.
fn check_receiver(goods: &Goods, ask: &Redeem) -> Result<()> {
    if goods.r#type == "SHIWU" {
        for (wire, value, sentence) in [
            (
                GoodsOrder::shouhuoren.wire(),
                &ask.shouhuoren,
                "实物商品请填写收货人",
            ),
            (
                GoodsOrder::shouhuo_phone.wire(),
                &ask.shouhuo_phone,
                "实物商品请填写收货手机号",
            ),
            (
                GoodsOrder::shouhuo_dizhi.wire(),
                &ask.shouhuo_dizhi,
                "实物商品请填写收货地址",
            ),
        ] {
            if value.as_deref().is_none_or(str::is_empty) {
                return Err(Error::field(wire, sentence));
            }
        }
    }
    match &ask.shouhuo_phone {
        Some(phone) if !check::phone(phone) => Err(Error::field(
            GoodsOrder::shouhuo_phone.wire(),
            "应为11位号码",
        )),
        _ => Ok(()),
    }
}
