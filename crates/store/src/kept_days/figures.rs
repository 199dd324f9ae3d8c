//! What was counted on days, and what is left of instalments.

use std::collections::BTreeMap;

use loan::Account;
use schema::{Date, Record, resources::Dingdan};

use crate::{
    conn::Conn,
    error::{Error, Result},
    reach::Reach,
    sql::Sql,
    sums,
    value::Row,
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
pub(super) const LEFT: &str = "WEIHUAN";
/// What of all that is left was overdue when a day ended, in `jie`, and all of it, in `dai`.
pub(super) const LATE: &str = "YUQI";
/// The day under which an account is summed over all days.
const ALL_DAYS: &str = "";
/// What is kept, and what was appended since it was added up last (`added.rs`).
pub(super) const KEPT: &str = "(SELECT lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai FROM kept_day \
    UNION ALL SELECT lei, riqi, mendian, genjinren_id, kuanxian, bishu, jie, dai FROM kept_day_added \
    UNION ALL SELECT lei, '', mendian, genjinren_id, kuanxian, bishu, jie, dai FROM kept_day_added WHERE is_leiji)";
/// Lines of the journal whose amounts no loan can be: what is kept leaves them out, so that no sum
/// overflows. An earlier version may have posted some.
const VAST: &str = "(f.jine < -10000000000000 OR f.jine > 10000000000000)";

/// How many, and how much: money that is no account's stands on the debit side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figure {
    pub count: i64,
    pub debit: i128,
    pub credit: i128,
}

