//! One row of a sheet: what it asks for, what is wrong with it, and how it is written.

use schema::Field;
use serde_json::Map;
use store::{Tx, rehearsal::Coming, rows, rows::Change};

use super::{Target, at_of, cells, report::BadCell};
use crate::{
    call::Call,
    error::{Error, Result},
    input, resource,
    rules::ImportLine,
    sheet::{Cell, SheetRow},
};

/// A row that was taken, or every fault of it.
pub(super) type RowOutcome = std::result::Result<(), Vec<BadCell>>;

/// What one import is called where its rows keep that.
pub(super) fn batch(call: &Call) -> String {
    let digits = call.now.to_string();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let trace: String = call.origin.trace_id.chars().take(8).collect();
    format!("{digits}-{trace}")
}

/// Where rows go, and in which import.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    pub into: Target,
    pub batch: &'a str,
}

impl Kept<'_> {
    /// What a row keeps of where it stood.
    fn line(&self, number: u32, bad: &[BadCell]) -> Vec<Change> {
        let reasons: Vec<String> = bad.iter().map(BadCell::sentence).collect();
        let line = ImportLine {
            batch: self.batch,
            number,
            reason: (!bad.is_empty()).then(|| reasons.join("；")),
        };
        let keep = self.into.of.rules.import_line;
        keep.map(|keep| keep(&line)).unwrap_or_default()
    }
}

/// Tries one row; what is wrong with it is named by row and column.
pub(super) fn import_row(
    tx: &mut Tx<'_>,
    call: &Call,
    kept: Kept<'_>,
    row: &SheetRow,
    columns: &[Option<&'static Field>],
    coming: &mut Coming,
) -> Result<RowOutcome> {
    let into = kept.into;
    let (mut changes, bad) = check_row(tx, call, into, row, columns, coming)?;
    if !bad.is_empty() {
        keep_bad(tx, call, kept, row.number, columns, (changes, &bad))?;
        return Ok(Err(bad));
    }
    changes.extend(kept.line(row.number, &[]));
    match tx.attempt(|tx| resource::insert_quietly(tx, call, into.of, changes)) {
        Ok(_) => Ok(Ok(())),
        Err(error) => bad_cells(row.number, columns, error).map(Err),
    }
}

/// A row that was not good, as far as it could be read, where its resource keeps such rows.
fn keep_bad(
    tx: &mut Tx<'_>,
    call: &Call,
    kept: Kept<'_>,
    number: u32,
    columns: &[Option<&'static Field>],
    (mut changes, bad): (Vec<Change>, &[BadCell]),
) -> Result<()> {
    let of = kept.into.of;
    let line = kept.line(number, bad);
    if line.is_empty() {
        return Ok(());
    }
    let blamed = |wire: &str| {
        let at = at_of(columns, wire);
        at.is_some_and(|at| bad.iter().any(|cell| cell.at == at))
    };
    changes.retain(|(field, _)| !blamed(&field.wire) && !field.column.takes_files());
    for field in of.model.writable().filter(|field| field.column.required) {
        if !changes.iter().any(|(known, _)| std::ptr::eq(*known, field)) {
            changes.push((field, "".into()));
        }
    }
    changes.extend(line);
    rows::insert(tx, of.model, &changes, &call.writer())?;
    Ok(())
}

/// What a row asks for, and every fault of it.
pub(super) fn check_row(
    tx: &mut Tx<'_>,
    call: &Call,
    into: Target,
    row: &SheetRow,
    columns: &[Option<&'static Field>],
    coming: &mut Coming,
) -> Result<(Vec<Change>, Vec<BadCell>)> {
    let of = into.of;
    let mut body = Map::new();
    if let Some((field, id)) = into.fixed {
        body.insert(field.wire.clone(), id.into());
    }
    let mut bad = Vec::new();
    let mut unread = Vec::new();
    for (at, field) in columns.iter().enumerate() {
        let Some(field) = field else { continue };
        let cell = row.cell(at);
        if matches!(cell, Cell::Empty) {
            continue;
        }
        match cells::value(tx, call, field, cell)? {
            Ok(value) => drop(body.insert(field.wire.clone(), value)),
            Err(reason) => {
                unread.push(field.wire.as_str());
                bad.push(BadCell::new(row.number, at, field, reason));
            }
        }
    }
    let (changes, mut wrong) = input::sorted(of.model, &body, input::Mode::Add, &[]);
    // What could not be read is not missing.
    wrong.retain(|(wire, _)| !unread.contains(&wire.as_str()));
    bad.extend(located(row.number, columns, &wrong));
    let is_whole = bad.is_empty();
    for fault in resource::faults(tx, call, of, changes.clone(), is_whole, coming)? {
        let more = bad_cells(row.number, columns, fault)?;
        let is_new = |cell: &BadCell| {
            cell.column.is_empty() || bad.iter().all(|known| known.column != cell.column)
        };
        let more: Vec<BadCell> = more.into_iter().filter(is_new).collect();
        bad.extend(more);
    }
    bad.sort_by_key(|cell| cell.at);
    Ok((changes, bad))
}

/// A refusal as cells of a row; any other error stays one.
fn bad_cells(
    number: u32,
    columns: &[Option<&'static Field>],
    error: Error,
) -> Result<Vec<BadCell>> {
    match error {
        Error::Invalid { message, fields } if fields.is_empty() => {
            Ok(vec![BadCell::whole_row(number, message)])
        }
        Error::Invalid { fields, .. } => Ok(located(number, columns, &fields)),
        Error::Taken(taken) => {
            let fields = [(taken.field.wire.clone(), taken.sentence())];
            let clash = located(number, columns, &fields);
            Ok(clash.into_iter().map(BadCell::clash).collect())
        }
        Error::Refused { message, .. }
        | Error::Stale(message)
        | Error::StaleField { message, .. } => Ok(vec![BadCell::whole_row(number, message)]),
        Error::NotFound => Ok(vec![BadCell::whole_row(
            number,
            "关联的数据不存在".to_owned(),
        )]),
        error => Err(error),
    }
}

fn located(
    number: u32,
    columns: &[Option<&'static Field>],
    fields: &[(String, String)],
) -> Vec<BadCell> {
    let locate = |(wire, reason): &(String, String)| {
        let found = at_of(columns, wire).and_then(|at| Some((at, (*columns.get(at)?)?)));
        found.map_or_else(
            || BadCell::whole_row(number, reason.clone()),
            |(at, field)| BadCell::new(number, at, field, reason.clone()),
        )
    };
    fields.iter().map(locate).collect()
}
