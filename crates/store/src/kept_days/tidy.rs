//! Fewer rows that say the same.

use schema::Date;

use super::{
    added::{INTO_KEPT, add_up},
    figures::{Counted, LEFT, codes},
};
use crate::{conn::Tx, error::Result, meta, sql::Dialect};

/// The day on which the rows were put together last.
const TIDIED: &str = "kept_days_tidied";

/// Puts together what was spread over parts, and drops what has come to nothing: fewer rows that say
/// the same. Of what is due also days to come, of which there are most; once a day is enough.
/// Answers whether there is more to do, which has a transaction of its own.
pub fn tidy(tx: &mut Tx<'_>, today: Date) -> Result<bool> {
    let day = today.to_string();
    let known = meta::get(tx, TIDIED)?.unwrap_or_default();
    let done = match known.split_once(' ') {
        Some((on, done)) if on == day => done.parse().unwrap_or(usize::MAX),
        _ => 0,
    };
    let Some(code) = codes().nth(done) else {
        return Ok(false);
    };
    if done == 0 {
        add_up(tx)?;
    }
    meta::put(tx, TIDIED, &format!("{day} {}", done + 1))?;
    let is_ahead = [LEFT, Counted::Due.code()].contains(&code);
    let before = if is_ahead { "9999" } else { &day };
    if tx.dialect() == Dialect::Postgres {
        let text = format!(
            "WITH spread AS (DELETE FROM kept_day WHERE lei = ? AND riqi < ? AND riqi <> '' AND part <> 0 RETURNING *) \
             {}",
            INTO_KEPT.replace("{added}", "spread")
        );
        tx.execute(&text, &[code.into(), before.into()])?;
    }
    tx.execute(
        "DELETE FROM kept_day WHERE lei = ? AND riqi < ? AND bishu = 0 AND jie = 0 AND dai = 0",
        &[code.into(), day.into()],
    )?;
    Ok(true)
}
