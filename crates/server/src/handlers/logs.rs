//! Paths of logs that exist only to say no.

use service::{Error, Result};
use store::Tx;

use crate::{answer::Answer, dispatch::Ask};

pub fn refuse(_: &mut Tx<'_>, _: &Ask) -> Result<Answer> {
    Err(Error::refused("审计日志不可修改，日志由系统自动记录"))
}
