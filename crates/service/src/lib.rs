//! What a lender does, one file per verb or per resource that needs more than the engine. Each
//! verb is one transaction. No SQL text and no HTTP here.

#![expect(
    clippy::needless_pass_by_value,
    reason = "every verb takes what it was asked, whether or not it keeps a part of it"
)]

pub mod area;
pub mod audit;
pub mod backups;
pub mod call;
pub mod captcha;
pub mod channel;
pub mod check;
pub mod code;
pub mod config;
pub mod contacts;
pub mod contract;
mod contract_text;
mod contract_values;
mod counted;
pub mod customer;
pub mod customer_copy;
pub mod demo;
pub mod dict;
mod error;
pub mod export;
pub mod feedback;
pub mod files;
pub mod first_steps;
pub mod gallery;
pub mod generator;
pub mod goods;
pub mod history;
pub mod home;
pub mod import;
pub mod input;
pub mod ledger;
pub mod login;
pub mod login_lock;
pub mod look;
pub mod menu;
pub mod movement;
pub mod network;
pub mod notice;
mod once;
pub mod order;
pub mod password;
pub mod points;
pub mod prefs;
pub mod product;
pub mod profile;
pub mod progress;
pub mod reorder;
pub mod resource;
pub mod resources;
pub mod retention;
pub mod reveal;
pub mod rich_text;
pub mod role;
pub mod rules;
pub mod search;
pub mod seed;
mod seed_menu;
mod seed_row;
pub mod session;
pub mod settings;
pub mod sheet;
mod shown;
pub mod sums;
pub mod user;
pub mod whose;
pub mod wire;

pub use call::{Actor, Call, Origin};
pub use error::{Error, Result, no_permission};
pub use once::Once;
