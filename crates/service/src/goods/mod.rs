//! 积分商城: points become goods, goods reach people, or everything is taken back. Points, stock and
//! order change in one transaction. Who locks several rows locks the order first, then the goods,
//! then the customer.

mod redeem;
mod ship;
mod state;

pub use redeem::{Redeem, redeem};
pub use ship::ship;
pub use state::set_state;

use schema::{
    Record,
    resources::{Goods, GoodsOrder},
};
use store::{
    Tx,
    rows::{self, Changes, Locked},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::Result,
    wire::Edited,
};

/// Locks an order within reach.
fn locked(tx: &mut Tx<'_>, call: &Call, id: i64) -> Result<(Locked, GoodsOrder)> {
    let locked = rows::locked(tx, GoodsOrder::model(), id, &call.writer())?;
    let order = locked.stored.record()?;
    Ok((locked, order))
}

/// Writes what became of an order, and that it did.
fn save(
    tx: &mut Tx<'_>,
    call: &Call,
    (was, order): (Locked, GoodsOrder),
    changes: Changes<GoodsOrder>,
    what: &str,
) -> Result<Edited> {
    let of = GoodsOrder::model();
    let changed = rows::update_locked(tx, of, was, &changes.into_list(), &call.writer())?;
    let what = format!("{what} {}", order.bianhao);
    let deed = Deed::new(of.table.label, what).about(Some(order.user_id));
    audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    Ok(Edited {
        id: order.id,
        banben_suo: changed.version,
    })
}

/// Takes pieces out of the stock, or with a negative number puts them back. A form that shows the
/// old stock is refused afterwards: the row has a new version.
fn take_stock(tx: &mut Tx<'_>, call: &Call, goods: &Goods, pieces: i64) -> Result<()> {
    Changes::<Goods>::new()
        .set(Goods::kucun, goods.kucun - pieces)
        .set(Goods::yiduihuan, goods.yiduihuan + pieces)
        .update(tx, goods.id, &call.writer())?;
    Ok(())
}
