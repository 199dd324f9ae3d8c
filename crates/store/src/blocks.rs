//! 产品屏蔽: which categories a customer may not borrow from.

use schema::{
    Record,
    resources::{Customer, ProductBlock},
};

use crate::{
    condition::{blind_place, is_one_of},
    conn::Conn,
    error::Result,
    reach::Reach,
    rows::{self, RowError},
    sql::Sql,
};

/// A customer's phone in clear, for the server's own comparisons.
pub fn phone_of(conn: &mut Conn, user_id: i64) -> Result<Option<String>, RowError> {
    rows::clear(conn, Customer::phone, user_id, &Reach::everything())
}

/// The categories blocked for a customer's phone.
pub fn blocked(conn: &mut Conn, user_id: i64) -> Result<Vec<i64>, RowError> {
    let Some(phone) = phone_of(conn, user_id)? else {
        return Ok(Vec::new());
    };
    let place = blind_place(ProductBlock::model(), ProductBlock::phone.field());
    let mut sql =
        Sql::new("SELECT project_fenlei_id FROM app_project_fenlei_pingbi WHERE phone_idx");
    is_one_of(&mut sql, &conn.keys().blinds(&place, &phone));
    sql.push(" AND is_del = FALSE");
    let rows = conn.query_sql(&sql)?;
    let ids = rows.iter().map(|row| row.int(0)).collect::<Result<_>>();
    Ok(ids?)
}

/// Whether a category is in use.
pub fn is_open(conn: &mut Conn, category: i64) -> Result<bool> {
    let rows = conn.query_kept(
        "SELECT 1 FROM app_project_fenlei WHERE id = ? AND state = 'QIYONG' AND is_del = FALSE",
        &[category.into()],
    )?;
    Ok(!rows.is_empty())
}

/// The customer with this phone, if there is one.
pub fn customer_with(conn: &mut Conn, phone: &str) -> Result<Option<i64>> {
    let place = blind_place(Customer::model(), Customer::phone.field());
    let mut sql = Sql::new("SELECT id FROM app_user WHERE phone_idx");
    is_one_of(&mut sql, &conn.keys().blinds(&place, phone));
    sql.push(" AND is_del = FALSE");
    let row = conn.query_opt(&sql.text, &sql.params)?;
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

/// A product, or a category without one, as a customer has it.
#[derive(Debug, Clone)]
pub struct CustomersProduct {
    pub category: i64,
    pub category_name: String,
    pub product_name: Option<String>,
    pub block: Option<i64>,
    /// The customer has or had an order of it.
    pub is_used: bool,
}

/// Products on offer, those the customer has orders of, and blocked categories without any.
pub fn products_of(conn: &mut Conn, user_id: i64) -> Result<Vec<CustomersProduct>, RowError> {
    let index = phone_of(conn, user_id)?.map(|phone| {
        let place = blind_place(ProductBlock::model(), ProductBlock::phone.field());
        conn.keys().blind(&place, &phone)
    });
    let rows = conn.query(
        "SELECT f.id, f.mingcheng, p.mingcheng, b.id, EXISTS (SELECT 1 FROM app_dingdan o WHERE o.user_id = ? \
         AND o.project_id = p.id AND o.is_del = FALSE) FROM app_project_fenlei f \
         LEFT JOIN app_project p ON p.fenlei_id = f.id AND p.is_del = FALSE \
         LEFT JOIN app_project_fenlei_pingbi b ON b.project_fenlei_id = f.id AND b.phone_idx = ? AND b.is_del = FALSE \
         WHERE f.is_del = FALSE AND (b.id IS NOT NULL OR p.state = 'SHANGJIA' OR EXISTS (SELECT 1 FROM app_dingdan o \
         WHERE o.user_id = ? AND o.project_id = p.id AND o.is_del = FALSE)) ORDER BY f.paixu, f.id DESC, p.paixu, p.id DESC",
        &[user_id.into(), index.into(), user_id.into()],
    )?;
    let products = rows.iter().map(|row| {
        Ok(CustomersProduct {
            category: row.int(0)?,
            category_name: row.text(1)?.to_owned(),
            product_name: row.opt_text(2)?.map(str::to_owned),
            block: row.opt_int(3)?,
            is_used: row.bool(4)?,
        })
    });
    Ok(products.collect::<Result<_>>()?)
}
