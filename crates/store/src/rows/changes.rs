//! What is written into a row, by the keys of its columns: a name that no column has does not
//! compile.

use std::marker::PhantomData;

use schema::{Held, Key, Record, Stored};

use super::{Author, Change, Result, append, insert, typed::stored, update};
use crate::{conn::Tx, error::Error, value::Value};

/// Values for columns of one resource.
///
/// ```
/// use schema::resources::Dingdan;
/// use store::rows::Changes;
///
/// let changes = Changes::<Dingdan>::new().set(Dingdan::user_id, 1);
/// # drop(changes);
/// ```
///
/// A misspelt column, a value of another type, a column of another resource and one that nothing
/// stores do not compile:
///
/// ```compile_fail,E0599
/// use schema::resources::Dingdan;
/// use store::rows::Changes;
///
/// let changes = Changes::<Dingdan>::new().set(Dingdan::user_idd, 1);
/// # drop(changes);
/// ```
///
/// ```compile_fail,E0277
/// use schema::resources::Dingdan;
/// use store::rows::Changes;
///
/// let changes = Changes::<Dingdan>::new().set(Dingdan::user_id, "1");
/// # drop(changes);
/// ```
///
/// ```compile_fail,E0308
/// use schema::resources::{Customer, Dingdan};
/// use store::rows::Changes;
///
/// let changes = Changes::<Dingdan>::new().set(Customer::id, 1);
/// # drop(changes);
/// ```
///
/// ```compile_fail,E0277
/// use schema::resources::Dingdan;
/// use store::rows::Changes;
///
/// let changes = Changes::<Dingdan>::new().set(Dingdan::huankuan_jine, 1);
/// # drop(changes);
/// ```
pub struct Changes<R> {
    list: Vec<Change>,
    of: PhantomData<fn() -> R>,
}

impl<R> Clone for Changes<R> {
    fn clone(&self) -> Self {
        Self {
            list: self.list.clone(),
            of: PhantomData,
        }
    }
}

impl<R: Record> Default for Changes<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Record> Changes<R> {
    pub const fn new() -> Self {
        Self {
            list: Vec::new(),
            of: PhantomData,
        }
    }

    /// A value for a column that keeps one; a secret that stays as it is changes nothing.
    #[must_use]
    pub fn set<T: Held>(mut self, key: Key<R, T>, value: impl Into<T>) -> Self {
        const { assert!(T::IS_STORED, "no column keeps what is computed") };
        set(&mut self.list, key, value.into());
        self
    }

    /// The value for a column, where there is one among these.
    pub fn given<T: Held>(&self, key: Key<R, T>) -> Option<T> {
        // They were set by their keys.
        given(&self.list, key).unwrap_or_default()
    }

    /// Both, the later ones in place of earlier ones of the same columns.
    #[must_use]
    pub fn and(mut self, more: Self) -> Self {
        self.list
            .retain(|(field, _)| !more.list.iter().any(|(new, _)| std::ptr::eq(*new, *field)));
        self.list.extend(more.list);
        self
    }

    /// Those that are not among others with the same value.
    #[must_use]
    pub fn but_for(mut self, same: &Self) -> Self {
        let is_same = |(field, value): &Change| {
            let mut others = same.list.iter();
            others.any(|(other, held)| std::ptr::eq(*other, *field) && held == value)
        };
        self.list.retain(|change| !is_same(change));
        self
    }

    /// The columns with what they are to hold.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let columns = self.list.iter();
        columns.map(|(field, value)| (field.column.name, value))
    }

    /// Adds the row; answers its id.
    pub fn insert(self, tx: &mut Tx<'_>, by: &Author<'_>) -> Result<i64> {
        insert(tx, R::model(), &self.list, by)
    }

    /// Adds a row of an append-only table whose number nobody asks for.
    pub fn append(self, tx: &mut Tx<'_>, by: &Author<'_>) -> Result<()> {
        append(tx, R::model(), &self.list, by)
    }

    /// Changes a row; answers its new version.
    pub fn update(self, tx: &mut Tx<'_>, id: i64, by: &Author<'_>) -> Result<i64> {
        update(tx, R::model(), id, None, &self.list, by).map(|changed| changed.version)
    }

    pub fn into_list(self) -> Vec<Change> {
        self.list
    }
}

/// Gives a column its value among changes, instead of what it had there.
pub fn set<R: Record, T: Held>(changes: &mut Vec<Change>, key: Key<R, T>, value: T) {
    let value = value.keep();
    if value != Stored::Sealed {
        let field = key.field();
        changes.retain(|(known, _)| !std::ptr::eq(*known, field));
        changes.push((field, value.into()));
    }
}

/// The value that changes give a column, where they do.
pub fn given<R: Record, T: Held>(changes: &[Change], key: Key<R, T>) -> Result<Option<T>> {
    let field = key.field();
    let change = changes
        .iter()
        .find(|(known, _)| std::ptr::eq(*known, field));
    let Some((_, value)) = change else {
        return Ok(None);
    };
    match T::hold(stored(value)) {
        Some(held) => Ok(Some(held)),
        None => Err(Error::shape(key.name(), "another kind").into()),
    }
}