impl Figure {
    pub(super) fn read(row: &Row, at: usize) -> Result<Self> {
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
    let mut sql = Sql::new("SELECT k.lei, k.riqi, ");
    figures(&mut sql);
    sql.push(" FROM ").push(KEPT).push(" k WHERE k.lei IN ");
    sql.bind_list(&codes);
    sql.push(" AND k.riqi >= ").bind(from);
    sql.push(" AND k.riqi <= ").bind(to);
    within(&mut sql, reach, "k");
    sql.push(" GROUP BY k.lei, k.riqi");
    let rows = conn.query_sql(&sql)?;
    let days = rows.iter().map(|row| {
        let key = (row.text(0)?.to_owned(), row.text(1)?.to_owned());
        Ok::<_, Error>((key, Figure::read(row, 2)?))
    });
    Ok(Days(days.collect::<Result<_>>()?))
}

/// What was posted to an account over a range of days, and what stood there before.
#[derive(Debug, Clone, Copy, Default)]
pub struct Posted {
    /// Debits less credits.
    pub opening: i128,
    pub debit: i128,
    pub credit: i128,
}

impl Posted {
    fn add(&mut self, debit: i128, credit: i128) {
        self.debit += debit;
        self.credit += credit;
    }
}

/// What was posted to accounts over a range of days, both included; without an end it is open there.
/// What is not asked for is taken off the sum over all days, so that days long ago cost nothing.
pub fn posted(
    conn: &mut Conn,
    accounts: &[Account],
    (from, to): (Option<Date>, Option<Date>),
    reach: &Reach,
) -> Result<BTreeMap<String, Posted>> {
    let days = match (from, to) {
        (Some(from), _) => Some((" >= ", from.to_string())),
        (None, Some(to)) => Some((" > ", to.to_string())),
        (None, None) => None,
    };
    let mut sql = Sql::new("SELECT lei, hou");
    for side in ["jie", "dai"] {
        sql.push(", ");
        sums::push(&mut sql, &Sql::new(side));
    }
    sql.push(" FROM (");
    posted_on(&mut sql, accounts, &Part::All, reach);
    if let Some((compared, day)) = &days {
        let to = to.map(|day| day.to_string());
        let part = Part::Days(compared, day, to.as_deref());
        sql.push(" UNION ALL ");
        posted_on(&mut sql, accounts, &part, reach);
    }
    sql.push(") posted GROUP BY lei, hou");
    let mut posted: BTreeMap<String, Posted> = BTreeMap::new();
    for row in conn.query_sql(&sql)? {
        let (debit, credit) = (sums::read(&row, 2)?, sums::read(&row, 4)?);
        let posted = posted.entry(row.text(0)?.to_owned()).or_default();
        match (row.int(1)?, from) {
            (OVER_ALL, None) => posted.add(debit, credit),
            (OVER_ALL, Some(_)) => posted.opening += debit - credit,
            (WITHIN, _) => {
                posted.add(debit, credit);
                posted.opening -= debit - credit;
            }
            (_, None) => posted.add(-debit, -credit),
            (_, Some(_)) => posted.opening -= debit - credit,
        }
    }
    Ok(posted)
}

/// Where rows of [`posted`] belong.
const OVER_ALL: i64 = 0;
const WITHIN: i64 = 1;
const AFTER: i64 = 2;

/// Which rows are added up together.
enum Part<'a> {
    All,
    /// By how they compare with a day, and the last that is within.
    Days(&'static str, &'a str, Option<&'a str>),
}

/// What is kept of accounts, and the lines that it leaves out.
fn posted_on(sql: &mut Sql, accounts: &[Account], part: &Part<'_>, reach: &Reach) {
    let codes: Vec<&str> = accounts.iter().map(|account| account.code()).collect();
    sql.push("SELECT k.lei, ");
    place(sql, part, "k");
    sql.push(" AS hou, k.jie, k.dai FROM ").push(KEPT);
    sql.push(" k WHERE k.lei IN ");
    sql.bind_list(&codes).push(" AND k.riqi");
    match part {
        Part::All => sql.push(" = ").bind(ALL_DAYS),
        Part::Days(compared, day, _) => sql.push(compared).bind(*day),
    };
    within(sql, reach, "k");
    sql.push(" UNION ALL SELECT f.kemu, ");
    place(sql, part, "f");
    sql.push(
        ", CASE WHEN f.fangxiang = 'JIE' THEN f.jine ELSE 0 END, CASE WHEN f.fangxiang = 'DAI' THEN f.jine ELSE 0 END \
         FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id WHERE ",
    );
    sql.push(VAST).push(" AND f.kemu IN ").bind_list(&codes);
    match part {
        Part::All => sql.push(" AND f.riqi >= ").bind(ALL_DAYS),
        Part::Days(compared, day, _) => sql.push(" AND f.riqi").push(compared).bind(*day),
    };
    within(sql, reach, "o");
}

fn place(sql: &mut Sql, part: &Part<'_>, table: &str) {
    match part {
        Part::All => sql.push(&OVER_ALL.to_string()),
        Part::Days(_, _, None) => sql.push(&WITHIN.to_string()),
        Part::Days(_, _, Some(last)) => {
            sql.push("CASE WHEN ").push(table).push(".riqi > ");
            sql.bind(*last);
            sql.push(&format!(" THEN {AFTER} ELSE {WITHIN} END"))
        }
    };
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
    let mut sql = Sql::new("SELECT k.riqi, k.kuanxian, ");
    figures(&mut sql);
    sql.push(" FROM ").push(KEPT);
    sql.push(" k WHERE k.lei = ").bind(LEFT);
    within(&mut sql, reach, "k");
    sql.push(" GROUP BY k.riqi, k.kuanxian ORDER BY k.riqi, k.kuanxian");
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

pub(super) fn figures(sql: &mut Sql) {
    sql.push("CAST(coalesce(sum(k.bishu), 0) AS BIGINT), ");
    sums::push(sql, &Sql::new("k.jie"));
    sql.push(", ");
    sums::push(sql, &Sql::new("k.dai"));
}

/// The columns of a figure are those that an order's reach goes by.
pub(super) fn within(sql: &mut Sql, reach: &Reach, alias: &str) {
    if let Some(scope) = reach.condition(Dingdan::model(), alias) {
        sql.push(" AND ").append(&scope);
    }
}

/// Everything that is kept of days.
pub(super) fn codes() -> impl Iterator<Item = &'static str> {
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
