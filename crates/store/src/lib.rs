//! The only place that speaks SQL.
//!
//! Store code is synchronous: a function takes a connection or a transaction and reads like the
//! rule it implements. [`Db`] runs it on a small pool of threads, one per connection. Nothing
//! here knows about HTTP, and no text of a request ever becomes SQL text.

pub mod access;
mod address;
pub mod anchor;
pub mod blocks;
pub mod catalogue;
pub mod checks;
pub mod clock;
mod condition;
pub mod config;
mod conn;
mod count;
pub mod crypt;
pub mod customers;
mod db;
pub mod ddl;
pub mod dict;
mod error;
pub mod files;
mod gram;
pub mod idempotency;
pub mod import_failed;
mod jobs;
mod kept;
pub mod ledger;
mod list;
pub mod locks;
pub mod login;
mod mac;
pub mod menus;
pub mod meta;
pub mod migrate;
pub mod oplog;
pub mod orders;
pub mod payee_copies;
pub mod payees;
mod postgres;
pub mod prefs;
pub mod private;
mod reach;
pub mod records;
pub mod rehearsal;
pub mod reveals;
pub mod roles;
pub mod rows;
pub mod seal;
pub mod seal_check;
pub mod seal_key;
pub mod searches;
pub mod secrets;
mod select;
pub mod sessions;
mod sql;
mod sqlite;
mod state;
pub mod state_check;
mod sums;
pub mod users;
mod value;

pub use clock::Clock;
pub use condition::Condition;
pub use conn::{Conn, Tx};
pub use db::{Db, Options};
pub use error::{Error, Failure, Result};
pub use jobs::panic_text;
pub use list::{List, Page, any, page, plain_list, scan, total};
pub use reach::Reach;
pub use rows::RowError;
pub use seal_key::SealKeys;
pub use select::{Derive, Derived};
pub use sql::{Dialect, Sql};
pub use value::{Row, Value};
