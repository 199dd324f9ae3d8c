//! 代码生成: from a table to the files of a resource. Names are checked before they become code,
//! templates run in a sandbox, and nothing of a request ever becomes SQL.

mod builtin;
mod column;
mod definition;
mod expression;
mod files;
mod guess;
mod import;
pub mod name;
mod plan;
mod planned;
mod preview;
mod register;
mod sandbox;
mod shared;
mod sync;
mod templates;
#[cfg(test)]
mod tests;
mod versions;
mod vocabulary;

pub use builtin::{GROUP as BUILTIN_GROUP, names as builtin_names};
pub use column::{CELLS, GenColumn, KINDS, MASKS};
pub use files::{GenFile, Template, is_made_again, is_source};
pub use import::{DbTables, ImportTables, Imported, TableId, columns, import, tables};
pub use plan::Plan;
pub use preview::{Generated, TableRow, Written, WrittenFile, generate, noted, plan_of, wanted};
pub use register::changed;
pub use shared::{Shared, free_class};
pub use sync::{Synced, sync};
pub use templates::{CopyBuiltin, check as check_template, copy_builtin};
pub use versions::{TemplateId, keep as keep_version, versions};
