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

pub fn goods_order(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused(
        "积分订单不能删除；待发货的请改为已取消，积分与库存会退回",
    ))
}

pub fn task_record(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused(
        "任务记录由系统在客户完成实名、绑卡、借款和还款时记录，不能直接修改；积分有误请调整积分",
    ))
}

pub fn feedback(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused(
        "意见反馈由客户在App中提交，不能在后台新增或修改，请使用处理",
    ))
}

pub fn points(_: &mut Tx<'_>, _: &Call, _: NoAsk) -> Result<()> {
    Err(Error::refused(
        "积分流水不可修改，请冲正：新增一条方向相反的人工调整",
    ))
}
