//! /api/app/zijin/jiancha

use service::{
    Error,
    check::{CheckAsked, Checked},
};

use crate::own::{Own, Replied, Reply};

/// 账实检查: its report, or how far it is.
pub fn check(own: Own, ask: CheckAsked) -> Reply<Checked> {
    Box::pin(async move {
        // It walks every order and names those it finds fault with.
        if !own.call()?.actor.access.reach.all {
            return Err(Error::refused(
                "账实检查覆盖全部订单，需要数据范围为全部的角色",
            ));
        }
        let seen = ask.jiancha_id.and_then(|id| id.parse().ok());
        let (db, now) = (&own.app.db, own.app.clock.now());
        let mut checked = own.app.proving.ask(db, now, seen).await?;
        let problems = own.app.sealing.problems();
        match &mut checked {
            Checked::Going(going) => going.fengcun = problems,
            Checked::Done(report) => report.fengcun = problems,
        }
        Replied::new(checked)
    })
}
