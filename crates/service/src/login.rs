//! Sign-in: the same time and the same words for every cause, a captcha after three failures,
//! a lock after five.
//!
//! Strangers who fail share one counter for a name. A place the person signed in from before, a
//! browser or an address, has a counter of its own: what strangers do does not touch it.

mod captcha;
mod counters;

use schema::{Timestamp, check, resources::Session};
use serde_json::json;
use store::{
    Conn, Tx, access,
    login::{self, Rule},
    oplog,
    rows::{Author, Changes},
    sessions,
    users::{self, Credentials},
};

use crate::{
    audit::{self, Deed},
    call::Origin,
    code,
    error::{Error, Result},
    login_lock::{BY_NAME, FORGET_MS, MINUTE_MS, name_counter},
    profile::{self, Profile},
    settings,
    wire::{answer, ask},
};

pub use captcha::{
    CAPTCHAS_A_MINUTE, Captcha, CaptchaAnswer, CaptchaFor, NoCaptcha, put_captcha, take_captcha,
};
pub use counters::Visitor;
use counters::{Counters, address_counter, browser_place, is_suspicious};

/// The operation log's word for a try, good or bad.
const SIGN_IN: &str = "DENGLU";
const DEFAULT_ABSOLUTE_SECONDS: i64 = 43_200;
/// How long a place is remembered after the last sign-in from it.
pub const PLACE_DAYS: i64 = 30;
pub const PLACE_MS: i64 = PLACE_DAYS * 24 * 60 * MINUTE_MS;
/// Many people share an address: it asks for captchas and never locks.
const BY_ADDRESS: Rule = Rule {
    forget_ms: FORGET_MS,
    lock_at: None,
    lock_ms: 0,
};

/// One sentence for every cause, so that nobody learns which.
const FAILED: &str = "账号、密码或验证码错误；连续失败5次，账号将锁定10分钟";

const MAX_TEXT: usize = 256;

ask! {
    /// 登录: what a person typed.
    pub struct Attempt {
        login_name: String         = typed("账号", MAX_TEXT),
        password:   String         = typed("密码", MAX_TEXT),
        yzm_id:     Option<String> = typed("验证码编号", MAX_TEXT),
        yzm:        Option<String> = typed("验证码", MAX_TEXT),
    }
}

answer! {
    /// What a signed-in client gets.
    pub struct SignedIn {
        token: String,
        guoqi_time: Timestamp,
        is_gaimi: bool,
        user: Profile,
    }
}

/// What is known before the password is checked.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub credentials: Option<Credentials>,
    /// A place this person signed in from before.
    pub known_place: Option<String>,
    pub needs_captcha: bool,
}

impl Prepared {
    /// The hash to check against; none means any hash will do, as long as it takes as long.
    pub fn hash(&self) -> Option<&str> {
        self.credentials
            .as_ref()
            .map(|credentials| credentials.password_hash.as_str())
    }
}

pub fn prepare(
    conn: &mut Conn,
    attempt: &Attempt,
    visitor: &Visitor,
    real_ms: i64,
) -> Result<Prepared> {
    let credentials = users::by_login_name(conn, &attempt.login_name)?;
    // Nobody has the id 0: an unknown name is asked for like a known one.
    let user_id = credentials.as_ref().map_or(0, |known| known.id);
    let mut known_place = None;
    for place in visitor.places() {
        if login::is_known(conn, &place, user_id, real_ms - PLACE_MS)? && known_place.is_none() {
            known_place = Some(place);
        }
    }
    let counters = Counters::of(attempt, visitor, known_place.as_deref());
    let standing = counters.standing(conn, real_ms)?;
    Ok(Prepared {
        credentials,
        known_place,
        needs_captcha: standing.needs_captcha,
    })
}

/// Whether a stranger who gives this name will be asked for a captcha. It tells nothing about
/// the name: what nobody is called is counted alike, and known places are not looked at.
pub fn will_need_captcha(
    conn: &mut Conn,
    login_name: &str,
    visitor: &Visitor,
    real_ms: i64,
) -> Result<bool> {
    let by_name = login::failures(conn, &name_counter(login_name))?;
    let by_address = login::failures(conn, &address_counter(visitor))?;
    Ok(is_suspicious(&by_name, real_ms) || is_suspicious(&by_address, real_ms))
}

/// What a signed-in client gets.
pub struct Welcome {
    pub result: SignedIn,
    pub file_token: String,
    /// What this browser is known by from now on.
    pub browser: String,
}

/// A sign-in that was decided: a welcome, or a refusal.
pub enum Decision {
    Welcome(Box<Welcome>),
    Refused { needs_captcha: bool },
}

impl Decision {
    /// The answer to a try without the right captcha where one is asked for: it was not looked at
    /// and counts for nothing.
    pub fn not_looked_at() -> Self {
        Self::Refused {
            needs_captcha: true,
        }
    }

