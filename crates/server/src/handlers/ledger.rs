//! /api/app/zijin

use service::{Error, Result, check, ledger};
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

/// 账实检查, on a thread that may take its time.
pub fn check(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        // It walks every order and names those it finds fault with.
        if !ask.call()?.actor.access.reach.all {
            return Err(Error::refused(
                "账实检查覆盖全部订单，需要数据范围为全部的角色",
            ));
        }
        let now = ask.app.clock.now();
        let db = ask.app.db.clone();
        let report = tokio::task::spawn_blocking(move || check::run(&db, now.date())).await;
        let report = report.map_err(Error::internal)??;
        let text = Answer::from(check::shown(&report, &now.to_string())).into_text();
        Ok(success(text))
    })
}
