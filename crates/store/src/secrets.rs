//! Proves that every secret can be read where it lies, and that its blind indexes are its own:
//! a ciphertext copied from another row or column cannot.

use schema::{Field, Kind, Mask, Model, models};

use crate::{
    condition::{blind_place, tail_place},
    config,
    conn::Conn,
    ddl::{blind_name, tail_name},
    error::Result,
    rows::last_four,
    select,
    sql::Sql,
    value::{Row, Value},
};

/// Rows at a time.
const STEP: i64 = 1000;

/// How far the proof of one resource has come.
#[derive(Clone)]
pub struct Proof {
    of: &'static Model,
    after_id: i64,
    pub rows: usize,
    pub problems: Vec<String>,
}

/// A proof for each resource with secrets.
pub fn proofs() -> impl Iterator<Item = Proof> {
    let with_secrets = models()
        .iter()
        .filter(|model| model.secrets().next().is_some());
    with_secrets.map(|of| Proof {
        of,
        after_id: i64::MIN,
        rows: 0,
        problems: Vec::new(),
    })
}

/// Settings whose secret value cannot be read where it lies.
pub fn settings(conn: &mut Conn) -> Result<Vec<String>> {
    let unreadable = config::unreadable(conn)?;
    let told = unreadable
        .iter()
        .map(|id| format!("参数（app_config）编号{id}：加密的值无法在此处解密，被替换或损坏"));
    Ok(told.collect())
}

impl Proof {
    /// Proves the next rows; answers whether there may be more.
    pub fn step(&mut self, conn: &mut Conn) -> Result<bool> {
        let mut sql = Sql::new("SELECT id");
        for field in self.of.secrets() {
            let name = field.column.name;
            sql.push(", ").name(name).push(", ").name(&blind_name(name));
            if is_phone(field) {
                sql.push(", ").name(&tail_name(name));
            }
        }
        sql.push(" FROM ").name(&self.of.name);
        sql.push(" WHERE id > ").bind(self.after_id);
        sql.push(" ORDER BY id LIMIT ").bind(STEP);
        let rows = conn.query_sql(&sql)?;
        for row in &rows {
            self.after_id = row.int(0)?;
            self.prove(conn, row)?;
        }
        self.rows += rows.len();
        Ok(!rows.is_empty())
    }

    fn prove(&mut self, conn: &Conn, row: &Row) -> Result<()> {
        let (of, id) = (self.of, row.int(0)?);
        let mut at = 1;
        for field in of.secrets() {
            let name = field.column.name;
            let clear = match row.get(at)? {
                Value::Null => None,
                other => {
                    let place = select::place(of, name, id);
                    let opened = match other {
                        Value::Blob(bytes) => conn.keys().open(&place, bytes),
                        _ => None,
                    };
                    if opened.is_none() {
                        self.found(id, field, "密文无法在此处解密，被替换或损坏");
                    }
                    opened
                }
            };
            let is_readable = clear.is_some() || row.get(at)? == &Value::Null;
            let index = |place: String| {
                clear
                    .as_deref()
                    .map(|clear| conn.keys().blind(&place, clear))
            };
            let mut is_own = row.opt_text(at + 1)? == index(blind_place(of, field)).as_deref();
            at += 2;
            if is_phone(field) {
                let tail = clear
                    .as_deref()
                    .map(|clear| conn.keys().blind(&tail_place(of, field), last_four(clear)));
                is_own &= row.opt_text(at)? == tail.as_deref();
                at += 1;
            }
            if is_readable && !is_own {
                self.found(id, field, "检索索引与密文不符");
            }
        }
        Ok(())
    }

    fn found(&mut self, id: i64, field: &Field, what: &str) {
        let (title, table) = (self.of.table.label, &self.of.name);
        self.problems.push(format!(
            "{title}（{table}）编号{id} {}：{what}",
            field.column.label
        ));
    }
}

fn is_phone(field: &Field) -> bool {
    field.column.kind == Kind::Secret(Mask::Phone)
}
