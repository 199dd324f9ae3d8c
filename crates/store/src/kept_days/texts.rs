//! Parts of statements over orders (`o`) and their instalments (`p`).

use crate::sql::Dialect;

/// A day of a time of the server's, in the words of the engine.
pub(super) fn day_of(dialect: Dialect, time: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("date({time} / 1000 + 28800, 'unixepoch')"),
        Dialect::Postgres => {
            format!("to_char(to_timestamp({time} / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
        }
    }
}

pub(super) const WHO: &str = "coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0)";
pub(super) const WHO_NAMED: &str =
    "coalesce(o.mendian, '') AS mendian, coalesce(o.genjinren_id, 0) AS genjinren_id";
pub(super) const DUE: &str = "p.benjin + p.lixi + p.zixunfei + p.fuwufei";
pub(super) const REPAYING: &str = "p.shijian_id IS NULL AND o.state = 'DAIHUANKUAN'";
pub(super) const PLANS: &str = "app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id";
