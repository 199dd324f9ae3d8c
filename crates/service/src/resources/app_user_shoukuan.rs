//! 收款账户: what each kind of account must have, and the one line it is known by.

use schema::{Key, Secret, resources::Payee};
use store::{Tx, payees};

use crate::{
    call::Call,
    error::Result,
    input,
    points::{self, Did},
    rules::{Delete, Rules, Write, unless},
    whose,
    wire::{Coded, codes},
};

pub const RULES: Rules = Rules {
    before,
    after: keep_one_default,
    before_delete,
    ..Rules::NONE
};

codes! {
    enum Sort { Card = "YINHANGKA", Alipay = "ZHIFUBAO", Weixin = "WEIXIN" }
}

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    whose::write_is_my(write, |row: &Payee| Some(row.user_id))?;
    let next: Payee = write.next()?;
    let sort = Sort::of_column(Payee::r#type, &next.r#type)?;
    let missing = missing(sort, &next).into_iter();
    let missing = missing.map(|(wire, label)| (wire.to_owned(), format!("{label}不能为空")));
    let strange = strange(write, sort, &next).into_iter();
    let strange = strange.map(|(wire, label)| (wire.to_owned(), format!("这类账户没有{label}")));
    input::refuse(missing.chain(strange).collect())?;
    if write.is_new() && sort == Sort::Card {
        let (call, customer) = (write.call, next.user_id);
        let source = customer.to_string();
        points::advance(write.tx, call, customer, Did::AddedCard, &source)?;
    }
    let line = line(write, sort, &next);
    write.set(Payee::zhaiyao, line);
    Ok(())
}

/// What an account of its kind must have and has not.
fn missing(sort: Sort, next: &Payee) -> Vec<(&'static str, &'static str)> {
    let secret = |key: Key<Payee, Option<Secret>>, value: &Option<Secret>, label| {
        let is_missing = value
            .as_ref()
            .is_none_or(|value| value.new_text() == Some(""));
        is_missing.then_some((key.wire(), label))
    };
    if sort != Sort::Card {
        return Vec::from_iter(secret(
            Payee::shoukuanzhanghao,
            &next.shoukuanzhanghao,
            "收款账号",
        ));
    }
    let bank = next.yhk_kaihuhang.as_deref().unwrap_or_default();
    let needed = [
        secret(Payee::zhanghao, &next.zhanghao, "卡号"),
        bank.is_empty()
            .then_some((Payee::yhk_kaihuhang.wire(), "开户行")),
        secret(Payee::yhk_yuliushouji, &next.yhk_yuliushouji, "预留手机号"),
        secret(Payee::yhk_xingming, &next.yhk_xingming, "姓名"),
        secret(
            Payee::yhk_shenfenzhenghao,
            &next.yhk_shenfenzhenghao,
            "证件号",
        ),
    ];
    needed.into_iter().flatten().collect()
}

/// What an account that is there would get of the other kind: nobody looks for it there, and money
/// might follow it.
fn strange(write: &Write<'_, '_>, sort: Sort, next: &Payee) -> Vec<(&'static str, &'static str)> {
    if write.is_new() {
        return Vec::new();
    }
    let is_card = sort == Sort::Card;
    let is_new = |value: &Option<Secret>| {
        let text = value.as_ref().and_then(Secret::new_text);
        text.is_some_and(|text| !text.is_empty())
    };
    let code = next.shoukuanma.as_deref().unwrap_or_default();
    let has_code = write.gives(Payee::shoukuanma) && !code.is_empty();
    let (account, card) = (Payee::shoukuanzhanghao.wire(), Payee::zhanghao.wire());
    let given = [
        (is_card && is_new(&next.shoukuanzhanghao)).then_some((account, "收款账号")),
        (is_card && has_code).then_some((Payee::shoukuanma.wire(), "收款码")),
        (!is_card && is_new(&next.zhanghao)).then_some((card, "卡号")),
    ];
    given.into_iter().flatten().collect()
}

fn line(write: &Write<'_, '_>, sort: Sort, next: &Payee) -> String {
    let masked = |key| write.masked(key).unwrap_or_default();
    match sort {
        Sort::Card => {
            // Masked or clear, the last four digits are the same.
            let card = masked(Payee::zhanghao);
            let skipped = card.chars().count().saturating_sub(4);
            let tail: String = card.chars().skip(skipped).collect();
            let bank = next.yhk_kaihuhang.as_deref().unwrap_or_default();
            format!("{bank} 尾号{tail} {}", masked(Payee::yhk_xingming))
        }
        Sort::Alipay => format!("支付宝 {}", masked(Payee::shoukuanzhanghao)),
        Sort::Weixin => format!("微信 {}", masked(Payee::shoukuanzhanghao)),
    }
}

fn keep_one_default(tx: &mut Tx<'_>, _: &Call, id: i64) -> Result<()> {
    Ok(payees::keep_one_default(tx, id)?)
}

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    whose::delete_is_my(delete, |row: &Payee| Some(row.user_id))?;
    let is_used = payees::is_used(delete.tx, delete.id)?;
    unless(!is_used, "已有订单使用该收款账户，不能删除，可以停用")
}
