//! 收款账户 and 产品屏蔽: what their rows need beside the pattern.

use schema::{Mask, Model};
use serde_json::{Map, Value as Json};
use store::{
    Conn, Tx, Value, payees,
    rows::{self, Change},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::Result,
    input, resource, search,
};

/// What each kind of account must have.
fn needed(kind: &str) -> &'static [(&'static str, &'static str)] {
    match kind {
        "YINHANGKA" => &[
            ("zhanghao", "卡号"),
            ("yhkKaihuhang", "开户行"),
            ("yhkYuliushouji", "预留手机"),
            ("yhkXingming", "姓名"),
            ("yhkShenfenzhenghao", "身份证号"),
        ],
        _ => &[("shoukuanzhanghao", "收款账号")],
    }
}

/// Checks an account by its kind, and writes the one line it is known by.
pub(crate) fn check(
    of: &'static Model,
    before: Option<&Map<String, Json>>,
    changes: &mut Vec<Change>,
) -> Result<()> {
    let text = |wire: &str| -> Option<String> {
        match changes.iter().find(|(field, _)| field.wire == wire) {
            Some((_, Value::Text(text))) => Some(text.clone()),
            Some(_) => None,
            None => before
                .and_then(|row| row.get(wire))
                .and_then(Json::as_str)
                .map(str::to_owned),
        }
    };
    let kind = text("type").unwrap_or_default();
    let missing = needed(&kind)
        .iter()
        .filter(|(wire, _)| text(wire).is_none_or(|text| text.is_empty()));
    input::refuse(
        missing
            .map(|(wire, label)| ((*wire).to_owned(), format!("{label}不能为空")))
            .collect(),
    )?;
    // Masked or clear, the last four digits are the same.
    let line = match kind.as_str() {
        "YINHANGKA" => {
            let card = text("zhanghao").unwrap_or_default();
            let tail: String = card
                .chars()
                .skip(card.chars().count().saturating_sub(4))
                .collect();
            let bank = text("yhkKaihuhang").unwrap_or_default();
            let name = masked(text("yhkXingming"), Mask::Name);
            format!("{bank} 尾号{tail} {name}")
        }
        "ZHIFUBAO" => format!("支付宝 {}", masked(text("shoukuanzhanghao"), Mask::Phone)),
        _ => format!("微信 {}", masked(text("shoukuanzhanghao"), Mask::Phone)),
    };
    changes.retain(|(field, _)| field.column.name != "zhaiyao");
    changes.extend(of.field_named("zhaiyao").map(|field| (field, line.into())));
    Ok(())
}

fn masked(text: Option<String>, mask: Mask) -> String {
    match text {
        Some(text) if text.contains('*') => text,
        Some(text) => mask.apply(&text),
        None => String::new(),
    }
}

/// Deletes the accounts of a customer who is being deleted: nobody can look after them any more.
pub(crate) fn go_with_customer(tx: &mut Tx<'_>, call: &Call, customer: i64) -> Result<()> {
    let ids = payees::of_customer(tx, customer)?;
    if ids.is_empty() {
        return Ok(());
    }
    let of = resource::model("app/user/shoukuan")?;
    let gone = rows::delete(tx, of, &ids, &call.writer())?;
    let what = format!("随客户删除{} {}条", of.table.label, gone.len());
    let deed = Deed::new(of.table.label, "SHANCHU", what).removed(&gone);
    audit::record(tx, call, &deed)
}

/// The customer a blocked phone belongs to, where there is one within reach: a block of somebody
/// else's customer looks like that of a phone nobody has.
pub(crate) fn find_customer(
    conn: &mut Conn,
    call: &Call,
    of: &'static Model,
    changes: &mut Vec<Change>,
) -> Result<()> {
    let phone = changes.iter().find(|(field, _)| field.wire == "phone");
    let Some((_, Value::Text(phone))) = phone else {
        return Ok(());
    };
    let customer = search::customer(conn, phone, &call.actor.access.reach)?;
    changes.extend(
        of.field_named("user_id")
            .map(|field| (field, customer.into())),
    );
    Ok(())
}
