//! Handlers: read the request, call one verb, answer.

pub mod config;
pub mod dict;
pub mod files;
pub mod ledger;
pub mod login;
pub mod logs;
pub mod menu;
pub mod order;
pub mod pattern;
pub mod product;
pub mod reveal;
pub mod role;
pub mod session;
pub mod sheet;
pub mod site;
pub mod user;
