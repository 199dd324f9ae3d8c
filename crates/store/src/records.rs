//! 还款记录: movements of money, written by the verbs alone.

use loan::{Record, RecordKind};
use schema::{Record as _, Timestamp, resources::Repayment};

use crate::{
    conn::{Conn, Tx},
    error::Result,
    orders::{Stored, held},
    reach::Reach,
    rows::{self, Author, Changes, RowError},
    sql::Sql,
    sums,
};

/// What a record keeps beside what the engine says.
#[derive(Debug, Clone, Copy)]
pub struct Beside<'a> {
    pub event: i64,
    pub method: Option<&'a str>,
    pub receipt: Option<&'a str>,
    pub vouchers: Option<&'a str>,
    /// The movement, on the first of its records.
    pub movement: Option<&'a Movement>,
}

/// 资金流水: money that moved at once, whatever number of records it makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    pub amount: i64,
    pub description: String,
}

impl Movement {
    /// What the records of an event begin, in their order. All that is paid of instalments is one
    /// movement; a payout and the fee it brings go opposite ways and stay two.
    pub fn of(records: &[Record]) -> Vec<Option<Self>> {
        let is_share = |record: &Record| {
            matches!(record.kind, RecordKind::Repayment | RecordKind::PartPayment)
        };
        let whole = |shares: Vec<&Record>| {
            let words: Vec<&str> = shares.iter().map(|share| &*share.description).collect();
            Self {
                amount: shares.iter().map(|share| share.cash.get()).sum(),
                description: words.join("，"),
            }
        };
        let mut shares: Vec<&Record> = records.iter().filter(|record| is_share(record)).collect();
        let first = |record| {
            if !is_share(record) {
                return Some(whole(vec![record]));
            }
            let shares = std::mem::take(&mut shares);
            (!shares.is_empty()).then(|| whole(shares))
        };
        records.iter().map(first).collect()
    }
}

/// The order a record belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Owner<'a> {
    pub id: i64,
    pub bianhao: &'a str,
    pub user_id: i64,
}

/// What a record holds that is entered at this moment by this person.
pub fn columns(
    order: Owner<'_>,
    record: &Record,
    beside: &Beside<'_>,
    now: Timestamp,
    operator: i64,
) -> Changes<Repayment> {
    // Money that counts from today moved now; of another day only the day is known.
    let moved = if record.value_on == now.date() {
        now
    } else {
        Timestamp::start_of(record.value_on)
    };
    let movement = beside.movement;
    let scheduled = record.scheduled_on.map(Timestamp::start_of);
    Changes::new()
        .set(Repayment::dingdan_id, order.id)
        .set(Repayment::bianhao, order.bianhao)
        .set(Repayment::user_id, order.user_id)
        .set(Repayment::r#type, record.kind.code())
        .set(Repayment::qi, record.number.map(i64::from))
        .set(Repayment::miaoshu, record.description.as_str())
        .set(Repayment::zhifufangshi, beside.method.map(str::to_owned))
        .set(Repayment::yingfujine, record.due.get())
        .set(Repayment::youhuijine, record.discount.get())
        .set(Repayment::shifujine, record.cash.get())
        .set(Repayment::is_yuqi, record.overdue)
        .set(Repayment::dangqian_huankuan_time, scheduled)
        .set(Repayment::huankuan_time, moved)
        .set(Repayment::liushuihao, beside.receipt.map(str::to_owned))
        .set(Repayment::pingzheng, beside.vouchers.map(str::to_owned))
        .set(Repayment::is_chexiao, false)
        .set(Repayment::caozuoren_id, operator)
        .set(Repayment::shijian_id, beside.event)
        .set(Repayment::liushui_jine, movement.map(|whole| whole.amount))
        .set(
            Repayment::liushui_miaoshu,
            movement.map(|whole| whole.description.clone()),
        )
}

pub fn add(
    tx: &mut Tx<'_>,
    order: &Stored,
    record: &Record,
    beside: &Beside<'_>,
    by: &Author<'_>,
) -> Result<(), RowError> {
    let owner = Owner {
        id: order.id,
        bianhao: &order.bianhao,
        user_id: order.user_id,
    };
    let row = columns(owner, record, beside, by.now, by.reach.user_id);
    if held::is_held(tx, order.id) {
        return held::add_record(tx, order.id, &row, by);
    }
    row.insert(tx, by).map(drop)
}

/// Marks the records of an undone event.
pub fn reverse(tx: &mut Tx<'_>, order: i64, event: i64, by: &Author<'_>) -> Result<(), RowError> {
    if held::is_held(tx, order) {
        held::reverse_records(tx, order, event, by);
        return Ok(());
    }
    tx.execute(
        "UPDATE app_dingdan_xingqing SET is_chexiao = TRUE, chexiao_time = ?, update_time = ?, update_by = ?, \
         banben_suo = banben_suo + 1 WHERE dingdan_id = ? AND shijian_id = ? AND NOT is_chexiao AND is_del = FALSE",
        &[
            by.now.0.into(),
            by.now.0.into(),
            by.reach.user_id.into(),
            order.into(),
            event.into(),
        ],
    )?;
    rows::touch(tx, &Repayment::model().name, 0)
}

/// The order and the kind of the record in force that carries a receipt of the payment channel.
pub fn by_receipt(conn: &mut Conn, receipt: &str) -> Result<Option<(i64, String)>> {
    if held::is_holding(conn) {
        return Ok(held::by_receipt(conn, receipt));
    }
    let row = conn.query_opt(
        "SELECT dingdan_id, \"type\" FROM app_dingdan_xingqing WHERE liushuihao = ? AND is_chexiao = FALSE",
        &[receipt.into()],
    )?;
    row.map(|row| Ok((row.int(0)?, row.text(1)?.to_owned())))
        .transpose()
}

/// What sums of movements are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Day,
    Method,
    Operator,
}

