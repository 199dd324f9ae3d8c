//! 预览与生成: the files of a table.

use schema::{
    Timestamp,
    resources::{GenTable, GenTemplate, Menu},
};
use serde_json::Value as Json;
use store::{
    Condition, Conn, List, Reach, Tx,
    rows::{self, Changes},
    tables,
};

use super::{
    builtin, column,
    files::{self, GenFile, MOST_TEMPLATES, Template},
    plan::{GROUP, Plan},
    shared::class_of,
};
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    wire::{answer, ask},
};

ask! {
    /// Which table.
    open pub struct TableRow {
        id: i64 = path_id(),
    }
}

answer! {
    /// The files of a table.
    pub struct Generated {
        table_name: String,
        files: Vec<GenFile>,
        /// What a person should know before they go on.
        tishi: Vec<String>,
    }
}

answer! {
    /// A file that was written into the source tree, or left as it is.
    pub struct WrittenFile {
        path: String,
        /// `XIERU` 已写入, `WEIBIAN` 没有变化, `BAOLIU` 已有内容，未覆盖.
        jieguo: &'static str,
    }
}

answer! {
    /// What became of the files of a table.
    pub struct Written {
        files: Vec<WrittenFile>,
        tishi: Vec<String>,
    }
}

/// What a row asks for, or what is wrong with it.
pub fn plan_of(row: &GenTable, group: Option<String>) -> std::result::Result<Plan, String> {
    let columns: Json = serde_json::from_str(&row.columns).map_err(|error| error.to_string())?;
    let class = row.leiming.clone();
    let plan = Plan {
        table: row.table_name.clone(),
        label: row.biao_mingcheng.trim().to_owned(),
        path: row.path.clone(),
        class: class.unwrap_or_else(|| class_of(&row.table_name)),
        group: group.unwrap_or_else(|| GROUP.to_owned()),
        columns: column::read(&columns)?,
        with_rules: row.is_guize,
        with_page: row.is_yemian,
        templates: row.muban.clone().filter(|group| group != builtin::GROUP),
        is_there: false,
    };
    plan.checked()
}

/// What a table asks for: the plan, and the templates that it goes through.
pub fn wanted(conn: &mut Conn, call: &Call, ask: &TableRow) -> Result<(Plan, Vec<Template>)> {
    let row: GenTable = rows::get(conn, ask.id, &call.actor.access.reach)?;
    let group = match row.parent_menu_id {
        Some(id) => {
            let above: Option<Menu> = rows::get(conn, id, &Reach::everything()).ok();
            above.map(|above| above.name)
        }
        None => None,
    };
    let mut plan = plan_of(&row, group).map_err(Error::refused)?;
    plan.is_there = tables::find(conn, &plan.table)?.is_some();
    let templates = templates(conn, &plan)?;
    Ok((plan, templates))
}

/// The files that it becomes.
pub fn generate(plan: &Plan, templates: &[Template]) -> Result<Generated> {
    let files = files::all(plan, templates).map_err(Error::refused)?;
    Ok(Generated {
        table_name: plan.table.clone(),
        files,
        tishi: plan.notes(),
    })
}

fn templates(conn: &mut Conn, plan: &Plan) -> Result<Vec<Template>> {
    let Some(group) = &plan.templates else {
        return Ok(files::builtin_templates());
    };
    let list = List {
        conditions: vec![
            Condition::equal(GenTemplate::muban, group.clone()),
            Condition::equal(GenTemplate::state, "QIYONG".to_owned()),
        ],
        orders: vec![(GenTemplate::id.field(), false)],
        limit: i64::try_from(MOST_TEMPLATES).unwrap_or_default(),
        ..List::default()
    };
    let rows: Vec<GenTemplate> = rows::list(conn, &list, &Reach::everything())?;
    if rows.is_empty() {
        return Err(Error::refused(format!("模板组“{group}”中没有启用的模板")));
    }
    let all = rows.into_iter().map(|row| Template {
        name: row.mingcheng,
        path: row.wenjian_path,
        text: row.neirong,
    });
    Ok(all.collect())
}

/// Writes down that the files were made.
pub fn noted(tx: &mut Tx<'_>, call: &Call, ask: &TableRow, what: &str) -> Result<()> {
    let row: GenTable = rows::lock(tx, ask.id, &call.actor.access.reach)?;
    let now: Option<Timestamp> = Some(call.now);
    Changes::<GenTable>::new()
        .set(GenTable::shengcheng_time, now)
        .update(tx, ask.id, &call.writer())?;
    let deed = Deed::new(GenTable::TABLE.label, format!("{what} {}", row.table_name));
    audit::record(tx, call, &deed)
}
