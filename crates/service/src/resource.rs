//! The resource pattern: what every definition gets without a line of its own.

use schema::{Kind, Model, Scope};
use serde_json::{Map, Value as Json};
use store::{
    Conn, Derive, List, Reach, RowError, Tx, Value,
    rehearsal::{self, Coming, Holder},
    rows::{self, Locked},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    counted::Taken,
    error::{Error, Result},
    files,
    input::{self, Mode, Query},
    rich_text,
    rules::{Delete, Resource, Write},
    search,
    whose::customer_of,
    wire::{Added, Edited},
};

/// `{records, total, totalExact}` as JSON text.
pub fn page(conn: &mut Conn, call: &Call, of: Resource, query: &Query) -> Result<Vec<u8>> {
    let asked = (of.rules.conditions)(call, of.model, query)?;
    search::must_be_counted(call, of.model, &asked)?;
    page_of(conn, call, of, &asked)
}

/// A page of a list that may be read.
pub(crate) fn page_of(conn: &mut Conn, call: &Call, of: Resource, asked: &List) -> Result<Vec<u8>> {
    let reach = &call.actor.access.reach;
    let page = deriving(call, of, |derive| {
        store::page(conn, of.model, asked, reach, call.real_ms, derive)
    })?;
    let mut text = page.records;
    text.splice(..0, *b"{\"records\":");
    text.extend_from_slice(
        format!(
            ",\"total\":{},\"totalExact\":{}}}",
            page.total, page.total_exact
        )
        .as_bytes(),
    );
    Ok(text)
}

/// Runs what needs the derived columns of a resource.
pub(crate) fn deriving<T>(
    call: &Call,
    of: Resource,
    run: impl FnOnce(Derive<'_, Error>) -> Result<T>,
) -> Result<T> {
    match of.rules.derive {
        Some(derive) => run(Some(&|conn: &mut Conn, ids: &[i64]| {
            derive(conn, call, ids)
        })),
        None => run(None),
    }
}

/// A plain list; with paging parameters, a page.
pub fn list(conn: &mut Conn, call: &Call, of: Resource, query: &Query) -> Result<Vec<u8>> {
    if query
        .iter()
        .any(|(name, _)| name == "current" || name == "size")
    {
        return page(conn, call, of, query);
    }
    let asked = input::plain((of.rules.conditions)(call, of.model, query)?);
    search::must_be_counted(call, of.model, &asked)?;
    plain_list(conn, call, of, &asked, &call.actor.access.reach)
}

/// The rows of a list that may be read, within a reach.
pub(crate) fn plain_list(
    conn: &mut Conn,
    call: &Call,
    of: Resource,
    asked: &List,
    reach: &Reach,
) -> Result<Vec<u8>> {
    let (records, count) = deriving(call, of, |derive| {
        store::plain_list(conn, of.model, asked, reach, call.real_ms, derive)
    })?;
    input::check_plain(count, asked)?;
    Ok(records)
}

pub fn find(conn: &mut Conn, call: &Call, of: Resource, id: i64) -> Result<Map<String, Json>> {
    let reach = &call.actor.access.reach;
    deriving(call, of, |derive| {
        rows::find_derived(conn, of.model, id, reach, call.real_ms, derive)
    })
}

/// What a row has on the wire beside its columns, and may bring back.
pub(crate) fn echoed(of: &Model) -> &'static [&'static str] {
    if of.field_named("parent_id").is_some() {
        &["id", "banbenSuo", "children"]
    } else {
        &["id", "banbenSuo"]
    }
}

/// Adds a row, answers `{id}`.
pub fn add(tx: &mut Tx<'_>, call: &Call, of: Resource, body: &Json) -> Result<Added> {
    let changes = input::changes(of.model, input::object(body)?, Mode::Add, echoed(&of))?;
    let id = insert(tx, call, of, changes)?;
    Ok(Added { id })
}

/// Adds a row from checked changes: rules, references, log.
pub fn insert(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    changes: Vec<rows::Change>,
) -> Result<i64> {
    search::before_write(tx, call, of.model, &changes, true)?;
    let id = insert_quietly(tx, call, of, changes)?;
    record_added(tx, call, of.model, id)?;
    Ok(id)
}

/// The line for a row that was added, as it is by now.
pub(crate) fn record_added(
    tx: &mut Tx<'_>,
    call: &Call,
    of: &'static Model,
    id: i64,
) -> Result<()> {
    let row = rows::find(tx, of, id, &Reach::everything(), call.real_ms)?;
    let deed = Deed::new(
        of.table.label,
        format!("新增{} {}", of.table.label, title(of, &row)),
    );
    audit::record(tx, call, &deed.added(&row).about(customer_of(of, &row)))
}

