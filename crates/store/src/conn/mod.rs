//! Connections, and transactions on them.

mod connection;
mod tx;

pub use connection::Conn;
pub(crate) use connection::{Engine, Shared};
pub use tx::Tx;
