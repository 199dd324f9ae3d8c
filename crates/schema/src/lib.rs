//! What a resource is, and every resource there is.
//!
//! One typed list of columns per resource drives the database schema, validation, search,
//! permissions, spreadsheets, OpenAPI, TypeScript and the screens. No I/O happens here.

pub mod check;
mod column;
pub mod dict;
pub mod folder;
pub mod mask;
pub mod menu;
mod model;
mod name;
mod record;
pub mod resources;
pub mod roles;
mod table;
mod time;

pub use column::{Col, Column, Kind, Link, Search, ShownAs, build};
pub use folder::Folder;
pub use mask::Mask;
pub use model::{Field, Model, common, listed, model, models};
pub use name::{camel, table_name};
pub use record::{Computed, Held, Key, Misfit, Personal, Record, Secret, Stored, take};
pub use table::{Action, Scope, Table};
pub use time::{Date, Timestamp};