/// Which movements are summed; times in milliseconds, both included.
#[derive(Debug, Clone, Default)]
pub struct Sums {
    pub from_ms: Option<i64>,
    pub to_ms: Option<i64>,
    pub method: Option<String>,
    pub operator: Option<i64>,
    pub kind: Option<String>,
}

/// What moved in one group; money out and what was reversed are as signed in the records.
#[derive(Debug, Clone, Default)]
pub struct Moved {
    pub key: String,
    pub count: i64,
    pub money_in: i128,
    pub money_out: i128,
    pub reversed: i128,
}

/// Sums by group. A movement counts on the day it was posted, its reversal on the day it was undone,
/// as in the journal.
pub fn sums(conn: &mut Conn, wanted: &Sums, group: Group, reach: &Reach) -> Result<Vec<Moved>> {
    let mut sql = Sql::new("SELECT k, CAST(sum(n) AS BIGINT)");
    for amount in ["i", "o", "r"] {
        sql.push(", ");
        sums::push(&mut sql, &Sql::new(amount));
    }
    sql.push(" FROM (");
    let posted = "1 AS n, CASE WHEN t.liushui_jine > 0 THEN t.liushui_jine ELSE 0 END AS i, \
                  CASE WHEN t.liushui_jine < 0 THEN t.liushui_jine ELSE 0 END AS o, 0 AS r";
    half(
        &mut sql,
        wanted,
        group,
        reach,
        "create_time",
        "caozuoren_id",
        posted,
    );
    sql.push(" UNION ALL ");
    let undone = "0 AS n, 0 AS i, 0 AS o, t.liushui_jine AS r";
    half(
        &mut sql,
        wanted,
        group,
        reach,
        "chexiao_time",
        "update_by",
        undone,
    );
    sql.push(") moved GROUP BY k ORDER BY k");
    let rows = conn.query_sql(&sql)?;
    let groups = rows.iter().map(|row| {
        Ok(Moved {
            key: row.text(0)?.to_owned(),
            count: row.int(1)?,
            money_in: sums::read(row, 2)?,
            money_out: sums::read(row, 4)?,
            reversed: sums::read(row, 6)?,
        })
    });
    groups.collect()
}

fn half(
    sql: &mut Sql,
    wanted: &Sums,
    group: Group,
    reach: &Reach,
    time: &str,
    operator: &str,
    figures: &str,
) {
    sql.push("SELECT ");
    match group {
        Group::Day => sql
            .push("CAST((t.")
            .name(time)
            .push(" + 28800000) / 86400000 AS TEXT)"),
        Group::Method => sql.push("coalesce(t.zhifufangshi, '')"),
        Group::Operator => sql.push("CAST(t.").name(operator).push(" AS TEXT)"),
    };
    sql.push(" AS k, ").push(figures);
    sql.push(
        " FROM app_dingdan_xingqing t WHERE t.is_del = FALSE AND t.liushui_jine IS NOT NULL AND t.",
    )
    .name(time)
    .push(" IS NOT NULL");
    for (sign, bound) in [(" >= ", wanted.from_ms), (" <= ", wanted.to_ms)] {
        if let Some(bound) = bound {
            sql.push(" AND t.").name(time).push(sign).bind(bound);
        }
    }
    if let Some(method) = &wanted.method {
        sql.push(" AND t.zhifufangshi = ").bind(method.as_str());
    }
    if let Some(id) = wanted.operator {
        sql.push(" AND t.").name(operator).push(" = ").bind(id);
    }
    if let Some(kind) = &wanted.kind {
        sql.push(" AND t.\"type\" = ").bind(kind.as_str());
    }
    if let Some(scope) = reach.condition(Repayment::model(), "t") {
        sql.push(" AND ").append(&scope);
    }
}
