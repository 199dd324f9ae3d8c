//! 实名认证: one for each customer; the customer's row follows it.

use schema::resources::RealName;
use store::{Reach, Tx, customers, orders, rows};

use crate::{
    call::Call,
    error::{Error, Result},
    points::{self, Did},
    rules::{Delete, Rules, Write, unless},
    whose,
};

pub const RULES: Rules = Rules {
    before,
    after,
    before_delete,
    ..Rules::NONE
};

const VERIFIED: &str = "YIRENZHENG";
const REJECTED: &str = "YIBOHUI";
const NONE: &str = "WEIRENZHENG";

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    whose::write_is_my(write, |row: &RealName| Some(row.user_id))?;
    let was: Option<RealName> = write.was()?;
    let next: RealName = write.next()?;
    let opinion = next.shenhe_yijian.as_deref().unwrap_or_default().trim();
    if next.state == REJECTED && opinion.is_empty() {
        return Err(Error::field(
            RealName::shenhe_yijian.wire(),
            "驳回时请填写审核意见",
        ));
    }
    if next.state == NONE {
        return Err(Error::field(
            RealName::state.wire(),
            "已提交的实名信息不能改为未认证，请重置实名",
        ));
    }
    // A verified person stays who they were while a loan rests on it.
    let is_other = write.gives(RealName::zhenshixingming)
        || write.gives(RealName::zhengjianhaoma)
        || was.as_ref().is_some_and(|was| shows_another(was, &next));
    let was_verified = was.as_ref().is_some_and(|was| was.state == VERIFIED);
    if was_verified && (is_other || next.state != VERIFIED) {
        let is_free = !orders::has_unfinished(write.tx, next.user_id)?;
        unless(is_free, "该客户还有未完成的订单，不能更改已认证的实名信息")?;
    }
    if next.state != VERIFIED {
        write.set(RealName::renzheng_time, None);
    } else if !was_verified {
        let (call, customer) = (write.call, next.user_id);
        write.set(RealName::renzheng_time, Some(call.now));
        points::advance(
            write.tx,
            call,
            customer,
            Did::Verified,
            &customer.to_string(),
        )?;
    }
    Ok(())
}

/// Whether a picture that the person was verified by is another one, or gone.
fn shows_another(was: &RealName, next: &RealName) -> bool {
    let has_other_face = was.renlian.is_some() && was.renlian != next.renlian;
    has_other_face || was.sfz_zhengmian != next.sfz_zhengmian || was.sfz_fanmian != next.sfz_fanmian
}

fn after(tx: &mut Tx<'_>, _: &Call, id: i64) -> Result<()> {
    let everything = Reach::everything();
    let row: RealName = rows::get(tx, id, &everything)?;
    let name = rows::clear(tx, RealName::zhenshixingming, id, &everything)?;
    customers::follow_real_name(tx, row.user_id, name.as_deref(), &row.state)?;
    Ok(())
}

/// 重置实名
fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    whose::delete_is_my(delete, |row: &RealName| Some(row.user_id))?;
    let row: RealName = delete.row()?;
    // Whoever applies for a loan meanwhile is waited for.
    customers::lock(delete.tx, row.user_id)?;
    let is_free = !orders::has_unfinished(delete.tx, row.user_id)?;
    unless(is_free, "该客户还有未完成的订单，不能重置实名")?;
    customers::follow_real_name(delete.tx, row.user_id, None, NONE)?;
    Ok(())
}
