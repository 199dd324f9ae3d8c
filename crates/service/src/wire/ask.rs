//! Asks: what was sent, read into a struct, each value refused in Chinese by its name.

use serde_json::{Map, Value as Json};

use super::FieldShape;
use crate::{
    error::{Error, Result},
    input::{self, Query, given},
    rules::Resource,
};

/// What a request brought, taken apart.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The values in its path.
    pub params: Vec<(String, String)>,
    pub query: Query,
    /// Its body where it may have one.
    pub body: Option<Json>,
    /// The resource of its route.
    pub of: Option<Resource>,
}

impl Given {
    /// A value of the path.
    pub fn param(&self, name: &str) -> &str {
        let found = self.params.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, text)| text.as_str())
    }

    /// The number of a row in the path.
    pub fn id(&self) -> Result<i64> {
        let id = self.param("id").parse().ok().filter(|id| *id > 0);
        id.ok_or_else(|| Error::invalid("编号应为整数"))
    }

    pub fn resource(&self) -> Result<Resource> {
        let missing = || Error::internal("the route has no resource");
        self.of.ok_or_else(missing)
    }
}

/// Where what is asked stands in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// The fields alone: in the path where it names them, else in the query or the body.
    Fields,
    /// The conditions of a list of the route's resource, and the fields.
    Conditions,
    /// A row of the route's resource, and the fields.
    Row,
}

/// All that a call takes.
#[derive(Debug, Clone)]
pub struct Takes {
    pub sort: Sort,
    pub fields: Vec<FieldShape>,
    /// The parts of a form, the first of them a file; then the fields stand in the query.
    pub form: &'static [&'static str],
}

impl Takes {
    pub fn new(sort: Sort, fields: Vec<FieldShape>) -> Self {
        Self {
            sort,
            fields,
            form: &[],
        }
    }
}

/// What a verb is asked.
pub trait Ask: Sized {
    fn take(given: &Given) -> Result<Self>;
    fn takes() -> Takes;

    /// The ask that a body alone makes.
    fn of_body(body: Json) -> Result<Self> {
        Self::take(&Given {
            body: Some(body),
            ..Given::default()
        })
    }
}

/// Named values that stand in a body, a query or among those of another ask.
pub trait Fields: Sized {
    fn read(values: &Map<String, Json>) -> Result<Self>;
    fn fields() -> Vec<FieldShape>;
}

/// The values of a request by name; names that nobody knows are refused.
pub fn only_values(given: &Given, fields: &[FieldShape]) -> Result<Map<String, Json>> {
    let knows = |name: &str| fields.iter().any(|field| field.name == name);
    let mut values = if let Some(body) = &given.body {
        let body = input::object(body)?;
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        input::only(body, &names)?;
        body.clone()
    } else {
        if let Some((name, _)) = given.query.iter().find(|(name, _)| !knows(name)) {
            return Err(Error::field(name, "不支持的查询条件"));
        }
        asked(given, fields)
    };
    for (name, text) in &given.params {
        values.insert(name.clone(), text.as_str().into());
    }
    Ok(values)
}

/// The same for a read that passes over names it does not know.
pub fn any_values(given: &Given, fields: &[FieldShape]) -> Result<Map<String, Json>> {
    let mut values = asked(given, fields);
    for (name, text) in &given.params {
        values.insert(name.clone(), text.as_str().into());
    }
    Ok(values)
}

fn asked(asked: &Given, fields: &[FieldShape]) -> Map<String, Json> {
    let named = fields
        .iter()
        .filter_map(|field| Some((field.name.clone(), given(&asked.query, &field.name)?.into())));
    named.collect()
}

/// A call that takes nothing; what is sent all the same is passed over.
#[derive(Debug, Clone, Copy)]
pub struct NoAsk;

impl Ask for NoAsk {
    fn take(_: &Given) -> Result<Self> {
        Ok(Self)
    }

    fn takes() -> Takes {
        Takes::new(Sort::Fields, Vec::new())
    }
}

/// Declares what a verb is asked: `name: Type = reader`, read in this order. A type that is an
/// `Option` may be missing. `..name: Type` takes the values of another ask among its own. Of an
/// `open` one, a query may hold names that it does not know. A `form` comes with a file.
macro_rules! ask {
    ($(#[$doc:meta])* open $($rest:tt)*) => {
        $crate::wire::ask!(@ any_values [] $(#[$doc])* $($rest)*);
    };
    ($(#[$doc:meta])* form($($part:literal),+) $($rest:tt)*) => {
        $crate::wire::ask!(@ only_values [$($part),+] $(#[$doc])* $($rest)*);
    };
    (@ $values:ident [$($part:literal),*]
        $(#[$doc:meta])*
        $vis:vis struct $name:ident {
            $($(#[$about:meta])* $field:ident : $ty:ty = $reader:expr,)*
            $(.. $flat:ident : $flat_ty:ty,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        $vis struct $name {
            $($(#[$about])* pub $field: $ty,)*
            $(pub $flat: $flat_ty,)*
        }

        impl $crate::wire::Fields for $name {
            fn read(values: &serde_json::Map<String, serde_json::Value>) -> $crate::Result<Self> {
                #[allow(unused_imports, clippy::wildcard_imports, reason = "not every ask needs a reader")]
                use $crate::wire::{reader::field, words::*};
                let _ = values;
                Ok(Self {
                    $($field: field::<$ty, _>(stringify!($field), &$reader).read(values)?,)*
                    $($flat: <$flat_ty as $crate::wire::Fields>::read(values)?,)*
                })
            }

            fn fields() -> Vec<$crate::wire::FieldShape> {
                #[allow(unused_imports, clippy::wildcard_imports, reason = "not every ask needs a reader")]
                use $crate::wire::{reader::field, words::*};
                #[allow(unused_mut, reason = "not every ask holds another")]
                let mut fields = vec![
                    $(field::<$ty, _>(stringify!($field), &$reader).shape(),)*
                ];
                $(fields.extend(<$flat_ty as $crate::wire::Fields>::fields());)*
                fields
            }
        }

        impl $crate::wire::Ask for $name {
            fn take(given: &$crate::wire::Given) -> $crate::Result<Self> {
                static FIELDS: std::sync::LazyLock<Vec<$crate::wire::FieldShape>> =
                    std::sync::LazyLock::new(<$name as $crate::wire::Fields>::fields);
                let values = $crate::wire::$values(given, &FIELDS)?;
                <Self as $crate::wire::Fields>::read(&values)
            }

            fn takes() -> $crate::wire::Takes {
                $crate::wire::Takes {
                    form: &[$($part),*],
                    ..$crate::wire::Takes::new(
                        $crate::wire::Sort::Fields,
                        <Self as $crate::wire::Fields>::fields(),
                    )
                }
            }
        }
    };
    ($($rest:tt)*) => {
        $crate::wire::ask!(@ only_values [] $($rest)*);
    };
}
pub(crate) use ask;
