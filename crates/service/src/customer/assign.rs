//! 分配: whom a customer belongs to. Follows scope alone, so that one who belongs to nobody can be
//! claimed by whoever sees them.

use schema::{Record, resources::Customer};
use store::{
    Tx, dict, orders,
    rows::{self, Changes},
};

use super::several;
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    resource,
    rules::Resource,
    wire::{answer, ask},
};

ask! {
    /// 分配归属人与门店
    pub struct Assign {
        user_ids:     Vec<i64>       = ids("客户"),
        genjinren_id: Option<i64>    = int("归属人"),
        mendian:      Option<String> = text("门店", 50),
    }
}

answer! {
    /// How many customers it was done for.
    pub struct Assigned {
        shuliang: usize,
    }
}

pub fn assign(tx: &mut Tx<'_>, call: &Call, ask: Assign) -> Result<Assigned> {
    if ask.genjinren_id.is_none() && ask.mendian.is_none() {
        return Err(Error::invalid("请选择归属人或门店"));
    }
    let ids = several(&ask.user_ids, "userIds")?;
    if let Some(store) = &ask.mendian
        && !dict::has_value(tx, "mendian", store)?
    {
        return Err(Error::field("mendian", "门店不存在"));
    }
    let mut changes = Changes::<Customer>::new();
    if let Some(owner) = ask.genjinren_id {
        changes = changes.set(Customer::genjinren_id, Some(owner));
    }
    if let Some(store) = &ask.mendian {
        changes = changes.set(Customer::mendian, Some(store.clone()));
    }
    // All of them first: nothing is told about one while another is somebody else's.
    let mut locked = Vec::new();
    for id in &ids {
        locked.push(rows::locked(tx, Customer::model(), *id, &call.writer())?);
    }
    let of = Resource::plain(Customer::model());
    for was in locked {
        let id = was.id;
        let list = changes.clone().into_list();
        let changed = resource::update_quietly(tx, call, of, was, list)?;
        orders::follow_customer(tx, id, None)?;
        let what = format!("分配客户 {}", resource::title(&of, &changed.after));
        let deed = Deed::new(of.table.label, what).about(id);
        audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    }
    Ok(Assigned {
        shuliang: ids.len(),
    })
}
