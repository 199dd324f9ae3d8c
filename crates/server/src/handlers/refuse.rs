//! Paths of the pattern that exist only to say no.

use service::{Call, Error, Result, wire::NoAsk};
use store::Tx;

pub fn log(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused("审计日志不可修改，日志由系统自动记录"))
}

/// An order is changed by what happens to it.
pub fn order(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused(
        "订单不能直接修改或删除，请使用审核、放款、还款、撤销或取消等操作",
    ))
}

pub fn record(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused(
        "还款记录由还款操作产生，不能直接修改；如有错误请撤销对应的操作",
    ))
}

pub fn order_log(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused("订单日志由系统自动记录，不可修改"))
}
