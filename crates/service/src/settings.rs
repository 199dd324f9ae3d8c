//! What a setting says, for the rules that follow it; showing and changing them is config's.

use store::{Conn, config};

use crate::error::Result;

/// Whether a switch is on.
pub fn is_on(conn: &mut Conn, jian: &str) -> Result<bool> {
    Ok(config::value(conn, jian)?.as_deref() == Some("true"))
}

/// A setting that is a whole number.
pub fn number(conn: &mut Conn, jian: &str) -> Result<Option<i64>> {
    let text = config::value(conn, jian)?;
    Ok(text.and_then(|text| text.trim().parse().ok()))
}
