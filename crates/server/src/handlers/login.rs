//! /api/sys/login

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderValue, header};
use service::{
    Call, Error, Origin, Result, captcha,
    config::{self, Company},
    login::{
        self, Attempt, Captcha, CaptchaAnswer, CaptchaFor, Decision, FreshTokens, NoCaptcha,
        PLACE_MS, SignedIn, Tried, Visitor,
    },
    network,
    password::Hasher,
    wire::Answer as _,
    wire::NoAsk,
};
use store::crypt;

use crate::{
    answer::success,
    app::App,
    dispatch::peer,
    error,
    own::{Own, Replied, Reply},
    request::{self, BROWSER_COOKIE, FILE_COOKIE},
    turns::{Turn, Who},
};

/// Hashes a password when its turn comes.
pub async fn hash(app: &App, who: &Who, clear: &str) -> Result<String> {
    let clear = clear.to_owned();
    let turn = turn(app, who).await?;
    let hashed = work(app, turn, move |hasher| {
        hasher.hash(&clear, &mut rand::rng())
    })
    .await?;
    hashed.map_err(Error::internal)
}

/// Checks a password when its turn comes; without a hash it takes as long and is wrong.
pub async fn verify(app: &App, who: &Who, hash: Option<&str>, clear: &str) -> Result<bool> {
    let turn = turn(app, who).await?;
    verify_now(app, turn, hash, clear).await
}

async fn verify_now(app: &App, turn: Turn, hash: Option<&str>, clear: &str) -> Result<bool> {
    let (hash, clear) = (hash.map(str::to_owned), clear.to_owned());
    work(app, turn, move |hasher| {
        hasher.verify(&clear, hash.as_deref())
    })
    .await
}

/// Whoever is signed in waits in a line of their own.
pub fn signed_in(call: &Call) -> Who {
    Who {
        line: format!("user:{}", call.actor.user_id),
        name: call.actor.login_name.clone(),
        is_known: true,
    }
}

async fn turn(app: &App, who: &Who) -> Result<Turn> {
    let turn = app.hashing.take(who).await;
    turn.ok_or(Error::Store(store::Error::Busy))
}

/// The turn ends with the work, also where nobody waits for its answer any more.
async fn work<T: Send + 'static>(
    app: &App,
    turn: Turn,
    run: impl FnOnce(&Hasher) -> T + Send + 'static,
) -> Result<T> {
    let hasher = Arc::clone(&app.hasher);
    let done = tokio::task::spawn_blocking(move || {
        let done = run(&hasher);
        drop(turn);
        done
    });
    done.await.map_err(Error::internal)
}

