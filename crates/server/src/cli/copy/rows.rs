//! Rows from a database to a file, back, and to another database.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use store::{
    Conn, Db, Error, Row, bare, migrate,
    portable::{self, Place, Reader, Shape, Totals, Writer},
};
use tokio::sync::mpsc;

use crate::cli::check::Pace;

/// Pieces on their way between two databases.
const ON_THE_WAY: usize = 4;

/// What a copy from a file is a copy of: it cannot go on where it was cut off.
const FROM_A_FILE: &str = "backup";

fn driver(error: impl std::fmt::Display) -> Error {
    Error::Driver(error.to_string())
}

/// Writes every row as it is at one instant.
pub fn dump(db: &Db, path: &Path) -> Result<Totals, String> {
    let (path, pace) = (path.to_owned(), Pace::new());
    // Asked again, it begins a new file.
    let dumped = db.read_now(move |conn| {
        conn.snapshot(|conn| {
            let applied = migrate::applied(conn).map_err(driver)?;
            let shapes = portable::shapes(conn)?;
            let mut writer = Writer::create(&path, applied, shapes).map_err(driver)?;
            let mut failed = None;
            let mut count = 0;
            portable::scan(conn, None, |shape, rows| {
                count += rows.len();
                pace.tell(|| format!("已备份 {count} 行"));
                failed = writer.rows(shape, &rows).err();
                failed.is_none()
            })?;
            if let Some(error) = failed {
                return Err(driver(error));
            }
            let numbers = portable::numbers(conn)?;
            writer.finish(numbers).map_err(driver)
        })
    });
    dumped.map_err(|error: Error| format!("备份失败：{error}"))
}

/// Reads a file from its beginning to its end; what its rows come to.
pub fn verify(path: &Path) -> Result<Totals, String> {
    let read = || -> io::Result<Totals> {
        let mut reader = Reader::open(path)?;
        while reader.rows()?.is_some() {}
        Ok(reader.finish()?.1)
    };
    read().map_err(|error| format!("备份无法读回：{error}"))
}

/// Fills an empty database from a file; nobody works in it until the copy is ended.
pub fn load(path: &Path, db: &Db) -> Result<(), String> {
    let unread = |error: io::Error| format!("备份无法读取：{error}");
    let mut reader = Reader::open(path).map_err(unread)?;
    if reader.migrations() > migrate::newest() {
        return Err("备份来自更新的程序，请使用更新的程序恢复".to_owned());
    }
    migrate::migrate_to(db, reader.migrations()).map_err(|error| error.to_string())?;
    let begun = db.write_now(|tx| portable::begin(tx, FROM_A_FILE));
    begun.map_err(unwritten)?;
    let shapes = db.read_now(portable::shapes).map_err(unwritten)?;
    if shapes != reader.shapes() {
        return Err("备份中的表与本程序的不一致".to_owned());
    }
    let (pace, mut count) = (Pace::new(), 0);
    while let Some((shape, rows)) = reader.rows().map_err(unread)? {
        count += rows.len();
        put(db, shape, rows)?;
        pace.tell(|| format!("已恢复 {count} 行"));
    }
    let (numbers, written) = reader.finish().map_err(unread)?;
    finish(db, numbers)?;
    agree(&written, &totals(db, Pace::new())?)
}

/// Carries the rows of a stopped office to another database, from where it was cut off.
pub fn carry(from: &Db, to: &Db, place: Option<Place>) -> Result<(), String> {
    let (give, mut given) = mpsc::channel::<(Shape, Vec<Row>)>(ON_THE_WAY);
    let source = from.clone();
    // Asked again after a broken connection, it goes on after what was handed over.
    let last = Arc::new(Mutex::new(place));
    let reading = std::thread::spawn(move || {
        let read = source.read_now(move |conn: &mut Conn| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            let begin = last.clone();
            portable::scan(conn, begin.as_ref(), |shape, rows| {
                *last = rows.last().map(|row| shape.place(row));
                give.blocking_send((shape.clone(), rows)).is_ok()
            })
        });
        read.map_err(|error: Error| format!("无法读取原来的数据库：{error}"))
    });
    let (pace, mut count) = (Pace::new(), 0);
    let mut outcome = Ok(());
    while let Some((shape, rows)) = given.blocking_recv() {
        count += rows.len();
        outcome = put(to, shape, rows);
        if outcome.is_err() {
            break;
        }
        pace.tell(|| format!("已迁移 {count} 行"));
    }
    drop(given);
    let read = reading.join();
    outcome?;
    read.unwrap_or_else(|_| Err("读取数据库的线程中断".to_owned()))?;
    let numbers = from.read_now(portable::numbers);
    finish(to, numbers.map_err(unwritten)?)?;
    // Both at once; the target, which has just been written, tells how far it is.
    let (wanted, found) = std::thread::scope(|scope| {
        let wanted = scope.spawn(|| from.read_now(|conn| portable::totals(conn, |_| {})));
        let found = totals(to, Pace::new());
        (wanted.join(), found)
    });
    let wanted = wanted.map_err(|_| "读取数据库的线程中断".to_owned())?;
    agree(&wanted.map_err(unwritten)?, &found?)?;
    println!("{count} 行已写入，逐表核对一致");
    Ok(())
}

fn put(db: &Db, shape: Shape, rows: Vec<Row>) -> Result<(), String> {
    let put = db.write_now(move |tx| portable::insert(tx, &shape, &rows));
    put.map_err(unwritten)
}

fn finish(db: &Db, numbers: Vec<(String, i64)>) -> Result<(), String> {
    eprintln!("正在建立索引，行数多时需要几分钟");
    let finished = db.write_now(move |tx| {
        portable::finish(tx, &numbers)?;
        bare::learn(tx)
    });
    finished.map_err(unwritten)?;
    // The words of an earlier version are written once the server has brought it up to date.
    if db.read_now(migrate::applied).map_err(unwritten)? == migrate::newest() {
        store::finish_words(db).map_err(unwritten)?;
    }
    Ok(())
}

/// The copy is whole: from now on it is an office of its own.
pub fn end(db: &Db) -> Result<(), String> {
    db.write_now(portable::end).map_err(unwritten)
}

fn unwritten(error: impl std::fmt::Display) -> String {
    format!("写入目标数据库失败：{error}")
}

/// What the rows of a filled database come to.
fn totals(db: &Db, pace: Pace) -> Result<Totals, String> {
    let read = db.read_now(move |conn| {
        portable::totals(conn, |count| pace.tell(|| format!("已核对 {count} 行")))
    });
    read.map_err(unwritten)
}

/// Every table has the same rows.
fn agree(wanted: &Totals, found: &Totals) -> Result<(), String> {
    let mut tables = wanted.keys().chain(found.keys());
    let differs = |table: &&String| {
        let is_compared = *table != "table_version";
        is_compared && wanted.get(*table) != found.get(*table)
    };
    match tables.find(differs) {
        None => Ok(()),
        Some(table) => Err(format!(
            "核对失败：表 {table} 的行与原来的不一致，请清空目标数据库后重新开始"
        )),
    }
}
