//! How days stood when they ended.

use schema::Date;

use super::{
    figures::{Figure, KEPT, LATE, LEFT, Left, figures, within},
    texts::{DUE, PLANS, REPAYING, WHO_NAMED, day_of},
};
use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    meta,
    reach::Reach,
    sql::{Dialect, Sql},
    value::Value,
};

/// The first day whose end is known, and the day that has not ended yet.
const ENDED: &str = "kept_days_ended";
/// Nobody compares with a day longer ago.
const COMPARED: i64 = 7;

/// How an evening stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evening {
    /// Instalments that were overdue, and what was left of them.
    pub late_count: i64,
    pub late: i128,
    /// What was left of all instalments.
    pub left: i128,
}

impl Evening {
    /// How a day stands if nothing of what is left changes.
    pub fn of(left: &[Left], day: Date) -> Self {
        let late = || left.iter().filter(|left| left.is_late(day));
        Self {
            late_count: late().map(|left| left.count).sum(),
            late: late().map(|left| left.amount).sum(),
            left: left.iter().map(|left| left.amount).sum(),
        }
    }
}

/// Says how days before `today` ended, before the first change that is made after them: nothing
/// has to run at midnight. What `left` is at that moment is what it was when they ended.
pub(crate) fn end_days(tx: &mut Tx<'_>, today: Date) -> Result<()> {
    if tx.ended_before == Some(today) {
        return Ok(());
    }
    let Some(known) = meta::get(tx, ENDED)? else {
        let fresh = format!("{today} {today}");
        meta::put_new(tx, ENDED, &fresh)?;
        return Ok(());
    };
    let (first, last) = ended(&known)?;
    if last >= today {
        tx.ended_before = Some(today);
        return Ok(());
    }
    // Whoever changes the mark says it; another waits for that and finds it changed.
    let mark = format!("{first} {today}");
    let changed = tx.execute(
        "UPDATE meta SET value = ? WHERE name = ? AND value = ?",
        &[mark.into(), ENDED.into(), known.into()],
    )?;
    if changed == 1 {
        let mut day = last.max(before(today, COMPARED));
        while day < today {
            end_day(tx, day)?;
            day = before(day, -1);
        }
    }
    Ok(())
}

fn end_day(tx: &mut Tx<'_>, day: Date) -> Result<()> {
    let overdue = match tx.dialect() {
        Dialect::Sqlite => "date(riqi, '+' || kuanxian || ' days') < ?",
        Dialect::Postgres => "to_char(riqi::date + kuanxian::int, 'YYYY-MM-DD') < ?",
    };
    let text = format!(
        "INSERT INTO kept_day SELECT '{LATE}', ?, mendian, genjinren_id, 0, 0, \
         CAST(sum(CASE WHEN late THEN bishu ELSE 0 END) AS BIGINT), CAST(sum(CASE WHEN late THEN jie ELSE 0 END) AS BIGINT), \
         CAST(sum(jie) AS BIGINT) FROM (SELECT mendian, genjinren_id, bishu, jie, {overdue} AS late FROM {KEPT} kept \
         WHERE lei = '{LEFT}') every GROUP BY mendian, genjinren_id \
         ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO NOTHING"
    );
    let day = day.to_string();
    let bound: [Value; 2] = [day.as_str().into(), day.as_str().into()];
    tx.execute(&text, &bound).map(drop)
}

/// The same for the days before `today`, from the days on which instalments were paid: for an
/// office that was made up and had no evenings.
pub fn end_made_up_days(tx: &mut Tx<'_>, today: Date) -> Result<()> {
    let overdue = match tx.dialect() {
        Dialect::Sqlite => "date(p.riqi, '+' || p.kuanxian || ' days') < ?",
        Dialect::Postgres => "to_char(p.riqi::date + p.kuanxian::int, 'YYYY-MM-DD') < ?",
    };
    let (paid_later, began) = ("p.huankuan_ri > ?", day_of(tx.dialect(), "o.fangkuan_time"));
    let first = before(today, COMPARED);
    let mut day = first;
    while day < today {
        let text = format!(
            "INSERT INTO kept_day SELECT '{LATE}', ?, mendian, genjinren_id, 0, 0, \
             CAST(sum(CASE WHEN late THEN 1 ELSE 0 END) AS BIGINT), CAST(sum(CASE WHEN late THEN jine ELSE 0 END) AS BIGINT), \
             CAST(sum(jine) AS BIGINT) FROM (SELECT {WHO_NAMED}, {DUE} - CASE WHEN p.shijian_id IS NULL THEN p.yishou ELSE 0 END AS jine, \
             {overdue} AS late FROM {PLANS} WHERE (({REPAYING}) OR {paid_later}) AND {began} <= ?) every GROUP BY mendian, genjinren_id"
        );
        let words = day.to_string();
        let bound: Vec<Value> = (0..4).map(|_| words.as_str().into()).collect();
        tx.execute(&text, &bound)?;
        day = before(day, -1);
    }
    meta::put(tx, ENDED, &format!("{first} {today}"))
}

/// How the evening of a day stood, by what is left now where nothing happened since; none where
/// nobody knows.
pub fn evening(
    conn: &mut Conn,
    day: Date,
    left: &[Left],
    reach: &Reach,
) -> Result<Option<Evening>> {
    let Some(known) = meta::get(conn, ENDED)? else {
        return Ok(None);
    };
    let (first, last) = ended(&known)?;
    if day < first {
        return Ok(None);
    }
    if day >= last {
        // Nothing has changed since.
        return Ok(Some(Evening::of(left, day)));
    }
    let mut sql = Sql::new("SELECT ");
    figures(&mut sql);
    sql.push(" FROM kept_day k WHERE k.lei = ").bind(LATE);
    sql.push(" AND k.riqi = ").bind(day.to_string());
    within(&mut sql, reach, "k");
    let rows = conn.query_sql(&sql)?;
    let figure = rows.first().map(|row| Figure::read(row, 0)).transpose()?;
    let figure = figure.unwrap_or_default();
    Ok(Some(Evening {
        late_count: figure.count,
        late: figure.debit,
        left: figure.credit,
    }))
}

/// The two days of the mark.
fn ended(mark: &str) -> Result<(Date, Date)> {
    let days = mark.split_once(' ').and_then(|(first, last)| {
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        Some((first, last))
    });
    days.ok_or_else(|| Error::shape("two days", mark))
}

fn before(day: Date, days: i64) -> Date {
    loan::add_days(day, -days).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Db, Options, crypt::Keys, migrate};

    #[test]
    fn a_day_whose_end_was_taken_back_ends_with_the_next_change() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("days.db").display());
        let keys = Keys::from_master(&[7; 32]).unwrap();
        let db = Db::open(&Options::new(&url, keys)).unwrap();
        migrate::migrate(&db).unwrap();
        let (first, next) = (day_number(1), day_number(2));
        let ended = db.write_now(move |tx| {
            end_days(tx, first)?;
            let taken_back: Result<()> = tx.attempt(|tx| {
                end_days(tx, next)?;
                end_days(tx, next)?;
                Err(Error::Driver("changed my mind".to_owned()))
            });
            assert!(taken_back.is_err());
            end_days(tx, next)?;
            meta::get(tx, ENDED)
        });
        assert_eq!(ended.unwrap(), Some(format!("{first} {next}")));
    }

    fn day_number(day: i8) -> Date {
        Date::constant(2026, 3, day)
    }
}
