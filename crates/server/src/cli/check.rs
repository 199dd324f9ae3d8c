//! `zhanggui check`: proves what must always hold, beside a live server or without one.

use store::{Conn, Dialect, checks, seal};

use crate::{app, housekeeping::SEALED, settings::Settings};

pub fn run(settings: &Settings) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let mut problems = db
        .read_now(all)
        .map_err(|error| format!("无法检查：{error}"))?;
    let today = app::clock(settings)?.today();
    let report =
        service::check::run(&db, today).map_err(|error| format!("无法检查订单：{error:?}"))?;
    println!("订单：{} 笔", report.orders);
    problems.extend(
        report
            .findings
            .into_iter()
            .map(|finding| format!("第{}条 {}", finding.rule, finding.text)),
    );
    if problems.is_empty() {
        println!("检查通过");
        return Ok(());
    }
    for problem in &problems {
        println!("{problem}");
    }
    Err(format!("检查发现 {} 个问题", problems.len()))
}

fn all(conn: &mut Conn) -> store::Result<Vec<String>> {
    let mut problems = Vec::new();
    for table in SEALED {
        let (blocks, broken) = seal::verify(conn, table)?;
        println!("日志封存 {table}：{blocks} 块");
        problems.extend(broken.iter().map(|block| {
            format!(
                "日志封存被破坏：{} 第{}块，编号{}到{}",
                block.table, block.block, block.first_id, block.last_id
            )
        }));
    }
    problems.extend(checks::row_counts(conn)?);
    problems.extend(checks::dangling_references(conn)?);
    if conn.dialect() == Dialect::Sqlite {
        problems.extend(checks::sqlite_integrity(conn)?);
    }
    Ok(problems)
}
