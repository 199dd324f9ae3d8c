//! 渠道 beside the resource engine: their links, and how many came by them.

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    sql::Sql,
    state,
};

/// A channel in use, by its code.
pub fn open(conn: &mut Conn, code: &str) -> Result<Option<i64>> {
    let row = conn.query_opt(
        "SELECT id FROM app_qudao WHERE bianma = ? AND is_del = FALSE AND state = 'QIYONG'",
        &[code.into()],
    )?;
    row.map(|row| row.int(0)).transpose()
}

/// Adds visits to those of each channel, in the order of their numbers: nodes that do so at once
/// wait for each other and never in a circle.
pub fn add_visits(tx: &mut Tx<'_>, visits: &[(i64, i64)]) -> Result<()> {
    let mut sorted = visits.to_vec();
    sorted.sort_unstable();
    let ids: Vec<i64> = sorted.iter().map(|(channel, _)| *channel).collect();
    // A channel's first row is added by one node alone, so that states follow each other.
    state::adding(tx, VISITS, |tx| {
        let mut added = Vec::new();
        for channel in &ids {
            let text = "INSERT INTO kept_visit (qudao_id, liulanshu) VALUES (?, 0) \
                 ON CONFLICT (qudao_id) DO NOTHING RETURNING qudao_id";
            for row in tx.query(text, &[(*channel).into()])? {
                added.push(row.int(0)?);
            }
        }
        Ok::<_, Error>(added)
    })?;
    state::changing(tx, VISITS, &ids, |tx| {
        let text = "UPDATE kept_visit SET liulanshu = liulanshu + ? WHERE qudao_id = ?";
        sorted.iter().try_for_each(|(channel, count)| {
            tx.execute_one(text, &[(*count).into(), (*channel).into()])
        })
    })
}

const VISITS: &str = "kept_visit";

/// A channel's code, and how far those who came by it went.
#[derive(Debug)]
pub struct Funnel {
    pub id: i64,
    pub code: String,
    pub visits: i64,
    pub registered: i64,
    pub applied: i64,
    pub paid_out: i64,
}

/// Of these channels.
pub fn funnels(conn: &mut Conn, ids: &[i64]) -> Result<Vec<Funnel>> {
    let mut sql = Sql::new(
        "SELECT t.id, t.bianma, coalesce((SELECT v.liulanshu FROM kept_visit v WHERE v.qudao_id = t.id), 0), \
         CAST(coalesce(sum(k.zhuceshu), 0) AS BIGINT), CAST(coalesce(sum(k.shenqingshu), 0) AS BIGINT), \
         CAST(coalesce(sum(k.fangkuanshu), 0) AS BIGINT) FROM app_qudao t \
         LEFT JOIN kept_count k ON k.owner = 'app_qudao' AND k.row_id = t.id WHERE t.id IN ",
    );
    sql.bind_list(ids).push(" GROUP BY t.id, t.bianma");
    let rows = conn.query_sql(&sql)?;
    let found = rows.iter().map(|row| {
        Ok(Funnel {
            id: row.int(0)?,
            code: row.text(1)?.to_owned(),
            visits: row.int(2)?,
            registered: row.int(3)?,
            applied: row.int(4)?,
            paid_out: row.int(5)?,
        })
    });
    found.collect()
}
