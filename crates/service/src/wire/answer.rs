//! Answers: structs that are written as JSON, and rows that were written as JSON already.

use std::marker::PhantomData;

use schema::Record;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

use super::{Shape, Shaped, json};
use crate::error::{Error, Result};

/// What a verb answers.
pub trait Answer {
    /// The JSON of the result.
    fn text(self) -> Result<Vec<u8>>;
    fn shape(of: Option<&'static schema::Model>) -> Shape;
}

impl<T: Serialize + Shaped> Answer for T {
    fn text(self) -> Result<Vec<u8>> {
        json::of(&self).map_err(Error::internal)
    }

    fn shape(_: Option<&'static schema::Model>) -> Shape {
        T::shape()
    }
}

/// Declares an answer: a struct whose fields travel in camelCase. `..name: Type` puts the fields of
/// another answer, or the row of a resource, among its own.
macro_rules! answer {
    (
        #[doc = $about:literal]
        $(#[$more:meta])*
        $vis:vis struct $name:ident {
            $(.. $flat:ident : $flat_ty:ty,)*
            $($(#[$doc:meta])* $field:ident : $ty:ty,)*
        }
    ) => {
        #[doc = $about]
        $(#[$more])*
        #[derive(Debug, Clone, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        $vis struct $name {
            $(#[serde(flatten)] pub $flat: $flat_ty,)*
            $($(#[$doc])* pub $field: $ty,)*
        }

        impl $crate::wire::Shaped for $name {
            fn shape() -> $crate::wire::Shape {
                $crate::wire::Shape::Object($crate::wire::Object {
                    name: stringify!($name),
                    about: $about,
                    row: || {
                        let rows: &[Option<&'static str>] =
                            &[$(<$flat_ty as $crate::wire::Shaped>::row(),)*];
                        rows.iter().copied().flatten().next()
                    },
                    fields: || {
                        let flat: Vec<Vec<$crate::wire::FieldShape>> =
                            vec![$(<$flat_ty as $crate::wire::Shaped>::fields(),)*];
                        let own = vec![$($crate::wire::FieldShape {
                            name: schema::camel(stringify!($field).trim_start_matches("r#")),
                            label: "",
                            shape: <$ty as $crate::wire::Shaped>::shape(),
                            may_be_left_out: false,
                        },)*];
                        flat.into_iter().flatten().chain(own).collect()
                    },
                })
            }
        }
    };
}
pub(crate) use answer;

/// Declares an answer that is one of several.
macro_rules! either {
    (
        $(#[$doc:meta])*
        $vis:vis enum $name:ident { $($variant:ident($ty:ty)),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Serialize)]
        #[serde(untagged)]
        $vis enum $name { $($variant($ty)),+ }

        impl $crate::wire::Shaped for $name {
            fn shape() -> $crate::wire::Shape {
                $crate::wire::Shape::Either(vec![$(<$ty as $crate::wire::Shaped>::shape()),+])
            }
        }
    };
}
pub(crate) use either;

/// One row as it is shown.
#[derive(Debug, Clone)]
pub struct ShownRow<R>(pub Map<String, Json>, PhantomData<R>);

impl<R> From<Map<String, Json>> for ShownRow<R> {
    fn from(row: Map<String, Json>) -> Self {
        Self(row, PhantomData)
    }
}

impl<R> Serialize for ShownRow<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<R: Record> Shaped for ShownRow<R> {
    fn shape() -> Shape {
        Shape::Row(R::TABLE.path)
    }
}

/// Rows that were written as JSON already.
#[derive(Debug, Clone)]
pub struct Rows<R>(Vec<u8>, PhantomData<R>);

impl<R> From<Vec<u8>> for Rows<R> {
    fn from(text: Vec<u8>) -> Self {
        Self(text, PhantomData)
    }
}

impl<R: Record> Answer for Rows<R> {
    fn text(self) -> Result<Vec<u8>> {
        Ok(self.0)
    }

    fn shape(_: Option<&'static schema::Model>) -> Shape {
        Shape::list(Shape::Row(R::TABLE.path))
    }
}
