//! Sign-in: the same time and the same words for every cause, a captcha after three failures,
//! a lock after five.

use schema::{Timestamp, check};
use serde_json::{Value as Json, json};
use store::{
    Conn, Tx, Value, access, config, crypt,
    login::{self, Failures, Rule},
    oplog,
    rows::{self, Writer},
    users::{self, Credentials},
};

use crate::{
    audit::{self, Deed},
    call::Origin,
    code,
    error::{Error, Result},
    profile,
};

const CAPTCHA_AFTER: i64 = 3;
const MINUTE_MS: i64 = 60_000;
const FORGET_MS: i64 = 10 * MINUTE_MS;
const CAPTCHA_MS: i64 = 5 * MINUTE_MS;
const DEFAULT_ABSOLUTE_SECONDS: i64 = 43_200;
const BY_NAME: Rule = Rule {
    forget_ms: FORGET_MS,
    lock_at: Some(5),
    lock_ms: 10 * MINUTE_MS,
};
/// Many people share an address: it asks for captchas and never locks.
const BY_ADDRESS: Rule = Rule {
    forget_ms: FORGET_MS,
    lock_at: None,
    lock_ms: 0,
};

/// One sentence for every cause, so that nobody learns which.
const FAILED: &str = "账号、密码或验证码错误；连续失败5次，账号将锁定10分钟";

/// What a person typed.
#[derive(Debug, Clone, Default)]
pub struct Attempt {
    pub login_name: String,
    pub password: String,
    pub captcha_id: Option<String>,
    pub captcha: Option<String>,
}

/// What is known before the password is checked.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub credentials: Option<Credentials>,
    is_locked: bool,
    needs_captcha: bool,
}

impl Prepared {
    /// The hash to check against; none means any hash will do, as long as it takes as long.
    pub fn hash(&self) -> Option<&str> {
        self.credentials
            .as_ref()
            .map(|credentials| credentials.password_hash.as_str())
    }
}

pub fn prepare(conn: &mut Conn, attempt: &Attempt, ip: &str, real_ms: i64) -> Result<Prepared> {
    let by_name = login::failures(conn, &name_key(&attempt.login_name))?;
    let by_address = login::failures(conn, &address_key(ip))?;
    Ok(Prepared {
        credentials: users::by_login_name(conn, &attempt.login_name)?,
        is_locked: by_name.locked_until_ms > real_ms,
        needs_captcha: is_suspicious(&by_name, real_ms) || is_suspicious(&by_address, real_ms),
    })
}

fn is_suspicious(failures: &Failures, real_ms: i64) -> bool {
    failures.count >= CAPTCHA_AFTER && failures.last_ms > real_ms - FORGET_MS
}

/// What failures of a name are counted by: capitals make no new name. What cannot be a name may
/// well be a password typed into the wrong box, so it is not written down as it is.
fn name_key(login_name: &str) -> String {
    if check::login_name(login_name) {
        format!("name:{}", login_name.to_ascii_lowercase())
    } else {
        format!("other:{}", crypt::digest(login_name))
    }
}

fn address_key(ip: &str) -> String {
    format!("address:{ip}")
}

/// What a signed-in client gets.
pub struct Welcome {
    pub result: Json,
    pub file_token: String,
}

/// A sign-in that was decided: a welcome, or a refusal that has been written down.
pub enum Decision {
    Welcome(Welcome),
    Refused { needs_captcha: bool },
}

impl Decision {
    /// The refusal as the client sees it.
    pub fn into_result(self) -> Result<Welcome> {
        match self {
            Self::Welcome(welcome) => Ok(welcome),
            Self::Refused { needs_captcha } => Err(Error::Refused {
                message: FAILED.to_owned(),
                result: Some(json!({ "isYzm": needs_captcha })),
            }),
        }
    }
}

/// Tokens made before the transaction, which may run twice.
#[derive(Debug, Clone)]
pub struct FreshTokens {
    pub token: String,
    pub file_token: String,
}

/// Decides a sign-in whose password has been checked, and writes down how it ended.
pub fn decide(
    tx: &mut Tx<'_>,
    attempt: &Attempt,
    prepared: &Prepared,
    password_is_right: bool,
    tokens: &FreshTokens,
    origin: &Origin,
    (now, real_ms): (Timestamp, i64),
) -> Result<Decision> {
    let captcha_is_right = !prepared.needs_captcha || take_captcha(tx, attempt, real_ms)?;
    // Read again inside the transaction: guesses made at once must not all pass the lock.
    let is_locked = prepared.is_locked || is_locked(tx, &attempt.login_name, real_ms)?;
    let credentials = prepared
        .credentials
        .as_ref()
        .filter(|credentials| credentials.is_enabled);
    match credentials {
        Some(credentials) if password_is_right && captcha_is_right && !is_locked => {
            welcome(tx, credentials, tokens, origin, now, real_ms).map(Decision::Welcome)
        }
        _ => refuse(tx, attempt, is_locked, origin, now, real_ms),
    }
}

fn take_captcha(tx: &mut Tx<'_>, attempt: &Attempt, real_ms: i64) -> Result<bool> {
    let (Some(id), Some(code)) = (&attempt.captcha_id, &attempt.captcha) else {
        return Ok(false);
    };
    let expected = login::take_captcha(tx, id, real_ms)?;
    Ok(expected.is_some_and(|expected| expected == captcha_hash(id, code)))
}

