//! 个人中心: what people see of themselves and may do about it.

use schema::{Field, Record, resources::User};
use serde_json::{Map, Value as Json, json};
use store::{Conn, Tx, access::Access, rows, sessions, users};

use crate::{
    audit::{self, Deed},
    call::Call,
    code,
    error::{Error, Result},
    files,
    input::{self, Mode},
    login_lock,
};

/// The signed-in user as every client knows them.
pub fn shown(conn: &mut Conn, call: &Call) -> Result<Json> {
    let mut shown = of_user(conn, call.actor.user_id, &call.actor.access, call.real_ms)?;
    if let Some(map) = shown.as_object_mut() {
        map.insert("isGaimi".to_owned(), call.actor.must_change_password.into());
    }
    Ok(shown)
}

pub(crate) fn of_user(
    conn: &mut Conn,
    user_id: i64,
    access: &Access,
    real_ms: i64,
) -> Result<Json> {
    let row = rows::find(
        conn,
        User::model(),
        user_id,
        &store::Reach::everything(),
        real_ms,
    )?;
    let shown = |field: &Field| row.get(&field.wire).cloned().unwrap_or_default();
    let store = User::mendian.field();
    let store_name = store.show.as_ref().and_then(|show| row.get(show));
    let names: Vec<&str> = access.roles.iter().map(|role| role.name.as_str()).collect();
    let codes: Vec<&str> = access.roles.iter().map(|role| role.code.as_str()).collect();
    Ok(json!({
        "id": user_id,
        "nickName": shown(User::nick_name.field()),
        "headUrl": shown(User::head_url.field()),
        "loginName": shown(User::login_name.field()),
        "phone": shown(User::phone.field()),
        "email": shown(User::email.field()),
        "sex": shown(User::sex.field()),
        "mendian": shown(store),
        "mendianShow": store_name,
        "mimaTime": shown(User::mima_time.field()),
        "roleNames": names.join(","),
        "roleNameList": names,
        "roleList": codes,
        "permissionList": access.permissions,
    }))
}

/// `{nickName, phone, email, sex}` of the caller.
pub fn edit_profile(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    edit_self(
        tx,
        call,
        body,
        &["nickName", "phone", "email", "sex"],
        "修改个人资料",
    )
}

/// `{headUrl}` of the caller.
pub fn edit_avatar(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    edit_self(tx, call, body, &["headUrl"], "修改头像")
}

fn edit_self(
    tx: &mut Tx<'_>,
    call: &Call,
    body: &Json,
    allowed: &[&str],
    what: &str,
) -> Result<Json> {
    let of = User::model();
    let body = own_fields(tx, call, input::object(body)?, allowed)?;
    let changes = input::changes(of, &body, Mode::Edit, &[])?;
    let reach = store::Reach {
        user_id: call.actor.user_id,
        ..store::Reach::everything()
    };
    let by = rows::Writer {
        reach: &reach,
        now: call.now,
        real_ms: call.real_ms,
    };
    let was = rows::locked(tx, of, call.actor.user_id, &by)?;
    input::check_references(tx, call, Some(&was.shown), &changes)?;
    let entering = files::entering(tx, Some(&was.shown), &changes)?;
    let changed = rows::update_locked(tx, of, was, &changes, &by)?;
    files::enter(tx, call, (of.table.path, call.actor.user_id), &entering)?;
    audit::record(
        tx,
        call,
        &Deed::new("个人中心", "XIUGAI", what).changed(&changed.before, &changed.after),
    )?;
    Ok(Json::Null)
}

/// The part of a body that its sender may change. The profile may be sent back whole, as long as
/// the rest of it is unchanged.
fn own_fields(
    conn: &mut Conn,
    call: &Call,
    body: &Map<String, Json>,
    allowed: &[&str],
) -> Result<Map<String, Json>> {
    let (own, rest): (Map<_, _>, Map<_, _>) = body
        .clone()
        .into_iter()
        .partition(|(name, _)| allowed.contains(&name.as_str()));
    if !rest.is_empty() {
        let shown = shown(conn, call)?;
        let other = rest
            .iter()
            .find(|(name, value)| shown.get(name.as_str()) != Some(*value));
        if let Some((name, _)) = other {
            return Err(Error::field(name, "不能修改的字段"));
        }
    }
    Ok(own)
}

/// Refuses after too many wrong old passwords of the caller. What strangers do at the door does not
/// count here.
pub fn check_not_locked(conn: &mut Conn, call: &Call) -> Result<()> {
    if login_lock::is_locked_inside(conn, &call.actor.login_name, call.real_ms)? {
        return Err(Error::refused(
            "密码错误次数过多，账号已锁定10分钟，请稍后再试",
        ));
    }
    Ok(())
}

/// Counts a wrong old password like a failed sign-in: whoever found an open screen must not be
/// able to guess without end.
pub fn wrong_password(tx: &mut Tx<'_>, call: &Call) -> Result<Error> {
    check_not_locked(tx, call)?;
    login_lock::count_failure(tx, &call.actor.login_name, call.real_ms)?;
    let deed = Deed::new("个人中心", "XIUGAI", "修改密码被拒绝");
    let words = "原密码不正确";
    audit::record_refusal(tx, call, &deed, code::INVALID, words)?;
    Ok(Error::field("oldPassword", words))
}

/// The caller's new password, whose old one has been checked. Other sessions end.
pub fn change_password(tx: &mut Tx<'_>, call: &Call, hash: &str) -> Result<Json> {
    // Asked again inside the transaction: guesses made at once must not all pass the lock.
    check_not_locked(tx, call)?;
    login_lock::unlock(tx, &call.actor.login_name)?;
    users::set_password(tx, call.actor.user_id, hash, false, call.now.0)?;
    sessions::end_all(tx, call.actor.user_id, Some(call.actor.session_id))?;
    audit::record(tx, call, &Deed::new("个人中心", "XIUGAI", "修改密码"))?;
    Ok(Json::Null)
}
