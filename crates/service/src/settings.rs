//! What a setting says, for the rules that follow it; showing and changing them is config's.

use schema::{Model, Table};
use store::{Conn, config};

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
    match of.and_then(|of| of.table.switch) {
        Some(setting) if !is_on(conn, setting)? => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// The resources that are turned off.
pub fn turned_off(conn: &mut Conn) -> Result<Vec<&'static Table>> {
    let mut off = Vec::new();
    for model in schema::models() {
        if let Some(setting) = model.table.switch
            && !is_on(conn, setting)?
        {
            off.push(model.table);
        }
    }
    Ok(off)
}
