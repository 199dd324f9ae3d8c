//! /api/app/dingdan/daozhang/import: a bank statement looked through. It books nothing.

use std::sync::Arc;

use service::{
    Error,
    import::Template,
    order::{self, Statement, StatementFile},
    search,
    sheet::{self, Limits},
    wire::FileBytes,
};

use super::{
    files::form,
    sheet::{FORM_LIMIT, download},
};
use crate::own::{Own, Replied, Reply};

/// A form with one file.
pub fn look(own: Own, _: StatementFile) -> Reply<Statement> {
    Box::pin(async move {
        let call = own.call()?;
        let app = Arc::clone(&own.app);
        let user_id = call.actor.user_id;
        let form = form(&app, user_id, own.request, FORM_LIMIT).await?;
        let needed = Limits::default().memory(&form.file);
        let room = app.decoded.take(user_id, needed).await;
        let room = room.ok_or_else(|| Error::refused("正在处理的导入和图片较多，请稍后再试"))?;
        let db = app.db.clone();
        let work = move || {
            let sheet = sheet::read(&form.file, &Limits::default())
                .map_err(|error| Error::invalid(error.to_string()))?;
            if order::asks_for_people(&sheet) {
                search::before_statement(&db, &call)?;
            }
            let (asked, sheet) = (call.clone(), Arc::new(sheet));
            let found = db.read_now(move |conn| order::statement(conn, &asked, &sheet));
            // What is read takes its room until it is dropped.
            drop(room);
            let (found, misses) = found?;
            search::after_statement(&db, &call, misses)?;
            Ok::<_, Error>(found)
        };
        let found = tokio::task::spawn_blocking(work).await;
        Replied::new(found.map_err(Error::internal)??)
    })
}

pub fn template(_: Own, ask: Template) -> Reply<FileBytes> {
    Box::pin(async move {
        let file = tokio::task::spawn_blocking(order::statement_template).await;
        let name = ask.file_name.as_deref().unwrap_or("到账流水模板");
        download(&file.map_err(Error::internal)??, name, None).map(Replied::from)
    })
}
