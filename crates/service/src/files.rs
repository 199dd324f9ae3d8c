//! Uploaded files and the rows that show them. A file everyone may see is merely noted as used; a
//! private one belongs to the row its uploader put it into, and is read by whoever sees that row.

use schema::{
    Field, Folder, Kind, Model, Table,
    resources::{Dingdan, Payee, Repayment},
};
use serde_json::{Map, Value as Json};
use store::{
    Conn, Tx, Value,
    files::{self, StoredFile},
    payees,
    rows::{self, Change, RowError},
};

use crate::{
    call::{Actor, Call},
    error::{Error, Result, no_permission},
    settings,
    wire::{answer, ask},
};

/// Where our own files are read from.
pub const OWN_FILES: &str = "/server/api/app/file/";

const DAY_MS: i64 = 86_400_000;
/// What a person may upload within a day where the settings do not say.
const FILES_A_DAY: i64 = 1_000;
const MEGABYTES_A_DAY: i64 = 500;

ask! {
    /// 上传文件: a form that the server reads as it arrives.
    form("file", "rootPath") pub struct Upload {}
}

answer! {
    /// A file that was kept.
    pub struct Uploaded {
        url: String,
        name: String,
        r#type: &'static str,
        daxiao: usize,
    }
}

ask! {
    /// Where a file is.
    open pub struct FileAddress {
        folder: Option<String> = code("目录"),
        month:  Option<String> = code("月份"),
        name:   Option<String> = code("文件名"),
    }
}

/// A file that a write brings into a row.
pub(crate) struct Entering {
    wire: String,
    label: String,
    key: String,
    is_private: bool,
}

/// A place for files: a column, a setting, a field of a verb.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'a> {
    pub wire: &'a str,
    pub label: &'a str,
    pub folder: Folder,
}

impl Place<'_> {
    fn refuses(&self, why: &str) -> Error {
        Error::field(self.wire, format!("{}{why}", self.label))
    }

    /// The file at an address, where this place takes it.
    fn file(&self, conn: &mut Conn, url: &str) -> Result<Entering> {
        let key = url
            .strip_prefix(OWN_FILES)
            .ok_or_else(|| self.refuses("只能使用已上传的文件"))?;
        let file =
            files::find(conn, key)?.ok_or_else(|| self.refuses("中的文件不存在，请重新上传"))?;
        let folder = Folder::from_root_path(Some(&file.folder)).map_err(Error::internal)?;
        if !folder.fits(self.folder) {
            return Err(self.refuses("不能使用其他用途的文件，请在此处上传"));
        }
        Ok(Entering {
            wire: self.wire.to_owned(),
            label: self.label.to_owned(),
            key: file.key,
            is_private: folder.is_private(),
        })
    }

    /// The files of these addresses.
    pub fn files<'u>(
        &self,
        conn: &mut Conn,
        urls: impl IntoIterator<Item = &'u str>,
    ) -> Result<Vec<Entering>> {
        urls.into_iter().map(|url| self.file(conn, url)).collect()
    }
}

/// The files that changes bring into a row: those it did not show before, each of them ours and
/// from a folder that fits its column.
pub(crate) fn entering(
    conn: &mut Conn,
    before: Option<&Map<String, Json>>,
    changes: &[Change],
) -> Result<Vec<Entering>> {
    let mut found = Vec::new();
    for (field, value) in changes {
        let (true, Value::Text(text)) = (field.column.takes_files(), value) else {
            continue;
        };
        let was = before
            .and_then(|row| row.get(&field.wire))
            .and_then(Json::as_str);
        let shown = urls(field.column.kind, was.unwrap_or_default());
        let new = urls(field.column.kind, text)
            .into_iter()
            .filter(|url| !shown.contains(url));
        let Some(folder) = field.column.folder() else {
            return Err(Error::internal("a column of files without a folder"));
        };
        let place = Place {
            wire: &field.wire,
            label: field.column.label,
            folder,
        };
        found.extend(place.files(conn, new)?);
    }
    Ok(found)
}

/// The addresses a value names.
fn urls(kind: Kind, text: &str) -> Vec<&str> {
    match kind {
        Kind::RichText => rich_text_urls(text),
        _ => text.split(',').filter(|url| !url.is_empty()).collect(),
    }
}

/// Addresses of our own files in cleaned rich text, whose attributes all stand in double quotes.
pub(crate) fn rich_text_urls(html: &str) -> Vec<&str> {
    let attributes = html.split("=\"").skip(1);
    attributes
        .filter_map(|rest| rest.split('"').next())
        .filter(|value| value.starts_with(OWN_FILES))
        .collect()
}

/// Keys of our own files that a row shows in its columns of files.
pub(crate) fn keys_of<'a>(of: &'a Model, row: &'a Map<String, Json>) -> Vec<&'a str> {
    let fields = of.fields.iter();
    fields.flat_map(|field| keys_in(field, row)).collect()
}

