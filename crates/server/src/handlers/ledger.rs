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
        let now = ask.app.clock.now();
        let db = ask.app.db.clone();
        let report = tokio::task::spawn_blocking(move || check::run(&db, now.date())).await;
        let report = report.map_err(Error::internal)??;
        let mut shown = check::shown(&report, &now.to_string());
        if let Some(shown) = shown.as_object_mut() {
            shown.insert("fengcun".to_owned(), ask.app.sealing.problems().into());
        }
        let text = Answer::from(shown).into_text();
        Ok(success(text))
    })
}