    /// The refusal as the client sees it.
    pub fn into_result(self) -> Result<Welcome> {
        match self {
            Self::Welcome(welcome) => Ok(*welcome),
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
    pub browser: String,
}

/// A try whose password has been checked.
#[derive(Debug, Clone)]
pub struct Tried {
    pub attempt: Attempt,
    pub visitor: Visitor,
    pub prepared: Prepared,
    pub has_captcha: bool,
    pub password_is_right: bool,
}

/// Decides a sign-in whose password has been checked, and writes down how it ended.
pub fn decide(
    tx: &mut Tx<'_>,
    tried: &Tried,
    tokens: &FreshTokens,
    origin: &Origin,
    (now, real_ms): (Timestamp, i64),
) -> Result<Decision> {
    let place = tried.prepared.known_place.as_deref();
    let counters = Counters::of(&tried.attempt, &tried.visitor, place);
    // Read again inside the transaction: of guesses made at once no more are looked at than of
    // guesses made one after the other.
    login::hold(tx, &counters.address)?;
    login::hold(tx, &counters.own)?;
    let standing = counters.standing(tx, real_ms)?;
    if standing.needs_captcha && !tried.has_captcha {
        return Ok(Decision::not_looked_at());
    }
    let credentials = tried.prepared.credentials.as_ref();
    match credentials.filter(|credentials| credentials.is_enabled) {
        Some(credentials) if tried.password_is_right && !standing.is_locked => {
            login::forgive(tx, &counters.own)?;
            let browser = remember(tx, credentials.id, &tried.visitor, &tokens.browser, real_ms)?;
            welcome(tx, credentials, tokens, browser, origin, (now, real_ms))
                .map(|welcome| Decision::Welcome(Box::new(welcome)))
        }
        _ => refuse(
            tx,
            &tried.attempt,
            &counters,
            standing.is_locked,
            origin,
            (now, real_ms),
        ),
    }
}

/// Remembers where a person signed in from; answers what the browser is known by. It keeps what
/// it was given, so that everybody who uses it stays known there.
fn remember(
    tx: &mut Tx<'_>,
    user_id: i64,
    visitor: &Visitor,
    fresh: &str,
    real_ms: i64,
) -> Result<String> {
    let mut browser = fresh;
    if let Some(given) = &visitor.browser
        && login::is_anybodys(tx, &browser_place(given), real_ms - PLACE_MS)?
    {
        browser = given;
    }
    for place in [browser_place(browser), visitor.address()] {
        login::remember(tx, &place, user_id, real_ms)?;
    }
    Ok(browser.to_owned())
}

fn refuse(
    tx: &mut Tx<'_>,
    attempt: &Attempt,
    counters: &Counters,
    is_locked: bool,
    origin: &Origin,
    (now, real_ms): (Timestamp, i64),
) -> Result<Decision> {
    let by_address = login::fail(tx, &counters.address, real_ms, &BY_ADDRESS)?;
    // While a name is locked its count stands still, or a stranger could keep it locked for ever.
    let own = if is_locked {
        login::failures(tx, &counters.own)?
    } else {
        login::fail(tx, &counters.own, real_ms, &BY_NAME)?
    };
    // Asked for whatever the place: the answer must not tell that somebody is known there.
    let by_name = login::failures(tx, &counters.name)?;
    let name = Some(attempt.login_name.clone()).filter(|name| check::login_name(name));
    let deed = Deed::new("登录", "登录失败");
    let entry = oplog::Entry {
        login_name: name,
        cuowu: Some(if is_locked {
            "账号已锁定".to_owned()
        } else {
            "账号、密码或验证码错误".to_owned()
        }),
        canshu: None,
        jieguo: Some(audit::answer(code::REFUSED, FAILED)),
        ..audit::entry(&deed, SIGN_IN, origin)
    };
    oplog::append(tx, &entry, now)?;
    let needs_captcha = [own, by_name, by_address]
        .iter()
        .any(|failures| is_suspicious(failures, real_ms));
    Ok(Decision::Refused { needs_captcha })
}

fn welcome(
    tx: &mut Tx<'_>,
    credentials: &Credentials,
    tokens: &FreshTokens,
    browser: String,
    origin: &Origin,
    (now, real_ms): (Timestamp, i64),
) -> Result<Welcome> {
    users::signed_in(tx, credentials.id, now.0, &origin.ip)?;
    let seconds = settings::SESSION_SECONDS.value(tx)?;
    let expires = Timestamp(real_ms + seconds.unwrap_or(DEFAULT_ABSOLUTE_SECONDS) * 1000);
    open_session(tx, credentials, tokens, origin, now, real_ms, expires)?;
    let deed = Deed::new("登录", "登录成功");
    let entry = audit::done(oplog::Entry {
        user_id: Some(credentials.id),
        login_name: Some(credentials.login_name.clone()),
        nick_name: Some(credentials.nick_name.clone()),
        mendian: credentials.mendian.clone(),
        canshu: None,
        ..audit::entry(&deed, SIGN_IN, origin)
    });
    oplog::append(tx, &entry, now)?;
    let access = access::of_user(tx, credentials.id, credentials.mendian.as_deref())?;
    let result = SignedIn {
        token: tokens.token.clone(),
        guoqi_time: expires,
        is_gaimi: credentials.must_change_password,
        user: profile::of_user(tx, credentials.id, &access, real_ms)?,
    };
    Ok(Welcome {
        result,
        file_token: tokens.file_token.clone(),
        browser,
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
    let real_now = Timestamp(real_ms);
    let token_hash = sessions::token_hash(tx, &tokens.token);
    let file_hash = sessions::token_hash(tx, &tokens.file_token);
    let session = Changes::<Session>::new()
        .set(Session::user_id, credentials.id)
        .set(Session::login_name, credentials.login_name.as_str())
        .set(Session::nick_name, credentials.nick_name.as_str())
        .set(Session::ip, origin.ip.clone())
        .set(Session::ua, origin.ua.chars().take(300).collect::<String>())
        .set(Session::login_time, real_now)
        .set(Session::huoyue_time, real_now)
        .set(Session::guoqi_time, expires)
        .set(Session::token_hash, token_hash)
        .set(Session::file_hash, file_hash);
    let reach = store::Reach {
        user_id: credentials.id,
        ..store::Reach::everything()
    };
    let by = Author {
        reach: &reach,
        now,
        real_ms,
    };
    session.insert(tx, &by)?;
    Ok(())
}
