//! Customers in any number, through the store's own insert: sealed phones, search index, counts.

use schema::Timestamp;
use store::{
    Db, Reach, Value,
    rows::{self, Change, Writer},
};

/// Rows in one transaction.
const BATCH: u32 = 5_000;
/// Stores that customers belong to, in turn.
pub const STORES: [&str; 4] = ["BENCH_A", "BENCH_B", "BENCH_C", "BENCH_D"];
const SURNAMES: [&str; 8] = ["张", "王", "李", "赵", "陈", "杨", "黄", "周"];
const NAMES: [&str; 8] = ["伟", "芳", "娜", "敏", "静", "磊", "洋", "艳"];

/// Adds so many customers to an empty table.
pub fn fill(db: &Db, rows: u32) {
    for first in (0..rows).step_by(BATCH as usize) {
        let last = rows.min(first + BATCH);
        db.write_now(move |tx| {
            let by = Writer {
                reach: &Reach::everything(),
                now: Timestamp::parse("2026-03-01 09:00:00").unwrap_or_default(),
                real_ms: 0,
            };
            for number in first..last {
                let of = schema::model("app/user").unwrap();
                rows::insert(tx, of, &customer(number), &by)?;
            }
            Ok::<_, rows::RowError>(())
        })
        .unwrap();
    }
}

fn customer(number: u32) -> Vec<Change> {
    let of = schema::model("app/user").unwrap();
    let at = |from: &[&'static str], step: u32| from[(number / step) as usize % from.len()];
    let name = format!("{}{}{}", at(&SURNAMES, 1), at(&NAMES, 8), at(&NAMES, 64));
    let columns: [(&str, Value); 8] = [
        ("user_no", format!("C{number:08}").into()),
        ("nick_name", name.into()),
        ("sex", at(&["NAN", "NV"], 1).into()),
        ("phone", format!("138{number:08}").into()),
        ("mendian", at(&STORES, 1).into()),
        ("is_suoding", Value::Bool(false)),
        (
            "state",
            at(&["QIYONG", "QIYONG", "QIYONG", "TINGYONG"], 1).into(),
        ),
        ("beizhu", "老客户介绍".into()),
    ];
    let changes = columns
        .into_iter()
        .map(|(name, value)| (of.field_named(name).unwrap(), value));
    changes.collect()
}
