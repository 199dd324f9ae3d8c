//! Where SQLite begins to look for rows within reach: with their parents, as the orders of records, or
//! with a range of what is asked for. PostgreSQL knows by itself; SQLite would look at every row of the
//! table, or at every row of a store.

use schema::{Model, Scope, model};

use super::List;
use crate::{
    condition::Condition,
    conn::Conn,
    ddl,
    error::Result,
    reach::Reach,
    sizes,
    sql::{Dialect, Sql},
};

/// So many rows are soon looked through, whatever is asked of their rows.
const NARROW: i64 = 2_000;
/// Where fewer than one parent in so many has a row, parents are looked up for rows.
const SPARSE: i64 = 4;

/// The FROM and WHERE that begin with the parents within reach; none where that is not sooner.
pub(super) fn from(
    conn: &mut Conn,
    of: &'static Model,
    reach: &Reach,
    (list, asked): (&List, &Sql),
) -> Result<Option<Sql>> {
    let Scope::Through { column, parent } = of.table.scope else {
        return Ok(None);
    };
    let Some(parent) = model(parent).filter(|_| conn.dialect() == Dialect::Sqlite) else {
        return Ok(None);
    };
    let index = ddl::index_on(of, &[column, "id"]);
    let (Some(within), Some(index)) = (reach.condition(parent, "tp"), index) else {
        return Ok(None);
    };
    let is_sooner = is_narrow(conn, parent, &within)?
        || list.conditions.is_empty() && !is_sparse(conn, of, parent)?;
    if !is_sooner {
        return Ok(None);
    }
    let mut sql = Sql::new(" FROM ");
    sql.name(&parent.name).push(" tp CROSS JOIN ");
    sql.name(&of.name).push(" t INDEXED BY ").name(index);
    sql.push(" WHERE tp.id = t.").name(column);
    sql.push(" AND ").append(&within);
    sql.push(" AND ").append(asked);
    Ok(Some(sql))
}

/// Whether rows of stores are found sooner by a range with two ends than by their stores. A person's
/// own rows, and those of a store that has few, are found by whose they are.
pub(super) fn is_sooner_by_range(
    conn: &mut Conn,
    of: &'static Model,
    reach: &Reach,
    list: &List,
) -> Result<bool> {
    let mut begins = list
        .conditions
        .iter()
        .filter_map(|condition| match condition {
            Condition::Range(field, Some(_), _) => Some(field.column.name),
            _ => None,
        });
    let ends = |name: &str| {
        let mut conditions = list.conditions.iter();
        conditions.any(|condition| {
            matches!(condition, Condition::Range(field, _, Some(_)) if field.column.name == name)
        })
    };
    if conn.dialect() == Dialect::Postgres
        || reach.stores.is_empty()
        || !matches!(of.table.scope, Scope::Columns { .. })
        || !begins.any(ends)
    {
        return Ok(false);
    }
    let Some(within) = reach.condition(of, "tp") else {
        return Ok(false);
    };
    Ok(!is_narrow(conn, of, &within)?)
}

/// Whether few of these rows are within reach; counted once while none changes.
fn is_narrow(conn: &mut Conn, of: &Model, within: &Sql) -> Result<bool> {
    let narrow = NARROW.min(conn.shared.count_bound);
    let mut sql = Sql::new("SELECT count(*) FROM (SELECT 1 FROM ");
    sql.name(&of.name).push(" tp WHERE ").append(within);
    sql.push(" LIMIT ").bind(narrow + 1).push(") counted");
    let (version, _) = sizes::version_and_rows(conn, &of.name)?;
    let version = version.to_string();
    // What a transaction sees may never come to be.
    let is_kept = !conn.is_writing();
    let known = conn.shared.counts.get(&sql, &version);
    let counted = if let Some(counted) = known.filter(|_| is_kept) {
        counted
    } else {
        let counted = vec![conn.query_one(&sql.text, &sql.params)?.int(0)?];
        if is_kept {
            conn.shared.counts.put(sql, version, counted.clone());
        }
        counted
    };
    Ok(counted.first().is_some_and(|rows| *rows <= narrow))
}

fn is_sparse(conn: &mut Conn, of: &Model, parent: &Model) -> Result<bool> {
    let (_, rows) = sizes::version_and_rows(conn, &of.name)?;
    let (_, parents) = sizes::version_and_rows(conn, &parent.name)?;
    Ok(rows.saturating_mul(SPARSE) < parents)
}
