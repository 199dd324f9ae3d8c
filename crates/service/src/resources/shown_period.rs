//! What is shown from one time until another.

use schema::{Key, Record, Timestamp};

use crate::error::{Error, Result};

/// Blames the end of a period that is over before it begins.
pub fn check<R: Record>(
    from: Option<Timestamp>,
    to: (Key<R, Option<Timestamp>>, Option<Timestamp>),
) -> Result<()> {
    match (from, to) {
        (Some(from), (key, Some(to))) if to <= from => {
            Err(Error::field(key.wire(), "结束时间应晚于开始时间"))
        }
        _ => Ok(()),
    }
}
