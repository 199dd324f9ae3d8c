//! 搜索敏感信息: a masked number can be found by trying numbers. So exact searches of secret
//! columns are counted per person, whichever way they are made; those that find nothing have a
//! limit of their own, and each leaves a line in 敏感信息查看记录.
//!
//! A search is counted and committed before anything is answered, so that many at once have no
//! more of them than one after the other.

use std::collections::BTreeSet;

use schema::{
    Field, Kind, Model, Record, Timestamp,
    resources::{Customer, ProductBlock},
};
use store::{
    Condition, Conn, Db, List, Reach, Tx, Value, reveals,
    rows::Change,
    searches::{self, Search},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    counted::{Opening, Taken, Uncounted},
    error::{Error, Result},
    import::report::Report,
    reveal, settings,
};

const DEFAULT_MISSES: i64 = 30;
const DEFAULT_SEARCHES: i64 = 300;
const HOUR_MS: i64 = 3_600_000;
/// One screen asks several routes about one search (a list and its tabs).
const ONE_SEARCH_MS: i64 = 10_000;
/// 产品屏蔽 shows which customer a phone belongs to.
const BLOCKS: &str = ProductBlock::TABLE.path;

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Something,
    /// Nothing within the caller's reach.
    Nothing,
    /// A sheet of numbers was told which of them are taken.
    Clash,
}

impl Found {
    fn from(found: bool) -> Self {
        if found {
            Self::Something
        } else {
            Self::Nothing
        }
    }

    fn misses(self) -> i64 {
        match self {
            Self::Something => 0,
            Self::Nothing => 1,
            Self::Clash => 10,
        }
    }
}

/// Whom a bank statement named in vain.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guess {
    /// By the last digits of their phone, and a name.
    Tail(String),
    /// By a name beside the number of an order.
    Name(String),
}

/// How 敏感信息查看记录 names a look at a whole list.
const WHOLE: &str = "*";

/// The secret a list asks for, and how.
fn secret(list: &List) -> Option<(&'static Field, &str, &'static str)> {
    list.conditions.iter().find_map(secret_in)
}

fn secret_in(condition: &Condition) -> Option<(&'static Field, &str, &'static str)> {
    match condition {
        Condition::SecretEqual(field, text) => Some((*field, text.as_str(), "完整号码")),
        Condition::SecretTail(field, text) => Some((*field, text.as_str(), "后四位")),
        Condition::Through(_, _, of_other) => secret_in(of_other),
        _ => None,
    }
}

/// Refuses to read a list by a secret column before the search is counted.
pub(crate) fn must_be_counted(call: &Call, of: &'static Model, list: &List) -> Result<()> {
    match uncounted(call, of, list) {
        Some(uncounted) if !call.is_counted => Err(Error::Uncounted(Box::new(uncounted))),
        _ => Ok(()),
    }
}

pub(crate) fn uncounted(call: &Call, of: &'static Model, list: &List) -> Option<Uncounted> {
    secret(list).map(|_| Uncounted {
        call: call.clone(),
        of,
        list: list.clone(),
        opens: None,
    })
}

/// Refuses to read a list of one customer before the look is written down.
pub(crate) fn must_be_noted(call: &Call, of: &'static Model, opening: Opening) -> Result<()> {
    if call.is_counted {
        return Ok(());
    }
    Err(Error::Uncounted(Box::new(Uncounted {
        call: call.clone(),
        of,
        list: List::default(),
        opens: Some(opening),
    })))
}

/// Counts the search that a list is; who has none left is refused.
pub fn count(tx: &mut Tx<'_>, asked: &Uncounted) -> Result<()> {
    let Uncounted {
        call,
        of,
        list,
        opens,
    } = asked;
    if let Some(opening) = opens {
        return note_opening(tx, call, of, opening);
    }
    let Some((field, text, how)) = secret(list) else {
        return Ok(());
    };
    allow(tx, call)?;
    let found = Found::from(store::any(tx, of, list, &call.actor.access.reach)?);
    note(tx, call, &Line::new(of, field, text, found, how))
}

/// A customer out of reach is looked at by nobody: that they are not there is told by the read.
fn note_opening(tx: &mut Tx<'_>, call: &Call, of: &'static Model, opening: &Opening) -> Result<()> {
    let reach = &call.actor.access.reach;
    match store::rows::within_reach(tx, Customer::model(), opening.customer, reach) {
        Err(store::RowError::NotFound) => return Ok(()),
        other => other?,
    }
    let label = of.table.label;
    let reason = match (&opening.needle, of.secrets().next()) {
        (Some(needle), Some(field)) => {
            allow(tx, call)?;
            note(
                tx,
                call,
                &Line::new(of, field, needle, Found::Something, label),
            )?;
            format!("在{label}中搜索")
        }
        _ => format!("打开{label}"),
    };
    reveal::write_down(tx, call, of.table.path, WHOLE, opening.customer, &reason)?;
    let deed = Deed::new(
        "敏感信息",
        format!("{reason}，客户编号{}", opening.customer),
    );
    audit::record(tx, &call.logged_as("CHAKAN"), &deed.about(opening.customer))
}

