//! 订单收款账户: the receiving account as it was when an order was reviewed. Money goes to the copy,
//! so that later edits of the account change no order. Its secrets are sealed like those of any
//! resource, bound to table, column and row; its digest tells whether what they say is still what
//! was copied.

use schema::{
    Field, Record,
    resources::{Dingdan, Payee, PayeeCopy as CopyRow},
};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    rows::{self, Author, Changes, RowError},
    select,
    sql::Sql,
    value::{Row, Value},
};

/// A copy as orders speak of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeCopy {
    pub id: i64,
    /// The account it was copied from.
    pub account_id: i64,
    /// The one line the account is known by, masked.
    pub line: String,
    /// The keyed digest of its content, as stored with it.
    pub digest: String,
}

/// How many columns a copy takes over.
const TAKEN: usize = 9;

/// What an account says, in clear and in the order of [`of_accounts`].
#[derive(PartialEq, Eq)]
struct Content([Option<String>; TAKEN]);

/// What a copy takes of an account.
fn of_accounts() -> [&'static Field; TAKEN] {
    [
        Payee::r#type.field(),
        Payee::zhaiyao.field(),
        Payee::yhk_kaihuhang.field(),
        Payee::shoukuanma.field(),
        Payee::zhanghao.field(),
        Payee::yhk_xingming.field(),
        Payee::yhk_yuliushouji.field(),
        Payee::yhk_shenfenzhenghao.field(),
        Payee::shoukuanzhanghao.field(),
    ]
}

/// Where a copy keeps what it takes, in the same order.
fn of_copies() -> [&'static Field; TAKEN] {
    [
        CopyRow::r#type.field(),
        CopyRow::zhaiyao.field(),
        CopyRow::yhk_kaihuhang.field(),
        CopyRow::shoukuanma.field(),
        CopyRow::zhanghao.field(),
        CopyRow::yhk_xingming.field(),
        CopyRow::yhk_yuliushouji.field(),
        CopyRow::yhk_shenfenzhenghao.field(),
        CopyRow::shoukuanzhanghao.field(),
    ]
}

/// Copies an account for an order, as the order's next copy.
pub fn take(
    tx: &mut Tx<'_>,
    order: i64,
    account: i64,
    by: &Author<'_>,
) -> Result<PayeeCopy, RowError> {
    let content = content::<Payee>(tx, of_accounts(), account)?;
    let digest = content.digest(tx, order);
    let number = tx
        .query_one(
            "SELECT coalesce(max(xuhao), 0) + 1 FROM app_dingdan_shoukuan WHERE dingdan_id = ? AND is_del = FALSE",
            &[order.into()],
        )?
        .int(0)?;
    let line = content.line().to_owned();
    let own = Changes::<CopyRow>::new()
        .set(CopyRow::dingdan_id, order)
        .set(CopyRow::xuhao, number)
        .set(CopyRow::user_shoukuan_id, account)
        .set(CopyRow::neirong_mac, digest.as_str());
    let mut changes = own.into_list();
    changes.extend(of_copies().into_iter().zip(content.0.map(Value::from)));
    let id = rows::insert(tx, CopyRow::model(), &changes, by)?;
    Ok(PayeeCopy {
        id,
        account_id: account,
        line,
        digest,
    })
}

/// Copies by their ids.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> Result<Vec<PayeeCopy>> {
    let mut sql = Sql::new(
        "SELECT id, user_shoukuan_id, zhaiyao, neirong_mac FROM app_dingdan_shoukuan WHERE id IN ",
    );
    sql.bind_list(ids);
    let rows = match ids {
        [id] => conn
            .query_row(&CopyRow::model().name, *id, &sql)?
            .into_iter()
            .collect(),
        _ => conn.query_sql(&sql)?,
    };
    let copies = rows.iter().map(|row| {
        Ok(PayeeCopy {
            id: row.int(0)?,
            account_id: row.int(1)?,
            line: row.text(2)?.to_owned(),
            digest: row.text(3)?.to_owned(),
        })
    });
    copies.collect()
}

/// The digest of what a copy says now: another than the stored one means that it was tampered
/// with. None where a secret of it cannot be opened.
pub fn digest(conn: &mut Conn, order: i64, copy: i64) -> Result<Option<String>, RowError> {
    digest_of(content::<CopyRow>(conn, of_copies(), copy), conn, order)
}

/// The digest that a copy of this account would have today.
pub fn account_digest(
    conn: &mut Conn,
    order: i64,
    account: i64,
) -> Result<Option<String>, RowError> {
    digest_of(content::<Payee>(conn, of_accounts(), account), conn, order)
}

