//! 积分: the ledger of points, what is left of each gain, and what must hold between them. A
//! customer's row keeps the balance; whoever moves points locks it first.

use schema::{
    Record, Timestamp,
    resources::{Customer, PointsEntry},
};

use crate::{
    conn::{Conn, Tx},
    customers,
    error::{Error, Result},
    rows::{self, Author, Changes, RowError},
    sql::Sql,
};

/// A gain that does not expire.
const NEVER: i64 = i64::MAX;
/// The most points anybody may have.
const MOST: i64 = 1_000_000_000_000;
/// Customers that one step of the check looks at.
const STEP: i64 = 500;

/// Points that come or go.
#[derive(Debug, Clone)]
pub struct Movement<'a> {
    pub customer: i64,
    /// A value of the dictionary jifen_type.
    pub kind: &'static str,
    /// Negative where points go.
    pub points: i64,
    pub title: &'a str,
    pub note: Option<&'a str>,
    /// What it belongs to: a movement of one kind happens once for it.
    pub reference: Option<String>,
    /// When a gain is lost; none where it stays.
    pub expires: Option<Timestamp>,
    pub operator: Option<i64>,
}

/// What became of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    Entry(i64),
    /// It happened before.
    Earlier(i64),
    /// There are only so many points.
    Short(i64),
    /// Nobody has so many points.
    TooMany,
}

