//! 个人中心: what people see of themselves and may do about it.

use std::collections::BTreeSet;

use schema::{Record, Timestamp, resources::User};
use serde_json::{Map, Value as Json};
use store::{Conn, Tools, Tx, access::Access, rows, sessions, users};

use crate::{
    audit::{self, Deed},
    call::Call,
    code,
    error::{Error, Result},
    files,
    input::{self, Mode},
    login_lock,
    password::Policy,
    settings,
    shown::Shown,
    wire::{Ask, FieldShape, Given, NoAsk, Sort, Takes, answer, ask},
};

/// Nobody is offered this where the server knows no source tree.
const WRITES_CODE: &str = "code:gen:generate";

answer! {
    /// A user as every client knows them.
    pub struct Profile {
        id: i64,
        nick_name: String,
        head_url: Option<String>,
        login_name: String,
        phone: Option<String>,
        email: Option<String>,
        sex: Option<String>,
        mendian: Option<String>,
        mendian_show: Option<String>,
        mima_time: Option<Timestamp>,
        role_names: String,
        role_name_list: Vec<String>,
        role_list: Vec<String>,
        permission_list: BTreeSet<String>,
    }
}

answer! {
    /// The signed-in user.
    pub struct OwnProfile {
        ..user: Profile,
        is_gaimi: bool,
        /// Minutes without a touch after which the screen locks; never where it is 0.
        suoping_fenzhong: i64,
        /// Pages carry the name of whoever looks at them.
        is_shuiyin: bool,
    }
}

/// The signed-in user as every client knows them.
pub fn shown(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<OwnProfile> {
    Ok(OwnProfile {
        user: of_user(conn, call.actor.user_id, &call.actor.access, call.real_ms)?,
        is_gaimi: call.actor.must_change_password,
        suoping_fenzhong: settings::LOCK_MINUTES.value(conn)?.unwrap_or(0),
        is_shuiyin: settings::WATERMARK.is_on(conn)?,
    })
}

pub(crate) fn of_user(
    conn: &mut Conn,
    user_id: i64,
    access: &Access,
    real_ms: i64,
) -> Result<Profile> {
    let shown = Shown::<User>::get(conn, user_id, &store::Reach::everything(), real_ms)?;
    let off = settings::turned_off(conn)?;
    let has_tree = conn.tools() == Tools::Written;
    let is_on = |permission: &&String| {
        !settings::is_of(&off, permission) && (has_tree || *permission != WRITES_CODE)
    };
    let names: Vec<String> = access.roles.iter().map(|role| role.name.clone()).collect();
    Ok(Profile {
        id: user_id,
        phone: shown.masked(User::phone)?,
        mendian_show: shown.name_of(User::mendian)?,
        nick_name: shown.row.nick_name,
        head_url: shown.row.head_url,
        login_name: shown.row.login_name,
        email: shown.row.email,
        sex: shown.row.sex,
        mendian: shown.row.mendian,
        mima_time: shown.row.mima_time,
        role_names: names.join(","),
        role_name_list: names,
        role_list: access.roles.iter().map(|role| role.code.clone()).collect(),
        permission_list: access.permissions.iter().filter(is_on).cloned().collect(),
    })
}

/// Columns of the caller's own row. The profile may come back whole, so that it is looked at by hand.
#[derive(Debug, Clone)]
pub struct EditProfile(Json);

const PROFILE: [&str; 4] = ["nickName", "phone", "email", "sex"];

impl Ask for EditProfile {
    fn take(given: &Given) -> Result<Self> {
        Ok(Self(given.body.clone().unwrap_or_default()))
    }

    fn takes() -> Takes {
        Takes::new(Sort::Fields, FieldShape::columns(User::model(), &PROFILE))
    }
}

pub fn edit_profile(tx: &mut Tx<'_>, call: &Call, ask: EditProfile) -> Result<()> {
    edit_self(tx, call, &ask.0, &PROFILE, "修改个人资料")
}

/// The caller's picture; it may come back with the rest of the profile, too.
#[derive(Debug, Clone)]
pub struct EditAvatar(Json);

impl Ask for EditAvatar {
    fn take(given: &Given) -> Result<Self> {
        Ok(Self(given.body.clone().unwrap_or_default()))
    }

    fn takes() -> Takes {
        Takes::new(
            Sort::Fields,
            FieldShape::columns(User::model(), &["headUrl"]),
        )
    }
}

pub fn edit_avatar(tx: &mut Tx<'_>, call: &Call, ask: EditAvatar) -> Result<()> {
    edit_self(tx, call, &ask.0, &["headUrl"], "修改头像")
}

fn edit_self(
    tx: &mut Tx<'_>,
    call: &Call,
    body: &Json,
    allowed: &[&str],
    what: &str,
) -> Result<()> {
    let of = User::model();
    let body = own_fields(tx, call, input::object(body)?, allowed)?;
    let changes = input::changes(of, &body, Mode::Edit, &[])?;
    let reach = store::Reach {
        user_id: call.actor.user_id,
        ..store::Reach::everything()
    };
    let by = rows::Author {
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
        &Deed::new("个人中心", what).changed(&changed.before, &changed.after),
    )
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
        let shown = serde_json::to_value(shown(conn, call, NoAsk)?).map_err(Error::internal)?;
        let other = rest
            .iter()
            .find(|(name, value)| shown.get(name.as_str()) != Some(*value));
        if let Some((name, _)) = other {
            return Err(Error::field(name, "不能修改的字段"));
        }
    }
    Ok(own)
}

