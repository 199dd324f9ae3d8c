//! /api/sys/user

use serde_json::Value as Json;
use service::{
    Error, Result, input,
    password::{self, Policy},
    prefs, profile,
    user::{self, FreshPassword},
};
use store::{Conn, Tx, config, users};

use super::login::{hash, signed_in, verify};
use crate::{
    answer::{Answer, success},
    app::App,
    dispatch::{Ask, OwnAsk, Reply},
    error,
    request::{self, JSON_LIMIT},
};

pub fn profile(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    profile::shown(conn, &ask.call).map(Answer::from)
}

pub fn edit_profile(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    profile::edit_profile(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn edit_avatar(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    profile::edit_avatar(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn preferences(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    prefs::all(conn, &ask.call).map(Answer::from)
}

pub fn set_preference(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    prefs::set(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn edit(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    user::edit(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn delete(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    user::delete(tx, &ask.call, &input::ids(ask.param("ids"))?).map(Answer::from)
}

pub fn unlock(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
    user::unlock(tx, &ask.call, &ask.body).map(Answer::from)
}

pub fn add(ask: OwnAsk) -> Reply {
    Box::pin(with_fresh_password(ask, user::add))
}

pub fn reset_password(ask: OwnAsk) -> Reply {
    Box::pin(with_fresh_password(ask, user::reset_password))
}

type FreshVerb = fn(&mut Tx<'_>, &service::Call, &Json, &FreshPassword) -> Result<Json>;

/// Verbs that hand out a one-time password: it is made and hashed outside the transaction.
async fn with_fresh_password(ask: OwnAsk, verb: FreshVerb) -> Result<axum::response::Response> {
    let mut call = ask.call()?;
    let app = ask.app;
    let bytes = match request::bytes(ask.request.into_body(), JSON_LIMIT).await {
        Ok(bytes) => bytes,
        Err(why) => return Ok(error::unread(&why)),
    };
    let body = request::json(&bytes)?;
    call.origin.canshu = Some(service::audit::cleaned(&body).to_string());
    let clear = password::generate(&mut rand::rng());
    let fresh = FreshPassword {
        hash: hash(&app, &signed_in(&call), &clear).await?,
        clear,
    };
    let result = app
        .db
        .write(move |tx| verb(tx, &call, &body, &fresh))
        .await?;
    Ok(success(result.to_string().as_bytes()))
}

/// `{oldPassword, newPassword, confirmPassword}`
pub fn change_password(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let call = ask.call()?;
        let app = ask.app;
        let bytes = match request::bytes(ask.request.into_body(), JSON_LIMIT).await {
            Ok(bytes) => bytes,
            Err(why) => return Ok(error::unread(&why)),
        };
        let (old, new) = passwords(&request::json(&bytes)?)?;
        let asking = call.clone();
        let (known, policy) = app
            .db
            .read(move |conn| {
                profile::check_not_locked(conn, &asking)?;
                let known = users::by_id(conn, asking.actor.user_id)?.ok_or(Error::SignedOut)?;
                Ok::<_, Error>((known, config::value(conn, "mimaCelue")?))
            })
            .await?;
        // Before the old password is looked at, so that this tells nothing about it.
        check_policy(policy.as_deref(), &new, &known.login_name)?;
        if old == new {
            return Err(Error::field("newPassword", "新密码不能与原密码相同"));
        }
        if !verify(&app, &signed_in(&call), Some(&known.password_hash), &old).await? {
            let counted = app.db.write(move |tx| profile::wrong_password(tx, &call));
            return Err(counted.await?);
        }
        change(&app, call, &new).await
    })
}

async fn change(app: &App, call: service::Call, new: &str) -> Result<axum::response::Response> {
    let hash = hash(app, &signed_in(&call), new).await?;
    let result = app
        .db
        .write(move |tx| profile::change_password(tx, &call, &hash))
        .await?;
    Ok(success(result.to_string().as_bytes()))
}

fn check_policy(policy: Option<&str>, new: &str, login_name: &str) -> Result<()> {
    let policy = policy
        .and_then(Policy::from_name)
        .unwrap_or(Policy::Dengbao);
    policy
        .check(new, login_name)
        .map_err(|weakness| Error::field("newPassword", weakness.to_string()))
}

fn passwords(body: &Json) -> Result<(String, String)> {
    let body = input::object(body)?;
    input::only(body, &["oldPassword", "newPassword", "confirmPassword"])?;
    let text = |name: &str, label: &str| {
        let text = body
            .get(name)
            .and_then(Json::as_str)
            .filter(|text| !text.is_empty() && text.len() <= 256);
        text.map(str::to_owned)
            .ok_or_else(|| Error::field(name, format!("{label}不能为空，且不超过256个字符")))
    };
    let (old, new) = (
        text("oldPassword", "原密码")?,
        text("newPassword", "新密码")?,
    );
    if new != text("confirmPassword", "确认密码")? {
        return Err(Error::field("confirmPassword", "两次输入的新密码不一致"));
    }
    Ok((old, new))
}
