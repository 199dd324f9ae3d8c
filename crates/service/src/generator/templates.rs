//! 内置模板: copied into a group of one's own to be changed there; copying again restores them.

use minijinja::Value;
use schema::{
    Record,
    resources::{GenTemplate, Gonggao},
};
use store::{
    Condition, List, Reach, Tx,
    rows::{self, Changes},
};

use super::{
    builtin::{self, Builtin, GROUP},
    definition, name,
    plan::Plan,
    sandbox::{self, Flaw, Sandbox},
    versions,
};
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    wire::{answer, ask},
};

ask! {
    /// 复制内置模板
    pub struct CopyBuiltin {
        muban:     String         = text("模板组", 30),
        /// One of them alone.
        mingcheng: Option<String> = text("名称", 50),
    }
}

answer! {
    /// The templates of the group that are the built-in ones now.
    pub struct Copied {
        ids: Vec<i64>,
    }
}

/// What is wrong with a template, whatever the table: it cannot be read, or names what no table has.
pub fn check(text: &str) -> std::result::Result<(), Flaw> {
    sandbox::check(text)?;
    let columns = definition::columns(Gonggao::model());
    let plan = Plan {
        table: "app_ceshi".to_owned(),
        label: "测试".to_owned(),
        path: "app/ceshi".to_owned(),
        class: "Ceshi".to_owned(),
        group: "测试".to_owned(),
        columns: columns.unwrap_or_default(),
        with_rules: true,
        with_page: true,
        templates: None,
        is_there: false,
    };
    let values = Value::from_serialize(plan.values());
    match Sandbox::brief().render(text, &values) {
        Err(flaw) if flaw.is_misnamed => Err(flaw),
        _ => Ok(()),
    }
}

/// Puts the program's own templates into a group. Those of the same name get their first text back.
pub fn copy_builtin(tx: &mut Tx<'_>, call: &Call, ask: CopyBuiltin) -> Result<Copied> {
    name::words("模板组", &ask.muban, 30).map_err(|why| Error::field("muban", why))?;
    if ask.muban == GROUP {
        return Err(Error::field("muban", "请为模板组另取一个名称"));
    }
    let wanted = |template: &&Builtin| {
        let one = ask.mingcheng.as_deref();
        one.is_none_or(|name| name == template.name)
    };
    let mut ids = Vec::new();
    for template in builtin::ALL.iter().filter(wanted) {
        ids.push(restored(tx, call, &ask.muban, template)?);
    }
    if ids.is_empty() {
        return Err(Error::field("mingcheng", "没有这个名称的内置模板"));
    }
    let what = format!("复制内置模板到 {}", ask.muban);
    audit::record(tx, call, &Deed::new(GenTemplate::TABLE.label, what))?;
    Ok(Copied { ids })
}

/// Gives the template of this name its first text. What it was before stays as a version.
fn restored(tx: &mut Tx<'_>, call: &Call, group: &str, template: &Builtin) -> Result<i64> {
    let list = List {
        conditions: vec![
            Condition::equal(GenTemplate::muban, group.to_owned()),
            Condition::equal(GenTemplate::mingcheng, template.name.to_owned()),
        ],
        limit: 1,
        ..List::default()
    };
    let found: Vec<GenTemplate> = rows::list(tx, &list, &Reach::everything())?;
    let known = found.first();
    let text = template.text.trim();
    if let Some(known) = known {
        versions::keep(tx, call, known)?;
        if known.neirong == text && known.wenjian_path == template.path {
            return Ok(known.id);
        }
    }
    let changes = Changes::<GenTemplate>::new()
        .set(GenTemplate::wenjian_path, template.path.to_owned())
        .set(GenTemplate::neirong, text.to_owned())
        .set(
            GenTemplate::banben,
            known.map_or(0, |known| known.banben) + 1,
        );
    let id = match known {
        Some(known) => {
            changes.update(tx, known.id, &call.writer())?;
            known.id
        }
        None => changes
            .set(GenTemplate::mingcheng, template.name.to_owned())
            .set(GenTemplate::muban, group.to_owned())
            .set(GenTemplate::state, "QIYONG".to_owned())
            .insert(tx, &call.writer())?,
    };
    let row: GenTemplate = rows::get(tx, id, &Reach::everything())?;
    versions::keep(tx, call, &row)?;
    Ok(id)
}
