//! The operation log. Append only: the database itself refuses to change it.

use schema::{Timestamp, resources::Log};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    meta,
    reach::Reach,
    rows::{Author, Changes, RowError},
    state,
    value::Value,
};

/// One line of the log.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    pub mokuai: String,
    pub kind: &'static str,
    pub miaoshu: String,
    pub user_id: Option<i64>,
    pub login_name: Option<String>,
    pub nick_name: Option<String>,
    pub mendian: Option<String>,
    pub ip: Option<String>,
    pub url: String,
    pub method: String,
    pub canshu: Option<String>,
    pub jieguo: Option<String>,
    pub bianhua: Option<String>,
    pub haoshi_ms: i64,
    pub is_success: bool,
    pub cuowu: Option<String>,
    pub ua: Option<String>,
    pub trace_id: String,
}

/// Adds a line and answers its number.
pub fn append(tx: &mut Tx<'_>, entry: &Entry, now: Timestamp) -> Result<i64> {
    write(entry, now, |line, by| line.insert(tx, by))
}

/// Adds a line whose number nobody asks for.
pub fn note(tx: &mut Tx<'_>, entry: &Entry, now: Timestamp) -> Result<()> {
    write(entry, now, |line, by| line.append(tx, by))
}

fn write<T>(
    entry: &Entry,
    now: Timestamp,
    add: impl FnOnce(Changes<Log>, &Author<'_>) -> Result<T, RowError>,
) -> Result<T> {
    let state = if entry.is_success {
        "CHENGGONG"
    } else {
        "SHIBAI"
    };
    let line = Changes::<Log>::new()
        .set(Log::mokuai, entry.mokuai.as_str())
        .set(Log::r#type, entry.kind)
        .set(Log::miaoshu, entry.miaoshu.as_str())
        .set(Log::user_id, entry.user_id)
        .set(Log::login_name, entry.login_name.clone())
        .set(Log::nick_name, entry.nick_name.clone())
        .set(Log::mendian, entry.mendian.clone())
        .set(Log::ip, entry.ip.clone())
        .set(Log::url, entry.url.as_str())
        .set(Log::method, entry.method.as_str())
        .set(Log::canshu, entry.canshu.clone())
        .set(Log::jieguo, entry.jieguo.clone())
        .set(Log::bianhua, entry.bianhua.clone())
        .set(Log::haoshi, entry.haoshi_ms)
        .set(Log::state, state)
        .set(Log::cuowu, entry.cuowu.clone())
        .set(Log::ua, entry.ua.clone())
        .set(Log::trace_id, entry.trace_id.as_str());
    let reach = Reach {
        user_id: entry.user_id.unwrap_or_default(),
        ..Reach::everything()
    };
    let by = Author {
        reach: &reach,
        now,
        real_ms: 0,
    };
    add(line, &by).map_err(|error| match error {
        RowError::Store(error) => error,
        other => Error::Shape(format!("{other:?}")),
    })
}

/// When a line was written.
pub fn written_at(conn: &mut Conn, id: i64) -> Result<Option<i64>> {
    let row = conn.query_opt("SELECT create_time FROM sys_log WHERE id = ?", &[id.into()])?;
    row.map(|row| row.int(0)).transpose()
}

/// How far archiving has come: the instant and the id of a line.
const ARCHIVED_TO: &str = "sys_log_archived_to";

/// Archives lines written before an instant, the oldest first; answers how many. It goes on where
/// it stopped, so that lines long since archived cost nothing.
pub fn archive_before(
    tx: &mut Tx<'_>,
    before_ms: i64,
    limit: i64,
    now: Timestamp,
) -> Result<usize> {
    let from = meta::get(tx, ARCHIVED_TO)?.unwrap_or_default();
    let (time, id) = from.split_once(' ').unwrap_or(("0", "0"));
    let from: [Value; 2] = [time, id].map(|text| text.parse::<i64>().unwrap_or_default().into());
    let [time, id] = from;
    let due = tx.query(
        "SELECT create_time, id FROM sys_log WHERE create_time < ? AND (create_time, id) > (?, ?) \
         ORDER BY create_time, id LIMIT ?",
        &[before_ms.into(), time.clone(), id.clone(), limit.into()],
    )?;
    let Some(last) = due.last() else {
        return Ok(0);
    };
    let (last_time, last_id) = (last.int(0)?, last.int(1)?);
    let text = "INSERT INTO archived (table_name, row_id, create_by, create_time) \
         SELECT 'sys_log', l.id, 0, ? FROM sys_log l \
         WHERE (l.create_time, l.id) > (?, ?) AND (l.create_time, l.id) <= (?, ?) AND NOT EXISTS \
         (SELECT 1 FROM archived a WHERE a.table_name = 'sys_log' AND a.row_id = l.id) RETURNING id";
    let params = [now.0.into(), time, id, last_time.into(), last_id.into()];
    let archived = state::adding(tx, "archived", |tx| {
        let rows = tx.query(text, &params)?;
        rows.iter().map(|row| row.int(0)).collect::<Result<_>>()
    })?;
    let archived = archived.len();
    meta::put(tx, ARCHIVED_TO, &format!("{last_time} {last_id}"))?;
    if archived > 0 && tx.dialect() == crate::Dialect::Sqlite {
        let rows = -i64::try_from(archived).unwrap_or_default();
        tx.execute_one(
            "UPDATE table_version SET version = version + 1, row_count = row_count + ? WHERE name = 'sys_log'",
            &[rows.into()],
        )?;
    }
    Ok(archived)
}
