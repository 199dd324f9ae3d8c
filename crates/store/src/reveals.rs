//! Who looked at personal data.

use crate::{conn::Conn, error::Result};

pub fn count_since(conn: &mut Conn, user_id: i64, since_ms: i64) -> Result<i64> {
    let text = "SELECT count(*) FROM app_mingan_jilu WHERE create_by = ? AND create_time >= ?";
    conn.query_one(text, &[user_id.into(), since_ms.into()])?
        .int(0)
}
