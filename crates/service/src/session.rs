//! Who is calling: from a token to an actor, with permissions as they are at this moment.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use schema::{Record, Timestamp, resources::Session};
use serde_json::json;
use store::{
    Conn, Tx,
    access::{self, Access},
    rows, sessions,
};

use crate::{
    audit::{self, Deed},
    call::{Actor, Call},
    error::{Error, Result},
    login_lock, profile, resource,
    rules::Resource,
    settings, user,
    wire::{Ids, NoAsk, answer, ask},
};

/// Access worked out already, good for one version of permissions and settings.
#[derive(Default)]
pub struct AccessCache(Mutex<HashMap<i64, Cached>>);

#[derive(Clone)]
struct Cached {
    version: i64,
    mendian: Option<String>,
    access: Arc<Access>,
    idle_ms: i64,
}

const MINUTE_MS: i64 = 60_000;
const DEFAULT_IDLE_SECONDS: i64 = 1800;
/// Past this many people the cache starts afresh.
const PEOPLE: usize = 10_000;

/// Someone who showed a good token.
pub struct SignedIn {
    pub actor: Actor,
    pub auth_version: i64,
    pub dict_version: i64,
    /// The last use was a while ago: it is time to write down this one.
    pub is_due_for_note: bool,
}

impl SignedIn {
    /// Versions of permissions and dictionaries.
    pub fn versions(&self) -> (i64, i64) {
        (self.auth_version, self.dict_version)
    }

    /// The session whose use should be written down now, if it should.
    pub fn due_for_note(&self) -> Option<i64> {
        self.is_due_for_note.then_some(self.actor.session_id)
    }
}

/// The person behind a token, or [`Error::SignedOut`].
pub fn authenticate(
    conn: &mut Conn,
    cache: &AccessCache,
    by: sessions::By,
    token: &str,
    real_ms: i64,
) -> Result<SignedIn> {
    let hash = sessions::token_hash(conn, token);
    let found = sessions::find(conn, by, &hash)?.ok_or(Error::SignedOut)?;
    if !found.is_enabled || found.expires_ms <= real_ms {
        return Err(Error::SignedOut);
    }
    let cached = cache.of(conn, &found)?;
    let idle_ms = real_ms - found.seen_ms;
    if idle_ms > cached.idle_ms {
        return Err(Error::SignedOut);
    }
    Ok(SignedIn {
        actor: Actor {
            user_id: found.user_id,
            session_id: found.session_id,
            login_name: found.login_name,
            nick_name: found.nick_name,
            mendian: found.mendian,
            must_change_password: found.must_change_password,
            is_locked: found.is_locked,
            access: cached.access,
        },
        auth_version: found.auth_version,
        dict_version: found.dict_version,
        // What a locked screen still asks for is nobody's work: the session may run out.
        is_due_for_note: !found.is_locked && idle_ms > MINUTE_MS.min(cached.idle_ms / 4),
    })
}

impl AccessCache {
    /// Whether it holds what somebody may do.
    pub fn knows(&self, signed_in: &SignedIn) -> bool {
        let version = self.0.lock().ok().and_then(|people| {
            let known = people.get(&signed_in.actor.user_id)?;
            Some(known.version)
        });
        version == Some(signed_in.auth_version)
    }

    fn of(&self, conn: &mut Conn, found: &sessions::Found) -> Result<Cached> {
        let known = self
            .0
            .lock()
            .ok()
            .and_then(|people| people.get(&found.user_id).cloned());
        if let Some(known) = known
            && known.version == found.auth_version
            && known.mendian == found.mendian
        {
            return Ok(known);
        }
        let fresh = Cached {
            version: found.auth_version,
            mendian: found.mendian.clone(),
            access: Arc::new(access::of_user(
                conn,
                found.user_id,
                found.mendian.as_deref(),
            )?),
            idle_ms: idle_ms(conn)?,
        };
        // What a transaction sees may be undone, and its version given to something else.
        if !conn.is_writing()
            && let Ok(mut people) = self.0.lock()
        {
            if people.len() >= PEOPLE {
                people.clear();
            }
            people.insert(found.user_id, fresh.clone());
        }
        Ok(fresh)
    }
}

