//! A row that every office begins with.

use schema::Record;
use store::{Tx, rows, rows::Changes};

use crate::{Call, Result, input};

/// Writes it with the defaults of what is left out.
pub(crate) fn insert<R: Record>(tx: &mut Tx<'_>, call: &Call, row: Changes<R>) -> Result<i64> {
    let of = R::model();
    let changes = input::with_defaults(of, row.into_list())?;
    Ok(rows::insert(tx, of, &changes, &call.writer())?)
}
