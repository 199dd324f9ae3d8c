//! Rows as verbs and rules see them: the struct of a definition, and a key for each of its columns.

use std::marker::PhantomData;

use crate::{
    held::{Misfit, Stored},
    model::{Field, Model},
    table::Table,
};

/// The struct of a definition, made by `resource!`. What verbs and rules read of a row is a field
/// of it:
///
/// ```
/// use schema::resources::Customer;
///
/// fn may_borrow(customer: &Customer) -> bool {
///     !customer.is_suoding
/// }
/// ```
///
/// A misspelt column does not compile, nor does a value of another type, nor one that is computed:
///
/// ```compile_fail,E0609
/// use schema::resources::Customer;
///
/// fn may_borrow(customer: &Customer) -> bool {
///     !customer.is_suodin
/// }
/// ```
///
/// ```compile_fail,E0308
/// use schema::resources::Customer;
///
/// fn may_borrow(customer: &Customer) -> bool {
///     customer.nick_name
/// }
/// ```
///
/// ```compile_fail,E0369
/// use schema::resources::Customer;
///
/// fn may_borrow(customer: &Customer) -> bool {
///     customer.dingdan_count == 0
/// }
/// ```
pub trait Record: Sized + 'static {
    const TABLE: &'static Table;

    fn model() -> &'static Model;

    /// Reads a row from its stored values, handed out in the order of the definition.
    fn read(values: &mut dyn Iterator<Item = Stored>) -> Result<Self, Misfit>;
}

impl Model {
    /// Whether it is the definition of these rows.
    pub fn is<R: Record>(&self) -> bool {
        std::ptr::eq(self, R::model())
    }
}

/// One column of a definition, which knows the type of its values.
pub struct Key<R, T> {
    at: usize,
    marker: PhantomData<fn() -> (R, T)>,
}

impl<R, T> Copy for Key<R, T> {}
impl<R, T> Clone for Key<R, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Record, T> Key<R, T> {
    /// Used by `resource!`, which counts the columns.
    pub const fn at(at: usize) -> Self {
        Self {
            at,
            marker: PhantomData,
        }
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "a model has the columns of its definition, in that order"
    )]
    pub fn field(self) -> &'static Field {
        &R::model().fields[self.at]
    }

    /// The column in the database.
    pub fn name(self) -> &'static str {
        self.field().column.name
    }

    /// The column on the wire.
    pub fn wire(self) -> &'static str {
        &self.field().wire
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::{Customer, Gonggao, Payee};

    #[test]
    fn a_key_names_its_own_column() {
        assert_eq!(Gonggao::id.name(), "id");
        assert_eq!(Gonggao::beizhu.wire(), "beizhu");
        assert_eq!(Payee::r#type.name(), "type");
        assert_eq!(Customer::is_suoding.wire(), "isSuoding");
    }

    #[test]
    fn a_value_of_another_kind_is_named_and_never_taken_for_zero() {
        let values = [Stored::Int(1), Stored::Int(2)];
        let read = Gonggao::read(&mut values.into_iter());
        assert_eq!(read.map(|row| row.id), Err(Misfit("biaoti")));
        let short = Gonggao::read(&mut [Stored::Int(1)].into_iter());
        assert_eq!(short.map(|row| row.id), Err(Misfit("biaoti")));
    }
}
