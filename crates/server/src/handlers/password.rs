//! Passwords of the staff: each is hashed when its turn comes, outside the transaction.

use service::{
    Call, Error, Result, password,
    profile::{self, ChangePassword, PasswordAsked},
    session::{self, ScreenPassword},
    user::{self, FreshPassword, NewPassword, NewUser, UserAdded, UserId},
    wire::Answer,
};
use store::Tx;

use super::login::{hash, signed_in, verify};
use crate::{
    app::App,
    own::{Own, Replied, Reply},
};

/// Adds a user, who signs in with a one-time password.
pub fn add_user(own: Own, ask: NewUser) -> Reply<UserAdded> {
    Box::pin(with_fresh_password(own, ask, user::add))
}

pub fn reset(own: Own, ask: UserId) -> Reply<NewPassword> {
    Box::pin(with_fresh_password(own, ask, user::reset_password))
}

type FreshVerb<A, R> = fn(&mut Tx<'_>, &Call, &A, &FreshPassword) -> Result<R>;

/// Verbs that hand out a one-time password: it is made and hashed outside the transaction.
async fn with_fresh_password<A, R>(own: Own, ask: A, verb: FreshVerb<A, R>) -> Result<Replied<R>>
where
    A: Send + 'static,
    R: Answer + Send + 'static,
{
    let mut call = own.call()?;
    call.origin.canshu = own.shown;
    let app = own.app;
    let clear = password::generate(&mut rand::rng());
    let fresh = FreshPassword {
        hash: hash(&app, &signed_in(&call), &clear).await?,
        clear,
    };
    let job = move |tx: &mut Tx<'_>| verb(tx, &call, &ask, &fresh);
    Replied::new(app.db.write(job).await?)
}

pub fn change(own: Own, ask: ChangePassword) -> Reply<()> {
    Box::pin(async move {
        let call = own.call()?;
        let app = own.app;
        let (asking, asked) = (call.clone(), ask.clone());
        let known = app
            .db
            .read(move |conn| profile::hash_to_change(conn, &asking, &asked))
            .await?;
        let old = &ask.old_password;
        if !verify(&app, &signed_in(&call), Some(&known), old).await? {
            return Err(wrong(&app, call, &profile::TO_CHANGE).await?);
        }
        changed(&app, call, &ask.new_password).await
    })
}

/// Opens a locked screen.
pub fn unlock(own: Own, ask: ScreenPassword) -> Reply<()> {
    Box::pin(async move {
        let call = own.call()?;
        let app = own.app;
        let asking = call.clone();
        let known = app
            .db
            .read(move |conn| profile::own_hash(conn, &asking))
            .await?;
        let typed = &ask.password;
        if !verify(&app, &signed_in(&call), Some(&known), typed).await? {
            return Err(wrong(&app, call, &profile::TO_UNLOCK).await?);
        }
        app.db
            .write(move |tx| session::unlock_screen(tx, &call))
            .await?;
        Replied::new(())
    })
}

async fn wrong(app: &App, call: Call, asked: &'static PasswordAsked) -> Result<Error> {
    let counted = app
        .db
        .write(move |tx| profile::wrong_password(tx, &call, asked));
    counted.await
}

async fn changed(app: &App, call: Call, new: &str) -> Result<Replied<()>> {
    let hash = hash(app, &signed_in(&call), new).await?;
    app.db
        .write(move |tx| profile::change_password(tx, &call, &hash))
        .await?;
    Replied::new(())
}
