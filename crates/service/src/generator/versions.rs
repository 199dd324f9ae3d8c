//! 模板版本: every text that a template had, to be looked at and taken again. Taking one again is an
//! edit like any other.

use schema::{
    Timestamp,
    resources::{GenTemplate, GenTemplateVersion},
};
use store::{
    Condition, Conn, List, Reach, Tx,
    rows::{self, Changes},
};

use crate::{
    call::Call,
    error::Result,
    wire::{answer, ask},
};

/// Versions of one template that are shown.
const MOST_VERSIONS: i64 = 50;

ask! {
    /// Which template.
    open pub struct TemplateId {
        id: i64 = path_id(),
    }
}

answer! {
    /// A template as one of its changes left it.
    pub struct TemplateVersion {
        banben: i64,
        wenjian_path: String,
        neirong: String,
        xiugai_time: Timestamp,
        xiugai_ren: Option<String>,
    }
}

/// The versions of a template, newest first.
pub fn versions(conn: &mut Conn, call: &Call, ask: TemplateId) -> Result<Vec<TemplateVersion>> {
    let _: GenTemplate = rows::get(conn, ask.id, &call.actor.access.reach)?;
    let found = found(conn, ask.id, None, MOST_VERSIONS)?;
    let shown = found.into_iter().map(|row| TemplateVersion {
        banben: row.banben,
        wenjian_path: row.wenjian_path,
        neirong: row.neirong,
        xiugai_time: row.xiugai_time,
        xiugai_ren: row.xiugai_ren,
    });
    Ok(shown.collect())
}

fn found(
    conn: &mut Conn,
    template: i64,
    number: Option<i64>,
    limit: i64,
) -> Result<Vec<GenTemplateVersion>> {
    let of = Condition::equal(GenTemplateVersion::tmpl_id, template);
    let numbered = number.map(|number| Condition::equal(GenTemplateVersion::banben, number));
    let list = List {
        conditions: [of].into_iter().chain(numbered).collect(),
        orders: vec![(GenTemplateVersion::id.field(), true)],
        limit,
        ..List::default()
    };
    Ok(rows::list(conn, &list, &Reach::everything())?)
}

/// Writes down the version that a template is at, once.
pub fn keep(tx: &mut Tx<'_>, call: &Call, row: &GenTemplate) -> Result<()> {
    if !found(tx, row.id, Some(row.banben), 1)?.is_empty() {
        return Ok(());
    }
    let version = Changes::<GenTemplateVersion>::new()
        .set(GenTemplateVersion::tmpl_id, row.id)
        .set(GenTemplateVersion::banben, row.banben)
        .set(GenTemplateVersion::wenjian_path, row.wenjian_path.clone())
        .set(GenTemplateVersion::neirong, row.neirong.clone())
        .set(GenTemplateVersion::xiugai_time, call.now)
        .set(
            GenTemplateVersion::xiugai_ren,
            Some(call.actor.nick_name.clone()),
        );
    version.insert(tx, &call.writer())?;
    Ok(())
}
