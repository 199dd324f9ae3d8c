//! Proves that every secret can be read where it lies, and that its blind indexes are its own:
//! a ciphertext copied from another row or column cannot.

use schema::{Field, Model, models};

use crate::{
    config,
    conn::Conn,
    crypt::number_of,
    error::Result,
    import_failed, secret_columns, select,
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
    /// Rows with a value that lies under another key than the one that writes.
    pub left: usize,
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
        left: 0,
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

/// Settings and files of refused rows that lie under another key than the one that writes.
pub fn left_elsewhere(conn: &mut Conn) -> Result<usize> {
    Ok(config::under_old_keys(conn)?.len() + import_failed::under_old_keys(conn)?.len())
}

/// The newest rows of an owner of which one of these secrets contains a text, whatever the case
/// of its letters.
pub fn holding(
    conn: &mut Conn,
    of: &'static Model,
    owner: &'static str,
    id: i64,
    fields: &[&'static Field],
    needle: &str,
    most: i64,
) -> Result<Vec<i64>> {
    let mut sql = Sql::new("SELECT id");
    for field in fields {
        sql.push(", ").name(field.column.name);
    }
    sql.push(" FROM ").name(&of.name);
    sql.push(" WHERE ").name(owner).push(" = ").bind(id);
    sql.push(" AND is_del = FALSE ORDER BY id DESC LIMIT ")
        .bind(most);
    let needle = needle.to_lowercase();
    let mut found = Vec::new();
    for row in conn.query_sql(&sql)? {
        let id = row.int(0)?;
        for (at, field) in (1..).zip(fields) {
            if row.get(at)? == &Value::Null {
                continue;
            }
            let place = select::place(of, field.column.name, id);
            let clear = conn.keys().open(&place, row.blob(at)?);
            if clear.is_some_and(|clear| clear.to_lowercase().contains(&needle)) {
                found.push(id);
                break;
            }
        }
    }
    Ok(found)
}

impl Proof {
    /// Proves the next rows; answers whether there may be more.
    pub fn step(&mut self, conn: &mut Conn) -> Result<bool> {
        let mut sql = Sql::new("SELECT id");
        for field in self.of.secrets() {
            sql.push(", ").name(field.column.name);
            for (name, _) in secret_columns::indexes(conn.keys(), 0, self.of, field, None) {
                sql.push(", ").name(&name);
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
        let (of, id, keys) = (self.of, row.int(0)?, conn.keys());
        let mut at = 1;
        let mut is_left = false;
        for field in of.secrets() {
            let cell = row.get(at)?;
            let (clear, number) = match cell {
                Value::Blob(bytes) => {
                    let place = select::place(of, field.column.name, id);
                    (keys.open(&place, bytes), number_of(bytes))
                }
                _ => (None, None),
            };
            let is_readable = clear.is_some() || cell == &Value::Null;
            if !is_readable {
                self.found(id, field, "密文无法在此处解密，被替换或损坏");
            }
            is_left |= number.is_some_and(|number| number != keys.writing());
            let mut is_own = true;
            let number = number.unwrap_or_default();
            for (_, wanted) in secret_columns::indexes(keys, number, of, field, clear.as_deref()) {
                at += 1;
                is_own &= row.get(at)? == &wanted;
            }
            at += 1;
            if is_readable && !is_own {
                self.found(id, field, "检索索引与密文不符");
            }
        }
        self.left += usize::from(is_left);
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
