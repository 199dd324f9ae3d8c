//! /api/sys/login

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderValue, header};
use serde_json::{Value as Json, json};
use service::{
    Error, Result, captcha, input,
    login::{self, Attempt, FreshTokens},
    session,
};
use store::{Tx, crypt};

use crate::{
    answer::{Answer, success},
    app::App,
    dispatch::{Ask, OwnAsk, Reply, peer},
    error,
    request::{self, FILE_COOKIE},
};

/// Waiting sign-ins beyond this are told to come back.
const WAITING: i64 = 64;
const BODY_LIMIT: usize = 8 * 1024;

/// Hashes a password, as many at once as there are cores.
pub async fn hash(app: &App, clear: &str) -> Result<String> {
    let permit = app.hashing.acquire().await.map_err(Error::internal)?;
    let (hasher, clear) = (Arc::clone(&app.hasher), clear.to_owned());
    let hashed = tokio::task::spawn_blocking(move || hasher.hash(&clear, &mut rand::rng())).await;
    drop(permit);
    hashed.map_err(Error::internal)?.map_err(Error::internal)
}

/// Checks a password; without a hash it takes as long and is wrong.
pub async fn verify(app: &App, hash: Option<&str>, clear: &str) -> Result<bool> {
    let permit = app.hashing.acquire().await.map_err(Error::internal)?;
    let (hasher, hash, clear) = (
        Arc::clone(&app.hasher),
        hash.map(str::to_owned),
        clear.to_owned(),
    );
    let verified =
        tokio::task::spawn_blocking(move || hasher.verify(&clear, hash.as_deref())).await;
    drop(permit);
    verified.map_err(Error::internal)
}

pub fn login(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let (app, origin) = (Arc::clone(&ask.app), ask.origin.clone());
        let is_https = app
            .proxies
            .is_https(peer(&ask.request), ask.request.headers());
        if app.hashing.available_permits() == 0 && app.metrics.in_flight() > WAITING {
            return Ok(error::busy());
        }
        let bytes = match request::bytes(ask.request.into_body(), BODY_LIMIT).await {
            Ok(bytes) => bytes,
            Err(why) => return Ok(error::unread(&why)),
        };
        let attempt = attempt(&request::json(&bytes)?)?;
        let (asked, ip, real_ms) = (attempt.clone(), origin.ip.clone(), app.clock.real().0);
        let prepared = app
            .db
            .read(move |conn| login::prepare(conn, &asked, &ip, real_ms))
            .await?;
        let is_right = verify(&app, prepared.hash(), &attempt.password).await?;
        let tokens = FreshTokens {
            token: crypt::token().map_err(Error::internal)?,
            file_token: crypt::token().map_err(Error::internal)?,
        };
        let times = (app.clock.now(), real_ms);
        let decision = app
            .db
            .write(move |tx| {
                login::decide(tx, &attempt, &prepared, is_right, &tokens, &origin, times)
            })
            .await?;
        let welcome = decision.into_result()?;
        let mut response = success(welcome.result.to_string().as_bytes());
        let cookie = format!(
            "{FILE_COOKIE}={}; Path=/server/api/app/file/; HttpOnly; SameSite=Strict{}",
            welcome.file_token,
            if is_https { "; Secure" } else { "" }
        );
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, value);
        }
        Ok(response)
    })
}

fn attempt(body: &Json) -> Result<Attempt> {
    let body = input::object(body)?;
    input::only(body, &["loginName", "password", "yzmId", "yzm"])?;
    let text = |name: &str, label: &str| match body.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) if text.len() <= 256 && !text.contains('\0') => {
            Ok(Some(text.clone()))
        }
        Some(_) => Err(Error::field(
            name,
            format!("{label}应为不超过256个字符的文本"),
        )),
    };
    let needed = |name: &str, label: &str| {
        let given = text(name, label)?.filter(|text| !text.is_empty());
        given.ok_or_else(|| Error::field(name, format!("{label}不能为空")))
    };
    Ok(Attempt {
        login_name: needed("loginName", "账号")?.trim().to_owned(),
        password: needed("password", "密码")?,
        captcha_id: text("yzmId", "验证码编号")?,
        captcha: text("yzm", "验证码")?,
    })
}

pub fn captcha(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let app = ask.app;
        if !app.captchas.allows(&ask.origin.ip, app.clock.real().0) {
            return Ok(error::too_often());
        }
        let code = captcha::random_code(&mut rand::rng());
        let picture = captcha::draw(&code, rand::random());
        let id = crypt::token().map_err(Error::internal)?;
        let (kept, real_ms) = (id.clone(), app.clock.real().0);
        app.db
            .write(move |tx| login::put_captcha(tx, &kept, &code, real_ms))
            .await?;
        let result = json!({ "yzmId": id, "tupian": format!("data:image/png;base64,{}", STANDARD.encode(picture)) });
        Ok(success(result.to_string().as_bytes()))
    })
}

pub fn logout(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    session::logout(tx, &ask.call).map(Answer::from)
}
