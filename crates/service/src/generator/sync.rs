//! 同步: what a person set, what was guessed when the table was last looked at, and what would be
//! guessed now. A setting that nobody changed follows the table; one that somebody changed stays.

use schema::resources::GenTable;
use serde_json::{Map, Value as Json};
use store::{
    Conn, rows,
    tables::{self, FoundColumn, Structure},
};

use super::{
    column::{self, GONE, GenColumn, NEW, UNWANTED},
    guess,
    preview::TableRow,
    vocabulary::Vocabulary,
};
use crate::{
    call::Call,
    error::{Error, Result},
    wire::answer,
};

answer! {
    /// A difference between what is kept and the table.
    pub struct Difference {
        column_name: String,
        /// `XINZENG`, `XIAOSHI` or `BIANHUA`.
        bianhua: &'static str,
        shuoming: String,
    }
}

answer! {
    /// A table's columns as they would be after a sync; saving them is the edit of the table.
    pub struct Synced {
        id: i64,
        banben_suo: i64,
        differences: Vec<Difference>,
        columns: Vec<GenColumn>,
    }
}

/// Looks at the table again. Nothing is written: what is shown is saved by whoever agrees.
pub fn sync(conn: &mut Conn, call: &Call, ask: TableRow) -> Result<Synced> {
    let reach = &call.actor.access.reach;
    let row: GenTable = rows::get(conn, ask.id, reach)?;
    let banben_suo = rows::version::<GenTable>(conn, ask.id, reach)?;
    let kept: Json = serde_json::from_str(&row.columns).map_err(Error::internal)?;
    let kept = column::read(&kept).map_err(Error::refused)?;
    let found = tables::find(conn, &row.table_name)?;
    let found = found.ok_or_else(|| Error::refused("数据库中没有这张表，无需同步"))?;
    let (columns, differences) = merged(kept, &found);
    Ok(Synced {
        id: row.id,
        banben_suo,
        differences,
        columns,
    })
}

/// What is kept, with what changed in the table.
fn merged(kept: Vec<GenColumn>, now: &Structure) -> (Vec<GenColumn>, Vec<Difference>) {
    let vocabulary = Vocabulary::without(&now.table.name);
    let fresh = guess::columns(now, &vocabulary);
    let mut differences = Vec::new();
    let mut columns = Vec::new();
    for mine in kept {
        let theirs = fresh.iter().find(|new| new.column_name == mine.column_name);
        let (column, difference) = match theirs {
            Some(theirs) => met(&mine, theirs, now, &vocabulary),
            None => gone(mine),
        };
        differences.extend(difference);
        columns.push(column);
    }
    for new in fresh {
        if columns
            .iter()
            .any(|known| known.column_name == new.column_name)
        {
            continue;
        }
        let shuoming = "新增的列，用法按列名、类型和注释推断".to_owned();
        differences.push(difference(&new, NEW, shuoming));
        columns.push(GenColumn {
            bianhua: NEW.to_owned(),
            ..new
        });
    }
    for (at, column) in columns.iter_mut().enumerate() {
        column.paixu = i64::try_from(at).unwrap_or_default();
    }
    (columns, differences)
}

fn difference(column: &GenColumn, bianhua: &'static str, shuoming: String) -> Difference {
    Difference {
        column_name: column.column_name.clone(),
        bianhua,
        shuoming,
    }
}

/// A column that the table has no longer. One that it never had was drawn up by a person.
fn gone(mine: GenColumn) -> (GenColumn, Option<Difference>) {
    if mine.column_type.is_empty() || !mine.is_defined() {
        return (mine, None);
    }
    let told = difference(
        &mine,
        GONE,
        "表中已没有这一列，设置保留，不再生成".to_owned(),
    );
    let kept = GenColumn {
        bianhua: GONE.to_owned(),
        ..mine
    };
    (kept, Some(told))
}

/// Setting by setting: what nobody changed follows the table.
fn met(
    mine: &GenColumn,
    theirs: &GenColumn,
    now: &Structure,
    vocabulary: &Vocabulary,
) -> (GenColumn, Option<Difference>) {
    let is_same = mine.column_type == theirs.column_type
        && mine.column_comment == theirs.column_comment
        && mine.bianhua != GONE;
    if is_same || mine.bianhua == UNWANTED {
        return (mine.clone(), None);
    }
    let then = FoundColumn {
        name: mine.column_name.clone(),
        kind: mine.column_type.clone(),
        comment: mine.column_comment.clone(),
        ..found(now, &mine.column_name)
    };
    let base = guess::one(now, &then, vocabulary);
    let merged = three_way(&base, mine, theirs);
    let told = if mine.column_type == theirs.column_type {
        "注释有变化，未手工修改的设置随之更新".to_owned()
    } else {
        let (from, to) = (&mine.column_type, &theirs.column_type);
        format!("类型由 {from} 变为 {to}，未手工修改的设置随之更新")
    };
    (merged, Some(difference(mine, "BIANHUA", told)))
}

fn found(now: &Structure, name: &str) -> FoundColumn {
    let found = now.columns.iter().find(|column| column.name == name);
    found.cloned().unwrap_or_default()
}

fn three_way(base: &GenColumn, mine: &GenColumn, theirs: &GenColumn) -> GenColumn {
    let settings = |column: &GenColumn| match serde_json::to_value(column) {
        Ok(Json::Object(settings)) => settings,
        _ => Map::new(),
    };
    let (base, own, new) = (settings(base), settings(mine), settings(theirs));
    let merged = own.into_iter().map(|(name, value)| {
        let is_facts = ["columnType", "columnComment"].contains(&name.as_str());
        let is_untouched = base.get(&name) == Some(&value);
        let followed = new.get(&name).filter(|_| is_facts || is_untouched);
        let value = followed.cloned().unwrap_or(value);
        (name, value)
    });
    let merged: Json = merged.collect::<Map<_, _>>().into();
    let merged: GenColumn = serde_json::from_value(merged).unwrap_or_else(|_| mine.clone());
    GenColumn {
        bianhua: String::new(),
        ..merged
    }
}
