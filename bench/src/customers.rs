//! Customers in any number. Those a page shows are made through the store's own insert, with
//! sealed phones, search index and counts; the many between them are copies that the database
//! makes itself, which the search does not find.

use schema::Timestamp;
use store::{
    Db, Dialect, Reach, Tx, Value,
    rows::{self, Author, Change},
};

/// Customers made one by one, at either end, and those of one copying statement.
const BATCH: u32 = 10_000;
/// Stores that customers belong to, in turn.
pub const STORES: [&str; 4] = ["BENCH_A", "BENCH_B", "BENCH_C", "BENCH_D"];
const SURNAMES: [&str; 8] = ["张", "王", "李", "赵", "陈", "杨", "黄", "周"];
const NAMES: [&str; 8] = ["伟", "芳", "娜", "敏", "静", "磊", "洋", "艳"];
/// What a copy takes over from its original; the index of its phone must be its own.
const COPIED: &str = "create_time, create_by, update_time, update_by, banben_suo, user_no, nick_name, \
    sex, phone, phone_tail, mendian, is_suoding, state, beizhu, is_del";

/// Adds so many customers to an empty table.
pub fn fill(db: &Db, rows: u32) {
    // The cleaning that follows a fill would run beside the measurement.
    on_postgres(db, "ALTER TABLE app_user SET (autovacuum_enabled = off)");
    let ends = rows.min(2 * BATCH);
    insert(db, 0, ends / 2);
    if rows > ends {
        let indexes = take_indexes(db);
        for copied in (0..rows - ends).step_by(BATCH as usize) {
            let count = BATCH.min(rows - ends - copied);
            db.write_now(move |tx| copy(tx, count)).unwrap();
        }
        // Built over the whole table at once they take seconds, row by row many minutes.
        for index in indexes {
            db.write_now(move |tx| build(tx, &index)).unwrap();
        }
    }
    insert(db, ends / 2, ends);
    // An office that has been open for a minute has its statistics.
    on_postgres(db, "ANALYZE app_user");
    store::finish_words(db).unwrap();
}

/// Says something to PostgreSQL alone.
fn on_postgres(db: &Db, text: &'static str) {
    let run = move |tx: &mut Tx<'_>| match tx.dialect() {
        Dialect::Postgres => tx.batch(text),
        Dialect::Sqlite => Ok(()),
    };
    db.write_now(run).unwrap();
}

fn insert(db: &Db, first: u32, last: u32) {
    db.write_now(move |tx| {
        let by = Author {
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

/// Drops the indexes of customers and answers how each is built again.
fn take_indexes(db: &Db) -> Vec<String> {
    db.write_now(|tx| {
        let text = match tx.dialect() {
            Dialect::Sqlite => {
                "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'app_user'"
            }
            Dialect::Postgres => {
                "SELECT indexname::text, indexdef FROM pg_indexes \
                 WHERE tablename = 'app_user' AND indexname <> 'app_user_pkey'"
            }
        };
        let known = tx.query(text, &[])?;
        let mut built = Vec::new();
        for index in &known {
            tx.batch(&format!("DROP INDEX \"{}\"", index.text(0)?))?;
            built.push(index.text(1)?.to_owned());
        }
        Ok::<_, store::Error>(built)
    })
    .unwrap()
}

/// Copies the first customers.
fn copy(tx: &mut Tx<'_>, count: u32) -> store::Result<()> {
    let (own_index, gram) = match tx.dialect() {
        Dialect::Sqlite => ("lower(hex(randomblob(16)))", ""),
        Dialect::Postgres => ("md5(random()::text)", ", gram"),
    };
    let text = format!(
        "INSERT INTO app_user ({COPIED}{gram}, phone_idx) \
         SELECT {COPIED}{gram}, {own_index} FROM app_user ORDER BY id LIMIT {count}"
    );
    // Past the states of customers: a measurement needs none.
    tx.batch(&text)?;
    if tx.dialect() == Dialect::Sqlite {
        let text = "UPDATE table_version SET row_count = row_count + ? WHERE name = 'app_user'";
        tx.execute_one(text, &[i64::from(count).into()])?;
    }
    Ok(())
}

/// Builds an index, however long it takes.
fn build(tx: &mut Tx<'_>, index: &str) -> store::Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.batch("SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '256MB'; ANALYZE app_user")?;
    }
    tx.batch(index)
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
