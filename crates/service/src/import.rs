//! 导入: a spreadsheet checked row by row before anything is written, each bad cell named, and
//! nothing written unless every row is good or the operator chose the good rows.

pub(crate) mod cells;
mod line;
pub(crate) mod report;
mod template;

use std::{collections::HashMap, sync::Arc};

use schema::{Field, Kind, Model, words};
use store::{Db, Failure, rehearsal::Coming};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    once::Once,
    progress::Steps,
    rules::Resource,
    sheet::Sheet,
    wire::{ask, codes},
};

use line::{Kept, RowOutcome, batch, check_row, import_row};
pub use report::{BadCell, ImportReport, Report};
use template::fields;
pub use template::template;

codes! {
    /// What an import may write.
    pub enum Mode {
        /// Check only.
        Check = "JIANCHA",
        /// All or nothing.
        All = "QUANBU",
        /// Good rows only.
        Good = "HAOHANG",
    }
}

ask! {
    /// 导入: checking is what happens unless the operator chose more.
    form("file") pub struct Import {
        moshi: Option<Mode>   = one_of("导入方式"),
        /// The name under which how far it is can be asked for.
        jindu: Option<String> = code("进度编号"),
        /// The customer all rows are of, where a sheet is of one.
        user_id: Option<i64>  = int("客户"),
    }
}

ask! {
    /// Which file of failed rows.
    open pub struct FailedRows {
        id: Option<String> = code("编号"),
    }
}

ask! {
    /// What the template is called when it is kept.
    open pub struct Template {
        file_name: Option<String> = code("文件名"),
    }
}

/// Where the rows of a sheet go.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    of: Resource,
    /// What every row has, where a sheet is of one customer.
    fixed: Option<(&'static Field, i64)>,
}

impl Target {
    pub fn new(of: Resource, customer: Option<i64>) -> Result<Self> {
        let one = of
            .table
            .one_by_one
            .and_then(|name| of.model.field_named(name));
        let fixed = match one {
            None => None,
            Some(field) => {
                let wrong = || Error::field(&field.wire, "请给出一个客户");
                Some((field, customer.filter(|id| *id > 0).ok_or_else(wrong)?))
            }
        };
        Ok(Self { of, fixed })
    }
}

/// Why the transaction of an import was not kept.
enum Stop {
    /// The same import was done before, and answered so.
    Earlier(String),
    /// On purpose: a check, or an all-or-nothing with a bad row.
    Undo(Box<Report>),
    Error(Error),
}

impl From<store::Error> for Stop {
    fn from(error: store::Error) -> Self {
        Self::Error(error.into())
    }
}
impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}
impl Failure for Stop {
    fn store(&self) -> Option<&store::Error> {
        if let Self::Error(error) = self {
            error.store()
        } else {
            None
        }
    }
}

/// Imports a sheet, in one transaction that is undone where the mode says so. A check finds what an
/// import would find, by reading alone: nobody who writes has to wait for it.
pub fn run(
    db: &Db,
    call: &Call,
    into: Target,
    sheet: &Arc<Sheet>,
    mode: Mode,
    once: Option<Once>,
    steps: &Arc<Steps>,
) -> Result<Done> {
    let of = into.of;
    let columns = columns(of.model, sheet)?;
    steps.start(sheet.rows.len() - 1);
    if mode == Mode::Check && !refers_to_itself(of.model) {
        return rehearsed(db, call, into, sheet, columns, steps);
    }
    let (job_sheet, job_columns, job_call) = (Arc::clone(sheet), columns.clone(), call.clone());
    let batch = batch(call);
    let job_steps = Arc::clone(steps);
    let outcome = db.write_now(move |tx| {
        let mut report = Report::default();
        let mut coming = Coming::default();
        if let Some(once) = &once
            && let Some(answer) = once.earlier(tx, &job_call)?
        {
            return Err(Stop::Earlier(answer));
        }
        for row in job_sheet.rows.iter().skip(1) {
            let into = Kept {
                into,
                batch: &batch,
            };
            let outcome = import_row(tx, &job_call, into, row, &job_columns, &mut coming)?;
            report.count(outcome);
            job_steps.reach(report.total);
        }
        let undo = match mode {
            Mode::Check => true,
            Mode::All => !report.bad.is_empty(),
            Mode::Good => report.good == 0,
        };
        report.is_written = !undo && report.good > 0;
        if undo {
            return Err(Stop::Undo(Box::new(report)));
        }
        let what = format!(
            "导入{} {}条，失败{}条",
            of.table.label,
            report.good,
            report.bad_rows().len()
        );
        audit::record(tx, &job_call, &Deed::new(of.table.label, what))?;
        if let Some(once) = &once {
            once.keep(tx, &job_call, &report.kept()?)?;
        }
        Ok(report)
    });
    let mut report = match outcome {
        Ok(report) => report,
        Err(Stop::Undo(report)) => *report,
        Err(Stop::Earlier(answer)) => return Ok(Done::Earlier(answer)),
        Err(Stop::Error(error)) => return Err(error),
    };
    report.columns = columns;
    Ok(Done::Now(report))
}

