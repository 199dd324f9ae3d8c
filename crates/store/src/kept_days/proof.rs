//! What the figures should be, from the rows they count.

use std::collections::BTreeMap;

use super::{
    added::is_appended,
    figures::{KEPT, LATE, LEFT, codes},
    texts::{DUE, PLANS, REPAYING, WHO, day_of},
};
use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    pending,
    sql::{Dialect, Sql},
    sums,
    value::{Row, Value},
};

/// A figure that is not what it should be.
#[derive(Debug)]
pub struct Wrong {
    pub code: String,
    pub day: String,
    pub store: String,
    pub owner: i64,
    /// By how much it differs.
    pub count: i64,
    pub debit: i128,
    pub credit: i128,
}

/// Rows of one step: few enough that a statement has its time.
const STEP: i64 = 5_000;

/// What is kept of a key: the kind, the day, the store, the owner and the days of grace.
type Key = (String, String, String, i64, i64);
type Sums = BTreeMap<Key, (i64, i128, i128)>;

/// What orders from one number to another (the first not included) make of days.
fn of_orders(dialect: Dialect) -> Vec<String> {
    let [applied, decided] = ["o.create_time", "o.shenhe_time"].map(|time| day_of(dialect, time));
    let lines = |day: &str| {
        let side = |side: &str| {
            format!(
                "CASE WHEN f.fangxiang = '{side}' AND f.jine BETWEEN -10000000000000 AND 10000000000000 THEN f.jine ELSE 0 END"
            )
        };
        format!(
            "SELECT f.kemu, {day}, {WHO}, 0, CASE WHEN f.fangxiang <> 'JIE' THEN 0 WHEN f.jine < 0 THEN -1 ELSE 1 END, {}, {} \
             FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id WHERE {STEPPED}",
            side("JIE"),
            side("DAI")
        )
    };
    let orders = |code: &str, day: &str, more: &str| {
        format!(
            "SELECT '{code}', {day}, {WHO}, 0, 1, 0, 0 FROM app_dingdan o WHERE {STEPPED}{more}"
        )
    };
    vec![
        lines("f.riqi"),
        lines("''"),
        orders("SHENQING", &applied, ""),
        orders("SHENHE", &decided, " AND o.shenhe_time IS NOT NULL"),
        orders(
            "TONGGUO",
            &decided,
            " AND o.shenhe_time IS NOT NULL AND o.state <> 'YIJUJUE'",
        ),
        format!(
            "SELECT '{LEFT}', p.riqi, {WHO}, p.kuanxian, 1, {DUE} - p.yishou, 0 FROM {PLANS} WHERE {STEPPED} AND {REPAYING}"
        ),
        format!(
            "SELECT 'YINGHUAN', p.riqi, {WHO}, 0, 1, {DUE}, 0 FROM {PLANS} \
             WHERE {STEPPED} AND (({REPAYING}) OR p.huankuan_ri >= p.riqi)"
        ),
    ]
}

/// The same of customers.
fn of_customers(dialect: Dialect) -> Vec<String> {
    let made = day_of(dialect, "o.create_time");
    vec![format!(
        "SELECT 'KEHU', {made}, {WHO}, 0, 1, 0, 0 FROM app_user o WHERE {STEPPED} AND o.is_del = FALSE"
    )]
}

const STEPPED: &str = "o.id > ? AND o.id <= ?";

/// Adds up what the rows of a table make of days, step by step.
fn add_up(conn: &mut Conn, table: &str, texts: &[String], sums: &mut Sums) -> Result<()> {
    let ends = conn.query_one(
        &format!("SELECT coalesce((SELECT min(id) FROM {table}), 0), coalesce((SELECT max(id) FROM {table}), 0)"),
        &[],
    )?;
    let (first, last) = (ends.int(0)?, ends.int(1)?);
    let mut after = first.saturating_sub(1);
    while after < last {
        let to = after.saturating_add(STEP);
        for text in texts {
            let mut sql = Sql::new(
                "SELECT lei, riqi, mendian, genjinren_id, kuanxian, CAST(sum(n) AS BIGINT), ",
            );
            sums::push(&mut sql, &Sql::new("j"));
            sql.push(", ");
            sums::push(&mut sql, &Sql::new("d"));
            sql.push(
                " FROM (SELECT '' AS lei, '' AS riqi, '' AS mendian, 0 AS genjinren_id, 0 AS kuanxian, 0 AS n, 0 AS j, 0 AS d \
                 WHERE FALSE UNION ALL ",
            );
            sql.push(text);
            sql.push(") counted GROUP BY lei, riqi, mendian, genjinren_id, kuanxian");
            for row in &conn.query(&sql.text, &[after.into(), to.into()])? {
                add(sums, row, 1)?;
            }
        }
        after = to;
    }
    Ok(())
}

