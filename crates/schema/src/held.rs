//! What a column's value may be in a struct, and as a row keeps it.

use std::{fmt, marker::PhantomData};

use crate::time::{Date, Timestamp};

/// One value as a row keeps it.
#[derive(Clone, PartialEq, Eq)]
pub enum Stored {
    Null,
    Bool(bool),
    Int(i64),
    /// A text; of a secret, the clear text that is about to be written.
    Text(String),
    /// A secret at rest.
    Sealed,
}

/// A column whose stored value is not what its definition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misfit(pub &'static str);

impl fmt::Display for Misfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "column {} holds another kind of value", self.0)
    }
}

/// What the value of a column may be in a struct.
pub trait Held: Sized {
    /// Whether a column of the table keeps it.
    const IS_STORED: bool = true;

    fn hold(value: Stored) -> Option<Self>;
    fn keep(self) -> Stored;
}

/// A column that no table keeps: the store has an expression for it, or the service works it out.
/// A struct does not hold its value, so nobody can take one that was never read for zero.
pub struct Computed<T>(PhantomData<fn() -> T>);

impl<T> Clone for Computed<T> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<T> fmt::Debug for Computed<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Computed")
    }
}

impl<T> Held for Computed<T> {
    const IS_STORED: bool = false;

    fn hold(_: Stored) -> Option<Self> {
        Some(Self(PhantomData))
    }
    fn keep(self) -> Stored {
        Stored::Null
    }
}

/// Personal data in a row: at rest, or about to be written.
#[derive(Clone, PartialEq, Eq)]
pub enum Secret {
    Kept,
    New(String),
}

impl Secret {
    /// The clear text, where it is about to be written.
    pub fn new_text(&self) -> Option<&str> {
        match self {
            Self::New(text) => Some(text),
            Self::Kept => None,
        }
    }
}

/// The types of columns with personal data.
pub trait Personal: Held {}

impl Personal for Secret {}
impl Personal for Option<Secret> {}

// Structs are logged when something is wrong with them.
impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Kept => "Kept",
            Self::New(_) => "New",
        })
    }
}

impl Held for Secret {
    fn hold(value: Stored) -> Option<Self> {
        match value {
            Stored::Sealed => Some(Self::Kept),
            Stored::Text(text) => Some(Self::New(text)),
            _ => None,
        }
    }
    fn keep(self) -> Stored {
        match self {
            Self::Kept => Stored::Sealed,
            Self::New(text) => Stored::Text(text),
        }
    }
}

impl<T: Held> Held for Option<T> {
    const IS_STORED: bool = T::IS_STORED;

    fn hold(value: Stored) -> Option<Self> {
        match value {
            Stored::Null => Some(None),
            value => T::hold(value).map(Some),
        }
    }
    fn keep(self) -> Stored {
        self.map_or(Stored::Null, Held::keep)
    }
}

impl Held for i64 {
    fn hold(value: Stored) -> Option<Self> {
        match value {
            Stored::Int(number) => Some(number),
            _ => None,
        }
    }
    fn keep(self) -> Stored {
        Stored::Int(self)
    }
}

impl Held for bool {
    fn hold(value: Stored) -> Option<Self> {
        match value {
            Stored::Bool(flag) => Some(flag),
            // SQLite has no truth values.
            Stored::Int(number) => Some(number != 0),
            _ => None,
        }
    }
    fn keep(self) -> Stored {
        Stored::Bool(self)
    }
}

impl Held for String {
    fn hold(value: Stored) -> Option<Self> {
        match value {
            Stored::Text(text) => Some(text),
            _ => None,
        }
    }
    fn keep(self) -> Stored {
        Stored::Text(self)
    }
}

impl Held for Timestamp {
    fn hold(value: Stored) -> Option<Self> {
        i64::hold(value).map(Self)
    }
    fn keep(self) -> Stored {
        Stored::Int(self.0)
    }
}

impl Held for Date {
    fn hold(value: Stored) -> Option<Self> {
        String::hold(value)?.parse().ok()
    }
    fn keep(self) -> Stored {
        Stored::Text(self.to_string())
    }
}

impl Held for Vec<String> {
    fn hold(value: Stored) -> Option<Self> {
        serde_json::from_str(&String::hold(value)?).ok()
    }
    fn keep(self) -> Stored {
        Stored::Text(serde_json::Value::from(self).to_string())
    }
}

impl Held for Vec<i64> {
    fn hold(value: Stored) -> Option<Self> {
        serde_json::from_str(&String::hold(value)?).ok()
    }
    fn keep(self) -> Stored {
        Stored::Text(serde_json::Value::from(self).to_string())
    }
}

/// Used by `resource!`: the next value, for a column that has one.
pub fn take<T: Held>(
    values: &mut dyn Iterator<Item = Stored>,
    name: &'static str,
) -> Result<T, Misfit> {
    let value = if T::IS_STORED {
        values.next().ok_or(Misfit(name))?
    } else {
        Stored::Null
    };
    T::hold(value).ok_or(Misfit(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_kept_or_new_and_never_printed() {
        assert_eq!(Secret::hold(Stored::Sealed), Some(Secret::Kept));
        let new = Secret::hold(Stored::Text("13800138000".to_owned()));
        assert_eq!(format!("{new:?}"), "Some(New)");
        assert_eq!(<Option<Secret>>::hold(Stored::Null), Some(None));
    }
}
