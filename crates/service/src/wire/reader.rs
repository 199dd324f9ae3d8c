//! How one value is read: what was sent under its name, into the type of its field.

use loan::{Fen, Place};
use schema::{Date, Key, Record, Timestamp};
use serde_json::{Map, Value as Json};

use super::{FieldShape, Shape};
use crate::error::{Error, Result};

/// Reads one value that is there.
#[derive(Debug, Clone, Copy)]
pub struct Reader<T> {
    pub(super) label: &'static str,
    /// The sentence for whatever is wrong with it, where one serves for all.
    pub(super) says: Option<&'static str>,
    pub(super) missing: Option<&'static str>,
    pub(super) most: usize,
    /// It stands in the path: no field of a form is to blame.
    pub(super) is_in_path: bool,
    pub(super) is_given: fn(&Json) -> bool,
    pub(super) read: fn(&Self, &Json) -> Result<T, String>,
    pub(super) shape: fn() -> Shape,
}

impl<T> Reader<T> {
    pub(super) const fn new(
        label: &'static str,
        read: fn(&Self, &Json) -> Result<T, String>,
        shape: fn() -> Shape,
    ) -> Self {
        Self {
            label,
            says: None,
            missing: None,
            most: usize::MAX,
            is_in_path: false,
            is_given,
            read,
            shape,
        }
    }

    /// One sentence for everything that may be wrong.
    pub const fn says(mut self, sentence: &'static str) -> Self {
        self.says = Some(sentence);
        self.missing = Some(sentence);
        self
    }

    /// It is declared as a number; what is none is nothing that is known.
    pub const fn of_numbers(mut self) -> Self {
        self.shape = || Shape::Number;
        self
    }

    /// Another sentence for a value that is not there.
    pub const fn missing(mut self, sentence: &'static str) -> Self {
        self.missing = Some(sentence);
        self
    }
}

/// What is blank was not given.
pub fn is_given(json: &Json) -> bool {
    match json {
        Json::Null => false,
        Json::String(text) => !text.trim().is_empty(),
        _ => true,
    }
}

/// A type that a value may be read into: the value itself, or an `Option` of it.
pub trait Slot<V>: Sized {
    const MAY_BE_LEFT_OUT: bool;
    fn fill(value: Option<V>) -> Option<Self>;
}

impl<V> Slot<V> for Option<V> {
    const MAY_BE_LEFT_OUT: bool = true;
    fn fill(value: Option<V>) -> Option<Self> {
        Some(value)
    }
}

macro_rules! slots {
    ($($ty:ty),+ $(,)?) => {
        $(impl Slot<$ty> for $ty {
            const MAY_BE_LEFT_OUT: bool = false;
            fn fill(value: Option<$ty>) -> Option<Self> { value }
        })+
    };
}
slots!(
    i64, u16, bool, Fen, Place, String, Date, Timestamp, Json, Map<String, Json>, Vec<i64>,
    Vec<String>,
);

/// A value by the name of its field.
pub struct Bound<'a, V> {
    name: String,
    reader: &'a Reader<V>,
    may_be_left_out: bool,
}

pub fn field<'a, T: Slot<V>, V>(name: &str, reader: &'a Reader<V>) -> Bound<'a, V> {
    Bound {
        name: schema::camel(name.trim_start_matches("r#")),
        reader,
        may_be_left_out: T::MAY_BE_LEFT_OUT,
    }
}

impl<V> Bound<'_, V> {
    pub fn read<T: Slot<V>>(&self, values: &Map<String, Json>) -> Result<T> {
        let reader = self.reader;
        let refuse = |sentence: String| {
            if reader.is_in_path {
                Error::invalid(sentence)
            } else {
                Error::field(&self.name, sentence)
            }
        };
        let json = values
            .get(&self.name)
            .filter(|json| (reader.is_given)(json));
        let value = json.map(|json| (reader.read)(reader, json)).transpose();
        let value =
            value.map_err(|sentence| refuse(reader.says.map_or(sentence, str::to_owned)))?;
        let missing = || {
            let usual = || format!("{}不能为空", reader.label);
            refuse(reader.missing.map_or_else(usual, str::to_owned))
        };
        T::fill(value).ok_or_else(missing)
    }

    pub fn shape(&self) -> FieldShape {
        let shape = (self.reader.shape)();
        FieldShape {
            name: self.name.clone(),
            label: self.reader.label,
            // Where null is read as a value, it is no way to leave it out.
            shape: if self.may_be_left_out && !(self.reader.is_given)(&Json::Null) {
                shape.or_null()
            } else {
                shape
            },
            may_be_left_out: self.may_be_left_out,
        }
    }
}

/// A closed set of words on the wire.
pub trait Coded: Copy + 'static {
    const CODES: &'static [(&'static str, Self)];

    fn of_code(code: &str) -> Option<Self> {
        let found = Self::CODES.iter().find(|(known, _)| *known == code);
        found.map(|(_, value)| *value)
    }

    /// What a column of codes holds. Its dictionary may have words that no rule knows: rows with
    /// those are refused.
    fn of_column<R: Record>(key: Key<R, String>, code: &str) -> Result<Self> {
        let label = key.field().column.label;
        let unknown = || Error::field(key.wire(), format!("{label}不存在或不可选"));
        Self::of_code(code).ok_or_else(unknown)
    }
}

/// Declares such a set: `Variant = "CODE"`.
macro_rules! codes {
    (
        $(#[$doc:meta])*
        $vis:vis enum $name:ident { $($(#[$about:meta])* $variant:ident = $code:literal),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $variant),+ }

        impl $crate::wire::Coded for $name {
            const CODES: &'static [(&'static str, Self)] = &[$(($code, Self::$variant)),+];
        }

        impl $crate::wire::reader::Slot<$name> for $name {
            const MAY_BE_LEFT_OUT: bool = false;
            fn fill(value: Option<$name>) -> Option<Self> { value }
        }
    };
}
pub(crate) use codes;
