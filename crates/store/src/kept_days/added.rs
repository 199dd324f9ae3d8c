//! What triggers append of days on SQLite: its writer adds it up behind the transactions that do so,
//! because figures of several accounts and days lie on as many pages.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    sql::Dialect,
};

/// Adds rows up into what is kept.
pub(super) const INTO_KEPT: &str = "INSERT INTO kept_day AS kept SELECT lei, riqi, mendian, genjinren_id, kuanxian, 0, \
    CAST(sum(bishu) AS BIGINT), CAST(sum(jie) AS BIGINT), CAST(sum(dai) AS BIGINT) FROM {added} added \
    WHERE TRUE GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5 \
    ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET \
    bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai";
/// A line of an account counts on its day and in all.
const TWICE: &str = "(SELECT * FROM gone UNION ALL \
    SELECT id, lei, '', mendian, genjinren_id, kuanxian, bishu, jie, dai, is_leiji FROM gone WHERE is_leiji)";

/// Whether this database appends: an earlier version wrote at once.
pub(super) fn is_appended(conn: &mut Conn) -> Result<bool> {
    let row = conn.query_opt("SELECT 1 FROM schema_migration WHERE version = 39", &[])?;
    Ok(row.is_some())
}

/// How many rows were appended since they were added up last: their numbers begin anew each time.
pub fn added(conn: &mut Conn) -> Result<usize> {
    let row = conn.query_one("SELECT coalesce(max(id), 0) FROM kept_day_added", &[])?;
    Ok(usize::try_from(row.int(0)?).unwrap_or_default())
}

/// Adds up what was appended.
pub fn add_up(tx: &mut Tx<'_>) -> Result<()> {
    match tx.dialect() {
        Dialect::Sqlite => {
            let twice = TWICE.replace("gone", "kept_day_added");
            tx.execute(&INTO_KEPT.replace("{added}", &twice), &[])?;
            tx.execute("DELETE FROM kept_day_added", &[])?;
        }
        // Nothing is appended here: what an office brought along that moved here.
        Dialect::Postgres => {
            let text = INTO_KEPT.replace("{added}", TWICE);
            let text = format!("WITH gone AS (DELETE FROM kept_day_added RETURNING *) {text}");
            tx.execute(&text, &[])?;
        }
    }
    Ok(())
}
