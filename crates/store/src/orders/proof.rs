//! Everything that is kept about orders, read in the order of their ids for being proven. Ranges of
//! ids and not lists of them, so that a row which belongs to no order is met as well.

use std::collections::BTreeMap;

use super::{
    Stored, history,
    read::{self, instalment},
    unreadable,
};
use crate::{
    conn::Conn,
    crypt::digest,
    error::Result,
    known_terms::KnownTerms,
    payee_copies,
    sql::Sql,
    value::{Row, Value},
};

/// A kind of rows: its table, the word for it, its columns, and how it is read.
pub struct Part {
    pub table: &'static str,
    pub word: &'static str,
    pub columns: &'static [&'static str],
    /// How many of the columns a digest covers. ColumnValues added later stand behind them, or the
    /// digests of orders from before would not match any more.
    digested: usize,
    select: &'static str,
    order_by: &'static str,
}

pub const PLAN: Part = Part {
    table: "app_dingdan_jihua",
    word: "还款计划",
    columns: &[
        "dingdan_id",
        "qi",
        "qishi",
        "tianshu",
        "riqi",
        "benjin",
        "lixi",
        "zixunfei",
        "fuwufei",
        "shijian_id",
        "huankuan_ri",
        "shou_benjin",
        "shou_lixi",
        "shou_zixunfei",
        "shou_fuwufei",
        "shou_yuqifei",
        "shou_weiyuejin",
        "yuqi_tianshu",
        "zongyouhui",
        "shifu",
        "bufen",
        "yishou",
        "kuanxian",
    ],
    digested: 20,
    select: "",
    order_by: "dingdan_id, qi",
};

pub const EVENTS: Part = Part {
    table: "app_dingdan_shijian",
    word: "资金事件",
    columns: &[
        "dingdan_id",
        "shijian_id",
        "type",
        "shijian_ms",
        "riqi",
        "qi",
        "jine",
        "youhui_qian",
        "is_chexiao",
    ],
    digested: 9,
    select: "",
    order_by: "dingdan_id, shijian_id",
};

pub const RECORDS: Part = Part {
    table: "app_dingdan_xingqing",
    word: "还款记录",
    columns: &[
        "dingdan_id",
        "shijian_id",
        "type",
        "qi",
        "yingfujine",
        "youhuijine",
        "shifujine",
        "is_chexiao",
        "id",
        "bianhao",
        "user_id",
        "miaoshu",
        "zhifufangshi",
        "is_yuqi",
        "dangqian_huankuan_time",
        "huankuan_time",
        "liushuihao",
        "pingzheng",
        "chexiao_time",
        "caozuoren_id",
        "create_time",
        "create_by",
        "update_time",
        "update_by",
        "banben_suo",
        "liushui_jine",
        "liushui_miaoshu",
    ],
    digested: 25,
    select: " AND is_del = FALSE",
    order_by: "dingdan_id, id",
};

pub const LINES: Part = Part {
    table: "app_zijin_fenlu",
    word: "分录",
    columns: &[
        "dingdan_id",
        "shijian_id",
        "is_chongxiao",
        "kemu",
        "fangxiang",
        "jine",
        "jianmian",
        "hang",
        "riqi",
        "create_time",
        "create_by",
        "id",
    ],
    digested: 12,
    select: "",
    order_by: "dingdan_id, shijian_id, is_chongxiao, hang",
};

pub const LOG: Part = Part {
    table: "app_log",
    word: "订单日志",
    columns: &[
        "dingdan_id",
        "type",
        "qian_state",
        "hou_state",
        "id",
        "bianhao",
        "user_id",
        "neirong",
        "jine",
        "shijian_id",
        "caozuoren_id",
        "create_time",
    ],
    digested: 12,
    select: "",
    order_by: "dingdan_id, id",
};

/// The last column says whether the row is one that the server wrote after the one before it.
pub const HISTORY: Part = Part {
    table: "app_dingdan_lishi",
    word: "订单历史",
    columns: &[
        "dingdan_id",
        "xuhao",
        "type",
        "shijian_ms",
        "caozuoren_id",
        "neirong",
        "mac",
    ],
    digested: 6,
    select: "",
    order_by: "dingdan_id, xuhao",
};

/// The last column is the digest of what the copy says now, none where it cannot be opened.
pub const COPIES: Part = Part {
    table: "app_dingdan_shoukuan",
    word: "收款账户副本",
    columns: &[
        "dingdan_id",
        "id",
        "user_shoukuan_id",
        "neirong_mac",
        "neirong",
    ],
    digested: 5,
    select: " AND is_del = FALSE",
    order_by: "dingdan_id, id",
};

