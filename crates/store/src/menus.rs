//! The menu tree as rows.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use crate::{
    condition::Condition,
    conn::{Conn, Tx},
    error::{Error, Result},
    filter::List,
    list::plain_list,
    locks::Lock,
    reach::Reach,
};

/// Every node, as the wire shows it, in tree order.
pub fn all(conn: &mut Conn) -> Result<Vec<Map<String, Json>>> {
    let of = schema::model("sys/menu").ok_or_else(|| Error::shape("sys/menu", "none"))?;
    let list = List {
        limit: 10_000,
        ..List::default()
    };
    let (records, _) = plain_list::<Error>(conn, of, &list, &Reach::everything(), 0, None)?;
    serde_json::from_slice(&records).map_err(|error| Error::Shape(error.to_string()))
}

/// Ids of the nodes that fit these conditions.
pub fn found(conn: &mut Conn, conditions: &[Condition]) -> Result<HashSet<i64>> {
    let of = schema::model("sys/menu").ok_or_else(|| Error::shape("sys/menu", "none"))?;
    let list = List {
        limit: 10_000,
        conditions: conditions.to_vec(),
        ..List::default()
    };
    let (records, _) = plain_list::<Error>(conn, of, &list, &Reach::everything(), 0, None)?;
    let nodes: Vec<Map<String, Json>> =
        serde_json::from_slice(&records).map_err(|error| Error::Shape(error.to_string()))?;
    let ids = nodes.iter().filter_map(|node| node.get("id")?.as_i64());
    Ok(ids.collect())
}

/// Ids of the live nodes that some of these roles grant.
pub fn granted_ids(conn: &mut Conn, role_ids: &[i64]) -> Result<HashSet<i64>> {
    let mut sql = crate::Sql::new(
        "SELECT DISTINCT rm.menu_id FROM sys_role_menu rm JOIN sys_menu m ON m.id = rm.menu_id \
         WHERE m.is_del = FALSE AND rm.role_id IN ",
    );
    sql.bind_list(role_ids);
    conn.query_sql(&sql)?.iter().map(|row| row.int(0)).collect()
}

pub fn has_children(conn: &mut Conn, id: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM sys_menu WHERE parent_id = ? AND is_del = FALSE LIMIT 1",
        &[id.into()],
    )?;
    Ok(!rows.is_empty())
}

/// Lets one transaction at a time change the shape of the tree, so that what it checked still
/// holds when it commits. SQLite writes one at a time anyway.
pub fn one_at_a_time(tx: &mut Tx<'_>) -> Result<()> {
    Lock::MenuTree.take(tx)
}

/// A live node's type and parent.
pub fn node(conn: &mut Conn, id: i64) -> Result<Option<(String, i64)>> {
    let row = conn.query_opt(
        "SELECT \"type\", parent_id FROM sys_menu WHERE id = ? AND is_del = FALSE",
        &[id.into()],
    )?;
    row.map(|row| Ok((row.text(0)?.to_owned(), row.int(1)?)))
        .transpose()
}
