//! What happened to a customer, for their time line. A line of the operation log that is about a
//! customer is found by `customer_deed`; the log itself is what is sealed.

use loan::Fen;

use crate::{
    conn::{Conn, Tx},
    error::Result,
    value::{Row, Value},
};

/// Something that happened.
#[derive(Debug, Clone)]
pub struct Line {
    pub at: i64,
    pub kind: &'static str,
    pub title: String,
    pub text: Option<String>,
    pub by: Option<String>,
    pub order: Option<i64>,
}

/// Notes that a line of the operation log is about a customer.
pub fn add(tx: &mut Tx<'_>, customer: i64, line: i64) -> Result<()> {
    tx.execute_one(
        "INSERT INTO customer_deed (user_id, log_id) VALUES (?, ?)",
        &[customer.into(), line.into()],
    )
}

fn params(customer: i64, most: usize) -> [Value; 2] {
    [
        customer.into(),
        i64::try_from(most).unwrap_or(i64::MAX).into(),
    ]
}

fn optional(row: &Row, at: usize) -> Result<Option<String>> {
    Ok(row.opt_text(at)?.map(str::to_owned))
}

/// 跟进
pub fn follow_ups(conn: &mut Conn, customer: i64, most: usize) -> Result<Vec<Line>> {
    let rows = conn.query(
        "SELECT t.create_time, coalesce((SELECT d.dict_label FROM app_dict_data d WHERE d.dict_type = 'genjin_fangshi' \
         AND d.dict_value = t.fangshi AND d.is_del = FALSE LIMIT 1), t.fangshi), \
         coalesce((SELECT d.dict_label FROM app_dict_data d WHERE d.dict_type = 'genjin_jieguo' \
         AND d.dict_value = t.jieguo AND d.is_del = FALSE LIMIT 1), t.jieguo), t.neirong, \
         (SELECT u.nick_name FROM sys_user u WHERE u.id = t.create_by) FROM app_user_genjin t \
         WHERE t.user_id = ? AND t.is_del = FALSE ORDER BY t.user_id DESC, t.id DESC LIMIT ?",
        &params(customer, most),
    )?;
    let lines = rows.iter().map(|row| {
        Ok(Line {
            at: row.int(0)?,
            kind: "GENJIN",
            title: format!("{}跟进：{}", row.text(1)?, row.text(2)?),
            text: optional(row, 3)?,
            by: optional(row, 4)?,
            order: None,
        })
    });
    lines.collect()
}

/// 付费
pub fn payments(conn: &mut Conn, customer: i64, most: usize) -> Result<Vec<Line>> {
    let rows = conn.query(
        "SELECT t.shijian, t.xiangmu, t.jine, t.beizhu, (SELECT u.nick_name FROM sys_user u WHERE u.id = t.create_by) \
         FROM app_user_fufei t WHERE t.user_id = ? AND t.is_del = FALSE ORDER BY t.user_id DESC, t.id DESC LIMIT ?",
        &params(customer, most),
    )?;
    let lines = rows.iter().map(|row| {
        Ok(Line {
            at: row.int(0)?,
            kind: "FUFEI",
            title: format!("{} {}元", row.text(1)?, Fen::new(row.int(2)?)),
            text: optional(row, 3)?,
            by: optional(row, 4)?,
            order: None,
        })
    });
    lines.collect()
}

/// What happened to their orders.
pub fn orders(conn: &mut Conn, customer: i64, most: usize) -> Result<Vec<Line>> {
    let rows = conn.query(
        "SELECT t.create_time, t.bianhao, t.neirong, t.caozuoren_show, t.dingdan_id, \
         coalesce((SELECT d.dict_label FROM app_dict_data d WHERE d.dict_type = 'dingdan_log_type' \
         AND d.dict_value = t.\"type\" AND d.is_del = FALSE LIMIT 1), t.\"type\") FROM app_log t \
         WHERE t.dingdan_id IN (SELECT o.id FROM app_dingdan o WHERE o.user_id = ? AND o.is_del = FALSE) \
         ORDER BY t.id DESC LIMIT ?",
        &params(customer, most),
    )?;
    let lines = rows.iter().map(|row| {
        Ok(Line {
            at: row.int(0)?,
            kind: "DINGDAN",
            title: format!("订单{} {}", row.text(1)?, row.text(5)?),
            text: optional(row, 2)?,
            by: optional(row, 3)?,
            order: Some(row.int(4)?),
        })
    });
    lines.collect()
}

/// Looks at private data and changes, but for what has a line of its own.
pub fn deeds(conn: &mut Conn, customer: i64, most: usize) -> Result<Vec<Line>> {
    let rows = conn.query(
        "SELECT t.create_time, t.\"type\", t.miaoshu, t.nick_name FROM customer_deed c JOIN sys_log t ON t.id = c.log_id \
         WHERE c.user_id = ? AND NOT (t.\"type\" = 'XINZENG' AND t.mokuai IN ('跟进记录', '付费记录')) \
         ORDER BY c.user_id DESC, c.log_id DESC LIMIT ?",
        &params(customer, most),
    )?;
    let lines = rows.iter().map(|row| {
        let is_look = matches!(row.text(1)?, "CHAKAN" | "DAOCHU");
        Ok(Line {
            at: row.int(0)?,
            kind: if is_look { "CHAKAN" } else { "BIANGENG" },
            title: row.text(2)?.to_owned(),
            text: None,
            by: optional(row, 3)?,
            order: None,
        })
    });
    lines.collect()
}
