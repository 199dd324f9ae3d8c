//! What happened to orders lately, newest first. Only so many of the newest lines are looked at, so
//! that it costs the same however long the log is.

use schema::{Record, resources::Dingdan};

use crate::{
    conn::Conn,
    error::{Error, Result},
    reach::Reach,
    sql::Sql,
    value::Row,
};

/// Lines that are looked at together for those within reach, and how often at most.
const LOOKED_AT: i64 = 500;
const STEPS: usize = 20;

/// A line of the log of orders.
#[derive(Debug)]
pub struct Line {
    pub id: i64,
    pub at: i64,
    pub kind: String,
    pub text: String,
    pub order_id: i64,
    pub number: String,
    pub customer: String,
    pub by: String,
}

impl Line {
    fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.int(0)?,
            at: row.int(1)?,
            kind: row.text(2)?.to_owned(),
            text: row.text(3)?.to_owned(),
            order_id: row.int(4)?,
            number: row.text(5)?.to_owned(),
            customer: row.text(6)?.to_owned(),
            by: row.text(7)?.to_owned(),
        })
    }
}

/// The newest lines of orders within reach since a moment, of one kind or of all. Whose orders are
/// few among many is looked for further back, up to a bound.
pub fn orders(
    conn: &mut Conn,
    kind: Option<&str>,
    since: i64,
    most: usize,
    reach: &Reach,
) -> Result<Vec<Line>> {
    let mut found: Vec<Line> = Vec::new();
    let mut before = i64::MAX;
    for _ in 0..STEPS {
        let looked = step(conn, kind, before, reach)?;
        let lines = looked.within.into_iter();
        found.extend(lines.filter(|line| line.at >= since));
        let Some((id, at)) = looked.oldest else { break };
        if found.len() >= most || at < since {
            break;
        }
        before = id;
    }
    found.truncate(most);
    Ok(found)
}

/// The lines within reach among the next so many, and where to go on.
struct Step {
    within: Vec<Line>,
    /// The last line that was looked at and its time, where there may be more.
    oldest: Option<(i64, i64)>,
}

fn step(conn: &mut Conn, kind: Option<&str>, before: i64, reach: &Reach) -> Result<Step> {
    let mut newest = Sql::new(
        "SELECT id, create_time, \"type\", neirong, dingdan_id, bianhao, user_show, caozuoren_show FROM app_log WHERE id < ",
    );
    newest.bind(before);
    if let Some(kind) = kind {
        newest.push(" AND \"type\" = ").bind(kind);
    }
    newest.push(" ORDER BY id DESC LIMIT ").bind(LOOKED_AT);
    let mut sql = Sql::new(
        "SELECT l.id, l.create_time, l.\"type\", l.neirong, l.dingdan_id, l.bianhao, l.user_show, l.caozuoren_show, ",
    );
    match reach.condition(Dingdan::model(), "o") {
        Some(scope) => sql
            .push("CASE WHEN ")
            .append(&scope)
            .push(" THEN 1 ELSE 0 END"),
        None => sql.push("1"),
    };
    sql.push(" FROM (").append(&newest);
    sql.push(") l JOIN app_dingdan o ON o.id = l.dingdan_id ORDER BY l.id DESC");
    let rows = conn.query_sql(&sql)?;
    let is_last = rows.len() < usize::try_from(LOOKED_AT).unwrap_or(usize::MAX);
    let oldest = rows.last().filter(|_| !is_last);
    let oldest = oldest
        .map(|row| Ok::<_, Error>((row.int(0)?, row.int(1)?)))
        .transpose()?;
    let within = rows.iter().filter(|row| row.int(8).is_ok_and(|is| is == 1));
    Ok(Step {
        within: within.map(Line::read).collect::<Result<_>>()?,
        oldest,
    })
}

/// How far the logs have come: as long as it is the same, nothing happened.
pub fn newest(conn: &mut Conn) -> Result<(i64, i64)> {
    let row = conn.query_one(
        "SELECT (SELECT coalesce(max(id), 0) FROM app_log), (SELECT coalesce(max(id), 0) FROM sys_log)",
        &[],
    )?;
    Ok((row.int(0)?, row.int(1)?))
}

/// A line of the operation log.
#[derive(Debug)]
pub struct Deed {
    pub id: i64,
    pub at: i64,
    pub text: String,
}

/// What a person did last of one kind.
pub fn deeds(conn: &mut Conn, user_id: i64, kind: &str, most: i64) -> Result<Vec<Deed>> {
    let rows = conn.query(
        "SELECT id, create_time, miaoshu FROM (SELECT id, create_time, miaoshu, \"type\", state FROM sys_log \
         WHERE user_id = ? ORDER BY id DESC LIMIT ?) newest WHERE \"type\" = ? AND state = 'CHENGGONG' ORDER BY id DESC LIMIT ?",
        &[
            user_id.into(),
            LOOKED_AT.into(),
            kind.into(),
            most.into(),
        ],
    )?;
    let deeds = rows.iter().map(|row| {
        Ok(Deed {
            id: row.int(0)?,
            at: row.int(1)?,
            text: row.opt_text(2)?.unwrap_or_default().to_owned(),
        })
    });
    deeds.collect()
}

/// An announcement as a list of titles shows it.
#[derive(Debug)]
pub struct Announcement {
    pub id: i64,
    pub title: String,
    pub kind: String,
    pub published: Option<i64>,
}

/// What is announced at a moment, what is pinned first.
pub fn announcements(conn: &mut Conn, now_ms: i64, most: i64) -> Result<Vec<Announcement>> {
    let rows = conn.query(
        "SELECT id, biaoti, \"type\", fabu_time FROM app_gonggao WHERE state = 'YIFABU' AND is_del = FALSE \
         AND (kaishi_time IS NULL OR kaishi_time <= ?) AND (jieshu_time IS NULL OR jieshu_time >= ?) \
         ORDER BY is_zhiding DESC, fabu_time DESC, id DESC LIMIT ?",
        &[now_ms.into(), now_ms.into(), most.into()],
    )?;
    let announced = rows.iter().map(|row| {
        Ok(Announcement {
            id: row.int(0)?,
            title: row.text(1)?.to_owned(),
            kind: row.text(2)?.to_owned(),
            published: row.opt_int(3)?,
        })
    });
    announced.collect()
}
