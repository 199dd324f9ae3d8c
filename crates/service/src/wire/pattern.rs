//! What the resource pattern takes and answers: it follows from the resource of the route.

use schema::Model;
use serde_json::{Map, Value as Json};

use super::{Answer, Ask, FieldShape, Fields, Given, Shape, Sort, Takes, answer, json};
use crate::{
    error::{Error, Result},
    input::{self, Query},
    rules::Resource,
};

/// The conditions of a list.
#[derive(Debug, Clone)]
pub struct Conditions {
    pub of: Resource,
    pub query: Query,
}

impl Ask for Conditions {
    fn take(given: &Given) -> Result<Self> {
        Ok(Self {
            of: given.resource()?,
            query: given.query.clone(),
        })
    }

    fn takes() -> Takes {
        Takes::new(Sort::Conditions, Vec::new())
    }
}

/// One row by its number in the path.
#[derive(Debug, Clone, Copy)]
pub struct OneRow {
    pub of: Resource,
    pub id: i64,
}

impl Ask for OneRow {
    fn take(given: &Given) -> Result<Self> {
        Ok(Self {
            of: given.resource()?,
            id: given.id()?,
        })
    }

    fn takes() -> Takes {
        Takes::new(Sort::Fields, vec![in_path("id", Shape::Number)])
    }
}

pub(super) fn in_path(name: &str, shape: Shape) -> FieldShape {
    FieldShape {
        name: name.to_owned(),
        label: "编号",
        shape,
        may_be_left_out: false,
    }
}

/// Rows by their numbers in the path.
#[derive(Debug, Clone)]
pub struct Ids {
    of: Option<Resource>,
    pub ids: Vec<i64>,
}

impl Ids {
    /// The resource of the route.
    pub fn of(&self) -> Result<Resource> {
        let missing = || Error::internal("the route has no resource");
        self.of.ok_or_else(missing)
    }
}

impl Ask for Ids {
    fn take(given: &Given) -> Result<Self> {
        Ok(Self {
            of: given.of,
            ids: input::ids(given.param("ids"))?,
        })
    }

    fn takes() -> Takes {
        Takes::new(
            Sort::Fields,
            vec![in_path("ids", Shape::list(Shape::Number))],
        )
    }
}

/// A row to be made or changed.
#[derive(Debug, Clone)]
pub struct WholeRow {
    pub of: Resource,
    pub body: Json,
}

impl Ask for WholeRow {
    fn take(given: &Given) -> Result<Self> {
        Ok(Self {
            of: given.resource()?,
            body: given.body.clone().unwrap_or_default(),
        })
    }

    fn takes() -> Takes {
        Takes::new(Sort::Row, Vec::new())
    }
}

/// A row to be made or changed, and what belongs to it beside its columns.
#[derive(Debug, Clone)]
pub struct RowWith<T> {
    pub of: Resource,
    pub row: Map<String, Json>,
    pub beside: T,
}

impl<T: Fields> Ask for RowWith<T> {
    fn take(given: &Given) -> Result<Self> {
        let of = given.resource()?;
        let body = given.body.as_ref().unwrap_or(&Json::Null);
        let mut row = input::object(body)?.clone();
        let beside = T::read(&row)?;
        for field in T::fields() {
            row.remove(&field.name);
        }
        Ok(Self { of, row, beside })
    }

    fn takes() -> Takes {
        Takes::new(Sort::Row, T::fields())
    }
}

fn row(of: Option<&'static Model>) -> Shape {
    of.map_or(Shape::Anything, |of| Shape::Row(of.table.path))
}

/// Rows of the route's resource, written as JSON already.
#[derive(Debug, Clone)]
pub struct Listed(pub Vec<u8>);

impl Answer for Listed {
    fn text(self) -> Result<Vec<u8>> {
        Ok(self.0)
    }

    fn shape(of: Option<&'static Model>) -> Shape {
        Shape::list(row(of))
    }
}

/// A page of rows of the route's resource, written as JSON already.
#[derive(Debug, Clone)]
pub struct Paged(pub Vec<u8>);

impl Answer for Paged {
    fn text(self) -> Result<Vec<u8>> {
        Ok(self.0)
    }

    fn shape(of: Option<&'static Model>) -> Shape {
        Shape::Page(Box::new(row(of)))
    }
}

/// One row of the route's resource.
#[derive(Debug, Clone)]
pub struct Found(pub Map<String, Json>);

impl Answer for Found {
    fn text(self) -> Result<Vec<u8>> {
        json::of(&self.0).map_err(Error::internal)
    }

    fn shape(of: Option<&'static Model>) -> Shape {
        row(of)
    }
}

answer! {
    /// A row that was made.
    pub struct Added {
        id: i64,
    }
}

answer! {
    /// A row that was changed.
    pub struct Edited {
        id: i64,
        banben_suo: i64,
    }
}

/// The bytes of a file.
#[derive(Debug, Clone, Copy)]
pub enum FileBytes {}

impl Answer for FileBytes {
    fn text(self) -> Result<Vec<u8>> {
        match self {}
    }

    fn shape(_: Option<&'static Model>) -> Shape {
        Shape::File
    }
}