fn digest_of(
    content: Result<Content, RowError>,
    conn: &Conn,
    order: i64,
) -> Result<Option<String>, RowError> {
    match content {
        Ok(content) => Ok(Some(content.digest(conn, order))),
        Err(RowError::Store(Error::Shape(_))) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The next orders after `after_id`: those reviewed without a copy, from before there were copies,
/// and the last id that was looked at. None where there are no more orders.
pub fn missing(conn: &mut Conn, after_id: i64, limit: i64) -> Result<Option<(Vec<Missing>, i64)>> {
    let rows = conn.query(
        "SELECT t.id, t.bianhao, t.user_id, coalesce((SELECT u.nick_name FROM app_user u WHERE u.id = t.user_id), ''), \
         t.user_shoukuan_id, t.state, t.shoukuan_fuben_id IS NULL AND t.shenhe_time IS NOT NULL \
         AND t.state NOT IN ('DAISHENHE', 'YIJUJUE') FROM app_dingdan t WHERE t.id > ? ORDER BY t.id LIMIT ?",
        &[after_id.into(), limit.into()],
    )?;
    let Some(last) = rows.last() else {
        return Ok(None);
    };
    let mut orders = Vec::new();
    for row in &rows {
        if row.bool(6)? {
            orders.push(Missing {
                order: row.int(0)?,
                bianhao: row.text(1)?.to_owned(),
                user_id: row.int(2)?,
                user_show: row.text(3)?.to_owned(),
                account: row.int(4)?,
                state: row.text(5)?.to_owned(),
            });
        }
    }
    Ok(Some((orders, last.int(0)?)))
}

/// An order without the copy it should have.
#[derive(Debug)]
pub struct Missing {
    pub order: i64,
    pub bianhao: String,
    pub user_id: i64,
    pub user_show: String,
    pub account: i64,
    pub state: String,
}

/// Gives an order from before there were copies the copy taken for it.
pub fn put(tx: &mut Tx<'_>, order: i64, copy: i64) -> Result<()> {
    tx.execute_one(
        "UPDATE app_dingdan SET shoukuan_fuben_id = ? WHERE id = ? AND shoukuan_fuben_id IS NULL",
        &[copy.into(), order.into()],
    )?;
    rows::touch(tx, &Dingdan::model().name, 0).map_err(|error| match error {
        RowError::Store(error) => error,
        _ => Error::shape("app_dingdan", "no version of it"),
    })
}

fn content<R: Record>(
    conn: &mut Conn,
    fields: [&'static Field; TAKEN],
    id: i64,
) -> Result<Content, RowError> {
    let mut sql = Sql::new("SELECT ");
    for (at, field) in fields.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" });
        sql.name(field.column.name);
    }
    sql.push(" FROM ")
        .name(&R::model().name)
        .push(" WHERE id = ")
        .bind(id);
    let rows = conn.query_sql(&sql)?;
    let row = rows.first().ok_or(RowError::NotFound)?;
    Ok(opened::<R>(conn, fields, id, &row.0)?)
}

/// What the cells of a row say, in the order of the columns.
fn opened<R: Record>(
    conn: &Conn,
    fields: [&'static Field; TAKEN],
    id: i64,
    cells: &[Value],
) -> Result<Content> {
    let mut texts = [const { None }; TAKEN];
    for ((text, field), cell) in texts.iter_mut().zip(fields).zip(cells) {
        let name = field.column.name;
        *text = match cell {
            Value::Blob(sealed) => {
                let clear = conn
                    .keys()
                    .open(&select::place(R::model(), name, id), sealed);
                // Never an empty account in place of one that cannot be read.
                Some(clear.ok_or_else(|| Error::shape("a secret that opens", name))?)
            }
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
    }
    Ok(Content(texts))
}

/// The copies of a range of orders, for checking: order, id, account, the digest stored with it and
/// that of what it says now, none where a secret cannot be opened.
pub(crate) fn between(conn: &mut Conn, after_id: i64, last: Option<i64>) -> Result<Vec<Row>> {
    let mut sql = Sql::new("SELECT dingdan_id, id, user_shoukuan_id, neirong_mac");
    for field in of_copies() {
        sql.push(", ").name(field.column.name);
    }
    sql.push(" FROM app_dingdan_shoukuan WHERE is_del = FALSE AND dingdan_id > ")
        .bind(after_id);
    match last {
        Some(last) => sql.push(" AND dingdan_id <= ").bind(last),
        None => sql.push(""),
    };
    sql.push(" ORDER BY dingdan_id, id");
    if last.is_none() {
        sql.push(" LIMIT 1000");
    }
    let rows = conn.query_sql(&sql)?;
    let read = rows.into_iter().map(|mut row| {
        let (order, id) = (row.int(0)?, row.int(1)?);
        let cells = row.0.split_off(4);
        let content = opened::<CopyRow>(conn, of_copies(), id, &cells).ok();
        let digest = content.map(|content| content.digest(conn, order));
        row.0.push(digest.into());
        Ok(row)
    });
    read.collect()
}

impl Content {
    fn line(&self) -> &str {
        let [_, line, ..] = &self.0;
        line.as_deref().unwrap_or_default()
    }

    /// Bound to the order, so that a copy moved to another order shows.
    fn digest(&self, conn: &Conn, order: i64) -> String {
        let canonical = serde_json::json!([order, self.0]).to_string();
        conn.keys().digest("app_dingdan_shoukuan", &canonical)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_each_column_under_the_name_it_had() {
        let names = |fields: [&'static Field; TAKEN]| fields.map(|field| field.column.name);
        assert_eq!(names(of_accounts()), names(of_copies()));
    }
}
