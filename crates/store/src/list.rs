//! Lists: a page with its total, all rows, the next rows of an export.

use std::sync::Arc;

use schema::{Field, Model, Timestamp};

use crate::{
    condition::Condition,
    conn::Conn,
    error::{Error, Result},
    filter::{self, Filter, List},
    reach::Reach,
    select::{self, Derive},
    sql::{Dialect, Sql},
    sums,
    total::Totals,
    value::Row,
};

/// One page of rows as JSON objects.
pub struct Page {
    /// `[{…},{…}]`
    pub records: Vec<u8>,
    pub total: i64,
    /// False where counting stopped at the bound.
    pub total_exact: bool,
}

/// The page a list asks for, with its total.
pub fn page<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
    real_ms: i64,
    derive: Derive<'_, E>,
) -> Result<Page, E> {
    let filters = filter::filters(conn, of, list, reach)?;
    let all: Vec<&Filter<'_>> = filters.iter().collect();
    let mut totals = Totals::new(conn, &all)?;
    // How many there are decides how SQLite finds them; PostgreSQL is asked both at once.
    let is_deep = list.offset >= conn.shared.count_bound;
    if !totals.is_known() && (is_deep || conn.dialect() == Dialect::Sqlite) {
        totals.count(conn, &all)?;
    }
    let known = totals.in_all();
    if is_deep && known.is_some_and(|(_, is_exact)| !is_exact) {
        return Err(Error::Deep.into());
    }
    if let Some((0, total_exact)) = known {
        return Ok(Page {
            records: b"[]".to_vec(),
            total: 0,
            total_exact,
        });
    }
    let are_few = totals.are_few(list);
    let rows = filter::shown(&filters, list, real_ms, &are_few);
    let keys = Arc::clone(&conn.shared);
    let mut writer = select::JsonWriter::new(conn, of)?;
    let mut counted = None;
    let asked: &[&Sql] = if known.is_some() {
        &[&rows]
    } else {
        &[&rows, &totals.sql]
    };
    conn.each_of(asked, |at, row| {
        if at == 0 {
            writer.add(row, &keys.keys)
        } else {
            counted = Some(Row::copied(row)?);
            Ok(())
        }
    })?;
    if let Some(row) = &counted {
        totals.counted(conn, &all, row)?;
    }
    let (total, total_exact) = totals.in_all().unwrap_or((0, true));
    Ok(Page {
        records: writer.finish(conn, derive)?,
        total,
        total_exact,
    })
}

/// The statement for the rows of a list, which begins with what it selects. Many are met in their order, so SQLite is
/// asked first whether they are many.
pub(crate) fn rows(
    conn: &mut Conn,
    select: Sql,
    of: &'static Model,
    list: &List,
    reach: &Reach,
) -> Result<Sql> {
    let filters = filter::filters(conn, of, list, reach)?;
    let has_parents = filters.iter().any(Filter::has_parents);
    let is_asked = has_parents || !list.orders.is_empty();
    let are_few = if conn.dialect() == Dialect::Sqlite && is_asked {
        are_few(conn, &filters, list)?
    } else {
        Vec::new()
    };
    Ok(filter::rows(select, &filters, list, &are_few))
}

