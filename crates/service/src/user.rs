//! 用户管理: the staff, and what their managers may do about them.

use schema::{Record, resources::User};
use store::{Conn, Tx, access, roles, rows, sessions, users};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input::{self, Mode},
    login_lock, resource, resources,
    rules::Resource,
    wire::{Edited, Ids, RowWith, answer, ask},
};

fn user() -> Resource {
    resources::with_rules(User::model())
}

/// A one-time password with its hash, made before the transaction.
#[derive(Debug, Clone)]
pub struct FreshPassword {
    pub clear: String,
    pub hash: String,
}

/// Nobody holds more roles.
const MOST_ROLES: usize = 50;

ask! {
    /// The roles a new user holds.
    pub struct Roles {
        role_ids: Vec<i64> = some_rows("角色", MOST_ROLES),
    }
}

ask! {
    /// The roles a user will hold; left out, those they have.
    pub struct NewRoles {
        role_ids: Option<Vec<i64>> = some_rows("角色", MOST_ROLES),
    }
}

pub type NewUser = RowWith<Roles>;

answer! {
    /// A user that was made, with the password they sign in with once.
    pub struct UserAdded {
        id: i64,
        password: String,
    }
}

/// Adds a user; answers the one-time password, once.
pub fn add(
    tx: &mut Tx<'_>,
    call: &Call,
    ask: &NewUser,
    fresh: &FreshPassword,
) -> Result<UserAdded> {
    let of = ask.of;
    let role_ids = &ask.beside.role_ids;
    let mut changes = input::changes(of.model, &ask.row, Mode::Add, resource::echoed(&of))?;
    let mendian = rows::given(&changes, User::mendian)?.flatten();
    check_roles(tx, call, role_ids, mendian.as_deref())?;
    if let Some(name) = rows::given(&changes, User::login_name)?
        && users::is_taken(tx, &name)?
    {
        return Err(Error::field(User::login_name.wire(), "账号已存在"));
    }
    rows::set(&mut changes, User::mima, fresh.hash.clone());
    rows::set(&mut changes, User::is_gaimi, true);
    rows::set(&mut changes, User::mima_time, Some(call.now));
    let id = resource::insert_quietly(tx, call, of, changes)?;
    users::set_roles(tx, id, role_ids)?;
    resource::record_added(tx, call, of.model, id)?;
    access::touch(tx)?;
    Ok(UserAdded {
        id,
        password: fresh.clear.clone(),
    })
}

/// Changes a user, roles included.
pub fn edit(tx: &mut Tx<'_>, call: &Call, ask: RowWith<NewRoles>) -> Result<Edited> {
    let of = ask.of;
    let (id, seen) = resource::target(&ask.row)?;
    let changes = input::changes(of.model, &ask.row, Mode::Edit, resource::echoed(&of))?;
    let was = resource::lock(tx, call, of, id, seen)?;
    let next: User = was.stored.changed(&changes).record()?;
    let before: User = was.stored.record()?;
    check_not_higher(tx, call, id)?;
    let state = rows::given(&changes, User::state)?;
    let disables = state.is_some_and(|state| state != "QIYONG");
    if disables && id == call.actor.user_id {
        return Err(Error::refused("不能停用自己"));
    }
    let admins_before = users::count_admins(tx)?;
    let mut changed = resource::update_quietly(tx, call, of, was, changes)?;
    let kept = users::role_ids(tx, id)?;
    let wanted = ask.beside.role_ids.unwrap_or_else(|| kept.clone());
    let changes_roles = wanted != kept;
    // A store decides how far the role 本门店 reaches, so moving someone is granting too.
    if changes_roles || next.mendian != before.mendian {
        check_roles(tx, call, &wanted, next.mendian.as_deref())?;
    }
    if changes_roles {
        if id == call.actor.user_id {
            return Err(Error::refused("不能修改自己的角色"));
        }
        users::set_roles(tx, id, &wanted)?;
        let everywhere = store::Reach::everything();
        changed.after = rows::find(tx, of.model, id, &everywhere, call.real_ms)?;
    }
    let what = if changes_roles {
        "修改用户角色"
    } else {
        "修改用户"
    };
    let what = format!("{what} {}", resource::title(&of, &changed.after));
    let deed = Deed::new(of.table.label, what);
    audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    check_last_admin(tx, admins_before)?;
    access::touch(tx)?;
    if disables {
        sessions::end_all(tx, id, None)?;
    }
    Ok(Edited {
        id,
        banben_suo: changed.version,
    })
}

