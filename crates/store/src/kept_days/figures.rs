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

pub(super) fn figures(sql: &mut Sql) {
    sql.push("CAST(coalesce(sum(t.bishu), 0) AS BIGINT), ");
    sums::push(sql, &Sql::new("t.jie"));
    sql.push(", ");
    sums::push(sql, &Sql::new("t.dai"));
}

/// The columns of a figure are those that an order's reach goes by.
pub(super) fn within(sql: &mut Sql, reach: &Reach) {
    if let Some(scope) = reach.condition(Dingdan::model(), "t") {
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
