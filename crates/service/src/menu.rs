//! 菜单: the tree in the shapes the screens ask for.

use std::collections::{HashMap, HashSet};

use schema::{
    Record,
    resources::{Menu, User},
};
use serde_json::{Map, Value as Json};
use store::{Conn, access, menus, rows, users};

use crate::{
    call::{Call, no_permission},
    error::{Error, Result},
    input::{self, Query},
};

/// A node, and how the wire shows it.
struct Node {
    row: Menu,
    shown: Map<String, Json>,
}

/// The node above each.
type Parents = HashMap<i64, i64>;

fn nodes(conn: &mut Conn) -> Result<Vec<Node>> {
    let nodes = menus::all_shown(conn)?.into_iter();
    Ok(nodes.map(|(row, shown)| Node { row, shown }).collect())
}

/// Everything, with buttons; a search leaves what it finds, with what is above and below.
pub fn all(conn: &mut Conn, query: &Query) -> Result<Json> {
    let mut nodes = nodes(conn)?;
    if !query.is_empty() {
        let found = menus::found(conn, &input::list(Menu::model(), query)?.conditions)?;
        let parents = parents(nodes.iter().map(|node| &node.row));
        let above = with_above(&parents, found.clone());
        let below = with_below(&parents, found);
        nodes.retain(|Node { row, .. }| above.contains(&row.id) || below.contains(&row.id));
    }
    Ok(tree(&nodes, 0))
}

/// The choice of a parent, or of permissions: only what the caller could grant.
pub fn choices(conn: &mut Conn, call: &Call, with_buttons: bool) -> Result<Json> {
    let mut nodes = nodes(conn)?;
    if with_buttons {
        offer_built(&mut nodes);
    } else {
        // Where a node may hang: an empty directory is a place too.
        nodes.retain(|Node { row, .. }| row.r#type != "ANNIU" && is_built(row));
    }
    if !call.actor.access.is_admin() {
        let held = granted(conn, call, &nodes)?;
        nodes.retain(|node| held.contains(&node.row.id));
    }
    Ok(tree(&nodes, 0))
}

/// The pages the caller may open: granted, enabled, shown.
pub fn of_user(conn: &mut Conn, call: &Call) -> Result<Json> {
    let mut nodes = nodes(conn)?;
    nodes.retain(|node| node.row.state == "QIYONG");
    let held = if call.actor.access.is_admin() {
        nodes.iter().map(|node| node.row.id).collect()
    } else {
        granted(conn, call, &nodes)?
    };
    nodes.retain(|Node { row, .. }| row.r#type != "ANNIU" && row.is_show && held.contains(&row.id));
    offer_built(&mut nodes);
    Ok(tree(&nodes, 0))
}

/// Whether a node leads to a page that this version has; directories and buttons lead nowhere.
fn is_built(node: &Menu) -> bool {
    node.r#type != "ZICAIDAN"
        || node.is_wailian
        || schema::menu::is_built(node.component.as_deref().unwrap_or_default())
}

/// Leaves the pages there are. A directory without a page leads nowhere.
fn offer_built(nodes: &mut Vec<Node>) {
    nodes.retain(|node| is_built(&node.row));
    let rows = nodes.iter().map(|node| &node.row);
    let pages = rows.clone().filter(|row| row.r#type == "ZICAIDAN");
    let pages = pages.map(|row| row.id).collect();
    let above = with_above(&parents(rows), pages);
    nodes.retain(|Node { row, .. }| row.r#type == "ANNIU" || above.contains(&row.id));
}

/// The nodes of pages that this version does not have yet, with their buttons: nobody can be asked
/// about them, and what a role was given of them stays until somebody can.
pub(crate) fn not_built(conn: &mut Conn) -> Result<HashSet<i64>> {
    let nodes = menus::all(conn)?;
    let pages = nodes.iter().filter(|node| !is_built(node));
    let pages = pages.map(|node| node.id).collect();
    Ok(with_below(&parents(nodes.iter()), pages))
}

/// Permissions of a user: the caller's own, or with the right to see users, another's.
pub fn permissions(conn: &mut Conn, call: &Call, user_id: Option<i64>) -> Result<Json> {
    let user_id = user_id.unwrap_or(call.actor.user_id);
    if user_id == call.actor.user_id {
        return Ok(Json::from_iter(
            call.actor.access.permissions.iter().cloned(),
        ));
    }
    if !call.actor.may("sys:user:query") {
        return Err(no_permission());
    }
    let reach = &call.actor.access.reach;
    rows::within_reach(conn, User::model(), user_id, reach)?;
    let user = users::by_id(conn, user_id)?.ok_or(Error::NotFound)?;
    let theirs = access::of_user(conn, user_id, user.mendian.as_deref())?;
    Ok(Json::from_iter(theirs.permissions))
}

/// Nodes the caller's roles grant, with everything above them.
fn granted(conn: &mut Conn, call: &Call, nodes: &[Node]) -> Result<HashSet<i64>> {
    let roles: Vec<i64> = call.actor.access.roles.iter().map(|role| role.id).collect();
    let parents = parents(nodes.iter().map(|node| &node.row));
    Ok(with_above(&parents, menus::granted_ids(conn, &roles)?))
}

fn parents<'a>(nodes: impl Iterator<Item = &'a Menu>) -> Parents {
    nodes.map(|node| (node.id, node.parent_id)).collect()
}

fn with_above(parents: &Parents, mut ids: HashSet<i64>) -> HashSet<i64> {
    let mut waiting: Vec<i64> = ids.iter().copied().collect();
    while let Some(id) = waiting.pop() {
        if let Some(parent) = parents.get(&id).copied().filter(|parent| *parent != 0)
            && ids.insert(parent)
        {
            waiting.push(parent);
        }
    }
    ids
}

fn with_below(parents: &Parents, mut ids: HashSet<i64>) -> HashSet<i64> {
    loop {
        let before = ids.len();
        for (id, parent) in parents {
            if ids.contains(parent) {
                ids.insert(*id);
            }
        }
        if ids.len() == before {
            return ids;
        }
    }
}

fn tree(nodes: &[Node], parent: i64) -> Json {
    let children = nodes
        .iter()
        .filter(|Node { row, .. }| row.parent_id == parent && row.id != parent);
    let mut children: Vec<&Node> = children.collect();
    children.sort_by_key(|node| (node.row.paixu, node.row.id));
    Json::from_iter(children.into_iter().map(|node| {
        let mut shown = node.shown.clone();
        shown.insert("children".to_owned(), tree(nodes, node.row.id));
        Json::Object(shown)
    }))
}
