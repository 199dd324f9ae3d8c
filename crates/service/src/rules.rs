//! What a resource may have beside the pattern. Types only: the rules themselves lie in
//! `resources/`, one file for each resource that has some, and are handed down to the pattern.

use std::{fmt, ops::Deref};

use schema::{Field, Held, Key, Kind, Model, Record};
use serde_json::Value as Json;
use store::{
    Conn, Derived, List, Tx, access, dict,
    rows::{self, Change, Locked, StoredRow},
};

use crate::{
    call::Call,
    error::{Error, Result},
    input::{self, Query},
};

/// Everything special about one resource.
pub struct Rules {
    /// What a list asks for.
    pub conditions: fn(&Call, &'static Model, &Query) -> Result<List>,
    /// Lets one write at a time begin, where what is checked is more than the row.
    pub one_at_a_time: Option<fn(&mut Tx<'_>) -> store::Result<()>>,
    /// Checks and completes a write.
    pub before: fn(&mut Write<'_, '_>) -> Result<()>,
    /// Keeps what other rows hold of a row that was just written.
    pub after: fn(&mut Tx<'_>, &Call, i64) -> Result<()>,
    /// Whether a row may go.
    pub before_delete: fn(&mut Delete<'_, '_>) -> Result<()>,
    /// Works out the columns that are derived, for the rows shown.
    pub derive: Option<DeriveFn>,
    /// What a row keeps of the sheet it came with; then rows that were not good are kept too.
    pub import_line: Option<fn(&ImportLine<'_>) -> Vec<Change>>,
    /// What its writes make out of date.
    pub touches: Option<Kept>,
    /// What its rows are called, where that is not the resource's own name.
    pub label: Option<&'static str>,
    /// The columns of its spreadsheet.
    pub exported: fn(&Field) -> bool,
    /// Whether `before` takes all fields together, so that it would blame the wrong one where some
    /// are missing.
    pub judges_the_whole: bool,
}

pub type DeriveFn = fn(&mut Conn, &Call, &[i64]) -> Result<Derived>;

/// What clients and caches keep of several resources, known by one version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Dictionaries,
    /// Who may do what.
    Access,
}

impl Kept {
    pub fn touch(self, tx: &mut Tx<'_>) -> Result<()> {
        match self {
            Self::Dictionaries => dict::touch(tx)?,
            Self::Access => access::touch(tx)?,
        }
        Ok(())
    }
}

impl Rules {
    /// The pattern alone.
    pub const NONE: Self = Self {
        conditions: |_, of, query| input::list(of, query),
        one_at_a_time: None,
        before: |_| Ok(()),
        after: |_, _, _| Ok(()),
        before_delete: |_| Ok(()),
        derive: None,
        import_line: None,
        touches: None,
        label: None,
        exported: is_exported,
        judges_the_whole: false,
    };
}

/// Columns that are seen in the list or typed into the form.
fn is_exported(field: &Field) -> bool {
    let column = &field.column;
    !column.internal
        && (column.in_list || (column.in_form && !column.read_only))
        && !matches!(column.kind, Kind::RichText | Kind::Json | Kind::Refs(_))
}

/// Where a row stood in a sheet.
#[derive(Debug, Clone)]
pub struct ImportLine<'a> {
    /// One import.
    pub batch: &'a str,
    /// As the spreadsheet program numbers it.
    pub number: u32,
    /// Why it was not good.
    pub reason: Option<String>,
}

/// A definition with its rules.
#[derive(Clone, Copy)]
pub struct Resource {
    pub model: &'static Model,
    pub rules: &'static Rules,
}

impl fmt::Debug for Resource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.model.table.path)
    }
}

impl Resource {
    /// What its rows are called.
    pub fn label(&self) -> &'static str {
        self.rules.label.unwrap_or(self.model.table.label)
    }

    /// The definition alone.
    pub const fn plain(model: &'static Model) -> Self {
        Self {
            model,
            rules: &Rules::NONE,
        }
    }
}

impl Deref for Resource {
    type Target = Model;

    fn deref(&self) -> &Model {
        self.model
    }
}

/// A write that is about to happen: the row as it was, locked, and as it will be.
pub struct Write<'a, 't> {
    pub tx: &'a mut Tx<'t>,
    pub call: &'a Call,
    of: &'static Model,
    was: Option<&'a Locked>,
    changes: &'a mut Vec<Change>,
}

impl<'a, 't> Write<'a, 't> {
    pub(crate) fn new(
        tx: &'a mut Tx<'t>,
        call: &'a Call,
        of: &'static Model,
        was: Option<&'a Locked>,
        changes: &'a mut Vec<Change>,
    ) -> Self {
        Self {
            tx,
            call,
            of,
            was,
            changes,
        }
    }

    pub fn is_new(&self) -> bool {
        self.was.is_none()
    }

    /// The row as it is; none where it is being added.
    pub fn was<R: Record>(&self) -> Result<Option<R>> {
        let was = self.was.map(|was| was.stored.record());
        Ok(was.transpose()?)
    }

    /// The row as it will be. What the pattern or a rule has yet to fill in is empty.
    pub fn next<R: Record>(&self) -> Result<R> {
        let next = match self.was {
            Some(was) => was.stored.changed(self.changes),
            None => StoredRow::empty(self.of).changed(self.changes),
        };
        Ok(next.record()?)
    }

    /// Whether a column is given a value, the same or another.
    pub fn gives<R: Record, T>(&self, key: Key<R, T>) -> bool {
        let field = key.field();
        self.changes
            .iter()
            .any(|(known, _)| std::ptr::eq(*known, field))
    }

    /// Gives a column its value.
    pub fn set<R: Record, T: Held>(&mut self, key: Key<R, T>, value: impl Into<T>) {
        rows::set(self.changes, key, value.into());
    }

    /// A secret as it will be shown.
    pub fn masked<R: Record, T>(&self, key: Key<R, T>) -> Option<String> {
        let field = key.field();
        let given = self
            .changes
            .iter()
            .find(|(known, _)| std::ptr::eq(*known, field));
        match (field.column.kind, given) {
            (Kind::Secret(mask), Some((_, store::Value::Text(clear)))) => Some(mask.apply(clear)),
            (_, Some(_)) => None,
            _ => self
                .was
                .and_then(|was| was.shown.get(&field.wire))
                .and_then(Json::as_str)
                .map(str::to_owned),
        }
    }
}

/// A row that is about to be deleted, locked.
pub struct Delete<'a, 't> {
    pub tx: &'a mut Tx<'t>,
    pub call: &'a Call,
    pub id: i64,
    row: &'a Locked,
}

impl<'a, 't> Delete<'a, 't> {
    pub(crate) fn new(tx: &'a mut Tx<'t>, call: &'a Call, row: &'a Locked) -> Self {
        Self {
            tx,
            call,
            id: row.id,
            row,
        }
    }

    pub fn row<R: Record>(&self) -> Result<R> {
        Ok(self.row.stored.record()?)
    }
}

/// A refusal unless it is so.
pub(crate) fn unless(is_so: bool, sentence: &str) -> Result<()> {
    if is_so {
        Ok(())
    } else {
        Err(Error::refused(sentence))
    }
}
