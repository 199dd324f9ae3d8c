//! What a call takes and answers, declared once as types. From a declaration come the check of
//! what was sent, openapi.json and the operations of the web application.
//!
//! ```text
//! ask! { /// 核销
//!     pub struct WriteOff { dingdan_id: i64 = id(), yuanyin: String = text("核销原因", 500), }
//! }
//! answer! { /// What became of an order.
//!     pub struct Done { id: i64, bianhao: String, state: &'static str, }
//! }
//! pub fn write_off(tx: &mut Tx<'_>, call: &Call, ask: WriteOff) -> Result<Done>;
//! ```

mod answer;
mod ask;
mod json;
mod pattern;
pub mod reader;
mod shape;
pub mod words;

pub use answer::{Answer, Rows, ShownRow};
pub(crate) use answer::{answer, either};
pub(crate) use ask::ask;
pub use ask::{Ask, Fields, Given, NoAsk, Sort, Takes, any_values, only_values};
pub use pattern::{
    Added, Conditions, Edited, FileBytes, Found, Ids, Listed, OneRow, Paged, RowWith, WholeRow,
};
pub(crate) use reader::codes;
pub use reader::{Coded, Reader};
pub use shape::{FieldShape, Object, Shape, Shaped};