/// Rows looked at in one go; others read in between.
const STEP: usize = 50;

/// Checks a sheet by reading alone: there is nothing that must not be done twice.
fn rehearsed(
    db: &Db,
    call: &Call,
    into: Target,
    sheet: &Arc<Sheet>,
    columns: cells::Headings,
    steps: &Steps,
) -> Result<Done> {
    let mut report = Report::default();
    let mut coming = Coming::default();
    for start in (1..sheet.rows.len()).step_by(STEP) {
        let (sheet, columns, call) = (Arc::clone(sheet), columns.clone(), call.clone());
        let before = coming.clone();
        let (outcomes, after) = db.rehearse_now(move |tx| {
            let mut coming = before.clone();
            let rows = sheet.rows.iter().skip(start).take(STEP);
            let outcomes: Result<Vec<RowOutcome>> = rows
                .map(|row| {
                    let (_, bad) = check_row(tx, &call, into, row, &columns, &mut coming)?;
                    Ok(if bad.is_empty() { Ok(()) } else { Err(bad) })
                })
                .collect();
            Ok::<_, Error>((outcomes?, coming))
        })?;
        coming = after;
        for outcome in outcomes {
            report.count(outcome);
        }
        steps.reach(report.total);
    }
    report.columns = columns;
    Ok(Done::Now(report))
}

/// Whether a row may name one of the same sheet: only trying for real finds that.
fn refers_to_itself(of: &'static Model) -> bool {
    let path = of.table.path;
    let mut fields = fields(of).into_iter();
    fields.any(|field| matches!(field.column.kind, Kind::Ref(other) if other == path))
}

/// How an import ended.
pub enum Done {
    Now(Report),
    /// Before, under the same key, with this report.
    Earlier(String),
}

/// Which field each column of the sheet fills.
fn columns(of: &'static Model, sheet: &Sheet) -> Result<cells::Headings> {
    let heading = sheet
        .rows
        .first()
        .ok_or_else(|| Error::invalid("表格是空的"))?;
    let known: HashMap<&str, &'static Field> = fields(of)
        .into_iter()
        .map(|field| (field.column.label, field))
        .collect();
    let mut columns = cells::Headings::new();
    for (at, cell) in heading.cells.iter().enumerate() {
        let title = cells::text(cell);
        let title = title.trim().trim_end_matches('*').trim();
        let named = known.get(title);
        let field = named.or_else(|| known.get(words::current(title).as_str()));
        let field = field.copied();
        if field.is_none() && title == report::REASONS {
            columns.push(None);
            continue;
        }
        let field = field.ok_or_else(|| {
            Error::invalid(format!(
                "第{}列“{}”不是模板中的列",
                cells::letter(at),
                cells::escaped(title)
            ))
        })?;
        if at_of(&columns, &field.wire).is_some() {
            return Err(Error::invalid(format!("列“{title}”出现了两次")));
        }
        columns.push(Some(field));
    }
    for field in fields(of) {
        let is_needed = field.column.required && field.column.default.is_none();
        if is_needed && at_of(&columns, &field.wire).is_none() {
            return Err(Error::invalid(format!(
                "缺少必填列“{}”",
                field.column.label
            )));
        }
    }
    if sheet.rows.len() < 2 {
        return Err(Error::invalid("表格里没有数据"));
    }
    Ok(columns)
}

/// Where the column of a field is.
fn at_of(columns: &[Option<&'static Field>], wire: &str) -> Option<usize> {
    let is_it = |column: Option<&'static Field>| column.is_some_and(|field| field.wire == wire);
    columns.iter().copied().position(is_it)
}
