//! 产品屏蔽: which categories a customer may not borrow from.

use crate::{
    condition::blind_place,
    conn::Conn,
    error::{Error, Result},
    reach::Reach,
    rows::{self, RowError},
};

/// A customer's phone in clear, for the server's own comparisons.
pub fn phone_of(conn: &mut Conn, user_id: i64) -> Result<Option<String>, RowError> {
    let of = schema::model("app/user").ok_or_else(|| Error::shape("customers", "none"))?;
    let phone = of
        .field_named("phone")
        .ok_or_else(|| Error::shape("a phone", "none"))?;
    rows::reveal(conn, of, phone, user_id, &Reach::everything())
}

/// The categories blocked for a customer's phone.
pub fn blocked(conn: &mut Conn, user_id: i64) -> Result<Vec<i64>, RowError> {
    let Some(phone) = phone_of(conn, user_id)? else {
        return Ok(Vec::new());
    };
    let of =
        schema::model("app/project/fenlei/pingbi").ok_or_else(|| Error::shape("blocks", "none"))?;
    let field = of
        .field_named("phone")
        .ok_or_else(|| Error::shape("a phone", "none"))?;
    let index = conn.keys().blind(&blind_place(of, field), &phone);
    let rows = conn.query(
        "SELECT project_fenlei_id FROM app_project_fenlei_pingbi WHERE phone_idx = ? AND is_del = FALSE",
        &[index.into()],
    )?;
    let ids = rows.iter().map(|row| row.int(0)).collect::<Result<_>>();
    Ok(ids?)
}

/// Whether a category is in use.
pub fn is_open(conn: &mut Conn, category: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_project_fenlei WHERE id = ? AND state = 'QIYONG' AND is_del = FALSE",
        &[category.into()],
    )?;
    Ok(!rows.is_empty())
}

/// The customer with this phone, if there is one.
pub fn customer_with(conn: &mut Conn, phone: &str) -> Result<Option<i64>> {
    let of = schema::model("app/user").ok_or_else(|| Error::shape("customers", "none"))?;
    let field = of
        .field_named("phone")
        .ok_or_else(|| Error::shape("a phone", "none"))?;
    let index = conn.keys().blind(&blind_place(of, field), phone);
    let row = conn.query_opt(
        "SELECT id FROM app_user WHERE phone_idx = ? AND is_del = FALSE",
        &[index.into()],
    )?;
    row.map(|row| row.int(0)).transpose()
}

/// Whether products stand in a category.
pub fn has_products(conn: &mut Conn, category: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_project WHERE fenlei_id = ? AND is_del = FALSE LIMIT 1",
        &[category.into()],
    )?;
    Ok(!rows.is_empty())
}
