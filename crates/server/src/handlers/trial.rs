//! /api/app/dingdan/shisuan: a trial has a body and writes nothing.

use service::order::{self, Trial, TrialPlan};

use crate::own::{Own, Replied, Reply};

pub fn trial(own: Own, ask: Trial) -> Reply<TrialPlan> {
    Box::pin(async move {
        let call = own.call()?;
        let db = &own.app.db;
        let plan = db.read(move |conn| order::trial(conn, &call, &ask)).await?;
        Replied::new(plan)
    })
}
