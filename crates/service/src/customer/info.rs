//! editInfo: what is kept about a customer's credit, whether they are locked, whom they belong to.

use schema::{Kind, Mask, Record, Secret, check, resources::Customer};
use store::{
    Tx,
    rows::{self, Changes},
};

use crate::{
    call::Call,
    error::{Error, Result},
    resource,
    resources::with_rules,
    wire::{Edited, ask},
};

/// Most phones that are kept beside the one in use.
const MOST_PHONES: usize = 20;

ask! {
    /// 修改信用与归属. What is left out stays as it is; an empty text takes it away.
    pub struct EditInfo {
        user_id:       i64            = id(),
        xinyong_file:  Option<String> = free_text("信用文件", 20_000),
        yongguophones: Option<String> = free_text("用过的手机号", 500),
        genjinren_id:  Option<i64>    = int("归属人"),
        mendian:       Option<String> = text("门店", 50),
        is_suoding:    Option<bool>   = flag("锁定"),
        beizhu:        Option<String> = free_text("备注", 500),
        banben_suo:    Option<i64>    = int("版本"),
    }
}

pub fn edit_info(tx: &mut Tx<'_>, call: &Call, ask: EditInfo) -> Result<Edited> {
    let id = ask.user_id;
    // Not theirs or not there: before anything else is said.
    crate::whose::must_be_my(tx, call, id)?;
    let mut changes = Changes::<Customer>::new();
    if let Some(files) = &ask.xinyong_file {
        changes = changes.set(Customer::xinyong_file, credit_files(files)?);
    }
    if let Some(phones) = &ask.yongguophones {
        let kept = rows::clear(tx, Customer::yongguophones, id, &call.actor.access.reach)?;
        let phones = phones_used(phones, kept.as_deref().unwrap_or_default())?;
        changes = changes.set(Customer::yongguophones, phones.map(Secret::New));
    }
    if let Some(owner) = ask.genjinren_id {
        changes = changes.set(Customer::genjinren_id, Some(owner));
    }
    if let Some(store) = &ask.mendian {
        changes = changes.set(Customer::mendian, Some(store.clone()));
    }
    if let Some(is_locked) = ask.is_suoding {
        changes = changes.set(Customer::is_suoding, is_locked);
    }
    if let Some(note) = &ask.beizhu {
        let note = Some(note.clone()).filter(|note| !note.is_empty());
        changes = changes.set(Customer::beizhu, note);
    }
    let list = changes.into_list();
    if list.is_empty() {
        return Err(Error::invalid("没有要修改的内容"));
    }
    let of = with_rules(Customer::model());
    let banben_suo = resource::update(tx, call, of, id, ask.banben_suo, list)?.version;
    Ok(Edited { id, banben_suo })
}

/// The files as the column keeps them; none is none.
fn credit_files(text: &str) -> Result<Option<String>> {
    let field = Customer::xinyong_file.field();
    let Kind::Images(most) = field.column.kind else {
        return Err(Error::internal("credit files are no list of files"));
    };
    let mut urls: Vec<&str> = Vec::new();
    for url in text.split(',').map(str::trim).filter(|url| !url.is_empty()) {
        if !urls.contains(&url) {
            urls.push(url);
        }
    }
    if urls.len() > most {
        return Err(Error::field(&field.wire, format!("信用文件最多{most}个")));
    }
    Ok(Some(urls.join(",")).filter(|text| !text.is_empty()))
}

/// The phones in clear. One that comes back masked, as it was shown, is the one that is kept.
fn phones_used(given: &str, kept: &str) -> Result<Option<String>> {
    let wire = Customer::yongguophones.wire();
    let kept: Vec<&str> = kept.split(',').filter(|phone| !phone.is_empty()).collect();
    let mut phones: Vec<String> = Vec::new();
    let texts = given.split(',').map(str::trim);
    for text in texts.filter(|text| !text.is_empty()) {
        let phone = if text.contains('*') {
            let known = kept.iter().find(|phone| {
                Mask::Phone.apply(phone) == text && !phones.iter().any(|had| had == *phone)
            });
            known
                .copied()
                .ok_or_else(|| Error::field(wire, "用过的手机号已变化，请刷新"))?
        } else {
            text
        };
        if !check::phone(phone) {
            return Err(Error::field(wire, "用过的手机号应为11位号码"));
        }
        if !phones.iter().any(|had| had == phone) {
            phones.push(phone.to_owned());
        }
    }
    if phones.len() > MOST_PHONES {
        return Err(Error::field(
            wire,
            format!("用过的手机号最多{MOST_PHONES}个"),
        ));
    }
    Ok(Some(phones.join(",")).filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_phone_is_the_one_that_is_kept() {
        let kept = "13812341234,13912341234";
        let sent = "139****1234,13700000001";
        let phones = phones_used(sent, kept).unwrap();
        assert_eq!(phones.as_deref(), Some("13912341234,13700000001"));
        assert_eq!(phones_used("", kept).unwrap(), None);
        assert!(phones_used("137****0000", kept).is_err());
        assert!(phones_used("12", kept).is_err());
    }

    #[test]
    fn two_phones_that_look_alike_masked_are_both_kept() {
        let kept = "13811111234,13822221234";
        let sent = "138****1234,138****1234";
        assert_eq!(phones_used(sent, kept).unwrap().as_deref(), Some(kept));
    }
}
