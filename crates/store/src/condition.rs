//! What the rows of a list must meet.

use schema::{Field, Held, Key, Model, Personal, Record};

use crate::{
    conn::Conn,
    ddl::{blind_name, tail_name},
    gram,
    sql::Sql,
    value::Value,
};

/// One condition on a list, its column already looked up in the definition.
#[derive(Debug, Clone)]
pub enum Condition {
    Equal(&'static Field, Value),
    In(&'static Field, Vec<Value>),
    Contains(&'static Field, String),
    /// A reference to a row whose name contains a text.
    Named(&'static Field, &'static Model, String),
    /// A reference to a row that meets a condition of its own resource.
    Through(&'static Field, &'static Model, Box<Condition>),
    /// From and to, both included.
    Range(&'static Field, Option<Value>, Option<Value>),
    /// Smaller than a value; rows without one are not.
    Before(&'static Field, Value),
    /// Not smaller than a value, or without one.
    NotBefore(&'static Field, Value),
    /// Any value at all.
    Present(&'static Field),
    /// A whole secret value, by blind index.
    SecretEqual(&'static Field, String),
    /// The last four digits of a phone.
    SecretTail(&'static Field, String),
}

impl Condition {
    /// A column holds this value.
    pub fn equal<R: Record, T: Held>(key: Key<R, T>, value: impl Into<T>) -> Self {
        Self::Equal(key.field(), Value::held(value.into()))
    }

    /// A column holds a smaller value than this; a row without one does not.
    pub fn before<R: Record, T: Held>(key: Key<R, T>, value: impl Into<T>) -> Self {
        Self::Before(key.field(), Value::held(value.into()))
    }

    /// A column holds no smaller value than this, or none.
    pub fn not_before<R: Record, T: Held>(key: Key<R, T>, value: impl Into<T>) -> Self {
        Self::NotBefore(key.field(), Value::held(value.into()))
    }

    /// A column holds a value.
    pub fn present<R: Record, T: Held>(key: Key<R, Option<T>>) -> Self {
        Self::Present(key.field())
    }

    /// A secret column holds this text.
    pub fn secret<R: Record, T: Personal>(key: Key<R, T>, clear: impl Into<String>) -> Self {
        Self::SecretEqual(key.field(), clear.into())
    }

    /// The column whose stored value it compares, where it does that.
    pub(crate) fn compared(&self) -> Option<&'static Field> {
        match self {
            Self::Equal(field, _)
            | Self::In(field, _)
            | Self::Range(field, ..)
            | Self::Before(field, _)
            | Self::NotBefore(field, _)
            | Self::Present(field) => Some(field),
            _ => None,
        }
    }

    pub(crate) fn write(&self, sql: &mut Sql, conn: &Conn, of: &Model) {
        match self {
            // Most rows are: no index leads to them sooner than what else is asked for.
            Self::Equal(field, Value::Bool(false)) => {
                sql.push("NOT t.").name(field.column.name);
            }
            // As the index says of which rows it is.
            Self::Equal(field, Value::Bool(true)) => {
                sql.push("t.").name(field.column.name).push(" = TRUE");
            }
            Self::Equal(field, value) => {
                sql.push("t.")
                    .name(field.column.name)
                    .push(" = ")
                    .bind(value.clone());
            }
            Self::In(field, values) => {
                sql.push("t.")
                    .name(field.column.name)
                    .push(" IN ")
                    .bind_list(values);
            }
            Self::Contains(field, needle) => {
                gram::contains(sql, conn.dialect(), of, field.column.name, needle);
            }
            Self::Named(field, named, needle) => {
                sql.push("t.")
                    .name(field.column.name)
                    .push(" IN (SELECT t.id FROM ")
                    .name(&named.name)
                    .push(" t WHERE ");
                gram::contains(sql, conn.dialect(), named, named.table.show, needle);
                sql.push(")");
            }
            Self::Through(field, other, condition) => {
                sql.push("t.")
                    .name(field.column.name)
                    .push(" IN (SELECT t.id FROM ")
                    .name(&other.name)
                    .push(" t WHERE ");
                // What is indexed is what is not deleted.
                if !other.table.append_only {
                    sql.push("t.is_del = FALSE AND ");
                }
                condition.write(sql, conn, other);
                sql.push(")");
            }
            Self::Range(field, from, to) => {
                sql.push("TRUE");
                let mut bound = |sign: &str, value: &Option<Value>| {
                    if let Some(value) = value {
                        sql.push(" AND t.")
                            .name(field.column.name)
                            .push(sign)
                            .bind(value.clone());
                    }
                };
                bound(" >= ", from);
                bound(" <= ", to);
            }
            Self::Before(field, value) => {
                sql.push("t.")
                    .name(field.column.name)
                    .push(" < ")
                    .bind(value.clone());
            }
            Self::NotBefore(field, value) => {
                sql.push("(t.").name(field.column.name);
                sql.push(" IS NULL OR t.")
                    .name(field.column.name)
                    .push(" >= ");
                sql.bind(value.clone()).push(")");
            }
            Self::Present(field) => {
                sql.push("t.").name(field.column.name).push(" IS NOT NULL");
            }
            Self::SecretEqual(field, clear) => {
                sql.push("t.").name(&blind_name(field.column.name));
                is_one_of(sql, &conn.keys().blinds(&blind_place(of, field), clear));
            }
            Self::SecretTail(field, digits) => {
                sql.push("t.").name(&tail_name(field.column.name));
                is_one_of(sql, &conn.keys().blinds(&tail_place(of, field), digits));
            }
        }
    }
}

/// A blind index is one of these: a value has one for each key that is held.
pub(crate) fn is_one_of(sql: &mut Sql, indexes: &[String]) {
    match indexes {
        [only] => sql.push(" = ").bind(only.as_str()),
        several => sql.push(" IN ").bind_list(several),
    };
}

/// What a blind index is keyed by, so that equal values in two columns do not look alike.
pub(crate) fn blind_place(of: &Model, field: &Field) -> String {
    format!("{}.{}", of.name, field.column.name)
}

pub(crate) fn tail_place(of: &Model, field: &Field) -> String {
    format!("{}.{}.tail", of.name, field.column.name)
}