/// What is written down about a search.
struct Line<'a> {
    of: &'static Model,
    field: &'static Field,
    text: &'a str,
    found: Found,
    how: &'a str,
}

impl<'a> Line<'a> {
    fn new(
        of: &'static Model,
        field: &'static Field,
        text: &'a str,
        found: Found,
        how: &'a str,
    ) -> Self {
        Self {
            of,
            field,
            text,
            found,
            how,
        }
    }

    /// A keyed hash of what is searched for.
    fn what(&self, tx: &Tx<'_>) -> String {
        let place = format!("search {}.{}", self.of.name, self.field.column.name);
        tx.keys().blind(&place, self.text)
    }

    fn reason(&self) -> String {
        let found = match self.found {
            Found::Something => "找到",
            Found::Nothing => "未找到",
            Found::Clash => "提示了已有的号码",
        };
        format!("搜索{}，{found}", self.how)
    }
}

/// Makes a person's searches wait for each other, and refuses who has none left. Answers how many
/// more may find nothing.
fn allow(tx: &mut Tx<'_>, call: &Call) -> Result<i64> {
    let misses = settings::SEARCH_MISSES.value(tx)?.unwrap_or(DEFAULT_MISSES);
    let limit = settings::SEARCHES.value(tx)?.unwrap_or(DEFAULT_SEARCHES);
    reveals::one_at_a_time(tx, call.actor.user_id)?;
    let day = Timestamp::start_of(Timestamp(call.real_ms).date());
    let hour_ms = call.real_ms - HOUR_MS;
    let spent = searches::spent(tx, call.actor.user_id, day.0, hour_ms)?;
    if spent.misses >= misses {
        return Err(Error::refused(format!(
            "一小时内未找到的号码搜索已达{misses}次，请一小时后再试"
        )));
    }
    if spent.searches >= limit {
        return Err(Error::refused(format!(
            "今日号码搜索已达{limit}次，请明日再试"
        )));
    }
    Ok(misses - spent.misses)
}

fn note(tx: &mut Tx<'_>, call: &Call, line: &Line<'_>) -> Result<()> {
    let what = line.what(tx);
    let search = Search {
        user_id: call.actor.user_id,
        real_ms: call.real_ms,
        misses: line.found.misses(),
        what: &what,
        route: &call.origin.url,
    };
    // A write that is refused is no second look at one screen.
    let is_read = call.origin.method == "GET";
    if is_read && searches::is_known(tx, &search, call.real_ms - ONE_SEARCH_MS)? {
        return Ok(());
    }
    searches::add(tx, &search)?;
    reveal::write_down(
        tx,
        call,
        line.of.table.path,
        &line.field.wire,
        0,
        &line.reason(),
    )
}

/// Whether writing a column tells if a value is known already.
fn is_guarded(of: &Model, field: &Field) -> bool {
    let column = &field.column;
    let index = format!("{}_idx", column.name);
    let mut uniques = of.table.uniques.iter().copied().flatten();
    matches!(column.kind, Kind::Secret(_)) && (column.unique || uniques.any(|name| *name == index))
}

/// The guarded values among some changes.
fn guarded<'a>(
    of: &'static Model,
    changes: &'a [Change],
) -> impl Iterator<Item = (&'static Field, &'a str)> {
    changes.iter().filter_map(|(field, value)| match value {
        Value::Text(text) if is_guarded(of, field) => Some((*field, text.as_str())),
        _ => None,
    })
}

/// Before a row is written by hand: whoever has no searches left cannot go on trying this way. A
/// block, and a number given to somebody who had another, count by themselves; that a number is
/// taken is counted once the write is refused.
pub(crate) fn before_write(
    tx: &mut Tx<'_>,
    call: &Call,
    of: &'static Model,
    changes: &[Change],
    is_new: bool,
) -> Result<()> {
    for (field, text) in guarded(of, changes) {
        allow(tx, call)?;
        if of.table.path == BLOCKS {
            let found = Found::from(customer(tx, text, &call.actor.access.reach)?.is_some());
            note(tx, call, &Line::new(of, field, text, found, "要屏蔽的号码"))?;
        } else if !is_new {
            note(
                tx,
                call,
                &Line::new(of, field, text, Found::Nothing, "要改成的号码"),
            )?;
        }
    }
    Ok(())
}

