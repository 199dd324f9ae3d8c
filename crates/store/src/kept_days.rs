//! Figures of days by store and owner, kept by the transactions that change what they count (the
//! triggers of migration 0028), and what they should be. The home page costs the same however many
//! orders there are.

use std::collections::BTreeMap;

use loan::Account;
use schema::{Date, Record, resources::Dingdan};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    meta,
    reach::Reach,
    sql::{Dialect, Sql},
    sums,
    value::{Row, Value},
};

/// What is counted of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Lines of the journal.
    Posted(Account),
    Applications,
    Decided,
    Approved,
    Customers,
    /// Instalments due on the day that were not paid before it.
    Due,
}

impl Counted {
    pub fn code(self) -> &'static str {
        match self {
            Self::Posted(account) => account.code(),
            Self::Applications => "SHENQING",
            Self::Decided => "SHENHE",
            Self::Approved => "TONGGUO",
            Self::Customers => "KEHU",
            Self::Due => "YINGHUAN",
        }
    }
}

/// What is left of instalments, by the day they were due.
const LEFT: &str = "WEIHUAN";
/// What of all that is left was overdue when a day ended, in `jie`, and all of it, in `dai`.
const LATE: &str = "YUQI";
/// The day on which the rows were put together last.
const TIDIED: &str = "kept_days_tidied";
/// The first day whose end is known, and the day that has not ended yet.
const ENDED: &str = "kept_days_ended";
/// Nobody compares with a day longer ago.
const COMPARED: i64 = 7;
/// The day under which an account is summed over all days.
const ALL_DAYS: &str = "";

/// How many, and how much: money that is no account's stands on the debit side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figure {
    pub count: i64,
    pub debit: i128,
    pub credit: i128,
}

impl Figure {
    fn read(row: &Row, at: usize) -> Result<Self> {
        Ok(Self {
            count: row.int(at)?,
            debit: sums::read(row, at + 1)?,
            credit: sums::read(row, at + 3)?,
        })
    }

    /// By how much an account that debits increase has grown.
    pub fn balance(&self) -> i128 {
        self.debit - self.credit
    }
}

/// What was counted on days, by what and when; nothing where there was nothing.
#[derive(Debug, Default)]
pub struct Days(BTreeMap<(String, String), Figure>);

impl Days {
    pub fn of(&self, counted: Counted, day: Date) -> Figure {
        let key = (counted.code().to_owned(), day.to_string());
        self.0.get(&key).copied().unwrap_or_default()
    }

    /// The same over a range of days, both included.
    pub fn within(&self, counted: Counted, from: Date, to: Date) -> Figure {
        let code = counted.code().to_owned();
        let range = (code.clone(), from.to_string())..=(code, to.to_string());
        let mut sum = Figure::default();
        for (_, figure) in self.0.range(range) {
            sum.count += figure.count;
            sum.debit += figure.debit;
            sum.credit += figure.credit;
        }
        sum
    }
}

/// What was posted to accounts over all days.
#[derive(Debug, Default)]
pub struct InAll(Days);

impl InAll {
    pub fn of(&self, account: Account) -> Figure {
        let key = (account.code().to_owned(), ALL_DAYS.to_owned());
        self.0.0.get(&key).copied().unwrap_or_default()
    }
}

/// What of `counted` the days from `from` to `to` have.
pub fn days(
    conn: &mut Conn,
    counted: &[Counted],
    from: Date,
    to: Date,
    reach: &Reach,
) -> Result<Days> {
    between(conn, counted, &from.to_string(), &to.to_string(), reach)
}

/// Accounts over all days.
pub fn in_all(conn: &mut Conn, accounts: &[Account], reach: &Reach) -> Result<InAll> {
    let counted: Vec<Counted> = accounts.iter().copied().map(Counted::Posted).collect();
    Ok(InAll(between(conn, &counted, ALL_DAYS, ALL_DAYS, reach)?))
}

fn between(
    conn: &mut Conn,
    counted: &[Counted],
    from: &str,
    to: &str,
    reach: &Reach,
) -> Result<Days> {
    let codes: Vec<&str> = counted.iter().map(|counted| counted.code()).collect();
    let mut sql = Sql::new("SELECT t.lei, t.riqi, ");
    figures(&mut sql);
    sql.push(" FROM kept_day t WHERE t.lei IN ")
        .bind_list(&codes);
    sql.push(" AND t.riqi >= ").bind(from);
    sql.push(" AND t.riqi <= ").bind(to);
    within(&mut sql, reach);
    sql.push(" GROUP BY t.lei, t.riqi");
    let rows = conn.query_sql(&sql)?;
    let days = rows.iter().map(|row| {
        let key = (row.text(0)?.to_owned(), row.text(1)?.to_owned());
        Ok::<_, Error>((key, Figure::read(row, 2)?))
    });
    Ok(Days(days.collect::<Result<_>>()?))
}

/// What is left of the instalments of one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    pub due_on: Date,
    /// Overdue when more days than these have passed.
    pub grace_days: i64,
    pub count: i64,
    pub amount: i128,
}

impl Left {
    /// Whether it is overdue on a day.
    pub fn is_late(&self, day: Date) -> bool {
        loan::days_between(self.due_on, day) > self.grace_days
    }
}

