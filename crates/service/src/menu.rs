//! 菜单: the tree in the shapes the screens ask for.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json};
use store::{Conn, access, menus, users};

use crate::{
    call::{Call, no_permission},
    error::{Error, Result},
    input::{self, Query},
};

type Node = Map<String, Json>;

fn text<'a>(node: &'a Node, name: &str) -> &'a str {
    node.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn number(node: &Node, name: &str) -> i64 {
    node.get(name).and_then(Json::as_i64).unwrap_or_default()
}

fn flag(node: &Node, name: &str) -> bool {
    node.get(name).and_then(Json::as_bool).unwrap_or_default()
}

/// Everything, with buttons; a search leaves what it finds, with what is above and below.
pub fn all(conn: &mut Conn, query: &Query) -> Result<Json> {
    let mut nodes = menus::all(conn)?;
    if !query.is_empty() {
        let of = schema::model("sys/menu").ok_or_else(|| Error::internal("no sys/menu"))?;
        let found = menus::found(conn, &input::list(of, query)?.conditions)?;
        let above = with_above(&nodes, found.clone());
        let below = with_below(&nodes, found);
        nodes.retain(|node| {
            let id = number(node, "id");
            above.contains(&id) || below.contains(&id)
        });
    }
    Ok(tree(&nodes, 0))
}

/// The choice of a parent, or of permissions: only what the caller could grant.
pub fn choices(conn: &mut Conn, call: &Call, with_buttons: bool) -> Result<Json> {
    let mut nodes = menus::all(conn)?;
    if with_buttons {
        offer_built(&mut nodes);
    } else {
        // Where a node may hang: an empty directory is a place too.
        nodes.retain(|node| text(node, "type") != "ANNIU" && is_built(node));
    }
    if !call.actor.access.is_admin() {
        let held = granted(conn, call, &nodes)?;
        nodes.retain(|node| held.contains(&number(node, "id")));
    }
    Ok(tree(&nodes, 0))
}

/// The pages the caller may open: granted, enabled, shown.
pub fn of_user(conn: &mut Conn, call: &Call) -> Result<Json> {
    let mut nodes = menus::all(conn)?;
    nodes.retain(|node| text(node, "state") == "QIYONG");
    let held = if call.actor.access.is_admin() {
        nodes.iter().map(|node| number(node, "id")).collect()
    } else {
        granted(conn, call, &nodes)?
    };
    nodes.retain(|node| {
        text(node, "type") != "ANNIU" && flag(node, "isShow") && held.contains(&number(node, "id"))
    });
    offer_built(&mut nodes);
    Ok(tree(&nodes, 0))
}

/// Whether a node leads to a page that this version has; directories and buttons lead nowhere.
fn is_built(node: &Node) -> bool {
    text(node, "type") != "ZICAIDAN"
        || flag(node, "isWailian")
        || schema::menu::is_built(text(node, "component"))
}

/// Leaves the pages there are. A directory without a page leads nowhere.
fn offer_built(nodes: &mut Vec<Node>) {
    nodes.retain(is_built);
    let pages = nodes.iter().filter(|node| text(node, "type") == "ZICAIDAN");
    let pages = pages.map(|node| number(node, "id")).collect();
    let above = with_above(nodes, pages);
    nodes.retain(|node| text(node, "type") == "ANNIU" || above.contains(&number(node, "id")));
}

/// The nodes of pages that this version does not have yet, with their buttons: nobody can be asked
/// about them, and what a role was given of them stays until somebody can.
pub(crate) fn not_built(conn: &mut Conn) -> Result<HashSet<i64>> {
    let nodes = menus::all(conn)?;
    let pages = nodes.iter().filter(|node| !is_built(node));
    let pages = pages.map(|node| number(node, "id")).collect();
    Ok(with_below(&nodes, pages))
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
    let of = schema::model("sys/user").ok_or_else(|| Error::internal("no sys/user"))?;
    store::rows::find(conn, of, user_id, &call.actor.access.reach, call.real_ms)?;
    let user = users::by_id(conn, user_id)?.ok_or(Error::NotFound)?;
    let theirs = access::of_user(conn, user_id, user.mendian.as_deref())?;
    Ok(Json::from_iter(theirs.permissions))
}

/// Nodes the caller's roles grant, with everything above them.
fn granted(conn: &mut Conn, call: &Call, nodes: &[Node]) -> Result<HashSet<i64>> {
    let roles: Vec<i64> = call.actor.access.roles.iter().map(|role| role.id).collect();
    Ok(with_above(nodes, menus::granted_ids(conn, &roles)?))
}

fn with_above(nodes: &[Node], mut ids: HashSet<i64>) -> HashSet<i64> {
    let parents: HashMap<i64, i64> = nodes
        .iter()
        .map(|node| (number(node, "id"), number(node, "parentId")))
        .collect();
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

fn with_below(nodes: &[Node], mut ids: HashSet<i64>) -> HashSet<i64> {
    loop {
        let before = ids.len();
        for node in nodes {
            if ids.contains(&number(node, "parentId")) {
                ids.insert(number(node, "id"));
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
        .filter(|node| number(node, "parentId") == parent && number(node, "id") != parent);
    let mut children: Vec<Node> = children.cloned().collect();
    children.sort_by_key(|node| (number(node, "paixu"), number(node, "id")));
    Json::from_iter(children.into_iter().map(|mut node| {
        let below = tree(nodes, number(&node, "id"));
        node.insert("children".to_owned(), below);
        Json::Object(node)
    }))
}