ask! {
    /// 修改密码
    pub struct ChangePassword {
        old_password:     String = typed("原密码", 256).says("原密码不能为空，且不超过256个字符"),
        new_password:     String = typed("新密码", 256).says("新密码不能为空，且不超过256个字符"),
        confirm_password: String = typed("确认密码", 256).says("确认密码不能为空，且不超过256个字符"),
    }
}

/// Refuses after too many wrong old passwords of the caller. What strangers do at the door does not
/// count here.
fn check_not_locked(conn: &mut Conn, call: &Call) -> Result<()> {
    if login_lock::is_locked_inside(conn, &call.actor.login_name, call.real_ms)? {
        return Err(Error::refused(
            "密码错误次数过多，账号已锁定10分钟，请稍后再试",
        ));
    }
    Ok(())
}

/// The caller's stored hash, for their password to be checked.
pub fn own_hash(conn: &mut Conn, call: &Call) -> Result<String> {
    check_not_locked(conn, call)?;
    let known = users::by_id(conn, call.actor.user_id)?;
    Ok(known.ok_or(Error::SignedOut)?.password_hash)
}

/// [`own_hash`], where the new password may be taken. That is decided before the old one is looked
/// at, so that a refusal tells nothing about it.
pub fn hash_to_change(conn: &mut Conn, call: &Call, ask: &ChangePassword) -> Result<String> {
    let new = &ask.new_password;
    if *new != ask.confirm_password {
        return Err(Error::field("confirmPassword", "两次输入的新密码不一致"));
    }
    let hash = own_hash(conn, call)?;
    let weak = policy(conn)?.check(new, &call.actor.login_name);
    weak.map_err(|weakness| Error::field("newPassword", weakness.to_string()))?;
    if ask.old_password == *new {
        return Err(Error::field("newPassword", "新密码不能与原密码相同"));
    }
    Ok(hash)
}

/// What the operator asks of new passwords.
fn policy(conn: &mut Conn) -> Result<Policy> {
    let Some(name) = settings::PASSWORD_POLICY.value(conn)? else {
        return Ok(Policy::Dengbao);
    };
    let unknown = || Error::internal(format!("a password policy {name}"));
    Policy::from_name(&name).ok_or_else(unknown)
}

/// [`check_not_locked`] inside the transaction that decides: of guesses made at once no more are looked at than
/// of guesses made one after the other.
pub fn hold_not_locked(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    login_lock::hold_inside(tx, &call.actor.login_name)?;
    check_not_locked(tx, call)
}

/// Counts a wrong old password like a failed sign-in: whoever found an open screen must not be
/// able to guess without end.
pub fn wrong_password(tx: &mut Tx<'_>, call: &Call, asked: &PasswordAsked) -> Result<Error> {
    hold_not_locked(tx, call)?;
    login_lock::count_failure(tx, &call.actor.login_name, call.real_ms)?;
    let deed = Deed::new(asked.module, format!("{}被拒绝", asked.deed));
    audit::record_refusal(tx, call, &deed, code::INVALID, asked.wrong)?;
    Ok(Error::field(asked.wire, asked.wrong))
}

/// What somebody who is signed in is asked their password for.
#[derive(Debug)]
pub struct PasswordAsked {
    pub module: &'static str,
    pub deed: &'static str,
    pub wire: &'static str,
    pub wrong: &'static str,
}

pub const TO_CHANGE: PasswordAsked = PasswordAsked {
    module: "个人中心",
    deed: "修改密码",
    wire: "oldPassword",
    wrong: "原密码不正确",
};

pub const TO_UNLOCK: PasswordAsked = PasswordAsked {
    module: "登录",
    deed: "解锁屏幕",
    wire: "password",
    wrong: "密码不正确",
};

/// The caller's new password, whose old one has been checked. Other sessions end.
pub fn change_password(tx: &mut Tx<'_>, call: &Call, hash: &str) -> Result<()> {
    hold_not_locked(tx, call)?;
    login_lock::unlock(tx, &call.actor.login_name)?;
    users::set_password(tx, call.actor.user_id, hash, false, call.now.0)?;
    sessions::end_all(tx, call.actor.user_id, Some(call.actor.session_id))?;
    audit::record(tx, call, &Deed::new("个人中心", "修改密码"))
}
