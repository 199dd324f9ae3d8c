//! Rows that belong to whoever their parent belongs to, as the records of an order. PostgreSQL finds
//! them by itself; SQLite would look at every row of the table, however few are within reach.

use schema::{Model, Scope, model};

use super::List;
use crate::{
    conn::Conn,
    ddl,
    error::Result,
    reach::Reach,
    sizes,
    sql::{Dialect, Sql},
};

/// So many parents are soon looked through, whatever is asked of their rows.
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
    sql.name(&of.name).push(" t INDEXED BY ").name(&index);
    sql.push(" WHERE tp.id = t.").name(column);
    sql.push(" AND ").append(&within);
    sql.push(" AND ").append(asked);
    Ok(Some(sql))
}

/// Whether few parents are within reach; counted once while none changes.
fn is_narrow(conn: &mut Conn, parent: &Model, within: &Sql) -> Result<bool> {
    let mut sql = Sql::new("SELECT count(*) FROM (SELECT 1 FROM ");
    sql.name(&parent.name).push(" tp WHERE ").append(within);
    sql.push(" LIMIT ").bind(NARROW + 1).push(") counted");
    let (version, _) = sizes::version_and_rows(conn, &parent.name)?;
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
    Ok(counted.first().is_some_and(|parents| *parents <= NARROW))
}

fn is_sparse(conn: &mut Conn, of: &Model, parent: &Model) -> Result<bool> {
    let (_, rows) = sizes::version_and_rows(conn, &of.name)?;
    let (_, parents) = sizes::version_and_rows(conn, &parent.name)?;
    Ok(rows.saturating_mul(SPARSE) < parents)
}
