//! Counts that lists show, kept by the transactions that write what they count (the triggers of
//! migration 0012), and what they should be. A list costs the same however many orders there are.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    sql::Sql,
};

/// What a resource keeps counts of.
pub struct Owner {
    table: &'static str,
    pub word: &'static str,
    /// How an order names it.
    column: &'static str,
    /// Whether customers name it too.
    has_customers: bool,
    /// Words for the counts, in the order of [`COUNTS`].
    pub labels: [&'static str; 3],
    /// How many of them are counted at a time: a product may have most of all orders.
    step: i64,
}

const COUNTS: [&str; 3] = ["shenqingshu", "fangkuanshu", "zhuceshu"];

pub const OWNERS: [Owner; 3] = [
    Owner {
        table: "app_project",
        word: "产品",
        column: "project_id",
        has_customers: false,
        labels: ["申请数", "放款数", "注册数"],
        step: 1,
    },
    Owner {
        table: "app_qudao",
        word: "渠道",
        column: "qudao_id",
        has_customers: true,
        labels: ["申请数", "放款数", "注册数"],
        step: 1,
    },
    Owner {
        table: "app_user",
        word: "客户",
        column: "user_id",
        has_customers: false,
        labels: ["订单数", "放款数", "注册数"],
        step: 500,
    },
];

/// One of those that most applications name.
#[derive(Debug)]
pub struct Ranked {
    pub id: i64,
    pub name: String,
    pub registered: i64,
    pub applied: i64,
    pub paid_out: i64,
}

/// Those of a table that most applications name.
pub fn ranked(conn: &mut Conn, table: &'static str, limit: i64) -> Result<Vec<Ranked>> {
    let mut sql = Sql::new(
        "SELECT t.id, t.mingcheng, CAST(sum(k.zhuceshu) AS BIGINT), CAST(sum(k.shenqingshu) AS BIGINT), \
         CAST(sum(k.fangkuanshu) AS BIGINT) FROM kept_count k JOIN ",
    );
    sql.name(table);
    sql.push(" t ON t.id = k.row_id WHERE k.owner = ")
        .bind(table);
    sql.push(" AND t.is_del = FALSE GROUP BY t.id, t.mingcheng ORDER BY 4 DESC, 1 LIMIT ")
        .bind(limit);
    let rows = conn.query_sql(&sql)?;
    let ranked = rows.iter().map(|row| {
        Ok(Ranked {
            id: row.int(0)?,
            name: row.text(1)?.to_owned(),
            registered: row.int(2)?,
            applied: row.int(3)?,
            paid_out: row.int(4)?,
        })
    });
    ranked.collect()
}

/// Counts that are not what they should be.
#[derive(Debug)]
pub struct Wrong {
    pub id: i64,
    pub kept: [i64; 3],
    pub counted: [i64; 3],
}

/// What is wrong among the next owners after an id, and the id to go on after; none at the end,
/// where everything behind the last one was counted too.
pub fn next(conn: &mut Conn, owner: &Owner, after_id: i64) -> Result<(Vec<Wrong>, Option<i64>)> {
    let last = last_of_step(conn, owner, after_id)?;
    let rows = conn.query_sql(&differences(owner, after_id, last.unwrap_or(i64::MAX)))?;
    let wrong = rows.iter().map(|row| {
        Ok(Wrong {
            id: row.int(0)?,
            kept: [row.int(1)?, row.int(2)?, row.int(3)?],
            counted: [row.int(4)?, row.int(5)?, row.int(6)?],
        })
    });
    Ok((wrong.collect::<Result<_>>()?, last))
}

/// The last id of the next step; none where fewer are left.
fn last_of_step(conn: &mut Conn, owner: &Owner, after_id: i64) -> Result<Option<i64>> {
    let mut sql = Sql::new("SELECT id FROM ");
    sql.name(owner.table).push(" WHERE id > ").bind(after_id);
    sql.push(" ORDER BY id LIMIT 1 OFFSET ")
        .bind(owner.step - 1);
    let row = conn.query_opt(&sql.text, &sql.params)?;
    row.map(|row| row.int(0)).transpose()
}

/// Counts of one range of owners, kept and counted, where they differ: one statement, so that both
/// are of one moment.
fn differences(owner: &Owner, after_id: i64, last: i64) -> Sql {
    let within = |sql: &mut Sql, column: &str| {
        sql.push(column).push(" > ").bind(after_id);
        sql.push(" AND ").push(column).push(" <= ").bind(last);
    };
    let mut sql = Sql::new("SELECT row_id");
    for side in ["kept", "counted"] {
        for at in ["1", "2", "3"] {
            sql.push(", CAST(sum(")
                .push(side)
                .push(at)
                .push(") AS BIGINT)");
        }
    }
    sql.push(" FROM (SELECT row_id");
    for (count, at) in COUNTS.iter().zip(["1", "2", "3"]) {
        sql.push(", ").push(count).push(" AS kept").push(at);
    }
    sql.push(", 0 AS counted1, 0 AS counted2, 0 AS counted3 FROM kept_count WHERE owner = ")
        .bind(owner.table)
        .push(" AND ");
    within(&mut sql, "row_id");
    sql.push(" UNION ALL SELECT ").push(owner.column);
    sql.push(
        ", 0, 0, 0, count(*), count(fangkuan_time), 0 FROM app_dingdan WHERE is_del = FALSE AND ",
    );
    within(&mut sql, owner.column);
    sql.push(" GROUP BY ").push(owner.column);
    if owner.has_customers {
        sql.push(" UNION ALL SELECT qudao_id, 0, 0, 0, 0, 0, count(*) FROM app_user WHERE is_del = FALSE AND ");
        within(&mut sql, "qudao_id");
        sql.push(" GROUP BY qudao_id");
    }
    sql.push(
        ") both_sides GROUP BY row_id HAVING sum(kept1) <> sum(counted1) OR sum(kept2) <> sum(counted2) \
         OR sum(kept3) <> sum(counted3) ORDER BY row_id LIMIT 1000",
    );
    sql
}

/// Counts everything anew.
pub(crate) fn count_again(tx: &mut Tx<'_>) -> Result<()> {
    for table in ["kept_count", "kept_benjin"] {
        tx.execute(&format!("DELETE FROM {table}"), &[])?;
    }
    for owner in &OWNERS {
        let (table, column) = (owner.table, owner.column);
        let text = format!(
            "INSERT INTO kept_count SELECT '{table}', {column}, 0, count(*), count(fangkuan_time), 0 FROM app_dingdan \
             WHERE is_del = FALSE AND {column} IS NOT NULL GROUP BY {column}"
        );
        tx.execute(&text, &[])?;
        if owner.has_customers {
            let text = format!(
                "INSERT INTO kept_count SELECT '{table}', {column}, 0, 0, 0, count(*) FROM app_user \
                 WHERE is_del = FALSE AND {column} IS NOT NULL GROUP BY {column} \
                 ON CONFLICT (owner, row_id, part) DO UPDATE SET zhuceshu = excluded.zhuceshu"
            );
            tx.execute(&text, &[])?;
        }
    }
    let text = "INSERT INTO kept_benjin SELECT o.user_id, CAST(sum(CASE WHEN f.fangxiang = 'JIE' THEN f.jine ELSE -f.jine END) AS BIGINT) \
                FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id WHERE f.kemu = 'DAIKUANBENJIN' GROUP BY o.user_id";
    tx.execute(text, &[]).map(drop)
}

/// A customer whose kept principal is not the balance of the journal.
#[derive(Debug)]
pub struct WrongPrincipal {
    pub id: i64,
    pub kept: i64,
    pub posted: i64,
}

/// What is wrong with the principal that is kept of the next customers after an id, and the id to
/// go on after.
pub fn next_principal(
    conn: &mut Conn,
    after_id: i64,
) -> Result<(Vec<WrongPrincipal>, Option<i64>)> {
    let [.., customers] = &OWNERS;
    let last = last_of_step(conn, customers, after_id)?;
    let until = last.unwrap_or(i64::MAX);
    let mut sql = Sql::new(
        "SELECT user_id, CAST(sum(kept) AS BIGINT), CAST(sum(posted) AS BIGINT) FROM (\
         SELECT user_id, benjin AS kept, 0 AS posted FROM kept_benjin WHERE user_id > ",
    );
    sql.bind(after_id).push(" AND user_id <= ").bind(until);
    sql.push(
        " UNION ALL SELECT o.user_id, 0, CASE WHEN f.fangxiang = 'JIE' THEN f.jine ELSE -f.jine END \
         FROM app_dingdan o CROSS JOIN app_zijin_fenlu f \
         WHERE f.dingdan_id = o.id AND f.kemu = 'DAIKUANBENJIN' AND o.is_del = FALSE AND o.user_id > ",
    );
    sql.bind(after_id).push(" AND o.user_id <= ").bind(until);
    sql.push(
        ") both_sides GROUP BY user_id HAVING sum(kept) <> sum(posted) ORDER BY user_id LIMIT 1000",
    );
    let rows = conn.query_sql(&sql)?;
    let wrong = rows.iter().map(|row| {
        Ok(WrongPrincipal {
            id: row.int(0)?,
            kept: row.int(1)?,
            posted: row.int(2)?,
        })
    });
    Ok((wrong.collect::<Result<_>>()?, last))
}
