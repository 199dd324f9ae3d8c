//! 菜单: the tree in the shapes the screens ask for.

use std::collections::{BTreeSet, HashMap, HashSet};

use schema::{
    Action, Record, Table,
    resources::{Menu, User},
};
use serde_json::{Map, Value as Json};
use store::{Conn, access, menus, rows, users};

use crate::{
    call::Call,
    error::{Error, Result, no_permission},
    input, settings,
    wire::{Conditions, NoAsk, ShownRow, answer, ask},
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

/// Everything, with buttons.
pub(crate) fn whole_tree(conn: &mut Conn) -> Result<Vec<MenuNode>> {
    Ok(tree(&nodes(conn)?, 0))
}

/// Everything, with buttons; a search leaves what it finds, with what is above and below.
pub fn all(conn: &mut Conn, _: &Call, ask: Conditions) -> Result<Vec<MenuNode>> {
    let mut nodes = nodes(conn)?;
    if !ask.query.is_empty() {
        let found = menus::found(conn, &input::list(ask.of.model, &ask.query)?.conditions)?;
        let parents = parents(nodes.iter().map(|node| &node.row));
        let above = with_above(&parents, found.clone());
        let below = with_below(&parents, found);
        nodes.retain(|Node { row, .. }| above.contains(&row.id) || below.contains(&row.id));
    }
    Ok(tree(&nodes, 0))
}

ask! {
    /// With buttons, unless said otherwise.
    pub struct WithButtons {
        is_all: Option<bool> = flag("isAll"),
    }
}

/// The choice of a parent, or of permissions: only what the caller could grant.
pub fn choices(conn: &mut Conn, call: &Call, ask: WithButtons) -> Result<Vec<MenuNode>> {
    let mut nodes = nodes(conn)?;
    let away = tools_away(conn)?;
    if ask.is_all.unwrap_or(true) {
        offer_built(&mut nodes, &away);
    } else {
        // Where a node may hang: an empty directory is a place too.
        nodes.retain(|Node { row, .. }| row.r#type != "ANNIU" && is_built(row, &away));
    }
    if !call.actor.access.is_admin() {
        let held = granted(conn, call, &nodes)?;
        nodes.retain(|node| held.contains(&node.row.id));
    }
    Ok(tree(&nodes, 0))
}

/// The pages the caller may open, below their directories.
pub fn of_user(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Vec<MenuNode>> {
    Ok(tree(&offered(conn, call)?, 0))
}

/// Where the caller's pages lie.
pub(crate) struct Pages(Vec<Node>);

impl Pages {
    pub fn new(conn: &mut Conn, call: &Call) -> Result<Self> {
        Ok(Self(offered(conn, call)?))
    }

    /// The address of the page that shows all of a resource, if the caller has one.
    pub fn of(&self, of: &Table) -> Option<&str> {
        let shows = |row: &&Menu| row.component.as_deref() == Some(of.path);
        let mut pages = self.0.iter().map(|node| &node.row).filter(shows);
        // One with conditions of its own shows a part.
        let is_whole = |row: &&Menu| row.canshu.is_none();
        let page = pages.clone().find(is_whole).or_else(|| pages.next());
        page.and_then(|row| row.router_url.as_deref())
    }
}

/// What the caller may open: granted, enabled, shown.
fn offered(conn: &mut Conn, call: &Call) -> Result<Vec<Node>> {
    let mut nodes = nodes(conn)?;
    nodes.retain(|node| node.row.state == "QIYONG");
    let held = if call.actor.access.is_admin() {
        nodes.iter().map(|node| node.row.id).collect()
    } else {
        granted(conn, call, &nodes)?
    };
    nodes.retain(|Node { row, .. }| {
        row.r#type != "ANNIU" && row.is_show && held.contains(&row.id) && may_open(call, row)
    });
    let off = settings::turned_off(conn)?;
    nodes.retain(|Node { row, .. }| {
        let component = row.component.as_deref().unwrap_or_default();
        off.iter().all(|table| table.path != component)
    });
    offer_built(&mut nodes, &[]);
    Ok(nodes)
}

/// Whether the caller may see what a page begins with: a right to something else on it is none to
/// open it.
fn may_open(call: &Call, node: &Menu) -> bool {
    let of = schema::model(node.component.as_deref().unwrap_or_default());
    let of = of.filter(|of| of.table.allows(Action::List));
    of.is_none_or(|of| {
        call.actor
            .may(&format!("{}:list", of.table.permission_root()))
    })
}

/// What is for developers and turned off: an office is not asked who may use it.
fn tools_away(conn: &mut Conn) -> Result<Vec<&'static Table>> {
    let mut off = settings::turned_off(conn)?;
    off.retain(|table| table.is_tool());
    Ok(off)
}

/// Whether a node leads to a page that is there; directories and buttons lead nowhere.
fn is_built(node: &Menu, away: &[&Table]) -> bool {
    let component = node.component.as_deref().unwrap_or_default();
    let is_there = || {
        let is_away = away.iter().any(|table| table.path == component);
        schema::menu::is_built(component) && !is_away
    };
    node.r#type != "ZICAIDAN" || node.is_wailian || is_there()
}

/// Leaves the pages there are. A directory without a page leads nowhere.
fn offer_built(nodes: &mut Vec<Node>, away: &[&Table]) {
    nodes.retain(|node| is_built(&node.row, away));
    let rows = nodes.iter().map(|node| &node.row);
    let pages = rows.clone().filter(|row| row.r#type == "ZICAIDAN");
    let pages = pages.map(|row| row.id).collect();
    let above = with_above(&parents(rows), pages);
    nodes.retain(|Node { row, .. }| row.r#type == "ANNIU" || above.contains(&row.id));
}

/// The nodes of pages that are not there, with their buttons: nobody can be asked about them, and
/// what a role was given of them stays until somebody can.
pub(crate) fn not_built(conn: &mut Conn) -> Result<HashSet<i64>> {
    let nodes = menus::all(conn)?;
    let away = tools_away(conn)?;
    let pages = nodes.iter().filter(|node| !is_built(node, &away));
    let pages = pages.map(|node| node.id).collect();
    Ok(with_below(&parents(nodes.iter()), pages))
}

ask! {
    /// Whose permissions; the caller's own where nobody is named.
    pub struct PermissionsOf {
        user_id: Option<i64> = int("用户编号"),
    }
}

/// Permissions of a user: the caller's own, or with the right to see users, another's.
pub fn permissions(conn: &mut Conn, call: &Call, ask: PermissionsOf) -> Result<BTreeSet<String>> {
    let user_id = ask.user_id.unwrap_or(call.actor.user_id);
    if user_id == call.actor.user_id {
        return Ok(call.actor.access.permissions.clone());
    }
    if !call.actor.may("sys:user:query") {
        return Err(no_permission());
    }
    let reach = &call.actor.access.reach;
    rows::within_reach(conn, User::model(), user_id, reach)?;
    let user = users::by_id(conn, user_id)?.ok_or(Error::NotFound)?;
    let theirs = access::of_user(conn, user_id, user.mendian.as_deref())?;
    Ok(theirs.permissions)
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

answer! {
    /// A menu node with those below it.
    pub struct MenuNode {
        ..row: ShownRow<Menu>,
        children: Vec<MenuNode>,
    }
}

fn tree(nodes: &[Node], parent: i64) -> Vec<MenuNode> {
    let children = nodes
        .iter()
        .filter(|Node { row, .. }| row.parent_id == parent && row.id != parent);
    let mut children: Vec<&Node> = children.collect();
    children.sort_by_key(|node| (node.row.paixu, node.row.id));
    let below = |node: &Node| MenuNode {
        children: tree(nodes, node.row.id),
        row: node.shown.clone().into(),
    };
    children.into_iter().map(below).collect()
}
