//! 客户 beyond the pattern: whom they belong to, what is kept about their credit, what they are
//! told, and what their dialog shows of them.

mod assign;
mod due;
mod info;
mod known;
mod notify;
mod products;
mod timeline;
mod why;

pub use assign::{Assigned, Colleague, assign, colleagues};
pub use due::{CustomerDue, due};
pub use info::edit_info;
pub use known::{basic, real_name};
pub use notify::notify;
pub use products::{block, of_customer};
pub use timeline::timeline;
pub use why::why;

use crate::{
    error::{Error, Result},
    wire::ask,
};

ask! {
    /// Which customer.
    open pub struct CustomerId {
        id: i64 = path_id(),
    }
}

/// Most customers that one call is about.
const MOST: usize = 100;

/// Numbers of customers, each once, in a lasting order so that nobody waits for each other.
fn several(ids: &[i64], wire: &str) -> Result<Vec<i64>> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(Error::field(wire, "请选择客户"));
    }
    if ids.len() > MOST {
        return Err(Error::field(wire, format!("一次最多处理{MOST}个客户")));
    }
    Ok(ids)
}
