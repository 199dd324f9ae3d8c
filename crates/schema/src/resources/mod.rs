//! Every resource of the product, one short file each.

#![allow(
    clippy::wildcard_imports,
    clippy::enum_glob_use,
    reason = "a definition is written in a small vocabulary of its own"
)]

mod app_config;
mod app_dict;
mod app_dict_data;
mod app_gonggao;
mod app_mingan_jilu;
mod app_user;
mod sys_log;
mod sys_menu;
mod sys_role;
mod sys_session;
mod sys_user;

pub use app_config::Config;
pub use app_dict::Dict;
pub use app_dict_data::DictData;
pub use app_gonggao::Gonggao;
pub use app_mingan_jilu::Reveal;
pub use app_user::Customer;
pub use sys_log::Log;
pub use sys_menu::Menu;
pub use sys_role::Role;
pub use sys_session::Session;
pub use sys_user::User;

use crate::Table;

/// All of them, in menu order.
pub const ALL: &[&Table] = &[
    &User::TABLE,
    &Role::TABLE,
    &Menu::TABLE,
    &Log::TABLE,
    &Session::TABLE,
    &Dict::TABLE,
    &DictData::TABLE,
    &Config::TABLE,
    &Gonggao::TABLE,
    &Customer::TABLE,
    &Reveal::TABLE,
];
