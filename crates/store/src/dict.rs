//! Dictionaries beside the resource engine: all at once, and one value.

use std::{collections::HashMap, sync::Arc};

use schema::{Record, resources::DictData};

use crate::{
    Dialect,
    conn::{Conn, Tx},
    error::Result,
    gram, json,
    labels::{AllLabels, KnownDict, Labels},
    state,
    value::Row,
};

/// The version of all dictionaries, asked for once in a job.
pub fn version(conn: &mut Conn) -> Result<i64> {
    if let Some(version) = conn.dict.version {
        return Ok(version);
    }
    let version = conn
        .query_one("SELECT version FROM table_version WHERE name = 'dict'", &[])?
        .int(0)?;
    conn.dict.version = Some(version);
    Ok(version)
}

/// The labels as they are in this job.
pub(crate) fn labels(conn: &mut Conn) -> Result<Arc<AllLabels>> {
    if let Some(labels) = &conn.dict.labels {
        return Ok(Arc::clone(labels));
    }
    let version = version(conn)?;
    if let Ok(known) = conn.shared.labels.lock()
        && let Some((known_version, labels)) = known.as_ref()
        && *known_version == version
    {
        return Ok(Arc::clone(labels));
    }
    let fresh = Arc::new(all_labels(conn)?);
    // What a transaction sees may be undone, and its version given to something else.
    if !conn.is_writing()
        && let Ok(mut known) = conn.shared.labels.lock()
    {
        *known = Some((version, Arc::clone(&fresh)));
    }
    conn.dict.labels = Some(Arc::clone(&fresh));
    Ok(fresh)
}

fn all_labels(conn: &mut Conn) -> Result<AllLabels> {
    let rows = conn.query(
        "SELECT dict_type, dict_value, dict_label FROM app_dict_data WHERE is_del = FALSE",
        &[],
    )?;
    let mut labels: HashMap<String, Labels> = HashMap::default();
    for row in &rows {
        let values = labels.entry(row.text(0)?.to_owned()).or_default();
        values.insert(row.text(1)?.to_owned(), json::text(row.text(2)?));
    }
    let labels = labels.into_iter();
    Ok(labels
        .map(|(kind, values)| (kind, Arc::new(values)))
        .collect())
}

pub fn touch(tx: &mut Tx<'_>) -> Result<()> {
    tx.dict = KnownDict::default();
    tx.execute_one(
        "UPDATE table_version SET version = version + 1 WHERE name = 'dict'",
        &[],
    )
}

/// Enabled values of enabled dictionaries: type, label, value, style, default, order.
pub fn enabled(conn: &mut Conn, only: Option<&str>) -> Result<Vec<Row>> {
    let mut sql = crate::Sql::new(
        "SELECT d.\"type\", v.dict_label, v.dict_value, v.tag_type, v.is_moren, v.paixu FROM app_dict d \
         JOIN app_dict_data v ON v.dict_type = d.\"type\" AND v.is_del = FALSE AND v.state = 'QIYONG' \
         WHERE d.is_del = FALSE AND d.state = 'QIYONG'",
    );
    if let Some(kind) = only {
        sql.push(" AND d.\"type\" = ").bind(kind);
    }
    sql.push(" ORDER BY d.paixu, d.id, v.paixu, v.id");
    conn.query_sql(&sql)
}

/// The values of a dictionary with their labels, enabled or not.
pub fn named(conn: &mut Conn, kind: &str) -> Result<Vec<(String, String)>> {
    let rows = conn.query(
        "SELECT dict_value, dict_label FROM app_dict_data WHERE dict_type = ? AND is_del = FALSE",
        &[kind.into()],
    )?;
    let pair = |row: &Row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned()));
    rows.iter().map(pair).collect()
}

/// Whether a dictionary has this value, enabled or not: old rows keep what they were given.
pub fn has_value(conn: &mut Conn, kind: &str, value: &str) -> Result<bool> {
    let rows = conn.query_kept(
        "SELECT 1 FROM app_dict_data WHERE dict_type = ? AND dict_value = ? AND is_del = FALSE LIMIT 1",
        &[kind.into(), value.into()],
    )?;
    Ok(!rows.is_empty())
}

