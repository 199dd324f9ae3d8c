//! `zhanggui check`: proves what must always hold, beside a live server or without one.

use store::{Conn, Dialect, checks, seal};

use crate::{app, housekeeping::SEALED, settings::Settings};

pub fn run(settings: &Settings) -> Result<(), String> {
    let problems = find(settings, |note| println!("{note}"))?;
    if problems.is_empty() {
        println!("检查通过");
        return Ok(());
    }
    for problem in &problems {
        println!("{problem}");
    }
    Err(format!("检查发现 {} 个问题", problems.len()))
}

/// Every problem in a sentence; `note` is told what was looked at.
pub fn find(settings: &Settings, note: impl Fn(&str)) -> Result<Vec<String>, String> {
    let db = app::open_existing_db(settings)?;
    let (notes, mut problems) = db
        .read_now(all)
        .map_err(|error| format!("无法检查：{error}"))?;
    notes.iter().for_each(|line| note(line));
    let today = app::clock(settings)?.today();
    let report =
        service::check::run(&db, today).map_err(|error| format!("无法检查订单：{error:?}"))?;
    note(&format!("订单：{} 笔", report.orders));
    problems.extend(
        report
            .findings
            .into_iter()
            .map(|finding| format!("第{}条 {}", finding.rule, finding.text)),
    );
    Ok(problems)
}

/// What was looked at, and what is wrong.
fn all(conn: &mut Conn) -> store::Result<(Vec<String>, Vec<String>)> {
    let (mut notes, mut problems) = (Vec::new(), Vec::new());
    for table in SEALED {
        let (blocks, broken) = seal::verify(conn, table)?;
        notes.push(format!("日志封存 {table}：{blocks} 块"));
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
    Ok((notes, problems))
}