/// The parts of an order, in the order of [`Pile::parts`].
pub const PARTS: [&Part; 7] = [&PLAN, &EVENTS, &RECORDS, &LINES, &LOG, &HISTORY, &COPIES];

/// The columns of an order's own row. The first are those that [`read::stored`] expects.
pub const ORDER: &[&str] = &[
    "id",
    "banben_suo",
    "bianhao",
    "user_id",
    "user_show",
    "project_id",
    "user_shoukuan_id",
    "shenheren_id",
    "shijian_shu",
    "state",
    "tiaokuan",
    "shenqing_jine",
    "jiekuan_jine",
    "qishu",
    "shenhe_time",
    "chongqian_cishu",
    "youhui_dangqian",
    "chexiao_shijian",
    "shoukuan_fuben_id",
    "payee_line",
    "qudao_id",
    "huankuan_moshi",
    "jiekuan_yongtu",
    "yinghuan_ri",
    "shenhe_yijian",
    "fangkuanren_id",
    "fangkuan_time",
    "fangkuan_liushui",
    "fangkuan_shibai",
    "beizhu",
    "yuqi_ri",
    "shengyu_benjin",
    "dangqian_qi",
    "yuqi_xu",
    "huankuan_zonge",
    "benqi_jine",
    "hetong_banben",
    "create_time",
    "create_by",
    "update_time",
    "update_by",
    "is_del",
    "genjinren_id",
    "mendian",
];
/// Behind them what the customer's row says: who looks after them, and where.
const CUSTOMER: usize = ORDER.len();

/// One order with every row that names it; `order` is missing where the rows belong to nothing.
#[derive(Debug, Default)]
pub struct Pile {
    pub order: Option<Row>,
    pub parts: [Vec<Row>; 7],
}

/// The next orders after an id, with all that names them or an id between them. Answers the id to go
/// on after; `None` at the end, where everything behind the last order was read too.
pub fn next(
    conn: &mut Conn,
    after_id: i64,
    limit: i64,
) -> Result<(BTreeMap<i64, Pile>, Option<i64>)> {
    let mut piles: BTreeMap<i64, Pile> = BTreeMap::new();
    let rows = orders(conn, after_id, limit)?;
    let last = rows.last().map(|row| row.int(0)).transpose()?;
    for row in rows {
        let id = row.int(0)?;
        piles.entry(id).or_default().order = Some(row);
    }
    for (at, part) in PARTS.iter().enumerate() {
        let rows = match part.table {
            table if table == COPIES.table => payee_copies::between(conn, after_id, last)?,
            table if table == HISTORY.table => {
                let rows = part_rows(conn, part, after_id, last)?;
                proven_history(conn, rows)?
            }
            _ => part_rows(conn, part, after_id, last)?,
        };
        for row in rows {
            let pile = piles.entry(row.int(0)?).or_default();
            if let Some(rows) = pile.parts.get_mut(at) {
                rows.push(row);
            }
        }
    }
    Ok((piles, last))
}

fn orders(conn: &mut Conn, after_id: i64, limit: i64) -> Result<Vec<Row>> {
    let mut sql = Sql::new("SELECT ");
    for (at, name) in ORDER.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" });
        match *name {
            "user_show" => sql.push("coalesce(u.nick_name, '')"),
            // What a copy says is proven by its digest.
            "payee_line" => sql.push("NULL"),
            name => sql.push("t.").name(name),
        };
    }
    sql.push(", u.genjinren_id, u.mendian FROM app_dingdan t LEFT JOIN app_user u ON u.id = t.user_id WHERE t.id > ");
    sql.bind(after_id).push(" ORDER BY t.id LIMIT ").bind(limit);
    conn.query_sql(&sql)
}

fn part_rows(conn: &mut Conn, part: &Part, after_id: i64, last: Option<i64>) -> Result<Vec<Row>> {
    let mut sql = Sql::new("SELECT ");
    for (at, name) in part.columns.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).name(name);
    }
    sql.push(" FROM ").name(part.table);
    sql.push(" WHERE dingdan_id > ").bind(after_id);
    if let Some(last) = last {
        sql.push(" AND dingdan_id <= ").bind(last);
    }
    sql.push(part.select).push(" ORDER BY ").push(part.order_by);
    if last.is_none() {
        // Behind the last order there is nothing, or more than anyone reads.
        sql.push(" LIMIT 1000");
    }
    conn.query_sql(&sql)
}

