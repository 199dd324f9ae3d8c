//! Spreadsheets: what people send us (xls and xlsx, distrusted) and what we send them (xlsx).
//!
//! Nothing here knows about resources or the database, and nothing here evaluates a formula.

mod compound;
mod guard_xls;
mod guard_xlsx;
mod number;
mod read;
mod template;
mod value;
mod write;

pub use read::{Cell, Limits, Row, Sheet, SheetError, read};
pub use template::{TemplateColumn, template};
pub use write::{Column, Format, Out, WriteError, Writer};

#[cfg(test)]
mod tests_hostile;
#[cfg(test)]
mod tests_read;
#[cfg(test)]
mod tests_write;
