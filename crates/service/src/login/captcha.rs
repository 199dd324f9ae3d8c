//! The captcha that a sign-in may be asked for.

use schema::{Record, resources::User};
use store::{
    Tx, crypt,
    login::{self, Counter, Rule},
};

use super::{Attempt, MAX_TEXT};
use crate::{
    error::{Error, Result},
    login_lock::{FORGET_MS, MINUTE_MS},
    network,
    wire::{Ask, FieldShape, Given, Sort, Takes, answer, either},
};

const CAPTCHA_MS: i64 = 5 * MINUTE_MS;
/// Pictures that one address gets in a minute, whichever nodes it asks: an office behind one
/// address, all of them mistyping.
pub const CAPTCHAS_A_MINUTE: u32 = 60;
const COUNTED: Rule = Rule {
    forget_ms: FORGET_MS,
    lock_at: None,
    lock_ms: 0,
};

/// Whose sign-in a captcha is asked for; without a name, for any.
#[derive(Debug, Clone)]
pub struct CaptchaFor {
    pub login_name: Option<String>,
}

impl Ask for CaptchaFor {
    fn take(given: &Given) -> Result<Self> {
        let mut login_name = None;
        for (name, value) in &given.query {
            if name != "loginName" {
                return Err(Error::field(name, "不支持的参数"));
            }
            if value.len() > MAX_TEXT || value.contains('\0') {
                return Err(Error::field(name, "账号应为不超过256个字符的文本"));
            }
            login_name = Some(value.trim().to_owned());
        }
        Ok(Self { login_name })
    }

    fn takes() -> Takes {
        Takes::new(
            Sort::Fields,
            FieldShape::columns(User::model(), &["loginName"]),
        )
    }
}

answer! {
    /// A picture with the code of a captcha, and whether one will be asked for.
    pub struct Captcha {
        is_yzm: bool,
        yzm_id: String,
        tupian: String,
    }
}

answer! {
    /// No captcha will be asked for.
    pub struct NoCaptcha {
        is_yzm: bool,
    }
}

either! {
    /// What a sign-in will need.
    pub enum CaptchaAnswer { NotNeeded(NoCaptcha), Drawn(Captcha) }
}

/// Takes the captcha of an attempt and answers whether it was right.
pub fn take_captcha(tx: &mut Tx<'_>, attempt: &Attempt, real_ms: i64) -> Result<bool> {
    let (Some(id), Some(code)) = (&attempt.yzm_id, &attempt.yzm) else {
        return Ok(false);
    };
    let expected = login::take_captcha(tx, id, real_ms)?;
    Ok(expected.is_some_and(|expected| expected == captcha_hash(id, code)))
}

fn captcha_hash(id: &str, code: &str) -> String {
    crypt::digest(format!("{id}:{}", code.trim().to_ascii_lowercase()))
}

/// Remembers the code of a captcha picture, unless its address was given too many already; answers
/// whether.
pub fn put_captcha(
    tx: &mut Tx<'_>,
    address: &str,
    id: &str,
    code: &str,
    real_ms: i64,
) -> Result<bool> {
    let (network, minute) = (network::of(address), real_ms / MINUTE_MS);
    let given = Counter {
        who: format!("captcha:{minute}:{network}"),
        login_name: None,
    };
    if login::fail(tx, &given, real_ms, &COUNTED)?.count > CAPTCHAS_A_MINUTE.into() {
        return Ok(false);
    }
    let code_hash = captcha_hash(id, code);
    login::put_captcha(tx, id, &code_hash, real_ms + CAPTCHA_MS)?;
    Ok(true)
}