/// [`insert`] without a line in the log: an import has one for all its rows, and what else belongs
/// to a row may still have to be written.
pub fn insert_quietly(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    mut changes: Vec<rows::Change>,
) -> Result<i64> {
    begin(tx, of)?;
    own_it(call, of.model, &mut changes);
    judge(tx, call, of, None, &mut changes)?;
    input::check_references(tx, call, None, &changes)?;
    let entering = files::entering(tx, None, &changes)?;
    let id = rows::insert(tx, of.model, &changes, &call.writer())
        .map_err(|error| refused(of.model, &changes, error))?;
    files::enter(tx, call, (of.table.path, id), &entering)?;
    finish(tx, call, of, Some(id))?;
    Ok(id)
}

/// Before a row is locked or added.
fn begin(tx: &mut Tx<'_>, of: Resource) -> Result<()> {
    if let Some(take_turns) = of.rules.one_at_a_time {
        take_turns(tx)?;
    }
    Ok(())
}

/// Cleans what is about to be written, and asks the rules.
fn judge(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    was: Option<&Locked>,
    changes: &mut Vec<rows::Change>,
) -> Result<()> {
    clean_rich_text(changes)?;
    input::check_ages(call, changes)?;
    (of.rules.before)(&mut Write::new(tx, call, of.model, was, changes))
}

fn clean_rich_text(changes: &mut [rows::Change]) -> Result<()> {
    for (field, value) in changes {
        if let (Kind::RichText, Value::Text(text)) = (field.column.kind, value) {
            *text = rich_text::clean(text, files::OWN_FILES)
                .map_err(|error| Error::field(&field.wire, error.to_string()))?;
        }
    }
    Ok(())
}

/// After a row was written, or rows were deleted.
fn finish(tx: &mut Tx<'_>, call: &Call, of: Resource, written: Option<i64>) -> Result<()> {
    if let Some(id) = written {
        (of.rules.after)(tx, call, id)?;
    }
    of.rules.touches.map_or(Ok(()), |kept| kept.touch(tx))
}

/// Everything that would keep a new row from being added, found out without adding it. Rows that
/// would be added before it are in `coming`, and it joins them where nothing is wrong with it.
/// `is_whole` says that no field of it was wrong already.
pub(crate) fn faults(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    mut changes: Vec<rows::Change>,
    is_whole: bool,
    coming: &mut Coming,
) -> Result<Vec<Error>> {
    let mut faults = Vec::new();
    let mut keep = |outcome: Result<()>| match outcome {
        Ok(()) => Ok(()),
        Err(fault @ (Error::Invalid { .. } | Error::Refused { .. } | Error::Taken(_))) => {
            faults.push(fault);
            Ok(())
        }
        Err(error) => Err(error),
    };
    own_it(call, of.model, &mut changes);
    if is_whole || !of.rules.judges_the_whole {
        keep(judge(tx, call, of, None, &mut changes))?;
    }
    keep(input::check_references(tx, call, None, &changes))?;
    keep(files::entering(tx, None, &changes).map(drop))?;
    for (field, holder) in rehearsal::taken(tx, of.model, &changes, coming)? {
        let duplicate = RowError::Duplicate(field);
        keep(Err(match holder {
            Holder::Stored => refused(of.model, &changes, duplicate),
            // What stands twice in one sheet is no news to whoever sent it.
            Holder::Coming => duplicate.into(),
        }))?;
    }
    if !rehearsal::is_within_reach(tx, of.model, &changes, &call.actor.access.reach)? {
        keep(Err(RowError::OutOfReach.into()))?;
    }
    if is_whole && faults.is_empty() {
        rehearsal::note(tx, of.model, &changes, coming);
    }
    Ok(faults)
}

/// A row that somebody with a narrower reach makes belongs to them and their store, unless they
/// say otherwise.
fn own_it(call: &Call, of: &'static Model, changes: &mut Vec<rows::Change>) {
    let Scope::Columns { owner, store } = of.table.scope else {
        return;
    };
    let missing = |changes: &[rows::Change], name: &str| {
        !changes
            .iter()
            .any(|(field, value)| field.column.name == name && *value != Value::Null)
    };
    if let Some(field) = owner
        .filter(|name| *name != "id")
        .and_then(|name| of.field_named(name))
        && missing(changes, field.column.name)
    {
        changes.retain(|(known, _)| known.wire != field.wire);
        changes.push((field, call.actor.user_id.into()));
    }
    if let Some(field) = store.and_then(|name| of.field_named(name))
        && missing(changes, field.column.name)
        && call.actor.mendian.is_some()
    {
        changes.retain(|(known, _)| known.wire != field.wire);
        changes.push((field, call.actor.mendian.clone().into()));
    }
}

/// Changes a row, answers `{id, banbenSuo}`.
pub fn edit(tx: &mut Tx<'_>, call: &Call, of: Resource, body: &Json) -> Result<Edited> {
    edit_row(tx, call, of, body).map(|(edited, _)| edited)
}

/// [`edit`], with the row as it was and as it became.
pub(crate) fn edit_row(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    body: &Json,
) -> Result<(Edited, rows::Changed)> {
    let body = input::object(body)?;
    let (id, seen) = target(body)?;
    let changes = input::changes(of.model, body, Mode::Edit, echoed(&of))?;
    let changed = update(tx, call, of, id, seen, changes)?;
    let banben_suo = changed.version;
    Ok((Edited { id, banben_suo }, changed))
}

