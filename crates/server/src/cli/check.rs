//! `zhanggui check`: proves what must always hold, beside a live server or without one.

use service::check;
use store::{Conn, Dialect, checks, seal};

use crate::{app, housekeeping::SEALED, settings::Settings};

/// How often a long check tells how far it is.
const TELL_MS: i64 = 3_000;

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
    let clock = app::clock(settings)?;
    let mut told = clock.real();
    let report = check::walk(&db, clock.today(), |progress| {
        if clock.real().0 - told.0 >= TELL_MS {
            told = clock.real();
            let (orders, percent) = (progress.orders, progress.percent());
            eprintln!("已检查订单 {orders} 笔，约 {percent}%");
        }
    });
    let report = report.map_err(|error| format!("无法检查订单：{error:?}"))?;
    note(&format!("订单：{} 笔", report.orders));
    if report.since_upgrade > 0 {
        let count = report.since_upgrade;
        note(&format!("其中 {count} 笔在升级之前已有，只从升级时起可证"));
    }
    let mut problems: Vec<String> = report
        .findings
        .into_iter()
        .map(|finding| format!("第{}条 {}", finding.rule, finding.text))
        .collect();
    match db.read_now(all) {
        Ok((notes, more)) => {
            notes.iter().for_each(|line| note(line));
            problems.extend(more);
        }
        Err(error) => problems.push(format!("无法检查：{error}")),
    }
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