/// The customer within reach who has this phone.
pub(crate) fn customer(conn: &mut Conn, phone: &str, reach: &Reach) -> Result<Option<i64>> {
    let Some(id) = store::blocks::customer_with(conn, phone)? else {
        return Ok(None);
    };
    match store::rows::within_reach(conn, Customer::model(), id, reach) {
        Ok(()) => Ok(Some(id)),
        Err(store::RowError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Counts a write that was refused because somebody has this value.
pub fn count_taken(tx: &mut Tx<'_>, call: &Call, taken: &Taken) -> Result<()> {
    let Taken { of, field, text } = taken;
    allow(tx, call)?;
    let same = List {
        conditions: vec![Condition::SecretEqual(field, text.clone())],
        ..List::default()
    };
    let found = Found::from(store::any(tx, of, &same, &call.actor.access.reach)?);
    note(tx, call, &Line::new(of, field, text, found, "已存在的号码"))
}

/// Counts an import that may name numbers as taken.
pub fn before_import(db: &Db, call: &Call, of: &'static Model) -> Result<()> {
    let Some(field) = of.fields.iter().find(|field| is_guarded(of, field)) else {
        return Ok(());
    };
    let call = call.clone();
    db.write_now(move |tx| {
        allow(tx, &call)?;
        let line = Line::new(
            of,
            field,
            &call.origin.trace_id,
            Found::Something,
            "导入的号码",
        );
        note(tx, &call, &line)
    })
}

/// Counts whom a bank statement named in vain, before it is told: one search each, but none for who
/// was named in vain within the hour already, so that a statement can be put right and shown again.
/// More of them than are left to try are no mistakes.
pub fn after_statement(db: &Db, call: &Call, misses: BTreeSet<Guess>) -> Result<()> {
    if misses.is_empty() {
        return Ok(());
    }
    let call = call.clone();
    let (tried, left) = db.write_now(move |tx| {
        let left = allow(tx, &call)?;
        let of = Customer::model();
        let (user_id, hour_ms) = (call.actor.user_id, call.real_ms - HOUR_MS);
        let mut tried = 0;
        for guess in &misses {
            let (field, text, how) = match guess {
                Guess::Tail(text) => (Customer::phone.field(), text, "到账流水中的客户"),
                Guess::Name(text) => {
                    let field = Customer::zhenshixingming.field();
                    (field, text, "到账流水中的姓名")
                }
            };
            let line = Line::new(of, field, text, Found::Nothing, how);
            let what = line.what(tx);
            if searches::was_missed(tx, user_id, &what, hour_ms)? {
                continue;
            }
            tried += 1;
            if tried <= left {
                note(tx, &call, &line)?;
            }
        }
        Ok::<_, Error>((tried, left))
    })?;
    // How many were wrong would tell whether one among thousands was right.
    if tried > left {
        return Err(Error::refused(format!(
            "没有对应客户的姓名超过一小时内可以查找的{left}个，请改填订单号，不填姓名"
        )));
    }
    Ok(())
}

/// Counts a bank statement that names customers by the last digits of their phones.
pub fn before_statement(db: &Db, call: &Call) -> Result<()> {
    let call = call.clone();
    db.write_now(move |tx| {
        allow(tx, &call)?;
        let (of, field) = (Customer::model(), Customer::phone.field());
        let trace_id = &call.origin.trace_id;
        let line = Line::new(of, field, trace_id, Found::Something, "到账流水中的后四位");
        note(tx, &call, &line)
    })
}

/// Counts what the report of an import is about to tell. Whoever ran out of searches meanwhile is
/// told how many rows were written and no more.
pub fn after_import(db: &Db, call: &Call, of: &'static Model, report: &Report) -> Result<()> {
    let field = of.fields.iter().find(|field| is_guarded(of, field));
    let Some(field) = field.filter(|_| report.names_a_clash()) else {
        return Ok(());
    };
    let (job_call, told) = (call.clone(), report.is_written.then(|| report.summary()));
    db.write_now(move |tx| {
        let call = &job_call;
        allow(tx, call).map_err(|error| match (error, &told) {
            (Error::Refused { message, .. }, Some(told)) => {
                Error::refused(format!("{told}；{message}"))
            }
            (error, _) => error,
        })?;
        let what = format!("{} clash", call.origin.trace_id);
        note(
            tx,
            call,
            &Line::new(of, field, &what, Found::Clash, "导入的号码"),
        )
    })
}