/// Those that it shows in one column.
pub(crate) fn keys_in<'a>(field: &Field, row: &'a Map<String, Json>) -> Vec<&'a str> {
    let text = row.get(&field.wire).and_then(Json::as_str);
    let Some(text) = text.filter(|_| field.column.takes_files()) else {
        return Vec::new();
    };
    let urls = urls(field.column.kind, text).into_iter();
    urls.filter_map(|url| url.strip_prefix(OWN_FILES)).collect()
}

/// Lets files enter a row that was just written. A private one comes from its uploader alone, and
/// stays with its first row.
pub(crate) fn enter(
    tx: &mut Tx<'_>,
    call: &Call,
    owner: (&str, i64),
    entering: &[Entering],
) -> Result<()> {
    for file in entering {
        let is_in = if file.is_private {
            files::take(tx, &file.key, owner, call.actor.user_id)?
        } else {
            files::refer(tx, &file.key)?
        };
        unless_used(file, is_in)?;
    }
    Ok(())
}

/// Lets private files enter an event of a row: none of them came with an earlier one.
pub(crate) fn enter_first(
    tx: &mut Tx<'_>,
    call: &Call,
    owner: (&str, i64),
    entering: &[Entering],
) -> Result<()> {
    for file in entering {
        let is_in = files::take_first(tx, &file.key, owner, call.actor.user_id)?;
        unless_used(file, is_in)?;
    }
    Ok(())
}

fn unless_used(file: &Entering, is_in: bool) -> Result<()> {
    if is_in {
        return Ok(());
    }
    Err(Error::field(
        &file.wire,
        format!("{}只能使用本人上传且未用于其他数据的文件", file.label),
    ))
}

/// Whether a person may read a private file.
pub fn may_read(conn: &mut Conn, actor: &Actor, file: &StoredFile) -> Result<bool> {
    if actor.must_change_password {
        return Ok(false);
    }
    let Some((path, id)) = &file.owner else {
        return Ok(file.create_by == actor.user_id);
    };
    let Some(of) = schema::model(path) else {
        return Ok(false);
    };
    let may = |of: &Table, verb| actor.may(&format!("{}:{verb}", of.permission_root()));
    let sees_rows = may(of.table, "query");
    // The records of an order show its vouchers too.
    let sees_records =
        of.is::<Dingdan>() && (may(&Repayment::TABLE, "list") || may(&Repayment::TABLE, "query"));
    if (sees_rows || sees_records) && is_within(conn, of, *id, actor)? {
        return Ok(true);
    }
    // An order shows the account it pays to, or the copy that was taken of it.
    Ok(of.is::<Payee>()
        && may(&Dingdan::TABLE, "query")
        && payees::is_used_within(conn, *id, &actor.access.reach)?)
}

fn is_within(conn: &mut Conn, of: &'static Model, id: i64, actor: &Actor) -> Result<bool> {
    match rows::within_reach(conn, of, id, &actor.access.reach) {
        Ok(()) => Ok(true),
        Err(RowError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Whether a person may upload into a folder: whoever may write what uses it.
pub fn check_upload(actor: &Actor, folder: Folder) -> Result<()> {
    if may_upload(actor, folder) {
        Ok(())
    } else {
        Err(no_permission())
    }
}

/// The most bytes that any file this person may upload has.
pub fn largest_upload(actor: &Actor) -> usize {
    let open = Folder::ALL
        .into_iter()
        .filter(|folder| may_upload(actor, *folder));
    open.map(Folder::max_bytes).max().unwrap_or_default()
}

fn may_upload(actor: &Actor, folder: Folder) -> bool {
    let needed = folder.permissions();
    needed.is_none_or(|any| any.iter().any(|permission| actor.may(permission)))
}

/// Refuses a person who uploaded as much as a day allows; `size` is what would come on top.
pub fn check_quota(conn: &mut Conn, person: i64, size: i64, real_ms: i64) -> Result<()> {
    let files = settings::UPLOADED_FILES.value(conn)?.unwrap_or(FILES_A_DAY);
    let megabytes = settings::UPLOADED_MEGABYTES
        .value(conn)?
        .unwrap_or(MEGABYTES_A_DAY);
    let (count, bytes) = files::uploaded_since(conn, person, real_ms - DAY_MS)?;
    if count >= files {
        return Err(Error::refused(format!(
            "24小时内最多上传{files}个文件，请稍后再试"
        )));
    }
    if bytes.saturating_add(size) > megabytes.saturating_mul(1 << 20) {
        return Err(Error::refused(format!(
            "24小时内最多上传{megabytes}MB，请稍后再试"
        )));
    }
    Ok(())
}
