//! /api/app/zijin

use service::{Error, Result, input::given, ledger};
use store::Conn;

use crate::{
    answer::{Answer, success},
    dispatch::{Ask, OwnAsk, Reply},
};

pub fn sums(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    ledger::sums(conn, &ask.call, &ask.query).map(Answer::from)
}

pub fn trial_balance(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    ledger::trial_balance(conn, &ask.call, &ask.query).map(Answer::from)
}

/// 账实检查: its report, or how far it is.
pub fn check(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        // It walks every order and names those it finds fault with.
        if !ask.call()?.actor.access.reach.all {
            return Err(Error::refused(
                "账实检查覆盖全部订单，需要数据范围为全部的角色",
            ));
        }
        let query = ask.query()?;
        ledger::only(&query, &["jianchaId"])?;
        let seen = given(&query, "jianchaId").and_then(|id| id.parse().ok());
        let (db, now) = (&ask.app.db, ask.app.clock.now());
        let mut shown = ask.app.proving.ask(db, now, seen).await?;
        if let Some(shown) = shown.as_object_mut() {
            shown.insert("fengcun".to_owned(), ask.app.sealing.problems().into());
        }
        Ok(success(Answer::from(shown).into_text()))
    })
}
