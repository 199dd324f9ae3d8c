//! 撤回通知: what nobody has read yet is taken back.

use schema::{Record, resources::Notice};
use store::{
    Tx,
    rows::{self, Changes},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    rules::unless,
    wire::{Edited, ask},
};

ask! {
    /// 撤回通知
    pub struct Withdraw {
        id: i64 = row_id(),
    }
}

pub fn withdraw(tx: &mut Tx<'_>, call: &Call, ask: Withdraw) -> Result<Edited> {
    let of = Notice::model();
    let was = rows::locked(tx, of, ask.id, &call.writer())?;
    let row: Notice = was.stored.record()?;
    if row.state == "YICHEHUI" {
        return Err(Error::Stale("通知已撤回".to_owned()));
    }
    unless(!row.is_yidu, "客户已读的通知不能撤回")?;
    let changes = Changes::<Notice>::new().set(Notice::state, "YICHEHUI");
    let changed = rows::update_locked(tx, of, was, &changes.into_list(), &call.writer())?;
    let deed = Deed::new(of.table.label, format!("撤回通知 {}", row.biaoti)).about(row.user_id);
    audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    Ok(Edited {
        id: row.id,
        banben_suo: changed.version,
    })
}
