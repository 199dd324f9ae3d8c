//! What a resource is, and every resource there is.
//!
//! One typed list of columns per resource drives the database schema, validation, search,
//! permissions, spreadsheets, OpenAPI, TypeScript and the screens. No I/O happens here.

pub mod check;
mod column;
mod define;
pub mod dict;
pub mod folder;
mod held;
pub mod mask;
pub mod menu;
mod model;
mod name;
mod record;
mod registry;
pub mod resources;
pub mod roles;
mod table;
mod time;
mod upload;
pub mod words;

pub use column::{Col, Column, Kind, Link, Search, ShownAs, build};
pub use folder::Folder;
pub use held::{Computed, Held, Misfit, Personal, Secret, Stored, take};
pub use mask::Mask;
pub use model::{Field, Model, common};
pub use name::{camel, table_name};
pub use record::{Key, Record};
pub use registry::{model, models};
pub use table::{Action, Scope, TOOLS, Table};
pub use time::{Date, Timestamp, day};
