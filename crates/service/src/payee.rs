//! 收款账户 and 产品屏蔽: what their rows need beside the pattern.

use schema::{Mask, Model};
use serde_json::{Map, Value as Json};
use store::{Conn, Value, blocks, rows::Change};

use crate::{error::Result, input};

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

/// The customer a blocked phone belongs to, where there is one.
pub(crate) fn find_customer(
    conn: &mut Conn,
    of: &'static Model,
    changes: &mut Vec<Change>,
) -> Result<()> {
    let phone = changes.iter().find(|(field, _)| field.wire == "phone");
    let Some((_, Value::Text(phone))) = phone else {
        return Ok(());
    };
    let customer = blocks::customer_with(conn, phone)?;
    changes.extend(
        of.field_named("user_id")
            .map(|field| (field, customer.into())),
    );
    Ok(())
}
