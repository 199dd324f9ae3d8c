//! 通讯录与短信: what names other people is kept for a while and then removed for good.

use store::{Tx, erase};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::Result,
    resources::app_user_gone::is_of_other_people,
    settings,
};

const DAY_MS: i64 = 86_400_000;
const DEFAULT_DAYS: i64 = 180;
/// Rows of a resource that one round removes.
const AT_ONCE: i64 = 2_000;

/// Removes what was kept longer than the settings say; answers how many rows went.
pub fn remove_old(tx: &mut Tx<'_>, call: &Call) -> Result<usize> {
    let days = settings::CONTACT_DAYS.value(tx)?.unwrap_or(DEFAULT_DAYS);
    let before_ms = call.now.0 - days * DAY_MS;
    let mut removed = 0;
    let all = schema::models().iter().copied();
    for of in all.filter(|of| is_of_other_people(of)) {
        let ids = erase::older(tx, of, before_ms, AT_ONCE)?;
        if ids.is_empty() {
            continue;
        }
        erase::remove(tx, of, &ids)?;
        let what = format!("清除超过保留期的{} {}条", of.table.label, ids.len());
        audit::record(tx, call, &Deed::new(of.table.label, what))?;
        removed += ids.len();
    }
    Ok(removed)
}
