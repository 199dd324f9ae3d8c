//! The menu tree as rows.

use std::collections::HashSet;

use schema::resources::Menu;
use serde_json::{Map, Value as Json};

use crate::{
    condition::Condition,
    conn::{Conn, Tx},
    error::Result,
    filter::List,
    locks::Lock,
    reach::Reach,
    rows,
};

/// More than a tree ever has.
const MOST: i64 = 10_000;

/// Every node in tree order.
pub fn all(conn: &mut Conn) -> rows::Result<Vec<Menu>> {
    matching(conn, Vec::new())
}

/// [`all`], each node also as the wire shows it.
pub fn all_shown(conn: &mut Conn) -> rows::Result<Vec<(Menu, Map<String, Json>)>> {
    rows::list_shown(conn, &list(Vec::new()), &Reach::everything(), 0)
}

/// Ids of the nodes that fit these conditions.
pub fn found(conn: &mut Conn, conditions: &[Condition]) -> rows::Result<HashSet<i64>> {
    let nodes = matching(conn, conditions.to_vec())?;
    Ok(nodes.iter().map(|node| node.id).collect())
}

fn matching(conn: &mut Conn, conditions: Vec<Condition>) -> rows::Result<Vec<Menu>> {
    rows::list(conn, &list(conditions), &Reach::everything())
}

fn list(conditions: Vec<Condition>) -> List {
    List {
        limit: MOST,
        conditions,
        ..List::default()
    }
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

/// The permission a live node carries.
pub fn permission(conn: &mut Conn, id: i64) -> Result<Option<String>> {
    let row = conn.query_opt(
        "SELECT coalesce(perms, '') FROM sys_menu WHERE id = ? AND is_del = FALSE",
        &[id.into()],
    )?;
    let perms = row.map(|row| row.text(0).map(str::to_owned)).transpose()?;
    Ok(perms.filter(|perms| !perms.is_empty()))
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