/// Puts in place of each row's digest whether it is the right one.
fn proven_history(conn: &Conn, mut rows: Vec<Row>) -> Result<Vec<Row>> {
    let mut previous: Option<(i64, String)> = None;
    for row in &mut rows {
        let order = row.int(0)?;
        let Some(Value::Text(found)) = row.0.pop() else {
            return Err(unreadable("digest of a history"));
        };
        let before = previous.as_ref().filter(|(of, _)| *of == order);
        let before = before.map(|(_, mac)| mac.as_str());
        let is_right = history::mac(conn.keys(), before, &row.0) == found;
        row.0.push(is_right.into());
        previous = Some((order, found));
    }
    Ok(rows)
}

/// Rows that name no order at all: how many of a table, at most a thousand.
pub fn nameless(conn: &mut Conn, part: &Part) -> Result<i64> {
    // Only a resource may leave it out. Each condition has the index to itself: of both together
    // SQLite would read the whole table.
    let is_resource = schema::models().iter().any(|of| of.name == part.table);
    let conditions = ["dingdan_id <= 0", "dingdan_id IS NULL"];
    let mut sql = Sql::new("SELECT count(*) FROM (");
    for (at, condition) in conditions
        .iter()
        .take(1 + usize::from(is_resource))
        .enumerate()
    {
        sql.push(if at > 0 { " UNION ALL " } else { "" });
        sql.push("SELECT 1 FROM ").name(part.table).push(" WHERE ");
        sql.push(condition).push(part.select);
    }
    sql.push(" LIMIT 1000) none");
    conn.query_one(&sql.text, &sql.params)?.int(0)
}

impl Pile {
    fn part(&self, at: usize) -> &[Row] {
        self.parts.get(at).map_or(&[], Vec::as_slice)
    }

    pub fn plan(&self) -> &[Row] {
        self.part(0)
    }

    pub fn events(&self) -> &[Row] {
        self.part(1)
    }

    pub fn records(&self) -> &[Row] {
        self.part(2)
    }

    pub fn lines(&self) -> &[Row] {
        self.part(3)
    }

    pub fn log(&self) -> &[Row] {
        self.part(4)
    }

    pub fn history(&self) -> &[Row] {
        self.part(5)
    }

    pub fn copies(&self) -> &[Row] {
        self.part(6)
    }

    /// The order as verbs see it.
    pub fn stored(&self) -> Result<Stored> {
        let row = self.order.as_ref().ok_or_else(|| unreadable("order"))?;
        let items = self.plan().iter().map(|row| instalment(row));
        let live = self.events().iter().filter_map(|row| match row.bool(8) {
            Ok(true) => None,
            _ => Some(read::live_event(row)),
        });
        let mut stored = read::stored(row, &mut KnownTerms::default())?;
        stored.planned(items.collect::<Result<_>>()?);
        stored.order.live = live.collect::<Result<_>>()?;
        Ok(stored)
    }

    /// Who looks after the customer, and where: the order says the same.
    pub fn customer(&self) -> [(&'static str, Value); 2] {
        let value = |at: usize| {
            let row = self.order.as_ref();
            row.and_then(|row| row.0.get(CUSTOMER + at).cloned())
                .unwrap_or(Value::Null)
        };
        [("genjinren_id", value(0)), ("mendian", value(1))]
    }
}

impl Part {
    pub fn value<'a>(&self, row: &'a Row, column: &str) -> Option<&'a Value> {
        let at = self.columns.iter().position(|name| *name == column)?;
        row.0.get(at)
    }

    /// A digest over rows, the same for both engines.
    pub fn digest<'a>(&self, rows: impl IntoIterator<Item = &'a Row>) -> String {
        let mut text = String::new();
        for row in rows {
            for value in row.0.iter().take(self.digested) {
                match value {
                    Value::Null => text.push('-'),
                    Value::Bool(flag) => text.push_str(if *flag { "1" } else { "0" }),
                    Value::Int(number) => text.push_str(&number.to_string()),
                    Value::Text(letters) => {
                        text.push_str(&format!("{}:{letters}", letters.len()));
                    }
                    Value::Blob(_) => text.push('*'),
                }
                text.push(';');
            }
            text.push('\n');
        }
        digest(text)
    }
}

/// The newest order there is.
pub fn newest(conn: &mut Conn) -> Result<i64> {
    let row = conn.query_one("SELECT coalesce(max(id), 0) FROM app_dingdan", &[])?;
    row.int(0)
}
