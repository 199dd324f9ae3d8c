//! The demo office's shop for points: what can be had, and a few customers who had it.

use schema::resources::Goods;
use serde_json::json;
use store::{Tx, points::Movement, rows::Changes};

use super::{dice::Dice, people, shop::Customer};
use crate::{call::Call, error::Result, goods, points, seed_row, wire::Ask as _};

/// Customers with points; every third of them exchanged some.
const WITH_POINTS: usize = 40;

/// Name, kind, shelf, points, stock.
const GOODS: [(&str, &str, &str, i64, i64); 4] = [
    ("保温杯", "SHIWU", "SHENGHUO", 300, 80),
    ("蓝牙耳机", "SHIWU", "SHUMA", 1_800, 15),
    ("视频会员月卡", "XUNI", "LIQUAN", 250, 200),
    ("50元话费券", "KAQUAN", "LIQUAN", 500, 120),
];

pub fn open(tx: &mut Tx<'_>, call: &Call, customers: &[Customer]) -> Result<()> {
    let mut shelf = Vec::new();
    for (at, (name, kind, category, price, stock)) in (1..).zip(GOODS) {
        // Nobody draws pictures for a demo.
        let row = Changes::<Goods>::new()
            .set(Goods::mingcheng, name)
            .set(Goods::r#type, kind)
            .set(Goods::fenlei, category.to_owned())
            .set(Goods::zhutu, "")
            .set(Goods::jifen_jiage, price)
            .set(Goods::kucun, stock)
            .set(Goods::xiangou, Some(5))
            .set(Goods::paixu, at);
        shelf.push(seed_row::insert(tx, call, row)?);
    }
    let mut dice = Dice::new(0x6a69_6665);
    for (number, customer) in customers.iter().take(WITH_POINTS).enumerate() {
        let moved = Movement {
            customer: customer.id,
            kind: "TIAOZHENG",
            points: dice.between(3, 20) * 100,
            title: "新客活动赠送",
            note: None,
            reference: None,
            expires: points::expiry(tx, call.now)?,
            operator: Some(call.actor.user_id),
        };
        points::post(tx, call, &moved)?;
        if let (0, Some(cup)) = (number % 3, shelf.first()) {
            let (name, _) = people::name(&mut dice);
            let body = json!({
                "userId": customer.id, "shangpinId": cup, "shouhuoren": name,
                "shouhuoPhone": people::phone(800_000 + i64::try_from(number).unwrap_or_default()),
                "shouhuoDizhi": "浙江省杭州市西湖区文三路128号",
            });
            goods::redeem(tx, call, goods::Redeem::of_body(body)?)?;
        }
    }
    Ok(())
}
