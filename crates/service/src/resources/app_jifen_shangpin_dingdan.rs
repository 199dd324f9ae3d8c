//! 积分订单: where it goes may be set right until it is on its way.

use schema::resources::GoodsOrder;
use serde_json::Value as Json;
use store::{Conn, Derived, customers};

use crate::{
    call::Call,
    error::Result,
    rules::{Rules, Write, unless},
};

pub const RULES: Rules = Rules {
    before,
    derive: Some(derive),
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: GoodsOrder = write.next()?;
    let moves = write.gives(GoodsOrder::shouhuoren)
        || write.gives(GoodsOrder::shouhuo_phone)
        || write.gives(GoodsOrder::shouhuo_dizhi);
    unless(
        !moves || next.state == "DAIFAHUO",
        "订单已发货或已结束，不能再改收货信息",
    )
}

fn derive(conn: &mut Conn, _: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for (row, of) in customers::known_of_rows(conn, "app_jifen_shangpin_dingdan", ids)? {
        found.put(row, [(GoodsOrder::phone.wire(), Json::from(of.phone))]);
    }
    Ok(found)
}
