//! 菜单管理: what keeps the menu a tree of pages there are, and nobody's way to more permissions.

use schema::{menu, resources::Menu};
use store::{Conn, menus};

use crate::{
    call::Call,
    error::{Error, Result},
    rules::{Delete, Kept, Rules, Write, unless},
    wire::{Coded, codes},
};

/// Deepest nesting of menus: directories in directories.
const DEPTH: usize = 6;

pub const RULES: Rules = Rules {
    // What was checked of the tree must still hold when it is committed.
    one_at_a_time: Some(menus::one_at_a_time),
    before,
    before_delete,
    touches: Some(Kept::Access),
    ..Rules::NONE
};

codes! {
    enum Sort { Directory = "MULU", Page = "ZICAIDAN", Button = "ANNIU" }
}

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let (was, next) = (write.was::<Menu>()?, write.next::<Menu>()?);
    let sort = Sort::of_column(Menu::r#type, &next.r#type)?;
    check_needed(sort, &next)?;
    check_address(was.as_ref(), sort, &next)?;
    check_grant(write.call, was.as_ref(), &next)?;
    check_place(write.tx, was.as_ref(), sort, &next)
}

/// A text that is there.
fn given(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

fn check_needed(sort: Sort, next: &Menu) -> Result<()> {
    let url = (
        Menu::router_url.wire(),
        given(next.router_url.as_ref()),
        "路由地址",
    );
    let component = (
        Menu::component.wire(),
        given(next.component.as_ref()),
        "组件",
    );
    let perms = (Menu::perms.wire(), given(next.perms.as_ref()), "权限标识");
    let needed = match sort {
        Sort::Page if next.is_wailian => vec![url],
        Sort::Page => vec![url, component],
        Sort::Button => vec![perms],
        Sort::Directory => Vec::new(),
    };
    for (wire, value, label) in needed {
        if value.is_none() {
            return Err(Error::field(wire, format!("{label}不能为空")));
        }
    }
    Ok(())
}

/// A page is one that the program has; elsewhere lies only what is marked as such.
fn check_address(was: Option<&Menu>, sort: Sort, next: &Menu) -> Result<()> {
    let url = next.router_url.as_deref().unwrap_or_default();
    if sort == Sort::Page && url.starts_with('/') == next.is_wailian {
        let sentence = if next.is_wailian {
            "外链的路由地址应以http://或https://开头"
        } else {
            "路由地址应以/开头"
        };
        return Err(Error::field(Menu::router_url.wire(), sentence));
    }
    let before = was.and_then(|was| given(was.component.as_ref()));
    match given(next.component.as_ref()) {
        Some(name) if before != Some(name) && !menu::is_component(name) => Err(Error::field(
            Menu::component.wire(),
            "组件不存在，请从列表中选择",
        )),
        _ => Ok(()),
    }
}

/// A node gives its permission to every role that has the node: whoever changes that must hold
/// what it gave and what it will give.
fn check_grant(call: &Call, was: Option<&Menu>, next: &Menu) -> Result<()> {
    let gave = was.and_then(|was| given(was.perms.as_ref()));
    let gives = given(next.perms.as_ref());
    if was.is_some_and(|was| was.state == next.state) && gave == gives {
        return Ok(());
    }
    check_held(call, gave.into_iter().chain(gives))
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
fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let row: Menu = delete.row()?;
    let has_children = menus::has_children(delete.tx, row.id)?;
    unless(!has_children, "存在子菜单,不允许删除")?;
    check_held(delete.call, given(row.perms.as_ref()).into_iter())
}

fn check_place(conn: &mut Conn, was: Option<&Menu>, sort: Sort, next: &Menu) -> Result<()> {
    if let Some(was) = was
        && was.r#type != next.r#type
        && menus::has_children(conn, was.id)?
    {
        return Err(Error::field(
            Menu::r#type.wire(),
            "有下级菜单时不能更改类型",
        ));
    }
    let refused = |sentence| Err(Error::field(Menu::parent_id.wire(), sentence));
    let mut parent = next.parent_id;
    let parent_sort = match parent {
        0 => Sort::Directory,
        id => match menus::node(conn, id)? {
            Some((kind, _)) => {
                let unknown = || Error::internal(format!("a menu of the type {kind}"));
                Sort::of_code(&kind).ok_or_else(unknown)?
            }
            None => return refused("上级菜单不存在"),
        },
    };
    let needed = match sort {
        Sort::Button => Sort::Page,
        Sort::Directory | Sort::Page => Sort::Directory,
    };
    if parent_sort != needed {
        return refused("按钮应在子菜单下，目录和子菜单应在目录下");
    }
    for _ in 0..DEPTH {
        if parent == 0 {
            return Ok(());
        }
        if was.is_some_and(|was| was.id == parent) {
            return refused("上级菜单不能是自己或自己的下级");
        }
        parent = menus::node(conn, parent)?.map_or(0, |(_, above)| above);
    }
    if parent == 0 {
        Ok(())
    } else {
        refused("菜单层级过深")
    }
}