/// Moves points: the line, the balance, and what is left of gains.
pub fn post(tx: &mut Tx<'_>, moved: &Movement<'_>, by: &Author<'_>) -> Result<Posted, RowError> {
    customers::lock(tx, moved.customer)?;
    let mut earlier = Sql::new("SELECT id FROM app_jifen WHERE type = ");
    earlier.bind(moved.kind).push(" AND guanlian_id = ");
    earlier.bind(moved.reference.as_deref());
    let mut balance = Sql::new("SELECT jifen FROM app_user WHERE id = ");
    balance.bind(moved.customer);
    let answers = tx.query_together(&[&earlier, &balance])?;
    let [earlier, balance] = answers.as_slice() else {
        return Err(Error::shape("2 answers", answers.len()).into());
    };
    // Without a reference nothing is equal to it.
    if let Some(row) = earlier.first() {
        return Ok(Posted::Earlier(row.int(0)?));
    }
    let customer = balance.first().ok_or_else(|| Error::shape("1 row", 0))?;
    let balance = customer.int(0)?;
    let left = balance.saturating_add(moved.points);
    if left < 0 {
        return Ok(Posted::Short(balance));
    }
    if left > MOST {
        return Ok(Posted::TooMany);
    }
    let is_gain = moved.points > 0;
    let entry = Changes::<PointsEntry>::new()
        .set(PointsEntry::user_id, moved.customer)
        .set(PointsEntry::r#type, moved.kind)
        .set(
            PointsEntry::fangxiang,
            if is_gain { "SHOURU" } else { "ZHICHU" },
        )
        .set(PointsEntry::jifen, moved.points)
        .set(PointsEntry::yue, left)
        .set(PointsEntry::biaoti, moved.title)
        .set(PointsEntry::miaoshu, moved.note.map(str::to_owned))
        .set(PointsEntry::guanlian_id, moved.reference.clone())
        .set(PointsEntry::guoqi_time, moved.expires.filter(|_| is_gain))
        .set(PointsEntry::caozuoren_id, moved.operator)
        .insert(tx, by)?;
    if is_gain {
        keep_gain(tx, moved, entry)?;
    } else {
        use_gains(tx, moved.customer, -moved.points)?;
    }
    rows::put(
        tx,
        Customer::model(),
        moved.customer,
        &[(Customer::jifen.field(), left.into())],
    )?;
    Ok(Posted::Entry(entry))
}

fn keep_gain(tx: &mut Tx<'_>, moved: &Movement<'_>, entry: i64) -> Result<()> {
    let expires = moved.expires.map_or(NEVER, |at| at.0);
    tx.execute_one(
        "INSERT INTO jifen_pi (liushui_id, user_id, shengyu, guoqi_ms) VALUES (?, ?, ?, ?)",
        &[
            entry.into(),
            moved.customer.into(),
            moved.points.into(),
            expires.into(),
        ],
    )
}

/// Takes points from the gains that are lost soonest.
fn use_gains(tx: &mut Tx<'_>, customer: i64, points: i64) -> Result<()> {
    let gains = tx.query(
        "SELECT liushui_id, shengyu FROM jifen_pi WHERE user_id = ? AND shengyu > 0 ORDER BY guoqi_ms, liushui_id",
        &[customer.into()],
    )?;
    let mut wanted = points;
    for gain in &gains {
        if wanted == 0 {
            break;
        }
        let taken = wanted.min(gain.int(1)?);
        tx.execute_one(
            "UPDATE jifen_pi SET shengyu = shengyu - ? WHERE liushui_id = ?",
            &[taken.into(), gain.int(0)?.into()],
        )?;
        wanted -= taken;
    }
    match wanted {
        0 => Ok(()),
        missing => Err(Error::shape("gains for every point", missing)),
    }
}

/// A gain whose time has come.
#[derive(Debug, Clone, Copy)]
pub struct Lost {
    pub entry: i64,
    pub customer: i64,
    pub left: i64,
}

/// Gains with something left that are lost by now, the oldest first.
pub fn lost(conn: &mut Conn, now: Timestamp, limit: i64) -> Result<Vec<Lost>> {
    let rows = conn.query(
        "SELECT liushui_id, user_id, shengyu FROM jifen_pi WHERE shengyu > 0 AND guoqi_ms <= ? \
         ORDER BY guoqi_ms, liushui_id LIMIT ?",
        &[now.0.into(), limit.into()],
    )?;
    let lost = rows.iter().map(|row| {
        Ok(Lost {
            entry: row.int(0)?,
            customer: row.int(1)?,
            left: row.int(2)?,
        })
    });
    lost.collect()
}

/// A customer whose points do not agree.
#[derive(Debug)]
pub struct Wrong {
    pub customer: i64,
    /// The balance on their row.
    pub kept: i64,
    /// The sum of the ledger.
    pub posted: i64,
    /// The sum of what is left of gains.
    pub left: i64,
    /// Lines and gains that contradict themselves.
    pub broken: i64,
}

/// What is wrong with the points of the next customers after an id, and the id to go on after.
pub fn wrong(conn: &mut Conn, after_id: i64) -> Result<(Vec<Wrong>, Option<i64>)> {
    let last = conn.query_opt(
        "SELECT id FROM app_user WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?",
        &[after_id.into(), (STEP - 1).into()],
    )?;
    let last = last.map(|row| row.int(0)).transpose()?;
    let rows = conn.query_sql(&differences(after_id, last.unwrap_or(i64::MAX)))?;
    let wrong = rows.iter().map(|row| {
        Ok(Wrong {
            customer: row.int(0)?,
            kept: row.int(1)?,
            posted: row.int(2)?,
            left: row.int(3)?,
            broken: row.int(4)?,
        })
    });
    Ok((wrong.collect::<Result<_>>()?, last))
}

/// Balance, ledger and gains of a range of customers, where they differ: one statement, so that
/// all are of one moment.
fn differences(after_id: i64, last: i64) -> Sql {
    let within = |sql: &mut Sql, column: &str| {
        sql.push(column).push(" > ").bind(after_id);
        sql.push(" AND ").push(column).push(" <= ").bind(last);
    };
    let mut sql = Sql::new(
        "SELECT user_id, CAST(sum(kept) AS BIGINT), CAST(sum(posted) AS BIGINT), \
         CAST(sum(gained) AS BIGINT), CAST(sum(broken) AS BIGINT) FROM (\
         SELECT u.id AS user_id, u.jifen AS kept, 0 AS posted, 0 AS gained, 0 AS broken FROM app_user u WHERE ",
    );
    within(&mut sql, "u.id");
    sql.push(
        " UNION ALL SELECT user_id, 0, jifen, 0, CASE WHEN yue <> running OR yue < 0 OR jifen = 0 \
         OR (jifen > 0) <> (fangxiang = 'SHOURU') THEN 1 ELSE 0 END FROM (\
         SELECT e.user_id, e.jifen, e.yue, e.fangxiang, \
         sum(e.jifen) OVER (PARTITION BY e.user_id ORDER BY e.id) AS running FROM app_jifen e WHERE ",
    );
    within(&mut sql, "e.user_id");
    sql.push(
        ") chained UNION ALL SELECT p.user_id, 0, 0, p.shengyu, CASE WHEN e.id IS NULL \
         OR e.user_id <> p.user_id OR p.shengyu > e.jifen THEN 1 ELSE 0 END \
         FROM jifen_pi p LEFT JOIN app_jifen e ON e.id = p.liushui_id WHERE p.shengyu > 0 AND ",
    );
    within(&mut sql, "p.user_id");
    sql.push(
        ") sides GROUP BY user_id HAVING sum(kept) <> sum(posted) OR sum(posted) <> sum(gained) \
         OR sum(broken) > 0 ORDER BY user_id LIMIT 1000",
    );
    sql
}