pub fn delete(tx: &mut Tx<'_>, call: &Call, ask: Ids) -> Result<()> {
    let ids = ask.ids.as_slice();
    if ids.contains(&call.actor.user_id) {
        return Err(Error::refused("不能删除自己"));
    }
    let admins_before = users::count_admins(tx)?;
    for id in ids {
        rows::within_reach(tx, User::model(), *id, &call.actor.access.reach)?;
        check_not_higher(tx, call, *id)?;
        sessions::end_all(tx, *id, None)?;
    }
    resource::delete(tx, call, user(), ids)?;
    check_last_admin(tx, admins_before)
}

ask! {
    /// Which user.
    pub struct UserId {
        id: i64 = row_id(),
    }
}

answer! {
    /// A password to sign in with once.
    pub struct NewPassword {
        password: String,
    }
}

/// A new one-time password, every session ended.
pub fn reset_password(
    tx: &mut Tx<'_>,
    call: &Call,
    ask: &UserId,
    fresh: &FreshPassword,
) -> Result<NewPassword> {
    let id = ask.id;
    let name = other(tx, call, id)?;
    users::set_password(tx, id, &fresh.hash, true, call.now.0)?;
    sessions::end_all(tx, id, None)?;
    login_lock::unlock(tx, &name)?;
    audit::record(tx, call, &Deed::new("用户", format!("重置密码 {name}")))?;
    Ok(NewPassword {
        password: fresh.clear.clone(),
    })
}

/// Lets a locked person sign in again.
pub fn unlock(tx: &mut Tx<'_>, call: &Call, ask: UserId) -> Result<()> {
    let name = other(tx, call, ask.id)?;
    login_lock::unlock(tx, &name)?;
    audit::record(tx, call, &Deed::new("用户", format!("解锁登录 {name}")))
}

/// The name of a user the caller may do something about.
fn other(tx: &mut Tx<'_>, call: &Call, id: i64) -> Result<String> {
    let user: User = rows::get(tx, id, &call.actor.access.reach)?;
    check_not_higher(tx, call, id)?;
    Ok(user.login_name)
}

/// Nobody can grant what they do not hold.
fn check_roles(
    conn: &mut Conn,
    call: &Call,
    role_ids: &[i64],
    mendian: Option<&str>,
) -> Result<()> {
    let existing = roles::count_existing(conn, role_ids)?;
    if existing != i64::try_from(role_ids.len()).unwrap_or_default() {
        return Err(Error::field("roleIds", "角色不存在"));
    }
    let given = access::of_role_ids(conn, role_ids, 0, mendian)?;
    if call.actor.access.covers(&given) {
        Ok(())
    } else {
        Err(Error::refused("不能授予超出自己权限或数据范围的角色"))
    }
}

/// Nobody can touch someone who may do more than they do.
pub(crate) fn check_not_higher(conn: &mut Conn, call: &Call, id: i64) -> Result<()> {
    if id == call.actor.user_id {
        return Ok(());
    }
    let target = users::by_id(conn, id)?.ok_or(Error::NotFound)?;
    let theirs = access::of_user(conn, id, target.mendian.as_deref())?;
    if call.actor.access.covers(&theirs) {
        Ok(())
    } else {
        Err(Error::refused("不能操作权限高于自己的用户"))
    }
}

/// The last administrator stays, whatever else happens.
fn check_last_admin(tx: &mut Tx<'_>, before: i64) -> Result<()> {
    if before > 0 && users::count_admins(tx)? == 0 {
        return Err(Error::refused("至少要保留一个启用的超级管理员"));
    }
    Ok(())
}
