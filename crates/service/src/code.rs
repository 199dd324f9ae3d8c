//! The codes of an answer, as clients and the operation log know them.

pub const DONE: u16 = 200;
pub const STALE: u16 = 301;
pub const SIGNED_OUT: u16 = 401;
pub const OUR_FAULT: u16 = 500;
pub const INVALID: u16 = 2001;
pub const REFUSED: u16 = 2002;
pub const NOT_FOUND: u16 = 2004;

/// What a success says.
pub const DONE_MESSAGE: &str = "操作成功";
