//! 资料副本: everything that is kept about a customer, in clear, for the customer, under the labels
//! of the screens. Contacts, messages and who is named as emergency contact are other people's and
//! are not part of it; a file says so.

use schema::{
    Field, Kind, Model, Record,
    resources::{BasicInfo, Customer, Dingdan, Project},
};
use serde_json::{Map, Value as Json};
use store::{
    Conn, Reach, Tx,
    erase::{self, Reference},
    rows,
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    export::{self, Labels},
    files,
    resources::app_user_gone::is_of_other_people,
    reveal,
    sheet::fen_text,
    wire::ask,
};

ask! {
    /// 提供资料副本
    pub struct CustomerCopy {
        user_id: i64    = id(),
        yuanyin: String = word(200).says("请填写提供副本的原因，不超过200个字"),
    }
}

/// What a reader of the archive is told first.
const ABOUT: &str = "本压缩包是我们保存的您的资料，文件以资料名称命名，各项以中文名称列出，金额单位为元。\n\
    下列内容属于他人，未包含在内：通讯录、短信；紧急联系人的姓名和手机号在基础信息中标为“属于他人，未提供”。\n";

/// Said in place of what belongs to somebody else.
const NOT_THEIRS: &str = "属于他人，未提供";

/// What goes into the archive: texts under their names, and the keys of files that lie elsewhere.
pub struct Copied {
    /// The customer's number, which the archive is named after.
    pub user_no: String,
    pub texts: Vec<(String, Vec<u8>)>,
    pub files: Vec<String>,
}

/// Gathers the copy, counted against the budget of looks at personal data, with a line for it.
pub fn copy(tx: &mut Tx<'_>, call: &Call, ask: &CustomerCopy) -> Result<Copied> {
    let (id, reach) = (ask.user_id, &call.actor.access.reach);
    let customer: Customer = rows::get(tx, id, reach)?;
    reveal::spend(tx, call)?;
    reveal::write_down(tx, call, Customer::TABLE.path, "fuben", id, &ask.yuanyin)?;
    let what = format!(
        "提供客户 {} 的资料副本，原因：{}",
        customer.user_no, ask.yuanyin
    );
    audit::record(tx, call, &Deed::new("客户", what).about(id))?;
    let mut copied = Copied {
        user_no: customer.user_no,
        texts: vec![("说明.txt".to_owned(), ABOUT.as_bytes().to_vec())],
        files: Vec::new(),
    };
    copied.add(tx, call, Customer::model(), &[id])?;
    let mut orders = Vec::new();
    for of in schema::models().iter().copied() {
        if let Some(by) = Reference::to::<Customer>(of).filter(|_| !is_of_other_people(of)) {
            let ids = erase::rows_of(tx, by, &[id])?;
            copied.add(tx, call, of, &ids)?;
            if of.is::<Dingdan>() {
                orders = ids;
            }
        }
    }
    if !orders.is_empty() {
        for by in schema::models().iter().filter_map(|of| by_order_alone(of)) {
            let ids = erase::rows_of(tx, by, &orders)?;
            copied.add(tx, call, by.of, &ids)?;
        }
    }
    Ok(copied)
}

/// How rows refer to their order, where they do not name the customer themselves.
fn by_order_alone(of: &'static Model) -> Option<Reference> {
    let names_customer = Reference::to::<Customer>(of).is_some();
    Reference::to::<Dingdan>(of).filter(|_| !names_customer)
}

impl Copied {
    /// Adds rows of a resource as a file of their own.
    fn add(&mut self, conn: &mut Conn, call: &Call, of: &'static Model, ids: &[i64]) -> Result<()> {
        let labels = export::labels(conn, of)?;
        let mut rows = Vec::new();
        for id in ids {
            let row = in_clear(conn, call, of, *id)?;
            let keys = files::keys_of(of, &row).into_iter().map(str::to_owned);
            self.files.extend(keys);
            rows.push(labelled(of, &row, &labels));
        }
        if !rows.is_empty() {
            let text = serde_json::to_vec_pretty(&rows).map_err(Error::internal)?;
            self.texts.push((format!("{}.json", of.table.label), text));
        }
        Ok(())
    }
}

/// A row with its secrets.
fn in_clear(
    conn: &mut Conn,
    call: &Call,
    of: &'static Model,
    id: i64,
) -> Result<Map<String, Json>> {
    let reach = Reach::everything();
    let mut row = rows::find(conn, of, id, &reach, call.real_ms)?;
    for field in of.secrets() {
        let clear = rows::reveal(conn, of, field, id, &reach)?;
        row.insert(field.wire.clone(), clear.into());
    }
    Ok(row)
}

/// Columns that tell about somebody else.
fn is_of_another(of: &Model, field: &Field) -> bool {
    let names = [
        BasicInfo::lianxiren_xingming.name(),
        BasicInfo::lianxiren_shouji.name(),
    ];
    of.is::<BasicInfo>() && names.contains(&field.column.name)
}

/// A row as its customer reads it: labels for names, words for codes.
fn labelled(of: &Model, row: &Map<String, Json>, labels: &Labels) -> Map<String, Json> {
    let mut told = Map::new();
    for field in &of.fields {
        let Some(value) = row.get(&field.wire) else {
            continue;
        };
        let said = if value.is_null() {
            Json::Null
        } else if is_of_another(of, field) {
            NOT_THEIRS.into()
        } else {
            said(field, value, row, labels)
        };
        let label = field.column.label;
        // Two columns of one label are told apart.
        let label = if told.contains_key(label) {
            format!("{label}（{}）", field.wire)
        } else {
            label.to_owned()
        };
        told.insert(label, said);
    }
    told
}

fn said(field: &Field, value: &Json, row: &Map<String, Json>, labels: &Labels) -> Json {
    match field.column.kind {
        Kind::Json => terms(value),
        kind => figure(kind, value).unwrap_or_else(|| export::text(field, row, labels).into()),
    }
}

/// What is no text on the screen either.
fn figure(kind: Kind, value: &Json) -> Option<Json> {
    Some(match kind {
        Kind::Fen { .. } => fen_text(value.as_i64()?).into(),
        Kind::Ppm { .. } => loan::percent_text(value.as_i64()?).into(),
        Kind::Bool => if value.as_bool()? { "是" } else { "否" }.into(),
        Kind::Id | Kind::Int { .. } => value.clone(),
        _ => return None,
    })
}

/// The terms of a loan are those of its product, and are called like them.
fn terms(value: &Json) -> Json {
    match value {
        Json::Object(inner) => {
            let named = inner.iter().map(|(name, value)| {
                let Some(field) = Project::model().field(name) else {
                    return (name.clone(), terms(value));
                };
                let told = figure(field.column.kind, value).unwrap_or_else(|| terms(value));
                (field.column.label.to_owned(), told)
            });
            Json::Object(named.collect())
        }
        Json::Array(items) => items.iter().map(terms).collect(),
        other => other.clone(),
    }
}