/// Changes a row from checked changes.
pub fn update(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    id: i64,
    seen: Option<i64>,
    changes: Vec<rows::Change>,
) -> Result<rows::Changed> {
    search::before_write(tx, call, of.model, &changes, false)?;
    let was = lock(tx, call, of, id, seen)?;
    let changed = update_quietly(tx, call, of, was, changes)?;
    let deed = Deed::new(
        of.table.label,
        format!("修改{} {}", of.table.label, title(&of, &changed.after)),
    );
    let deed = deed.about(customer_of(of.model, &changed.after));
    audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    Ok(changed)
}

/// Locks the row that is to be changed: what is checked of it still holds when it is written.
pub(crate) fn lock(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    id: i64,
    seen: Option<i64>,
) -> Result<Locked> {
    begin(tx, of)?;
    let was = rows::locked(tx, of.model, id, &call.writer())?;
    was.must_be(seen)?;
    Ok(was)
}

/// [`update`] of a locked row without a line in the log, for a verb that changes more than the row.
pub(crate) fn update_quietly(
    tx: &mut Tx<'_>,
    call: &Call,
    of: Resource,
    was: Locked,
    mut changes: Vec<rows::Change>,
) -> Result<rows::Changed> {
    let id = was.id;
    judge(tx, call, of, Some(&was), &mut changes)?;
    input::check_references(tx, call, Some(&was.shown), &changes)?;
    let entering = files::entering(tx, Some(&was.shown), &changes)?;
    let changed = rows::update_locked(tx, of.model, was, &changes, &call.writer())
        .map_err(|error| refused(of.model, &changes, error))?;
    files::enter(tx, call, (of.table.path, id), &entering)?;
    finish(tx, call, of, Some(id))?;
    Ok(changed)
}

/// Why a row was not written; that a secret is taken is told apart.
fn refused(of: &'static Model, changes: &[rows::Change], error: RowError) -> Error {
    let RowError::Duplicate(field) = error else {
        return error.into();
    };
    let written = changes.iter().find(|(known, _)| known.wire == field.wire);
    match (field.column.kind, written) {
        (Kind::Secret(_), Some((_, Value::Text(text)))) => Error::Taken(Box::new(Taken {
            of,
            field,
            text: text.clone(),
        })),
        _ => RowError::Duplicate(field).into(),
    }
}

/// Which row an edit means, and the version its writer saw.
pub fn target(body: &Map<String, Json>) -> Result<(i64, Option<i64>)> {
    let number = |name: &str| match body.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(json) => {
            let text = json.as_str().and_then(|text| text.parse().ok());
            json.as_i64()
                .or(text)
                .map(Some)
                .ok_or_else(|| Error::field(name, "应为整数"))
        }
    };
    let id = number("id")?
        .filter(|id| *id > 0)
        .ok_or_else(|| Error::field("id", "编号不能为空"))?;
    Ok((id, number("banbenSuo")?))
}

/// Deletes rows, all or none.
pub fn delete(tx: &mut Tx<'_>, call: &Call, of: Resource, ids: &[i64]) -> Result<()> {
    begin(tx, of)?;
    // All of them first: nothing is told about one while another is somebody else's. Those who
    // delete the same rows in another order wait for each other at the first.
    let mut order = ids.to_vec();
    order.sort_unstable();
    let mut locked = Vec::with_capacity(ids.len());
    for id in order {
        locked.push(rows::locked(tx, of.model, id, &call.writer())?);
    }
    locked.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    for row in &locked {
        (of.rules.before_delete)(&mut Delete::new(tx, call, row))?;
    }
    rows::delete(tx, of.model, &locked, &call.writer())?;
    finish(tx, call, of, None)?;
    let deleted: Vec<_> = locked.into_iter().map(|row| row.shown).collect();
    let names: Vec<String> = deleted.iter().take(5).map(|row| title(&of, row)).collect();
    let verb = if of.table.append_only {
        "归档"
    } else {
        "删除"
    };
    let what = format!(
        "{verb}{} {}条：{}",
        of.table.label,
        deleted.len(),
        names.join("、")
    );
    let mut customers = deleted.iter().map(|row| customer_of(of.model, row));
    // One line has one customer; rows of several are on nobody's time line.
    let first = customers.next().flatten();
    let customer = first.filter(|first| customers.all(|other| other == Some(*first)));
    let deed = Deed::new(of.table.label, what).about(customer);
    audit::record(tx, call, &deed.removed(&deleted))
}

/// What a person calls a row.
pub fn title(of: &Model, row: &Map<String, Json>) -> String {
    let field = of.field_named(of.table.show);
    // A row that is known by what it refers to is called like that.
    let named = field.and_then(|field| row.get(field.show.as_ref()?));
    let named = named.filter(|text| text.is_string());
    let shown = named.or_else(|| row.get(&field?.wire));
    match shown {
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}
