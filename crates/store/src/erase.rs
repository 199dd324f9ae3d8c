//! Personal data of a customer who is gone: emptied, while rows stay for what refers to them. What
//! other people are named in goes altogether.

use schema::{Field, Key, Kind, Model, Record, resources::Customer};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    filter::live,
    gram,
    rows::{self, RowError},
    secret_columns, select,
    sql::Sql,
    state,
    value::Value,
};

/// What a customer is called once they are gone; lines that were written before keep the name.
pub const GONE: &str = "已注销客户";
/// Rows of one customer in one resource that are looked at.
const MOST: i64 = 10_000;
const CHUNK: usize = 500;

/// The column by which the rows of a resource refer to those of another.
#[derive(Clone, Copy)]
pub struct Reference {
    pub of: &'static Model,
    column: &'static Field,
}

impl Reference {
    /// The column of a resource that refers to these rows; none has two.
    pub fn to<R: Record>(of: &'static Model) -> Option<Self> {
        let column = columns_to(of, R::TABLE.path).next()?;
        Some(Self { of, column })
    }
}

impl<R: Record> From<Key<R, i64>> for Reference {
    fn from(key: Key<R, i64>) -> Self {
        Self {
            of: R::model(),
            column: key.field(),
        }
    }
}

fn columns_to(of: &'static Model, path: &str) -> impl Iterator<Item = &'static Field> {
    of.fields
        .iter()
        .filter(move |field| matches!(field.column.kind, Kind::Ref(other) if other == path))
}

/// The live rows that refer to one of these.
pub fn rows_of(conn: &mut Conn, by: impl Into<Reference>, ids: &[i64]) -> Result<Vec<i64>> {
    let Reference { of, column } = by.into();
    let mut sql = Sql::new("SELECT t.id FROM ");
    sql.name(&of.name).push(" t WHERE t.");
    sql.name(column.column.name).push(" IN ").bind_list(ids);
    sql.push(" AND ");
    live(&mut sql, of);
    ids_of(conn, sql)
}

/// The rows that refer to this one and were deleted before.
pub fn deleted_of(conn: &mut Conn, by: impl Into<Reference>, id: i64) -> Result<Vec<i64>> {
    let Reference { of, column } = by.into();
    let mut sql = Sql::new("SELECT t.id FROM ");
    sql.name(&of.name).push(" t WHERE t.is_del = TRUE AND t.");
    sql.name(column.column.name).push(" = ").bind(id);
    ids_of(conn, sql)
}

fn ids_of(conn: &mut Conn, mut sql: Sql) -> Result<Vec<i64>> {
    sql.push(" ORDER BY t.id LIMIT ").bind(MOST);
    let rows = conn.query_sql(&sql)?;
    rows.iter().map(|row| row.int(0)).collect()
}

/// Empties the customer's own row: what tells who they were, not whose they were.
pub fn customer(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    let of = Customer::model();
    let told = |field: &&Field| {
        !matches!(
            field.column.kind,
            Kind::Dict(_) | Kind::Bool | Kind::Int { .. }
        )
    };
    empty(
        tx,
        of,
        id,
        &told,
        &[(Customer::nick_name.name(), GONE.into())],
    )
}

/// Empties everything a row may do without.
pub fn row(tx: &mut Tx<'_>, of: &'static Model, id: i64) -> Result<()> {
    empty(tx, of, id, &|_| true, &[])
}

/// Empties what tells of a person in a row that stays otherwise.
pub fn secrets(tx: &mut Tx<'_>, of: &'static Model, id: i64) -> Result<()> {
    let is_secret = |field: &&Field| matches!(field.column.kind, Kind::Secret(_));
    empty(tx, of, id, &is_secret, &[])
}

fn empty(
    tx: &mut Tx<'_>,
    of: &'static Model,
    id: i64,
    may_go: &dyn Fn(&&Field) -> bool,
    set: &[(&str, Value)],
) -> Result<()> {
    let mut sql = Sql::new("UPDATE ");
    sql.name(&of.name).push(" SET banben_suo = banben_suo + 1");
    for (name, value) in set {
        sql.push(", ").name(name).push(" = ").bind(value.clone());
    }
    let own = of.fields.iter().filter(|field| {
        let column = &field.column;
        !column.computed && !schema::common::ALL.contains(&column.name) && column.name != "id"
    });
    for field in own.filter(|field| may_go(field)) {
        for (name, value) in emptied(tx, of, field, id)? {
            sql.push(", ").name(&name).push(" = ").bind(value);
        }
    }
    sql.push(" WHERE id = ").bind(id);
    state::changing(tx, &of.name, &[id], |tx| match tx.execute_sql(&sql)? {
        1 => Ok(()),
        changed => Err(Error::shape("1 row", changed)),
    })
}

/// What a column holds afterwards; nothing where it stays.
fn emptied(
    conn: &Conn,
    of: &'static Model,
    field: &Field,
    id: i64,
) -> Result<Vec<(String, Value)>> {
    let (name, keys) = (field.column.name, conn.keys());
    let is_secret = matches!(field.column.kind, Kind::Secret(_));
    match (is_secret, field.column.nullable) {
        (_, _) if matches!(field.column.kind, Kind::Ref(_)) => Ok(Vec::new()),
        (false, true) => Ok(vec![(name.to_owned(), Value::Null)]),
        (false, false) if field.column.takes_files() => {
            Ok(vec![(name.to_owned(), Value::Text(String::new()))])
        }
        (false, false) => Ok(Vec::new()),
        (true, is_nullable) => {
            // A column that must hold something holds nothing about anybody.
            let clear = (!is_nullable).then(|| format!("已删除{id}"));
            let sealed = match &clear {
                Some(clear) => {
                    let sealed = keys.seal(&select::place(of, name, id), clear);
                    Value::Blob(sealed.map_err(|error| Error::Driver(error.to_string()))?)
                }
                None => Value::Null,
            };
            let mut columns = vec![(name.to_owned(), sealed)];
            let writing = keys.writing();
            columns.extend(secret_columns::indexes(
                keys,
                writing,
                of,
                field,
                clear.as_deref(),
            ));
            Ok(columns)
        }
    }
}

/// Takes rows out of the database for good: what others are named in is nobody's to keep.
pub fn remove(tx: &mut Tx<'_>, of: &'static Model, ids: &[i64]) -> Result<(), RowError> {
    for ids in ids.chunks(CHUNK) {
        if of.gram_fields().next().is_some() {
            for id in ids {
                gram::remove(tx, of, *id)?;
            }
        }
        let mut gone = Sql::new("SELECT count(*) FROM ");
        gone.name(&of.name).push(" WHERE is_del = FALSE AND id IN ");
        gone.bind_list(ids);
        let live = tx.query_one(&gone.text, &gone.params)?.int(0)?;
        let mut sql = Sql::new("DELETE FROM ");
        sql.name(&of.name).push(" WHERE id IN ").bind_list(ids);
        state::changing(tx, &of.name, ids, |tx| tx.execute_sql(&sql))?;
        rows::touch(tx, &of.name, -live)?;
    }
    Ok(())
}

/// The next rows of a resource that came before a moment.
pub fn older(conn: &mut Conn, of: &'static Model, before_ms: i64, limit: i64) -> Result<Vec<i64>> {
    // Ids grow with time, so the oldest rows are the first ones.
    let mut sql = Sql::new("SELECT t.id, t.create_time FROM ");
    sql.name(&of.name)
        .push(" t ORDER BY t.id LIMIT ")
        .bind(limit);
    let rows = conn.query_sql(&sql)?;
    let mut ids = Vec::new();
    for row in &rows {
        if row.int(1)? < before_ms {
            ids.push(row.int(0)?);
        }
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use schema::resources::Dingdan;

    use super::*;

    #[test]
    fn no_resource_refers_twice_to_customers_or_orders() {
        for of in schema::models() {
            for path in [Customer::TABLE.path, Dingdan::TABLE.path] {
                assert!(columns_to(of, path).count() < 2, "{}", of.table.path);
            }
        }
        assert!(Reference::to::<Customer>(Dingdan::model()).is_some());
        assert!(Reference::to::<Dingdan>(Customer::model()).is_none());
    }
}
