//! Orders in any number: a year of an office's business made by the real verbs, and copies of it
//! that the database makes itself.

use store::{Db, Dialect, Tx};
use testkit::{TestApp, demo};

/// Orders made by the verbs.
const ORIGINALS: u32 = 500;
/// Orders copied in one transaction, at most.
const BATCH: u32 = 10_000;
/// Past the first, one transaction in so many copies plans, events, log and records too: the others are orders alone.
const WHOLE: u32 = 5;
/// What hangs on an order, and who made it.
const PARTS: [&str; 6] = [
    "app_user",
    "app_dingdan_jihua",
    "app_dingdan_shijian",
    "app_dingdan_xingqing",
    "app_log",
    "app_zijin_fenlu",
];

/// Adds so many orders to an empty database.
pub fn fill(test: &TestApp, orders: u32) {
    let originals = orders.min(ORIGINALS);
    demo::fill(test.db(), test.clock.now(), originals as usize);
    store::finish_words(test.db()).unwrap();
    let tables: Vec<Table> = std::iter::once("app_dingdan")
        .chain(PARTS)
        .map(|name| Table::read(test.db(), name))
        .collect();
    let taken: Vec<String> = tables
        .iter()
        .flat_map(|table| table.take_indexes_and_triggers(test.db()))
        .collect();
    let (mut first, mut round) = (originals, 0);
    while first < orders {
        let count = first.min(BATCH).min(orders - first);
        let is_whole = first < BATCH || round % WHOLE == 0;
        let copied = tables.clone();
        let copy = move |tx: &mut Tx<'_>| {
            no_limit(tx)?;
            for table in &copied {
                if is_whole || table.has_own_numbers() {
                    table.copy(tx, first, count)?;
                }
            }
            Ok::<_, store::Error>(())
        };
        test.db().write_now(copy).unwrap();
        first += count;
        round += 1;
    }
    let finish = move |tx: &mut Tx<'_>| {
        no_limit(tx)?;
        for made_again in &taken {
            tx.batch(made_again)?;
        }
        tables.iter().try_for_each(|table| table.finish(tx))
    };
    test.db().write_now(finish).unwrap();
}

/// However long it takes.
fn no_limit(tx: &mut Tx<'_>) -> store::Result<()> {
    tx.be_patient()?;
    if tx.dialect() == Dialect::Postgres {
        tx.batch("SET LOCAL maintenance_work_mem = '256MB'")?;
    }
    Ok(())
}

#[derive(Clone)]
struct Table {
    name: &'static str,
    columns: Vec<String>,
}

impl Table {
    fn read(db: &Db, name: &'static str) -> Self {
        let columns = db.read_now(move |conn| {
            let text = match conn.dialect() {
                Dialect::Sqlite => "SELECT name FROM pragma_table_info(?)",
                Dialect::Postgres => {
                    "SELECT column_name::text FROM information_schema.columns WHERE table_name = ?"
                }
            };
            let rows = conn.query(text, &[name.into()])?;
            let names = rows.iter().map(|row| row.text(0).map(str::to_owned));
            names.collect::<store::Result<Vec<_>>>()
        });
        Self {
            name,
            columns: columns.unwrap(),
        }
    }

    /// Drops indexes and triggers and answers how each is made again: over the whole table at once
    /// indexes take seconds, row by row many minutes. What triggers keep has as many rows for any
    /// number of orders; the figures in them stay those of the originals.
    fn take_indexes_and_triggers(&self, db: &Db) -> Vec<String> {
        let name = self.name;
        let taken = db.write_now(move |tx| {
            let mut again = Vec::new();
            let text = match tx.dialect() {
                Dialect::Sqlite => {
                    "SELECT name, sql, type FROM sqlite_master WHERE type IN ('index', 'trigger') AND tbl_name = ? AND sql IS NOT NULL"
                }
                Dialect::Postgres => {
                    // The cleaning that follows a fill would run beside the measurement.
                    tx.batch(&format!(
                        "ALTER TABLE {name} SET (autovacuum_enabled = off); ALTER TABLE {name} DISABLE TRIGGER USER"
                    ))?;
                    again.push(format!("ALTER TABLE {name} ENABLE TRIGGER USER"));
                    "SELECT indexname::text, indexdef, 'index' FROM pg_indexes WHERE tablename = ? AND indexname NOT LIKE '%_pkey'"
                }
            };
            for taken in tx.query(text, &[name.into()])? {
                tx.batch(&format!("DROP {} \"{}\"", taken.text(2)?, taken.text(0)?))?;
                again.push(taken.text(1)?.to_owned());
            }
            Ok::<_, store::Error>(again)
        });
        taken.unwrap()
    }

