//! 积分过期: what is left of a gain when its time has come, the oldest first.

use schema::resources::PointsEntry;
use store::{
    Tx,
    points::{Lost, Movement, lost},
};

use super::post;
use crate::{
    audit::{self, Deed},
    call::Call,
    error::Result,
};

/// Gains that one round looks at.
const AT_ONCE: i64 = 200;

/// Takes away what is lost by now; answers how many gains that were.
pub fn expire(tx: &mut Tx<'_>, call: &Call) -> Result<usize> {
    let due = lost(tx, call.now, AT_ONCE)?;
    for Lost {
        entry,
        customer,
        left,
    } in &due
    {
        // Gains are used in the order in which they are lost, so it is this one that goes.
        let moved = Movement {
            customer: *customer,
            kind: "GUOQI",
            points: -left,
            title: "积分过期",
            note: None,
            reference: Some(entry.to_string()),
            expires: None,
            operator: None,
        };
        post(tx, call, &moved)?;
    }
    if !due.is_empty() {
        let what = format!("积分过期 {}笔", due.len());
        audit::record(tx, call, &Deed::new(PointsEntry::TABLE.label, what))?;
    }
    Ok(due.len())
}
