//! What a setting says, for the rules that follow it; showing and changing them is config's.

use schema::{
    Model, TOOLS, Table,
    menu::{Button, MENU, Page},
};
use store::{Conn, Tools, config};

use crate::error::{Error, Result};

/// Whether a switch is on.
pub fn is_on(conn: &mut Conn, jian: &str) -> Result<bool> {
    Ok(config::value(conn, jian)?.as_deref() == Some("true"))
}

/// A setting that is a whole number.
pub fn number(conn: &mut Conn, jian: &str) -> Result<Option<i64>> {
    let text = config::value(conn, jian)?;
    Ok(text.and_then(|text| text.trim().parse().ok()))
}

/// Refuses what a setting has turned off, as if it had never been there.
pub fn must_be_on(conn: &mut Conn, of: Option<&'static Model>) -> Result<()> {
    match of {
        Some(of) if is_off(conn, of)? => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// Whether a resource is turned off: by its setting, or because the server was not started for it.
fn is_off(conn: &mut Conn, of: &Model) -> Result<bool> {
    match of.table.switch {
        Some(TOOLS) if conn.tools() == Tools::None => Ok(true),
        Some(setting) => Ok(!is_on(conn, setting)?),
        None => Ok(false),
    }
}

/// Whether a permission is one of what is turned off: of a resource, or of a button on its page.
pub fn is_of(off: &[&'static Table], permission: &str) -> bool {
    let is_under = |table: &&Table| {
        let rest = permission.strip_prefix(&table.permission_root());
        rest.is_some_and(|rest| rest.starts_with(':'))
    };
    let is_beside = |page: &Page| {
        let is_off = off.iter().any(|table| table.path == page.component);
        let mut buttons = page.buttons.iter().flat_map(Button::expand);
        is_off && buttons.any(|(button, _)| button == permission)
    };
    off.iter().any(is_under) || MENU.iter().flat_map(|group| group.pages).any(is_beside)
}

/// The resources that are turned off.
pub fn turned_off(conn: &mut Conn) -> Result<Vec<&'static Table>> {
    let mut off = Vec::new();
    for model in schema::models() {
        if is_off(conn, model)? {
            off.push(model.table);
        }
    }
    Ok(off)
}
