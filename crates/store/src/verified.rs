//! The verified person behind a receiving account: whether the two are the same, in clear, for the
//! server's own comparison. Nothing of either leaves this file but the answer.

use schema::{
    Date, Key, Personal, Record,
    resources::{Payee, PayeeCopy, RealName},
};

use crate::{
    conn::Conn,
    error::Result,
    reach::Reach,
    rows::{self, RowError},
};

/// Whether an account differs from the verified person; none where there is nothing to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Differs {
    /// There is somebody verified to compare with.
    pub is_verified: bool,
    pub name: Option<bool>,
    pub number: Option<bool>,
}

/// An account of a customer, or the copy that an order took of it.
#[derive(Debug, Clone, Copy)]
pub enum Account {
    Live(i64),
    Copied(i64),
}

/// Compares an account with the customer as far as they are verified.
pub fn compare(conn: &mut Conn, user_id: i64, account: Account) -> Result<Differs, RowError> {
    let Some(person) = verified(conn, user_id)? else {
        return Ok(Differs::default());
    };
    let verified_name = clear(conn, RealName::zhenshixingming, person)?;
    let verified_number = clear(conn, RealName::zhengjianhaoma, person)?;
    let (name, number) = match account {
        Account::Live(id) => (
            clear(conn, Payee::yhk_xingming, id)?,
            clear(conn, Payee::yhk_shenfenzhenghao, id)?,
        ),
        Account::Copied(id) => (
            clear(conn, PayeeCopy::yhk_xingming, id)?,
            clear(conn, PayeeCopy::yhk_shenfenzhenghao, id)?,
        ),
    };
    Ok(Differs {
        is_verified: true,
        name: differ(name, verified_name),
        number: differ(number, verified_number),
    })
}

/// When a customer was born, by their verified identity number.
pub fn birthday(conn: &mut Conn, user_id: i64) -> Result<Option<Date>, RowError> {
    let Some(person) = verified(conn, user_id)? else {
        return Ok(None);
    };
    let number = clear(conn, RealName::zhengjianhaoma, person)?;
    Ok(number.as_deref().and_then(born))
}

/// The birthday in an identity number.
pub(crate) fn born(number: &str) -> Option<Date> {
    let digits = number.get(6..14)?;
    Date::strptime("%Y%m%d", digits).ok()
}

fn clear<R: Record, T: Personal>(
    conn: &mut Conn,
    key: Key<R, T>,
    id: i64,
) -> Result<Option<String>, RowError> {
    match rows::clear(conn, key, id, &Reach::everything()) {
        Err(RowError::NotFound) => Ok(None),
        read => read,
    }
}

/// What is not there cannot be compared.
fn differ(one: Option<String>, other: Option<String>) -> Option<bool> {
    let plain = |text: String| {
        let letters = text.chars().filter(|letter| !letter.is_whitespace());
        letters.collect::<String>().to_uppercase()
    };
    Some(one.map(plain)? != other.map(plain)?)
}

/// The row of a customer who is verified.
fn verified(conn: &mut Conn, user_id: i64) -> Result<Option<i64>> {
    let row = conn.query_opt(
        "SELECT id FROM app_user_renzheng WHERE user_id = ? AND is_del = FALSE AND state = 'YIRENZHENG'",
        &[user_id.into()],
    )?;
    row.map(|row| row.int(0)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_a_small_x_are_no_difference() {
        let differ = |one: &str, other: &str| differ(Some(one.to_owned()), Some(other.to_owned()));
        assert_eq!(differ("张 三", "张三"), Some(false));
        assert_eq!(
            differ("11010519491231002x", "11010519491231002X"),
            Some(false)
        );
        assert_eq!(differ("张三", "张三丰"), Some(true));
        assert_eq!(super::differ(None, Some("张三".to_owned())), None);
    }
}
