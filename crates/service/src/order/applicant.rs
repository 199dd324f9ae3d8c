//! The person behind an application, as a reviewer may see them: what identifies them is masked,
//! and of their contacts there is only a number.

use schema::{
    Date, Mask, Record,
    resources::{BasicInfo, Contact, Customer},
};
use store::{Condition, Conn, List, Reach, RowError, orders::Stored, payees, rows, verified};

use super::payee;
use crate::{error::Result, settings, wire::answer};

answer! {
    /// Who asks for the money.
    pub struct Applicant {
        user_id: i64,
        nick_name: String,
        /// Masked; null before the identity is verified.
        zhenshixingming: Option<String>,
        shiming_state: String,
        /// By the verified identity, before that by the receiving account.
        nianling: Option<i64>,
        /// How many other customers have this phone at their accounts.
        tonghao_renshu: i64,
        is_suoding: bool,
        /// How many contacts the phone held; null where the office keeps none.
        lianxiren_shu: Option<i64>,
        /// There is somebody to call in an emergency.
        is_jinji_lianxiren: bool,
    }
}

answer! {
    /// Whether the receiving account is the verified person's; null where there is nothing to
    /// compare.
    #[expect(clippy::struct_field_names, reason = "the names of the wire")]
    pub struct AccountLikeness {
        /// There is a verified person to compare with.
        is_shiming: bool,
        is_xingming_yizhi: Option<bool>,
        is_zhengjian_yizhi: Option<bool>,
    }
}

pub(super) fn applicant(
    conn: &mut Conn,
    stored: &Stored,
    customer: &Customer,
    day: Date,
) -> Result<Applicant> {
    let everywhere = Reach::everything();
    let contacts = contacts(conn, customer.id)?;
    let name = rows::clear(conn, Customer::zhenshixingming, customer.id, &everywhere)?;
    Ok(Applicant {
        user_id: customer.id,
        nick_name: customer.nick_name.clone(),
        zhenshixingming: name.map(|name| Mask::Name.apply(&name)),
        shiming_state: customer.shiming_state.clone(),
        nianling: born(conn, stored)?.map(|born| super::apply::age_on(born, day)),
        tonghao_renshu: payees::others_with_phone(conn, customer.id)?,
        is_suoding: customer.is_suoding,
        lianxiren_shu: contacts,
        is_jinji_lianxiren: has_named_one(conn, customer.id)?
            || (contacts.is_some_and(|count| count > 0) && has_marked_one(conn, customer.id)?),
    })
}

/// Whether the money would go to the person who was verified.
pub(super) fn likeness(conn: &mut Conn, stored: &Stored) -> Result<AccountLikeness> {
    let differs = payee::differs(conn, stored)?;
    Ok(AccountLikeness {
        is_shiming: differs.is_verified,
        is_xingming_yizhi: differs.name.map(|differs| !differs),
        is_zhengjian_yizhi: differs.number.map(|differs| !differs),
    })
}

fn born(conn: &mut Conn, stored: &Stored) -> Result<Option<Date>> {
    if let Some(born) = verified::birthday(conn, stored.user_id)? {
        return Ok(Some(born));
    }
    match payees::birthday(conn, stored.payee_id) {
        Ok(born) => Ok(born),
        Err(RowError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn contacts(conn: &mut Conn, customer: i64) -> Result<Option<i64>> {
    let of = Contact::model();
    if settings::is_off(conn, of)? {
        return Ok(None);
    }
    let theirs = [vec![Condition::equal(Contact::user_id, customer)]];
    let everywhere = Reach::everything();
    let counted = store::totals(conn, of, &List::default(), theirs, &everywhere)?;
    Ok(counted.first().map(|(count, _)| *count))
}

/// The customer named somebody to call in an emergency.
fn has_named_one(conn: &mut Conn, customer: i64) -> Result<bool> {
    let said = List {
        conditions: vec![Condition::equal(BasicInfo::user_id, customer)],
        limit: 1,
        ..List::default()
    };
    let said = rows::list::<BasicInfo>(conn, &said, &Reach::everything())?;
    Ok(said.iter().any(|said| said.lianxiren_shouji.is_some()))
}

/// One of the contacts is marked as somebody to call in an emergency.
fn has_marked_one(conn: &mut Conn, customer: i64) -> Result<bool> {
    let marked = List {
        conditions: vec![
            Condition::equal(Contact::user_id, customer),
            Condition::equal(Contact::is_jinji, true),
        ],
        limit: 1,
        ..List::default()
    };
    Ok(!rows::ids::<Contact>(conn, &marked, &Reach::everything())?.is_empty())
}
