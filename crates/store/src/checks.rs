//! What must always hold, as questions to the database. Each answers the rows that break it.

use schema::{Kind, Model, models, table_name};

use crate::{conn::Conn, error::Result, sql::Dialect};

/// The kept row counts agree with the rows (SQLite keeps them).
pub fn row_counts(conn: &mut Conn) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    if conn.dialect() == Dialect::Postgres {
        return Ok(problems);
    }
    for model in models() {
        let kept = conn
            .query_one(
                "SELECT row_count FROM table_version WHERE name = ?",
                &[model.name.as_str().into()],
            )?
            .int(0)?;
        let counted = counted(conn, model)?;
        if kept != counted {
            problems.push(format!("{}：记录的行数{kept}，实际{counted}", model.name));
        }
    }
    Ok(problems)
}

/// How many rows a list without filters has.
pub(crate) fn counted(conn: &mut Conn, model: &Model) -> Result<i64> {
    let text = if model.table.append_only {
        format!(
            "SELECT count(*) FROM \"{0}\" t WHERE NOT EXISTS (SELECT 1 FROM archived a WHERE a.table_name = '{0}' AND a.row_id = t.id)",
            model.name
        )
    } else {
        format!(
            "SELECT count(*) FROM \"{}\" WHERE is_del = FALSE",
            model.name
        )
    };
    conn.query_one(&text, &[])?.int(0)
}

/// Every reference of a live row points at a row that exists (deleted or not).
pub fn dangling_references(conn: &mut Conn) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for model in models().iter().filter(|model| !model.table.append_only) {
        for field in &model.fields {
            let Kind::Ref(path) = field.column.kind else {
                continue;
            };
            let text = format!(
                "SELECT t.id FROM \"{}\" t WHERE t.is_del = FALSE AND t.\"{column}\" IS NOT NULL AND t.\"{column}\" <> 0 \
                 AND NOT EXISTS (SELECT 1 FROM \"{}\" r WHERE r.id = t.\"{column}\") ORDER BY t.id LIMIT 10",
                model.name,
                table_name(path),
                column = field.column.name
            );
            for row in conn.query(&text, &[])? {
                problems.push(format!(
                    "{} 编号{}：{}指向不存在的数据",
                    model.name,
                    row.int(0)?,
                    field.wire
                ));
            }
        }
    }
    Ok(problems)
}

/// What one table says of the rows of another: table, column, and whose row it names.
const NAMED_ROWS: [(&str, &str, &str); 6] = [
    ("sys_user_role", "user_id", "sys_user"),
    ("sys_user_role", "role_id", "sys_role"),
    ("sys_role_menu", "role_id", "sys_role"),
    ("sys_role_menu", "menu_id", "sys_menu"),
    ("sys_pianhao", "user_id", "sys_user"),
    ("login_place", "user_id", "sys_user"),
];

/// Links of an owner or to a member that does not exist: a state covers the links of rows that
/// there are, so these would wait unseen for somebody with that number.
pub fn orphan_links(conn: &mut Conn) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for (link, column, table) in NAMED_ROWS {
        let text = format!(
            "SELECT DISTINCT l.{column} FROM {link} l \
             WHERE NOT EXISTS (SELECT 1 FROM {table} r WHERE r.id = l.{column}) ORDER BY 1 LIMIT 10"
        );
        for row in conn.query(&text, &[])? {
            let id = row.int(0)?;
            problems.push(format!("{link}：{column} {id} 指向不存在的数据（{table}）"));
        }
    }
    Ok(problems)
}

/// The database file itself is sound. To be asked on a fresh connection: one that has searched
/// before judges a search index by the shape it remembers of it, and finds faults where there
/// are none.
pub fn sqlite_integrity(conn: &mut Conn) -> Result<Vec<String>> {
    if conn.dialect() == Dialect::Postgres {
        return Ok(Vec::new());
    }
    let rows = conn.query("PRAGMA integrity_check", &[])?;
    let mut problems = Vec::new();
    for row in rows {
        if row.text(0)? != "ok" {
            problems.push(format!("数据库文件：{}", row.text(0)?));
        }
    }
    Ok(problems)
}
