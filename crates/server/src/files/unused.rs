//! Files that no row ever took: a form that was left, an upload that was thought over.

use std::sync::Arc;

use service::{Error, Result};
use store::{files, locks::Lock};

use super::{FileKey, Storage as _};
use crate::app::App;

const KEPT_MS: i64 = 86_400_000;
const AT_ONCE: i64 = 200;

/// Removes some of them a day after they came. They are marked first, so that no row takes one any
/// more; then their bytes go, then what is known of them. Whatever happens in between, the next
/// round finds the mark and goes on. One node at a time marks.
pub async fn remove_unused(app: &App) -> Result<()> {
    let real_ms = app.clock.real().0;
    let before_ms = real_ms - KEPT_MS;
    let marked = app
        .db
        .write(move |tx| {
            if Lock::Housekeeping.try_take(tx)? {
                Ok::<_, Error>(files::abandon(tx, before_ms, AT_ONCE)?)
            } else {
                Ok(Vec::new())
            }
        })
        .await?;
    if marked.is_empty() {
        return Ok(());
    }
    let storage = Arc::clone(&app.files);
    let deleted = tokio::task::spawn_blocking(move || {
        let is_gone = |key: &String| match FileKey::parse(key).map(|key| storage.delete(&key)) {
            Some(Err(error)) => {
                tracing::warn!(error = error.context(), "cannot remove an unused file");
                false
            }
            _ => true,
        };
        marked.into_iter().filter(is_gone).collect::<Vec<String>>()
    });
    let deleted = deleted.await.map_err(Error::internal)?;
    app.db
        .write(move |tx| files::forget(tx, &deleted, real_ms))
        .await
        .map_err(Error::from)
}
