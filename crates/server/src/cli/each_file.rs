//! A walk over the files that the database knows.

use store::{
    Db,
    files::{self, Known},
};

use crate::files::FileKey;

const AT_ONCE: i64 = 500;

pub fn each_file(
    db: &Db,
    mut take: impl FnMut(&FileKey, &Known) -> Result<(), String>,
) -> Result<(), String> {
    let mut after = String::new();
    loop {
        let asked = after.clone();
        let some = db.read_now(move |conn| files::after(conn, &asked, AT_ONCE));
        let some = some.map_err(|error| format!("数据库不可用：{error}"))?;
        let Some(last) = some.last() else {
            return Ok(());
        };
        after.clone_from(&last.key);
        for file in &some {
            if let Some(key) = FileKey::parse(&file.key) {
                take(&key, file)?;
            }
        }
    }
}