/// The label of a value.
pub fn label(conn: &mut Conn, kind: &str, value: &str) -> Result<Option<String>> {
    let row = conn.query_opt(
        "SELECT dict_label FROM app_dict_data WHERE dict_type = ? AND dict_value = ? AND is_del = FALSE",
        &[kind.into(), value.into()],
    )?;
    row.map(|row| row.text(0).map(str::to_owned)).transpose()
}

/// The value of a label or the value itself, for spreadsheets.
pub fn value_of(conn: &mut Conn, kind: &str, text: &str) -> Result<Option<String>> {
    let rows = conn.query(
        "SELECT dict_value FROM app_dict_data WHERE dict_type = ? AND (dict_label = ? OR dict_value = ?) \
         AND is_del = FALSE AND state = 'QIYONG' ORDER BY paixu, id LIMIT 1",
        &[kind.into(), text.into(), text.into()],
    )?;
    rows.first()
        .map(|row| row.text(0).map(str::to_owned))
        .transpose()
}

pub fn exists(conn: &mut Conn, kind: &str) -> Result<bool> {
    Ok(!conn
        .query(
            "SELECT 1 FROM app_dict WHERE \"type\" = ? AND is_del = FALSE",
            &[kind.into()],
        )?
        .is_empty())
}

/// A value of the seed as an installation has it.
pub struct Seeded {
    pub id: i64,
    pub label: String,
    pub tag_type: String,
    /// Nobody has changed or deleted it since the product brought it.
    pub is_as_seeded: bool,
}

/// What became of a value that the product brings; a deleted one is not brought back.
pub fn seeded(conn: &mut Conn, kind: &str, value: &str) -> Result<Option<Seeded>> {
    let row = conn.query_opt(
        "SELECT id, dict_label, tag_type, banben_suo = 0 AND create_by = 0 FROM app_dict_data \
         WHERE dict_type = ? AND dict_value = ? ORDER BY is_del, id DESC LIMIT 1",
        &[kind.into(), value.into()],
    )?;
    row.map(|row| {
        Ok(Seeded {
            id: row.int(0)?,
            label: row.text(1)?.to_owned(),
            tag_type: row.text(2)?.to_owned(),
            is_as_seeded: row.bool(3)?,
        })
    })
    .transpose()
}

/// Gives a value the label and the style of a newer version; its row stays one that nobody has
/// changed.
pub fn follow(tx: &mut Tx<'_>, id: i64, label: &str, style: &str) -> Result<()> {
    let words = gram::index_text(std::iter::once(Some(label)));
    let mut sql = crate::Sql::new("UPDATE app_dict_data SET dict_label = ");
    sql.bind(label).push(", tag_type = ").bind(style);
    // PostgreSQL keeps the n-grams in the row itself, SQLite in a table beside it.
    let is_postgres = tx.dialect() == Dialect::Postgres;
    if is_postgres {
        sql.push(", gram = string_to_array(")
            .bind(words.as_str())
            .push(", ' ')");
    }
    sql.push(" WHERE id = ").bind(id);
    state::changing(tx, "app_dict_data", &[id], |tx| {
        tx.execute_sql(&sql)?;
        if is_postgres {
            return Ok(());
        }
        gram::replace(tx, DictData::model(), id, &words)
    })
}

pub fn mark_built_in(tx: &mut Tx<'_>, kinds: &[&str]) -> Result<()> {
    let mut sql =
        crate::Sql::new("SELECT id FROM app_dict WHERE is_xitong = FALSE AND \"type\" IN ");
    sql.bind_list(kinds);
    let ids: Vec<i64> = tx
        .query_sql(&sql)?
        .iter()
        .map(|row| row.int(0))
        .collect::<Result<_>>()?;
    let mut sql = crate::Sql::new("UPDATE app_dict SET is_xitong = TRUE WHERE id IN ");
    sql.bind_list(&ids);
    state::changing(tx, "app_dict", &ids, |tx| tx.execute_sql(&sql).map(drop))
}

/// Whether a dictionary still has values.
pub fn has_values(conn: &mut Conn, id: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_dict d JOIN app_dict_data v ON v.dict_type = d.\"type\" AND v.is_del = FALSE WHERE d.id = ? LIMIT 1",
        &[id.into()],
    )?;
    Ok(!rows.is_empty())
}