fn captcha_hash(id: &str, code: &str) -> String {
    crypt::digest(format!("{id}:{}", code.trim().to_ascii_lowercase()))
}

/// Remembers the code of a captcha picture.
pub fn put_captcha(tx: &mut Tx<'_>, id: &str, code: &str, real_ms: i64) -> Result<()> {
    Ok(login::put_captcha(
        tx,
        id,
        &captcha_hash(id, code),
        real_ms + CAPTCHA_MS,
    )?)
}

fn refuse(
    tx: &mut Tx<'_>,
    attempt: &Attempt,
    is_locked: bool,
    origin: &Origin,
    now: Timestamp,
    real_ms: i64,
) -> Result<Decision> {
    let by_address = login::fail(tx, &address_key(&origin.ip), real_ms, &BY_ADDRESS)?;
    // While a name is locked its count stands still, or a stranger could keep it locked for ever.
    let by_name = if is_locked {
        login::failures(tx, &name_key(&attempt.login_name))?
    } else {
        login::fail(tx, &name_key(&attempt.login_name), real_ms, &BY_NAME)?
    };
    let name = Some(attempt.login_name.clone()).filter(|name| check::login_name(name));
    let deed = Deed::new("登录", "DENGLU", "登录失败");
    let entry = oplog::Entry {
        login_name: name,
        cuowu: Some(if is_locked {
            "账号已锁定".to_owned()
        } else {
            "账号、密码或验证码错误".to_owned()
        }),
        canshu: None,
        jieguo: Some(audit::answer(code::REFUSED, FAILED)),
        ..audit::entry(&deed, origin)
    };
    oplog::append(tx, &entry, now)?;
    let needs_captcha =
        by_name.count >= CAPTCHA_AFTER || by_address.count >= CAPTCHA_AFTER || is_locked;
    Ok(Decision::Refused { needs_captcha })
}

fn welcome(
    tx: &mut Tx<'_>,
    credentials: &Credentials,
    tokens: &FreshTokens,
    origin: &Origin,
    now: Timestamp,
    real_ms: i64,
) -> Result<Welcome> {
    login::forgive(tx, &name_key(&credentials.login_name))?;
    login::forgive(tx, &address_key(&origin.ip))?;
    users::signed_in(tx, credentials.id, now.0, &origin.ip)?;
    let seconds = config::value(tx, "huihuaZuichang")?.and_then(|text| text.parse().ok());
    let expires = Timestamp(real_ms + seconds.unwrap_or(DEFAULT_ABSOLUTE_SECONDS) * 1000);
    open_session(tx, credentials, tokens, origin, now, real_ms, expires)?;
    let deed = Deed::new("登录", "DENGLU", "登录成功");
    let entry = audit::done(oplog::Entry {
        user_id: Some(credentials.id),
        login_name: Some(credentials.login_name.clone()),
        nick_name: Some(credentials.nick_name.clone()),
        mendian: credentials.mendian.clone(),
        canshu: None,
        ..audit::entry(&deed, origin)
    });
    oplog::append(tx, &entry, now)?;
    let access = access::of_user(tx, credentials.id, credentials.mendian.as_deref())?;
    let result = json!({
        "token": tokens.token,
        "guoqiTime": expires,
        "isGaimi": credentials.must_change_password,
        "user": profile::of_user(tx, credentials.id, &access, real_ms)?,
    });
    Ok(Welcome {
        result,
        file_token: tokens.file_token.clone(),
    })
}

fn open_session(
    tx: &mut Tx<'_>,
    credentials: &Credentials,
    tokens: &FreshTokens,
    origin: &Origin,
    now: Timestamp,
    real_ms: i64,
    expires: Timestamp,
) -> Result<()> {
    let of = schema::model("sys/session").ok_or_else(|| Error::internal("no sys/session"))?;
    let columns: [(&str, Value); 10] = [
        ("user_id", credentials.id.into()),
        ("login_name", credentials.login_name.as_str().into()),
        ("nick_name", credentials.nick_name.as_str().into()),
        ("ip", origin.ip.as_str().into()),
        ("ua", origin.ua.chars().take(300).collect::<String>().into()),
        ("login_time", real_ms.into()),
        ("huoyue_time", real_ms.into()),
        ("guoqi_time", expires.0.into()),
        ("token_hash", crypt::digest(&tokens.token).into()),
        ("file_hash", crypt::digest(&tokens.file_token).into()),
    ];
    let changes = rows::changes(of, columns);
    let reach = store::Reach {
        user_id: credentials.id,
        ..store::Reach::everything()
    };
    rows::insert(
        tx,
        of,
        &changes,
        &Writer {
            reach: &reach,
            now,
            real_ms,
        },
    )?;
    Ok(())
}

/// Whether a name is locked at this moment.
pub fn is_locked(conn: &mut Conn, login_name: &str, real_ms: i64) -> Result<bool> {
    Ok(login::failures(conn, &name_key(login_name))?.locked_until_ms > real_ms)
}

/// Counts a wrong password of a person who is signed in already.
pub(crate) fn count_failure(tx: &mut Tx<'_>, login_name: &str, real_ms: i64) -> Result<()> {
    login::fail(tx, &name_key(login_name), real_ms, &BY_NAME)?;
    Ok(())
}

/// Lets a locked person try again at once.
pub fn unlock(tx: &mut Tx<'_>, login_name: &str) -> Result<()> {
    Ok(login::forgive(tx, &name_key(login_name))?)
}
