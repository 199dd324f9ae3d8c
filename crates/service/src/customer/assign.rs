//! 分配: whom a customer belongs to. Follows scope alone, so that one who belongs to nobody can be
//! claimed by whoever sees them.

use schema::{
    Record,
    resources::{Customer, User},
};
use store::{
    Condition, Conn, List, Reach, Tx, dict, orders,
    rows::{self, Changes},
};

use super::several;
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    resource,
    rules::Resource,
    wire::{NoAsk, answer, ask},
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

answer! {
    /// Somebody whom a customer can be given to.
    pub struct Colleague {
        id: i64,
        nick_name: String,
    }
}

/// So many people are offered to choose from.
const MOST_COLLEAGUES: i64 = 1_000;

/// Who may be given customers: the staff at work in the caller's stores, and the caller.
pub fn colleagues(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Vec<Colleague>> {
    let working = List {
        conditions: vec![Condition::equal(User::state, "QIYONG")],
        limit: MOST_COLLEAGUES,
        ..List::default()
    };
    let staff: Vec<User> = rows::list(conn, &working, &Reach::everything())?;
    let reach = &call.actor.access.reach;
    let is_near = |user: &User| {
        let store = user.mendian.as_ref();
        reach.all
            || user.id == call.actor.user_id
            || store.is_some_and(|store| reach.stores.contains(store))
    };
    let near = staff.into_iter().filter(is_near);
    let near = near.map(|User { id, nick_name, .. }| Colleague { id, nick_name });
    Ok(near.collect())
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
        orders::follow_customer(tx, id, None, call.now.date())?;
        let what = format!("分配客户 {}", resource::title(&of, &changed.after));
        let deed = Deed::new(of.table.label, what).about(id);
        audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    }
    Ok(Assigned {
        shuliang: ids.len(),
    })
}