/// What is left of all instalments, by the day they are due.
pub fn left(conn: &mut Conn, reach: &Reach) -> Result<Vec<Left>> {
    let mut sql = Sql::new("SELECT t.riqi, t.kuanxian, ");
    figures(&mut sql);
    sql.push(" FROM kept_day t WHERE t.lei = ").bind(LEFT);
    within(&mut sql, reach);
    sql.push(" GROUP BY t.riqi, t.kuanxian ORDER BY t.riqi, t.kuanxian");
    let rows = conn.query_sql(&sql)?;
    let left = rows.iter().map(|row| {
        let figure = Figure::read(row, 2)?;
        let due_on = row.text(0)?.parse();
        Ok::<_, Error>(Left {
            due_on: due_on.map_err(|_| Error::shape("a day", row.text(0).unwrap_or_default()))?,
            grace_days: row.int(1)?,
            count: figure.count,
            amount: figure.debit,
        })
    });
    let left: Vec<Left> = left.collect::<Result<_>>()?;
    Ok(left.into_iter().filter(|left| left.count != 0).collect())
}

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
         CAST(sum(jie) AS BIGINT) FROM (SELECT mendian, genjinren_id, bishu, jie, {overdue} AS late FROM kept_day \
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
    sql.push(" FROM kept_day t WHERE t.lei = ").bind(LATE);
    sql.push(" AND t.riqi = ").bind(day.to_string());
    within(&mut sql, reach);
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

fn figures(sql: &mut Sql) {
    sql.push("CAST(coalesce(sum(t.bishu), 0) AS BIGINT), ");
    sums::push(sql, &Sql::new("t.jie"));
    sql.push(", ");
    sums::push(sql, &Sql::new("t.dai"));
}

/// The columns of a figure are those that an order's reach goes by.
fn within(sql: &mut Sql, reach: &Reach) {
    if let Some(scope) = reach.condition(Dingdan::model(), "t") {
        sql.push(" AND ").append(&scope);
    }
}

/// Puts together what was spread over parts, and drops what has come to nothing: fewer rows that say
/// the same. Of what is due also days to come, of which there are most; once a day is enough.
/// Answers whether there is more to do, which has a transaction of its own.
pub fn tidy(tx: &mut Tx<'_>, today: Date) -> Result<bool> {
    let day = today.to_string();
    let known = meta::get(tx, TIDIED)?.unwrap_or_default();
    let done = match known.split_once(' ') {
        Some((on, done)) if on == day => done.parse().unwrap_or(usize::MAX),
        _ => 0,
    };
    let Some(code) = codes().nth(done) else {
        return Ok(false);
    };
    meta::put(tx, TIDIED, &format!("{day} {}", done + 1))?;
    let is_ahead = [LEFT, Counted::Due.code()].contains(&code);
    let before = if is_ahead { "9999" } else { &day };
    if tx.dialect() == Dialect::Postgres {
        tx.execute(
            "WITH spread AS (DELETE FROM kept_day WHERE lei = ? AND riqi < ? AND riqi <> '' AND part <> 0 RETURNING *) \
             INSERT INTO kept_day AS kept SELECT lei, riqi, mendian, genjinren_id, kuanxian, 0, \
             CAST(sum(bishu) AS BIGINT), CAST(sum(jie) AS BIGINT), CAST(sum(dai) AS BIGINT) FROM spread \
             GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5 \
             ON CONFLICT (lei, riqi, mendian, genjinren_id, kuanxian, part) DO UPDATE SET \
             bishu = kept.bishu + excluded.bishu, jie = kept.jie + excluded.jie, dai = kept.dai + excluded.dai",
            &[code.into(), before.into()],
        )?;
    }
    tx.execute(
        "DELETE FROM kept_day WHERE lei = ? AND riqi < ? AND bishu = 0 AND jie = 0 AND dai = 0",
        &[code.into(), day.into()],
    )?;
    Ok(true)
}

/// Everything that is kept of days.
fn codes() -> impl Iterator<Item = &'static str> {
    let accounts = Account::ALL.iter().map(|account| account.code());
    let others = [
        Counted::Applications,
        Counted::Decided,
        Counted::Approved,
        Counted::Customers,
        Counted::Due,
    ];
    accounts
        .chain(others.map(Counted::code))
        .chain([LEFT, LATE])
}

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

/// A day of a time of the server's, in the words of the engine.
fn day_of(dialect: Dialect, time: &str) -> String {
    match dialect {
        Dialect::Sqlite => format!("date({time} / 1000 + 28800, 'unixepoch')"),
        Dialect::Postgres => {
            format!("to_char(to_timestamp({time} / 1000 + 28800) AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
        }
    }
}

const WHO: &str = "coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0)";
const WHO_NAMED: &str =
    "coalesce(o.mendian, '') AS mendian, coalesce(o.genjinren_id, 0) AS genjinren_id";
const DUE: &str = "p.benjin + p.lixi + p.zixunfei + p.fuwufei";
const REPAYING: &str = "p.shijian_id IS NULL AND o.state = 'DAIHUANKUAN'";
const PLANS: &str = "app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id";

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

/// Figures that are not what they should be, of one moment: the rows they count are added up in
/// steps, of which only the sums are held.
pub fn wrong(conn: &mut Conn) -> Result<Vec<Wrong>> {
    let mut sums = Sums::new();
    let dialect = conn.dialect();
    add_up(conn, "app_dingdan", &of_orders(dialect), &mut sums)?;
    add_up(conn, "app_user", &of_customers(dialect), &mut sums)?;
    for code in codes().filter(|code| *code != LATE) {
        let mut sql = Sql::new(
            "SELECT lei, riqi, mendian, genjinren_id, kuanxian, CAST(sum(bishu) AS BIGINT), ",
        );
        sums::push(&mut sql, &Sql::new("jie"));
        sql.push(", ");
        sums::push(&mut sql, &Sql::new("dai"));
        sql.push(" FROM kept_day WHERE lei = ").bind(code);
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
