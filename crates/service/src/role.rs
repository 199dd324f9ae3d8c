//! 角色管理: bundles of menu nodes. Nobody can grant what they do not hold.

use std::collections::HashSet;

use schema::{Record, resources::Role, roles::ADMIN};
use serde_json::{Value as Json, json};
use store::{
    Conn, Tx, access,
    access::HeldRole,
    menus, roles,
    rows::{self, StoredRow},
    users,
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input::{self, Mode},
    menu, resource, resources,
    rules::Resource,
    wire::{Added, Edited, Ids, RowWith, ask},
};

fn role() -> Resource {
    resources::with_rules(Role::model())
}

ask! {
    /// The menu nodes a role grants; left out, those it has.
    pub struct Granted {
        menu_ids: Option<Vec<i64>> = rows("菜单权限", 5000),
    }
}

pub fn add(tx: &mut Tx<'_>, call: &Call, ask: RowWith<Granted>) -> Result<Added> {
    let of = ask.of;
    let changes = input::changes(of.model, &ask.row, Mode::Add, resource::echoed(&of))?;
    let next: Role = StoredRow::empty(of.model).changed(&changes).record()?;
    check_scope(tx, call, None, &next, false)?;
    let menu_ids = ask.beside.menu_ids.unwrap_or_default();
    check_menus(tx, call, &menu_ids)?;
    let id = resource::insert_quietly(tx, call, of, changes)?;
    roles::set_menus(tx, id, &menu_ids)?;
    resource::record_added(tx, call, of.model, id)?;
    Ok(Added { id })
}

pub fn edit(tx: &mut Tx<'_>, call: &Call, ask: RowWith<Granted>) -> Result<Edited> {
    let of = ask.of;
    let (id, seen) = resource::target(&ask.row)?;
    let changes = input::changes(of.model, &ask.row, Mode::Edit, resource::echoed(&of))?;
    let was = resource::lock(tx, call, of, id, seen)?;
    let before: Role = was.stored.record()?;
    let next: Role = was.stored.changed(&changes).record()?;
    check_not_higher(tx, call, id)?;
    let is_admin = before.code == ADMIN;
    let is_weaker = next.state != before.state || next.data_scope != before.data_scope;
    if is_admin && is_weaker {
        return Err(Error::refused("超级管理员角色不能停用或缩小范围"));
    }
    let kept: HashSet<i64> = menus::granted_ids(tx, &[id])?;
    let wanted: HashSet<i64> = match ask.beside.menu_ids.filter(|_| !is_admin) {
        Some(menu_ids) if menu_ids.is_empty() => HashSet::new(),
        Some(menu_ids) => {
            let unasked = menu::not_built(tx)?;
            let unasked = kept.intersection(&unasked).copied();
            menu_ids.into_iter().chain(unasked).collect()
        }
        None => kept.clone(),
    };
    let new: Vec<i64> = wanted.difference(&kept).copied().collect();
    if !new.is_empty() {
        check_menus(tx, call, &new)?;
    }
    check_scope(tx, call, Some(&before), &next, !new.is_empty())?;
    let changed = resource::update_quietly(tx, call, of, was, changes)?;
    if kept != wanted {
        let mut menu_ids: Vec<i64> = wanted.iter().copied().collect();
        menu_ids.sort_unstable();
        roles::set_menus(tx, id, &menu_ids)?;
    }
    record_edit(tx, call, &changed, &kept, &wanted)?;
    Ok(Edited {
        id,
        banben_suo: changed.version,
    })
}

/// One line for the row and its menus. What was given and taken stands there, not two long lists.
fn record_edit(
    tx: &mut Tx<'_>,
    call: &Call,
    changed: &rows::Changed,
    kept: &HashSet<i64>,
    wanted: &HashSet<i64>,
) -> Result<()> {
    let listed = |from: &HashSet<i64>, without: &HashSet<i64>| {
        let mut ids: Vec<i64> = from.difference(without).copied().collect();
        ids.sort_unstable();
        ids
    };
    let what = if kept == wanted {
        "修改角色"
    } else {
        "修改角色权限"
    };
    let what = format!("{what} {}", resource::title(Role::model(), &changed.after));
    let mut deed = Deed::new("角色", what).changed(&changed.before, &changed.after);
    for (side, name, ids) in [
        ("qian", "shouhui", listed(kept, wanted)),
        ("hou", "shouyu", listed(wanted, kept)),
    ] {
        let side = deed.bianhua.as_mut().and_then(|both| both.get_mut(side));
        if let Some(side) = side
            .and_then(Json::as_object_mut)
            .filter(|_| kept != wanted)
        {
            side.insert(name.to_owned(), json!(ids));
        }
    }
    audit::record(tx, call, &deed)
}