/// A row of a key and its sums, added or taken away.
fn add(sums: &mut Sums, row: &Row, sign: i64) -> Result<()> {
    let key = (
        row.text(0)?.to_owned(),
        row.text(1)?.to_owned(),
        row.text(2)?.to_owned(),
        row.int(3)?,
        row.int(4)?,
    );
    let sum = sums.entry(key).or_default();
    sum.0 += sign * row.int(5)?;
    sum.1 += i128::from(sign) * sums::read(row, 6)?;
    sum.2 += i128::from(sign) * sums::read(row, 8)?;
    Ok(())
}

/// What the figures should be. The rows they count are added up in steps, of which only the sums
/// are held.
fn counted(conn: &mut Conn) -> Result<Sums> {
    let mut sums = Sums::new();
    let dialect = conn.dialect();
    add_up(conn, "app_dingdan", &of_orders(dialect), &mut sums)?;
    add_up(conn, "app_user", &of_customers(dialect), &mut sums)?;
    Ok(sums)
}

/// Counts everything anew but for the evenings.
pub(crate) fn count_again(tx: &mut Tx<'_>) -> Result<()> {
    tx.execute("DELETE FROM kept_day WHERE lei <> ?", &[LATE.into()])?;
    if is_appended(tx)? {
        tx.execute("DELETE FROM kept_day_added", &[])?;
    }
    let figure = |sum: i128| i64::try_from(sum).map_err(|_| Error::shape("a figure", sum));
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for ((code, day, store, owner, grace), (count, debit, credit)) in counted(tx)? {
        let (debit, credit) = (figure(debit)?, figure(credit)?);
        let key = [code.into(), day.into(), store.into(), owner.into()];
        let rest = [grace, 0, count, debit, credit];
        rows.push(key.into_iter().chain(rest.map(Value::from)).collect());
    }
    let head =
        "INSERT INTO kept_day (lei, riqi, mendian, genjinren_id, kuanxian, part, bishu, jie, dai)";
    pending::append_all(tx, head, rows)
}

/// Figures that are not what they should be, of one moment.
pub fn wrong(conn: &mut Conn) -> Result<Vec<Wrong>> {
    let mut sums = counted(conn)?;
    // A backup of an earlier version is looked at before it is brought up to date.
    let kept = if is_appended(conn)? { KEPT } else { "kept_day" };
    for code in codes().filter(|code| *code != LATE) {
        let mut sql = Sql::new(
            "SELECT lei, riqi, mendian, genjinren_id, kuanxian, CAST(sum(bishu) AS BIGINT), ",
        );
        sums::push(&mut sql, &Sql::new("jie"));
        sql.push(", ");
        sums::push(&mut sql, &Sql::new("dai"));
        sql.push(" FROM ").push(kept);
        sql.push(" kept WHERE lei = ").bind(code);
        sql.push(" GROUP BY lei, riqi, mendian, genjinren_id, kuanxian");
        for row in &conn.query_sql(&sql)? {
            add(&mut sums, row, -1)?;
        }
    }
    let wrong = sums.into_iter().filter(|(_, sum)| *sum != (0, 0, 0));
    let wrong = wrong.map(
        |((code, day, store, owner, _), (count, debit, credit))| Wrong {
            code,
            day,
            store,
            owner,
            count: -count,
            debit: -debit,
            credit: -credit,
        },
    );
    Ok(wrong.take(1_000).collect())
}