/// Of each filter whether it leaves few rows.
fn are_few(conn: &mut Conn, filters: &[Filter<'_>], list: &List) -> Result<Vec<bool>> {
    let all: Vec<&Filter<'_>> = filters.iter().collect();
    let mut totals = Totals::new(conn, &all)?;
    if !totals.is_known() {
        totals.count(conn, &all)?;
    }
    Ok(totals.are_few(list))
}

/// How many rows a list has with each of these conditions added, and whether counting went to the
/// end: one statement for all.
pub fn totals(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    each: impl IntoIterator<Item = Vec<Condition>>,
    reach: &Reach,
) -> Result<Vec<(i64, bool)>> {
    let filters: Vec<Filter<'_>> = each
        .into_iter()
        .map(|conditions| {
            let mut list = list.clone();
            list.conditions.extend(conditions);
            Filter::new(conn, of, &list, reach)
        })
        .collect::<Result<_>>()?;
    let filters: Vec<&Filter<'_>> = filters.iter().collect();
    let mut totals = Totals::new(conn, &filters)?;
    if !totals.is_known() {
        totals.count(conn, &filters)?;
    }
    Ok(totals.all())
}

/// Sums of some columns over all rows of a list, as far as rows are counted.
pub struct Summed {
    pub count: i64,
    /// False where there are more rows than are summed: the sums mean nothing then.
    pub is_exact: bool,
    pub sums: Vec<i128>,
}

/// Sums columns over the rows of a list.
pub fn sums_of(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    columns: &[&'static Field],
    reach: &Reach,
) -> Result<Summed> {
    let filter = Filter::new(conn, of, list, reach)?;
    let bound = conn.shared.count_bound;
    let mut sql = Sql::new("SELECT count(*)");
    for field in columns {
        let mut amount = Sql::new("s.");
        amount.name(field.column.name);
        sql.push(", ");
        sums::push(&mut sql, &amount);
    }
    sql.push(" FROM (SELECT t.id");
    for field in columns {
        let amount = select::expression(of, field, conn.dialect(), "t");
        sql.push(", ").push(&amount);
        sql.push(" AS ").name(field.column.name);
    }
    filter.in_any_order(&mut sql);
    sql.push(" LIMIT ").bind(bound + 1).push(") s");
    let row = conn.query_one(&sql.text, &sql.params)?;
    let count = row.int(0)?;
    let sums = (0..columns.len()).map(|at| sums::read(&row, 1 + 2 * at));
    Ok(Summed {
        count: count.min(bound),
        is_exact: count <= bound,
        sums: sums.collect::<Result<_>>()?,
    })
}

/// The ids of the next rows of a list after `after_id`, oldest first.
pub fn ids_after(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
    after_id: i64,
    limit: i64,
) -> Result<Vec<i64>> {
    let filter = Filter::new(conn, of, list, reach)?;
    let mut sql = Sql::new("SELECT t.id FROM ");
    sql.name(&of.name).push(" t WHERE ").append(&filter.sql);
    sql.push(" AND t.id > ").bind(after_id);
    sql.push(" ORDER BY t.id LIMIT ").bind(limit);
    conn.query_sql(&sql)?.iter().map(|row| row.int(0)).collect()
}

/// The row of a list that was made first, and when.
pub fn first_made(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
) -> Result<Option<(i64, Timestamp)>> {
    let filter = Filter::new(conn, of, list, reach)?;
    let mut sql = Sql::new("SELECT t.id, t.create_time FROM ");
    sql.name(&of.name).push(" t WHERE ").append(&filter.sql);
    sql.push(" ORDER BY t.id LIMIT 1");
    let row = conn.query_opt(&sql.text, &sql.params)?;
    row.map(|row| Ok((row.int(0)?, Timestamp(row.int(1)?))))
        .transpose()
}

/// Whether a list has any row at all.
pub fn any(conn: &mut Conn, of: &'static Model, list: &List, reach: &Reach) -> Result<bool> {
    let filter = Filter::new(conn, of, list, reach)?;
    let mut sql = Sql::new("SELECT 1");
    filter.in_any_order(&mut sql);
    sql.push(" LIMIT 1");
    Ok(!conn.query_sql(&sql)?.is_empty())
}

/// Whether a resource ever had a row, deleted since or not.
pub fn ever(conn: &mut Conn, of: &'static Model) -> Result<bool> {
    let mut sql = Sql::new("SELECT 1 FROM ");
    sql.name(&of.name).push(" t LIMIT 1");
    Ok(!conn.query_sql(&sql)?.is_empty())
}

/// Rows without a total, at most `list.limit`; also their number.
pub fn plain_list<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
    real_ms: i64,
    derive: Derive<'_, E>,
) -> Result<(Vec<u8>, usize), E> {
    let select = select::shown(of, conn.dialect(), real_ms);
    let sql = rows(conn, select, of, list, reach)?;
    records(conn, of, &sql, derive)
}

/// The ids of the rows of a list in its order, at most `list.limit`: how exports walk a table
/// without holding its rows.
pub fn ids_in_order(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
) -> Result<Vec<i64>> {
    let filter = [Filter::new(conn, of, list, reach)?];
    let [only] = &filter;
    let is_few = !only.has_parents() || are_few(conn, &filter, list)?.contains(&true);
    let mut sql = Sql::default();
    only.ids(&mut sql, list, is_few);
    sql.push(" LIMIT ").bind(list.limit);
    let mut ids = Vec::new();
    conn.each(&sql.text, &sql.params, |row| {
        ids.push(Row::copied(row)?.int(0)?);
        Ok(())
    })?;
    Ok(ids)
}

/// The rows of a statement as a JSON array, and their number.
fn records<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    sql: &Sql,
    derive: Derive<'_, E>,
) -> Result<(Vec<u8>, usize), E> {
    let shared = Arc::clone(&conn.shared);
    let mut writer = select::JsonWriter::new(conn, of)?;
    conn.each(&sql.text, &sql.params, |row| writer.add(row, &shared.keys))?;
    let count = writer.count();
    Ok((writer.finish(conn, derive)?, count))
}
