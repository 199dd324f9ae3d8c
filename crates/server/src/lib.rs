//! The HTTP side: routes, permissions, envelope, files, the embedded web application, commands.
//! No business rule lives here.

use mimalloc::MiMalloc;

mod answer;
pub mod app;
pub mod assets;
pub mod backups;
pub mod cli;
mod code_tree;
mod dispatch;
mod error;
pub mod files;
pub mod generated;
mod handlers;
mod health;
pub mod housekeeping;
pub mod key_watch;
mod limit;
mod metrics;
pub mod net;
pub mod origin;
pub mod own;
mod per_person;
mod probe;
mod progress;
mod proving;
mod request;
pub mod room;
pub mod route;
pub mod router;
pub mod sealing;
pub mod settings;
mod table;
mod tokens;
mod turns;
mod upgrade;
mod visits;

/// Answers are many short-lived pieces of memory, made on one thread and let go on another.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
