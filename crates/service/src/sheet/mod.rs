//! Spreadsheets: what people send us (xls and xlsx, distrusted) and what we send them (xlsx).
//!
//! Nothing here knows about resources or the database, and nothing here evaluates a formula.

mod compound;
mod error;
mod guard_xls;
mod guard_xlsx;
mod limits;
mod number;
mod read;
mod template;
mod value;
mod write;

pub use error::SheetError;
pub use limits::Limits;
pub(crate) use number::fen_text;
pub use read::{Sheet, SheetRow, read};
pub use template::{TemplateColumn, template};
pub use value::Cell;
pub use write::{Format, Out, SheetColumn, SheetWriter, WriteError};

#[cfg(test)]
mod tests_hostile;
#[cfg(test)]
mod tests_read;
#[cfg(test)]
mod tests_write;