    /// Orders and customers are numbered by the copy; there are fewer customers than orders.
    fn has_own_numbers(&self) -> bool {
        matches!(self.name, "app_dingdan" | "app_user")
    }

    /// Copies the rows of the first orders; `shift` is how much higher the numbers of theirs are.
    /// What all copies of an order had in common would lie together, as in no office.
    fn copy(&self, tx: &mut Tx<'_>, shift: u32, count: u32) -> store::Result<()> {
        let (is_order, has_own_numbers) = (self.name == "app_dingdan", self.has_own_numbers());
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for column in &self.columns {
            let value = match column.as_str() {
                "id" if !has_own_numbers => continue,
                "id" | "dingdan_id" => format!("\"{column}\" + {shift}"),
                "user_id" if is_order => format!("user_id + {shift}"),
                "phone_idx" => format!("'C' || (id + {shift})"),
                "bianhao" if is_order => format!("'C' || (id + {shift})"),
                "shengyu_benjin" if is_order => format!(
                    "CASE WHEN shengyu_benjin > 0 THEN shengyu_benjin + (id + {shift}) * 7919 % 100000 ELSE shengyu_benjin END"
                ),
                "mendian" if is_order => format!(
                    "CASE (id + {shift}) % 3 WHEN 0 THEN 'ZONGDIAN' WHEN 1 THEN 'DONGCHENG' ELSE 'XICHENG' END"
                ),
                // A receipt names one movement.
                "liushuihao" => "NULL".to_owned(),
                _ => format!("\"{column}\""),
            };
            names.push(format!("\"{column}\""));
            values.push(value);
        }
        let (names, values) = (names.join(", "), values.join(", "));
        let (table, key) = (self.name, if has_own_numbers { "id" } else { "dingdan_id" });
        let which = format!("FROM {table} WHERE {key} <= {count}");
        let counted = tx.query_one(&format!("SELECT count(*) {which}"), &[])?;
        // What is sealed row by row is written past the seals: nobody checks this office.
        tx.batch(&format!(
            "INSERT INTO {table} ({names}) SELECT {values} {which}"
        ))?;
        if tx.dialect() == Dialect::Sqlite {
            let text = "UPDATE table_version SET row_count = row_count + ? WHERE name = ?";
            tx.execute(text, &[counted.int(0)?.into(), table.into()])?;
        }
        Ok(())
    }

    fn is_searched(&self) -> bool {
        let mut models = schema::models().iter();
        let of = models.find(|model| model.name == self.name);
        of.is_some_and(|model| model.gram_fields().next().is_some())
    }

    /// Goes on with ids after those of the copies.
    fn finish(&self, tx: &mut Tx<'_>) -> store::Result<()> {
        if tx.dialect() == Dialect::Postgres {
            tx.batch(&format!("ANALYZE {}", self.name))?;
        } else if self.is_searched() {
            // Copies are found by no words: the index has come to the last of them.
            let text = format!(
                "INSERT INTO {0}_gram (rowid, gram) SELECT max(id), '' FROM {0} HAVING max(id) > (SELECT coalesce(max(id), 0) FROM {0}_gram_docsize)",
                self.name
            );
            tx.batch(&text)?;
        }
        if tx.dialect() == Dialect::Postgres && self.has_own_numbers() {
            let name = self.name;
            tx.batch(&format!(
                "SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))"
            ))?;
        }
        Ok(())
    }
}