/// How long a session may go unused.
fn idle_ms(conn: &mut Conn) -> Result<i64> {
    let seconds = settings::IDLE_SECONDS.value(conn)?;
    Ok(seconds.unwrap_or(DEFAULT_IDLE_SECONDS) * 1000)
}

/// Ends the sessions nobody can use any more, so that the list shows who is really online.
pub fn end_expired(tx: &mut Tx<'_>, real_ms: i64) -> Result<()> {
    let unused_since_ms = real_ms - idle_ms(tx)?;
    sessions::end_expired(tx, real_ms, unused_since_ms)?;
    Ok(())
}

answer! {
    /// One of the caller's own sessions.
    pub struct OwnSession {
        id: i64,
        ip: Option<String>,
        ua: Option<String>,
        login_time: Timestamp,
        huoyue_time: Timestamp,
        guoqi_time: Timestamp,
        is_dangqian: bool,
    }
}

/// The caller's own sessions.
pub fn own(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Vec<OwnSession>> {
    let rows = sessions::of_user(conn, call.actor.user_id, call.real_ms)?;
    let shown: store::Result<Vec<OwnSession>> = rows
        .iter()
        .map(|row| {
            Ok(OwnSession {
                id: row.int(0)?,
                ip: row.opt_text(1)?.map(str::to_owned),
                ua: row.opt_text(2)?.map(str::to_owned),
                login_time: Timestamp(row.int(3)?),
                huoyue_time: Timestamp(row.int(4)?),
                guoqi_time: Timestamp(row.int(5)?),
                is_dangqian: row.int(0)? == call.actor.session_id,
            })
        })
        .collect();
    Ok(shown?)
}

/// Sends people away: those within reach who may do no more than the caller.
pub fn kick(tx: &mut Tx<'_>, call: &Call, ask: Ids) -> Result<()> {
    let ids = ask.ids.as_slice();
    if ids.contains(&call.actor.session_id) {
        return Err(Error::refused("不能下线当前会话，请使用退出登录"));
    }
    for id in ids {
        let session: Session = rows::get(tx, *id, &call.actor.access.reach)?;
        user::check_not_higher(tx, call, session.user_id)?;
    }
    resource::delete(tx, call, Resource::plain(Session::model()), ids)
}

/// Ends some of the caller's own sessions.
pub fn end_own(tx: &mut Tx<'_>, call: &Call, ask: Ids) -> Result<()> {
    let ids = ask.ids;
    for id in &ids {
        if sessions::end_own(tx, call.actor.user_id, *id)? == 0 {
            return Err(Error::NotFound);
        }
    }
    audit::record(
        tx,
        call,
        &Deed::new("个人中心", format!("下线自己的{}个会话", ids.len())),
    )
}

/// What a session whose screen is locked is told, whatever it asks for.
pub fn locked(actor: &Actor) -> Error {
    Error::Refused {
        message: "屏幕已锁定，请输入密码解锁".to_owned(),
        result: Some(json!({ "isSuoping": true, "nickName": actor.nick_name })),
    }
}

/// Locks the caller's screen: this session does nothing more until the password is given.
pub fn lock_screen(tx: &mut Tx<'_>, call: &Call, _: NoAsk) -> Result<()> {
    if call.actor.is_locked {
        return Ok(());
    }
    sessions::set_locked(tx, call.actor.session_id, true)?;
    audit::record(tx, call, &Deed::new("登录", "锁定屏幕"))
}

ask! {
    /// 解锁屏幕
    pub struct ScreenPassword {
        password: String = typed("密码", 256).says("密码不能为空，且不超过256个字符"),
    }
}

/// Opens the caller's screen, whose password has been checked.
pub fn unlock_screen(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    profile::hold_not_locked(tx, call)?;
    login_lock::forgive_inside(tx, &call.actor.login_name)?;
    sessions::set_locked(tx, call.actor.session_id, false)?;
    sessions::seen(tx, call.actor.session_id, call.real_ms)?;
    audit::record(tx, call, &Deed::new("登录", "解锁屏幕"))
}

/// Signs the caller out.
pub fn logout(tx: &mut Tx<'_>, call: &Call, _: NoAsk) -> Result<()> {
    sessions::end_own(tx, call.actor.user_id, call.actor.session_id)?;
    audit::record(tx, call, &Deed::new("登录", "退出登录"))
}
