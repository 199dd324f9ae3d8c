//! Handlers of what is more than one verb in one job: the resource pattern, sign-in, passwords, files
//! and spreadsheets. Everything else goes from the route straight to its verb.

pub mod bell;
pub mod check;
pub mod code;
pub mod customer_copy;
pub mod demo;
pub mod dict;
pub mod files;
pub mod gallery;
pub mod health;
pub mod login;
pub mod password;
pub mod pattern;
pub mod promotion;
pub mod refuse;
pub mod sheet;
pub mod site;
pub mod statement;
pub mod trial;
