//! 合同模板 and their versions, beside the resource engine.

use schema::Timestamp;

use crate::{conn::Conn, error::Result, sql::Sql};

/// The version of a published template that holds at a moment: the newest whose time has come.
pub fn in_force(conn: &mut Conn, contract: i64, now: Timestamp) -> Result<Option<i64>> {
    let row = conn.query_opt(
        "SELECT v.id FROM app_hetong t JOIN app_hetong_banben v ON v.hetong_id = t.id \
         WHERE t.id = ? AND t.state = 'YIFABU' AND t.is_del = FALSE \
         AND (v.shengxiao_time IS NULL OR v.shengxiao_time <= ?) ORDER BY v.banben DESC LIMIT 1",
        &[contract.into(), now.0.into()],
    )?;
    row.map(|row| row.int(0)).transpose()
}

/// Whether a version was written down.
pub fn has_version(conn: &mut Conn, contract: i64, number: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_hetong_banben WHERE hetong_id = ? AND banben = ?",
        &[contract.into(), number.into()],
    )?;
    Ok(!rows.is_empty())
}

/// A product that names a template, by its name.
pub fn product_with(conn: &mut Conn, contract: i64) -> Result<Option<String>> {
    let rows = conn.query(
        "SELECT mingcheng, hetong_ids FROM app_project WHERE is_del = FALSE AND hetong_ids <> '[]' ORDER BY id",
        &[],
    )?;
    for row in &rows {
        if ids(row.text(1)?).contains(&contract) {
            return Ok(Some(row.text(0)?.to_owned()));
        }
    }
    Ok(None)
}

/// The products that templates are meant for, by the numbers of the templates; empty where they
/// are meant for all.
pub fn products_of(conn: &mut Conn, contracts: &[i64]) -> Result<Vec<(i64, Vec<String>)>> {
    let mut sql = Sql::new("SELECT id, project_ids FROM app_hetong WHERE id IN ");
    sql.bind_list(contracts);
    let mut found = Vec::new();
    for row in conn.query_sql(&sql)? {
        found.push((row.int(0)?, ids(row.text(1)?)));
    }
    let mut wanted: Vec<i64> = found.iter().flat_map(|(_, ids)| ids).copied().collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut sql = Sql::new("SELECT id, mingcheng FROM app_project WHERE is_del = FALSE AND id IN ");
    sql.bind_list(&wanted);
    let rows = conn.query_sql(&sql)?;
    let names = rows.iter().map(|row| Ok((row.int(0)?, row.text(1)?)));
    let names: Vec<(i64, &str)> = names.collect::<Result<_>>()?;
    let named = |id: i64| names.iter().find(|(known, _)| *known == id);
    let shown = found.into_iter().map(|(contract, ids)| {
        let names = ids.into_iter().filter_map(named);
        let names = names.map(|(_, name)| (*name).to_owned());
        (contract, names.collect())
    });
    Ok(shown.collect())
}

/// Numbers as a column of references keeps them.
fn ids(text: &str) -> Vec<i64> {
    serde_json::from_str(text).unwrap_or_default()
}
