//! What keeps the menu a tree of pages there are, and nobody's way to more permissions.

use schema::menu;
use serde_json::{Map, Value as Json};
use store::{Conn, menus, rows::Change};

use crate::{
    call::Call,
    error::{Error, Result},
    hooks::text_of,
};

/// Deepest nesting of menus: directories in directories.
const DEPTH: usize = 6;

type Node = Map<String, Json>;

/// A node as it will be once written.
struct Next<'a> {
    before: Option<&'a Node>,
    changes: &'a [Change],
}

impl Next<'_> {
    fn text(&self, wire: &str) -> Option<String> {
        text_of(self.before, self.changes, wire).filter(|text| !text.is_empty())
    }

    fn was(&self, wire: &str) -> Option<&str> {
        self.before?
            .get(wire)?
            .as_str()
            .filter(|text| !text.is_empty())
    }

    fn has_changed(&self, wire: &str) -> bool {
        self.text(wire).as_deref() != self.was(wire)
    }

    fn is_link(&self) -> bool {
        self.text("isWailian").as_deref() == Some("true")
    }
}

/// Whether a node may be written as it will be.
pub fn check(
    conn: &mut Conn,
    call: &Call,
    before: Option<&Node>,
    changes: &[Change],
) -> Result<()> {
    let next = Next { before, changes };
    let kind = next.text("type").unwrap_or_default();
    check_needed(&kind, &next)?;
    check_address(&kind, &next)?;
    check_grant(call, &next)?;
    check_place(conn, &kind, &next)
}

fn check_needed(kind: &str, next: &Next<'_>) -> Result<()> {
    let needed: &[(&str, &str)] = match kind {
        "ZICAIDAN" if next.is_link() => &[("routerUrl", "路由地址")],
        "ZICAIDAN" => &[("routerUrl", "路由地址"), ("component", "组件")],
        "ANNIU" => &[("perms", "权限标识")],
        _ => &[],
    };
    for (wire, label) in needed {
        if next.text(wire).is_none() {
            return Err(Error::field(wire, format!("{label}不能为空")));
        }
    }
    Ok(())
}

/// A page is one that the program has; elsewhere lies only what is marked as such.
fn check_address(kind: &str, next: &Next<'_>) -> Result<()> {
    let url = next.text("routerUrl").unwrap_or_default();
    if kind == "ZICAIDAN" && url.starts_with('/') == next.is_link() {
        let sentence = if next.is_link() {
            "外链的路由地址应以http://或https://开头"
        } else {
            "路由地址应以/开头"
        };
        return Err(Error::field("routerUrl", sentence));
    }
    match next.text("component") {
        Some(name) if next.has_changed("component") && !menu::is_component(&name) => {
            Err(Error::field("component", "组件不存在，请从列表中选择"))
        }
        _ => Ok(()),
    }
}

/// A node gives its permission to every role that has the node: whoever changes that must hold
/// what it gave and what it will give.
fn check_grant(call: &Call, next: &Next<'_>) -> Result<()> {
    if !next.has_changed("perms") && !next.has_changed("state") {
        return Ok(());
    }
    let will = next.text("perms");
    check_held(call, next.was("perms").into_iter().chain(will.as_deref()))
}

/// Refuses whoever does not hold these permissions.
fn check_held<'a>(call: &Call, permissions: impl Iterator<Item = &'a str>) -> Result<()> {
    for permission in permissions {
        if !call.actor.access.is_admin() && !call.actor.may(permission) {
            return Err(Error::refused("不能授予或收回自己没有的权限"));
        }
    }
    Ok(())
}

/// Whether a node may go.
pub fn check_delete(conn: &mut Conn, call: &Call, id: i64) -> Result<()> {
    if menus::has_children(conn, id)? {
        return Err(Error::refused("存在子菜单,不允许删除"));
    }
    check_held(call, menus::permission(conn, id)?.as_deref().into_iter())
}

fn check_place(conn: &mut Conn, kind: &str, next: &Next<'_>) -> Result<()> {
    let own_id = next
        .before
        .and_then(|row| row.get("id"))
        .and_then(Json::as_i64);
    if let Some(id) = own_id
        && next.was("type") != Some(kind)
        && menus::has_children(conn, id)?
    {
        return Err(Error::field("type", "有下级菜单时不能更改类型"));
    }
    let mut parent: i64 = next
        .text("parentId")
        .and_then(|text| text.parse().ok())
        .unwrap_or_default();
    let parent_kind = match parent {
        0 => "MULU".to_owned(),
        id => {
            menus::node(conn, id)?
                .ok_or_else(|| Error::field("parentId", "上级菜单不存在"))?
                .0
        }
    };
    let fits = match kind {
        "ANNIU" => parent_kind == "ZICAIDAN",
        _ => parent_kind == "MULU",
    };
    if !fits {
        return Err(Error::field(
            "parentId",
            "按钮应在子菜单下，目录和子菜单应在目录下",
        ));
    }
    for _ in 0..DEPTH {
        if parent == 0 {
            return Ok(());
        }
        if Some(parent) == own_id {
            return Err(Error::field("parentId", "上级菜单不能是自己或自己的下级"));
        }
        parent = menus::node(conn, parent)?.map_or(0, |(_, above)| above);
    }
    if parent == 0 {
        Ok(())
    } else {
        Err(Error::field("parentId", "菜单层级过深"))
    }
}
