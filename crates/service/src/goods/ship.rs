//! 发货: by a courier, or with the code of what has no weight. Again it is a correction.

use schema::{Secret, resources::GoodsOrder};
use store::{Tx, dict, rows::Changes};

use super::{locked, save};
use crate::{
    call::Call,
    error::{Error, Result},
    wire::{Edited, ask},
};

ask! {
    /// 发货
    pub struct Ship {
        id:           i64            = row_id(),
        wuliu_gongsi: Option<String> = text("物流公司", 30),
        wuliu_no:     Option<String> = text("物流单号", 64),
        kamima:       Option<String> = text("卡密", 200),
    }
}

pub fn ship(tx: &mut Tx<'_>, call: &Call, ask: Ship) -> Result<Edited> {
    let (was, order) = locked(tx, call, ask.id)?;
    let is_new = match order.state.as_str() {
        "DAIFAHUO" => true,
        "YIFAHUO" => false,
        _ => {
            return Err(Error::refused(
                "只有待发货的订单可以发货，已发货的可以更正物流信息",
            ));
        }
    };
    let mut changes = if order.r#type == "SHIWU" {
        by_courier(tx, ask)?
    } else {
        with_code(ask)?
    };
    if is_new {
        changes = changes
            .set(GoodsOrder::state, "YIFAHUO")
            .set(GoodsOrder::fahuo_time, Some(call.now));
    }
    let what = if is_new { "发货" } else { "更正物流" };
    save(tx, call, (was, order), changes, what)
}

fn by_courier(tx: &mut Tx<'_>, ask: Ship) -> Result<Changes<GoodsOrder>> {
    let company = ask.wuliu_gongsi.unwrap_or_default();
    if !dict::has_value(tx, "wuliu_gongsi", &company)? {
        return Err(Error::field(
            GoodsOrder::wuliu_gongsi.wire(),
            "请选择物流公司",
        ));
    }
    let number = ask.wuliu_no.filter(|number| !number.is_empty());
    let Some(number) = number else {
        return Err(Error::field(
            GoodsOrder::wuliu_no.wire(),
            "物流单号不能为空",
        ));
    };
    if ask.kamima.is_some() {
        return Err(Error::field(GoodsOrder::kamima.wire(), "实物商品没有卡密"));
    }
    Ok(Changes::new()
        .set(GoodsOrder::wuliu_gongsi, Some(company))
        .set(GoodsOrder::wuliu_no, Some(number)))
}

fn with_code(ask: Ship) -> Result<Changes<GoodsOrder>> {
    let Some(code) = ask.kamima.filter(|code| !code.is_empty()) else {
        return Err(Error::field(
            GoodsOrder::kamima.wire(),
            "虚拟商品与卡券请填写卡密",
        ));
    };
    if ask.wuliu_gongsi.is_some() || ask.wuliu_no.is_some() {
        return Err(Error::field(
            GoodsOrder::wuliu_no.wire(),
            "虚拟商品与卡券没有物流",
        ));
    }
    Ok(Changes::new().set(GoodsOrder::kamima, Some(Secret::New(code))))
}
