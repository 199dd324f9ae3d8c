//! A row that is there: changed or deleted, under the lock that was taken when it was read.

use schema::Model;
use serde_json::{Map, Value as Json};

use super::{
    Author, Change, Locked, Result, RowError, StoredRow, duplicate, locked, secret, shown, touch,
};
use crate::{
    conn::Tx,
    error::Error,
    gram, select,
    sql::{Dialect, Sql},
    state::{self, Known},
    value::{Row, Value},
};

/// A changed row, before and after, as the wire shows them.
pub struct Changed {
    pub before: Map<String, Json>,
    pub after: Map<String, Json>,
    pub version: i64,
    /// What it became.
    pub stored: StoredRow,
}

/// Changes a row. `seen` is the row version the writer saw, if they said so.
pub fn update(
    tx: &mut Tx<'_>,
    of: &'static Model,
    id: i64,
    seen: Option<i64>,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<Changed> {
    let was = locked(tx, of, id, by)?;
    was.must_be(seen)?;
    update_locked(tx, of, was, changes, by)
}

/// Changes a row that was locked before. It is not read again: the write answers what it became.
pub fn update_locked(
    tx: &mut Tx<'_>,
    of: &'static Model,
    was: Locked,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<Changed> {
    let written = state::changing_known(tx, &of.name, was.id, &was.stored, |tx| {
        update_row(tx, of, &was, changes, by)
    })?;
    touch(tx, &of.name, 0)?;
    let after = shown::<RowError>(tx, of, &written.row, None)?;
    Ok(Changed {
        before: was.shown,
        after,
        version: was.version + 1,
        stored: written.stored,
    })
}

/// What a row became, in the order of a select list.
struct Written {
    row: Row,
    stored: StoredRow,
}

impl Known for Written {
    fn value(&self, column: &str) -> Option<&Value> {
        self.stored.value(column)
    }
}

/// Writes the changes into a row that is still of this version, and that its writer still reaches
/// afterwards.
fn update_row(
    tx: &mut Tx<'_>,
    of: &'static Model,
    was: &Locked,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<Written> {
    let id = was.id;
    if tx.keys().are_several() {
        let next = was.stored.with_rest(tx.keys(), id, changes);
        secret::refuse_taken(tx, of, &next, changes, id)?;
    }
    let words = changes.iter().any(|(field, _)| field.is_gram()).then(|| {
        let next = was.stored.changed(changes);
        gram::index_text(of.gram_fields().map(|field| next.text(field)))
    });
    let mut sql = Sql::wide("UPDATE ");
    sql.name(&of.name)
        .push(" SET update_time = ")
        .bind(by.now.0)
        .push(", update_by = ")
        .bind(by.reach.user_id);
    sql.push(", banben_suo = banben_suo + 1");
    for (name, value) in secret::sealed(tx, of, changes, id)? {
        sql.push(", ").name(&name).push(" = ").bind(value);
    }
    if let (Dialect::Postgres, Some(words)) = (tx.dialect(), words.as_deref()) {
        sql.push(", gram = string_to_array(")
            .bind(words)
            .push(", ' ')");
    }
    sql.push(" WHERE id = ")
        .bind(id)
        .push(" AND is_del = FALSE AND banben_suo = ")
        .bind(was.version)
        .push(" RETURNING ");
    let scope = by.reach.condition(of, &of.name);
    sql.append(scope.as_ref().unwrap_or(&Sql::new("TRUE")))
        .push(", ");
    select::written(&mut sql, of, tx.dialect(), by.real_ms);
    for field in of.fields.iter().filter(|field| field.column.internal) {
        sql.push(", ").name(field.column.name);
    }
    let rows = tx.query_sql(&sql).map_err(|error| duplicate(of, error))?;
    let mut row = rows.into_iter().next().ok_or(RowError::Stale)?;
    match row.0.remove(0) {
        Value::Bool(true) | Value::Int(1) => {}
        _ => return Err(RowError::OutOfReach),
    }
    if let Some(words) = words {
        gram::replace(tx, of, id, &words)?;
    }
    let stored = StoredRow::of_whole(of, row.clone())?;
    Ok(Written { row, stored })
}

/// Deletes locked rows.
pub fn delete(tx: &mut Tx<'_>, of: &'static Model, rows: &[Locked], by: &Author<'_>) -> Result<()> {
    for Locked { id, .. } in rows {
        if of.table.append_only {
            archive(tx, of, *id, by)?;
        } else {
            let text = format!(
                "UPDATE \"{}\" SET is_del = TRUE, update_time = ?, update_by = ?, banben_suo = banben_suo + 1 WHERE id = ?",
                of.name
            );
            let params = [by.now.0.into(), by.reach.user_id.into(), (*id).into()];
            state::changing(tx, &of.name, &[*id], |tx| tx.execute_one(&text, &params))?;
            if of.gram_fields().next().is_some() {
                gram::remove(tx, of, *id)?;
            }
        }
    }
    touch(tx, &of.name, -i64::try_from(rows.len()).unwrap_or_default())
}

/// Takes a row of an append-only table out of sight; it stays where it is.
fn archive(tx: &mut Tx<'_>, of: &Model, id: i64, by: &Author<'_>) -> Result<()> {
    let params = [
        of.name.as_str().into(),
        id.into(),
        by.reach.user_id.into(),
        by.now.0.into(),
    ];
    state::adding(tx, "archived", |tx| {
        let id = tx.add(
            "INSERT INTO archived (table_name, row_id, create_by, create_time) VALUES (?, ?, ?, ?)",
            &params,
        )?;
        Ok::<_, Error>(vec![id])
    })?;
    Ok(())
}