pub fn delete(tx: &mut Tx<'_>, call: &Call, ask: Ids) -> Result<()> {
    for id in &ask.ids {
        match roles::nature(tx, *id)? {
            None => return Err(Error::NotFound),
            Some((code, _)) if code == ADMIN => {
                return Err(Error::refused("超级管理员角色不能删除"));
            }
            Some(_) => {}
        }
        if roles::count_users(tx, *id)? > 0 {
            return Err(Error::refused("角色下还有用户，不能删除"));
        }
        check_not_higher(tx, call, *id)?;
    }
    resource::delete(tx, call, role(), &ask.ids)
}

fn check_menus(conn: &mut Conn, call: &Call, menu_ids: &[i64]) -> Result<()> {
    let nodes = menus::all(conn)?;
    let held = held_nodes(conn, call)?;
    for id in menu_ids {
        if !nodes.iter().any(|node| node.id == *id) {
            return Err(Error::field("menuIds", "菜单不存在"));
        }
        if !call.actor.access.is_admin() && !held.contains(id) {
            return Err(Error::refused("不能授予自己没有的权限"));
        }
    }
    Ok(())
}

fn held_nodes(conn: &mut Conn, call: &Call) -> Result<HashSet<i64>> {
    let ids: Vec<i64> = call.actor.access.roles.iter().map(|role| role.id).collect();
    Ok(menus::granted_ids(conn, &ids)?)
}

/// A role's data scope lies within its author's own, for everybody who holds it: 本门店 means "the
/// holder's store", so it reaches as far as its holders are spread. Taking away is always allowed.
fn check_scope(
    conn: &mut Conn,
    call: &Call,
    was: Option<&Role>,
    next: &Role,
    adds_menus: bool,
) -> Result<()> {
    let after = scope(next);
    if after.data_scope == "ZIDINGYI" && after.stores.is_empty() {
        return Err(Error::field("mendianList", "自定义门店不能为空"));
    }
    let is_on = |role: &Role| role.state == "QIYONG";
    let grants =
        adds_menus || was.is_none_or(|role| scope(role) != after || (!is_on(role) && is_on(next)));
    if !grants || call.actor.access.is_admin() {
        return Ok(());
    }
    let mut stores = vec![call.actor.mendian.clone()];
    if let Some(role) = was {
        stores.extend(roles::stores_of_holders(conn, role.id)?);
    }
    let role = [after];
    let is_covered = stores.iter().all(|mendian| {
        let given = access::reach(&role, call.actor.user_id, mendian.as_deref());
        call.actor.access.reach.covers(&given)
    });
    if is_covered {
        Ok(())
    } else {
        Err(Error::refused("不能授予超出自己数据范围的角色"))
    }
}

/// How far a role reaches, whatever else it is.
fn scope(role: &Role) -> HeldRole {
    let mut stores = role.mendian_list.clone();
    stores.sort();
    HeldRole {
        id: 0,
        code: String::new(),
        name: String::new(),
        data_scope: role.data_scope.clone(),
        stores,
    }
}

/// Nobody can change a role that may do more than they do.
fn check_not_higher(conn: &mut Conn, call: &Call, id: i64) -> Result<()> {
    let user = users::by_id(conn, call.actor.user_id)?.ok_or(Error::SignedOut)?;
    let theirs = access::of_role_ids(conn, &[id], 0, user.mendian.as_deref())?;
    if call.actor.access.covers(&theirs) {
        Ok(())
    } else {
        Err(Error::refused("不能操作权限高于自己的角色"))
    }
}