pub fn login(own: Own, mut attempt: Attempt) -> Reply<SignedIn> {
    Box::pin(async move {
        let (app, origin) = (Arc::clone(&own.app), own.origin.clone());
        let is_https = app
            .proxies
            .is_https(peer(&own.request), own.request.headers());
        let visitor = visitor(&own);
        attempt.login_name = attempt.login_name.trim().to_owned();
        let welcome = decided(&app, attempt, visitor, origin)
            .await?
            .into_result()?;
        let mut response = success(welcome.result.text()?);
        let secure = if is_https { "; Secure" } else { "" };
        let month = PLACE_MS / 1000;
        for cookie in [
            format!(
                "{FILE_COOKIE}={}; Path=/server/api/app/file/; HttpOnly; SameSite=Strict{secure}",
                welcome.file_token,
            ),
            format!(
                "{BROWSER_COOKIE}={}; Path=/server/api/sys/login/; Max-Age={month}; HttpOnly; SameSite=Strict{secure}",
                welcome.browser,
            ),
        ] {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        Ok(response.into())
    })
}

fn visitor(own: &Own) -> Visitor {
    Visitor {
        ip: own.origin.ip.clone(),
        browser: request::cookie(own.request.headers(), BROWSER_COOKIE).map(str::to_owned),
    }
}

/// Everything that costs little is looked at before the password is.
async fn decided(
    app: &App,
    attempt: Attempt,
    visitor: Visitor,
    origin: Origin,
) -> Result<Decision> {
    let real_ms = app.clock.real().0;
    let prepare = async || {
        let (attempt, visitor) = (attempt.clone(), visitor.clone());
        let prepared = app
            .db
            .read(move |conn| login::prepare(conn, &attempt, &visitor, real_ms));
        prepared.await
    };
    let prepared = prepare().await?;
    let has_captcha = prepared.needs_captcha && takes_captcha(app, &attempt, real_ms).await?;
    if prepared.needs_captcha && !has_captcha {
        return Ok(Decision::not_looked_at());
    }
    let who = Who {
        line: (prepared.known_place.clone()).unwrap_or_else(|| network::of(&visitor.ip)),
        name: attempt.login_name.to_ascii_lowercase(),
        is_known: prepared.known_place.is_some(),
    };
    let turn = turn(app, &who).await?;
    // Others who waited with it may have failed meanwhile.
    let prepared = prepare().await?;
    if prepared.needs_captcha && !has_captcha {
        return Ok(Decision::not_looked_at());
    }
    let password_is_right = verify_now(app, turn, prepared.hash(), &attempt.password).await?;
    let tokens = FreshTokens {
        token: crypt::token().map_err(Error::internal)?,
        file_token: crypt::token().map_err(Error::internal)?,
        browser: crypt::token().map_err(Error::internal)?,
    };
    let tried = Tried {
        attempt,
        visitor,
        prepared,
        has_captcha,
        password_is_right,
    };
    let times = (app.clock.now(), real_ms);
    let decided = app
        .db
        .write(move |tx| login::decide(tx, &tried, &tokens, &origin, times));
    decided.await
}

async fn takes_captcha(app: &App, attempt: &Attempt, real_ms: i64) -> Result<bool> {
    // Without one there is nothing to write.
    if attempt.yzm_id.is_none() {
        return Ok(false);
    }
    let attempt = attempt.clone();
    let taken = app
        .db
        .write(move |tx| login::take_captcha(tx, &attempt, real_ms));
    taken.await
}

/// A picture, and whether one will be asked for. With `?loginName=` that is the question, and the
/// picture is drawn where it is needed.
pub fn captcha(own: Own, ask: CaptchaFor) -> Reply<CaptchaAnswer> {
    Box::pin(async move {
        let (visitor, name) = (visitor(&own), ask.login_name);
        let (app, real_ms) = (Arc::clone(&own.app), own.app.clock.real().0);
        if !app.captcha_questions.allows(&visitor.ip, real_ms) {
            return Ok(error::too_often().into());
        }
        let (asked, from) = (name.clone().unwrap_or_default(), visitor.clone());
        let is_needed = app
            .db
            .read(move |conn| login::will_need_captcha(conn, &asked, &from, real_ms))
            .await?;
        if name.is_some() && !is_needed {
            let answer = NoCaptcha { is_yzm: false };
            return Replied::new(CaptchaAnswer::NotNeeded(answer));
        }
        // What this node knows of costs no other a look.
        if !app.captchas.allows(&visitor.ip, real_ms) {
            return Ok(error::too_often().into());
        }
        let code = captcha::random_code(&mut rand::rng());
        let picture = captcha::draw(&code, rand::random());
        let id = crypt::token().map_err(Error::internal)?;
        let (kept, ip) = (id.clone(), visitor.ip);
        let is_kept = app
            .db
            .write(move |tx| login::put_captcha(tx, &ip, &kept, &code, real_ms));
        if !is_kept.await? {
            return Ok(error::too_often().into());
        }
        let picture = format!("data:image/png;base64,{}", STANDARD.encode(picture));
        Replied::new(CaptchaAnswer::Drawn(Captcha {
            is_yzm: is_needed,
            yzm_id: id,
            tupian: picture,
        }))
    })
}

/// Whose office this is: shown before anybody signed in.
pub fn company(own: Own, _: NoAsk) -> Reply<Company> {
    Box::pin(async move { Replied::new(own.app.db.read(config::company).await?) })
}
