//! Opening a private picture of a customer: a look like any other, with a line in the access log
//! and a place in the day's budget. Drawing the same picture again soon after is no second look.

use schema::{Field, Folder, Model, Timestamp};
use serde_json::{Map, Value as Json};
use store::{Conn, Tx, files::StoredFile, reveals, rows};

use crate::{
    audit::{self, Deed},
    call::{Actor, Call},
    error::Result,
    files, reveal,
    whose::customer_of,
};

/// Pages draw a picture small, large and again: within this time it is one look.
const SAME_LOOK_MS: i64 = 600_000;
/// What stands in place of a field where the row shows another picture by now.
const FORMER: &str = "yuanTupian";

/// Whether opening this file now is a look that is not written down yet.
pub fn is_due(conn: &mut Conn, actor: &Actor, file: &StoredFile, now: Timestamp) -> Result<bool> {
    Ok(counts(file) && !is_recent(conn, actor, file, now)?)
}

/// Identity cards and what tells of somebody's credit, once they belong to a row. Codes to pay to
/// and vouchers are part of paying.
fn counts(file: &StoredFile) -> bool {
    let folder = Folder::from_root_path(Some(&file.folder));
    let is_personal = matches!(folder, Ok(Folder::Renzheng | Folder::Xinyong));
    is_personal && file.owner.is_some()
}

fn is_recent(conn: &mut Conn, actor: &Actor, file: &StoredFile, now: Timestamp) -> Result<bool> {
    let Some((path, id)) = &file.owner else {
        return Ok(false);
    };
    let line = reveals::Line {
        person: actor.user_id,
        path,
        id: *id,
        reason: &reason(file),
    };
    Ok(reveals::is_since(conn, &line, now.0 - SAME_LOOK_MS)?)
}

/// Which of a row's pictures it was.
fn reason(file: &StoredFile) -> String {
    format!("打开图片 {}", file.key)
}

/// Writes a look down, or refuses it where the day's are used up.
pub fn note(tx: &mut Tx<'_>, call: &Call, file: &StoredFile) -> Result<()> {
    let owner = file.owner.as_ref();
    let owner = owner.and_then(|(path, id)| Some((schema::model(path)?, *id)));
    let Some((of, id)) = owner.filter(|_| counts(file)) else {
        return Ok(());
    };
    // The same picture may be asked for twice at once.
    reveals::one_at_a_time(tx, call.actor.user_id)?;
    if is_recent(tx, &call.actor, file, call.now)? {
        return Ok(());
    }
    reveal::spend(tx, call)?;
    let row = rows::find(tx, of, id, &call.actor.access.reach, call.real_ms)?;
    let field = shown_in(of, &row, &file.key);
    let (wire, label) = field.map_or((FORMER, "原图片"), |field| {
        (field.wire.as_str(), field.column.label)
    });
    reveal::write_down(tx, call, of.table.path, wire, id, &reason(file))?;
    let what = format!("查看{}的{label}，编号{id}", of.table.label);
    let deed = Deed::new("敏感信息", what).about(customer_of(of, &row));
    audit::record(tx, &call.logged_as("CHAKAN"), &deed)
}

/// The column that shows a file.
fn shown_in(of: &'static Model, row: &Map<String, Json>, key: &str) -> Option<&'static Field> {
    of.fields
        .iter()
        .find(|field| files::keys_in(field, row).contains(&key))
}
