//! 订单收款账户: the receiving account as it was when an order was reviewed. Money goes to the copy,
//! so that later edits of the account change no order. Its secrets are sealed like those of any
//! resource, bound to table, column and row; its digest tells whether what they say is still what
//! was copied.

use schema::Model;

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    rows::{self, RowError, Writer},
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

/// What an account says, in clear and in the order of [`COLUMNS`].
#[derive(PartialEq, Eq)]
struct Content([Option<String>; COLUMNS.len()]);

/// What a copy takes over. Accounts and copies have the same names for it.
const COLUMNS: [&str; 9] = [
    "type",
    "zhaiyao",
    "yhk_kaihuhang",
    "shoukuanma",
    "zhanghao",
    "yhk_xingming",
    "yhk_yuliushouji",
    "yhk_shenfenzhenghao",
    "shoukuanzhanghao",
];

/// Copies an account for an order, as the order's next copy.
pub fn take(
    tx: &mut Tx<'_>,
    order: i64,
    account: i64,
    by: &Writer<'_>,
) -> Result<PayeeCopy, RowError> {
    let content = content(tx, accounts()?, account)?;
    let digest = content.digest(tx, order);
    let number = tx
        .query_one(
            "SELECT coalesce(max(xuhao), 0) + 1 FROM app_dingdan_shoukuan WHERE dingdan_id = ? AND is_del = FALSE",
            &[order.into()],
        )?
        .int(0)?;
    let line = content.line().to_owned();
    let own: [(&str, Value); 4] = [
        ("dingdan_id", order.into()),
        ("xuhao", number.into()),
        ("user_shoukuan_id", account.into()),
        ("neirong_mac", digest.as_str().into()),
    ];
    let taken = COLUMNS.into_iter().zip(content.0.map(Value::from));
    let changes = rows::changes(copies()?, own.into_iter().chain(taken));
    let id = rows::insert(tx, copies()?, &changes, by)?;
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
    let rows = conn.query_sql(&sql)?;
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
    digest_of(conn, copies()?, order, copy)
}

/// The digest that a copy of this account would have today.
pub fn account_digest(
    conn: &mut Conn,
    order: i64,
    account: i64,
) -> Result<Option<String>, RowError> {
    digest_of(conn, accounts()?, order, account)
}

fn digest_of(conn: &mut Conn, of: &Model, order: i64, id: i64) -> Result<Option<String>, RowError> {
    match content(conn, of, id) {
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
    rows::touch(tx, "app_dingdan", 0).map_err(|error| match error {
        RowError::Store(error) => error,
        _ => Error::shape("app_dingdan", "no version of it"),
    })
}

fn content(conn: &mut Conn, of: &Model, id: i64) -> Result<Content, RowError> {
    let mut sql = Sql::new("SELECT ");
    for (at, name) in COLUMNS.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).name(name);
    }
    sql.push(" FROM ")
        .name(&of.name)
        .push(" WHERE id = ")
        .bind(id);
    let rows = conn.query_sql(&sql)?;
    let row = rows.first().ok_or(RowError::NotFound)?;
    Ok(opened(
        conn,
        of,
        id,
        row.0.get(..COLUMNS.len()).unwrap_or_default(),
    )?)
}

/// What the cells of a row say, in the order of [`COLUMNS`].
fn opened(conn: &Conn, of: &Model, id: i64, cells: &[Value]) -> Result<Content> {
    let mut texts = [const { None }; COLUMNS.len()];
    for ((text, name), cell) in texts.iter_mut().zip(COLUMNS).zip(cells) {
        *text = match cell {
            Value::Blob(sealed) => {
                let clear = conn.keys().open(&select::place(of, name, id), sealed);
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
    for name in COLUMNS {
        sql.push(", ").name(name);
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
    let of = copies()?;
    let rows = conn.query_sql(&sql)?;
    let read = rows.into_iter().map(|mut row| {
        let (order, id) = (row.int(0)?, row.int(1)?);
        let cells = row.0.split_off(4);
        let content = opened(conn, of, id, &cells).ok();
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

fn accounts() -> Result<&'static Model> {
    schema::model("app/user/shoukuan").ok_or_else(|| Error::shape("accounts", "none"))
}

fn copies() -> Result<&'static Model> {
    schema::model("app/dingdan/shoukuan").ok_or_else(|| Error::shape("copies", "none"))
}
