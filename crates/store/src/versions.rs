//! App versions beside the resource engine.

use crate::{conn::Conn, error::Result};

/// The greatest code a platform ever had, deleted versions included: a code is never used twice.
pub fn newest_code(conn: &mut Conn, platform: &str) -> Result<Option<i64>> {
    let row = conn.query_one(
        "SELECT max(banben_code) FROM app_version WHERE pingtai = ?",
        &[platform.into()],
    )?;
    row.opt_int(0)
}
