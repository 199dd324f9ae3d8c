//! What a value on the wire looks like.

use std::collections::{BTreeMap, BTreeSet};

use loan::{Fen, Ppm};
use schema::{Date, Kind, Timestamp};
use serde_json::{Map, Value as Json};

/// What a value on the wire looks like.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Whatever JSON there is.
    Anything,
    Null,
    Flag,
    Number,
    Text,
    /// One of these texts.
    OneOf(Vec<&'static str>),
    /// The bytes of a file.
    File,
    List(Box<Self>),
    /// Values by names that are data themselves.
    Named(Box<Self>),
    /// Or null.
    Maybe(Box<Self>),
    /// One or the other.
    Either(Vec<Self>),
    /// A page of these.
    Page(Box<Self>),
    /// A row of the resource at this path.
    Row(&'static str),
    Object(Object),
}

/// A declared object. What it holds is asked for when it is needed, since it may hold itself.
#[derive(Debug, Clone, Copy)]
pub struct Object {
    pub name: &'static str,
    /// The sentence of its declaration.
    pub about: &'static str,
    /// The path of the resource whose row it has beside its own fields.
    pub row: fn() -> Option<&'static str>,
    pub fields: fn() -> Vec<FieldShape>,
}

/// One value of an object or of what was asked.
#[derive(Debug, Clone)]
pub struct FieldShape {
    pub name: String,
    /// The Chinese name, where it has one.
    pub label: &'static str,
    pub shape: Shape,
    pub may_be_left_out: bool,
}

impl FieldShape {
    /// Columns of a resource, none of which must be given.
    pub fn columns(model: &schema::Model, names: &[&str]) -> Vec<Self> {
        let fields = names.iter().filter_map(|name| model.field(name));
        let column = |field: &schema::Field| Self {
            name: field.wire.clone(),
            label: field.column.label,
            shape: Shape::of_kind(field.column.kind).or_null(),
            may_be_left_out: true,
        };
        fields.map(column).collect()
    }
}

impl Shape {
    /// How a column of this kind travels.
    pub fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Id | Kind::Int { .. } | Kind::Fen { .. } | Kind::Ppm { .. } | Kind::Ref(_) => {
                Self::Number
            }
            Kind::Bool => Self::Flag,
            Kind::Dicts(_) | Kind::Tags => Self::list(Self::Text),
            Kind::Refs(_) => Self::list(Self::Number),
            Kind::Json => Self::Anything,
            _ => Self::Text,
        }
    }

    pub fn list(items: Self) -> Self {
        Self::List(Box::new(items))
    }

    pub fn or_null(self) -> Self {
        match self {
            Self::Maybe(_) | Self::Anything | Self::Null => self,
            shape => Self::Maybe(Box::new(shape)),
        }
    }
}

/// A type that has one shape on the wire.
pub trait Shaped {
    fn shape() -> Shape;

    /// Its fields, where they stand among those of the object that holds it.
    fn fields() -> Vec<FieldShape> {
        match Self::shape() {
            Shape::Object(object) => (object.fields)(),
            _ => Vec::new(),
        }
    }

    /// The resource whose row stands among the fields of the object that holds it.
    fn row() -> Option<&'static str> {
        match Self::shape() {
            Shape::Row(path) => Some(path),
            Shape::Object(object) => (object.row)(),
            _ => None,
        }
    }
}

macro_rules! shaped {
    ($($shape:expr => $($ty:ty),+;)*) => {
        $($(impl Shaped for $ty { fn shape() -> Shape { $shape } })+)*
    };
}

shaped! {
    Shape::Flag => bool;
    Shape::Number => i64, i32, u8, u16, u32, u64, usize, Fen, Ppm;
    Shape::Text => String, &str, Date, Timestamp;
    Shape::Anything => Json;
    Shape::Null => ();
}

impl<T: Shaped> Shaped for Option<T> {
    fn shape() -> Shape {
        T::shape().or_null()
    }
}

impl<T: Shaped> Shaped for Vec<T> {
    fn shape() -> Shape {
        Shape::list(T::shape())
    }
}

impl<T: Shaped> Shaped for BTreeSet<T> {
    fn shape() -> Shape {
        Shape::list(T::shape())
    }
}

impl Shaped for Map<String, Json> {
    fn shape() -> Shape {
        Shape::Named(Box::new(Shape::Anything))
    }
}

impl<T: Shaped> Shaped for BTreeMap<String, T> {
    fn shape() -> Shape {
        Shape::Named(Box::new(T::shape()))
    }
}
