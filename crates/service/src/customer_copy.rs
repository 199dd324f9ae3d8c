//! 资料副本: everything that is kept about a customer, in clear, for the customer. Contacts and
//! messages are other people's and are not part of it.

use schema::{
    Kind, Model, Record,
    resources::{Customer, Dingdan},
};
use serde_json::{Map, Value as Json};
use store::{Conn, Reach, Tx, erase, rows};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    files,
    resources::app_user_gone::{OTHER_PEOPLE, refers_to_customer},
    reveal,
    wire::ask,
};

ask! {
    /// 提供资料副本
    pub struct CustomerCopy {
        user_id: i64    = id(),
        yuanyin: String = word(200).says("请填写提供副本的原因，不超过200个字"),
    }
}

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
        texts: Vec::new(),
        files: Vec::new(),
    };
    copied.add(tx, call, Customer::model(), &[id])?;
    let mut orders = Vec::new();
    for of in schema::models().iter().copied() {
        if refers_to_customer(of) && !OTHER_PEOPLE.contains(&of.table.path) {
            let ids = erase::rows_of(tx, of, "user_id", &[id])?;
            copied.add(tx, call, of, &ids)?;
            if of.table.path == Dingdan::TABLE.path {
                orders = ids;
            }
        }
    }
    if !orders.is_empty() {
        for of in schema::models()
            .iter()
            .copied()
            .filter(|of| is_of_order(of))
        {
            let ids = erase::rows_of(tx, of, "dingdan_id", &orders)?;
            copied.add(tx, call, of, &ids)?;
        }
    }
    Ok(copied)
}

/// Rows of an order that do not name the customer themselves.
fn is_of_order(of: &Model) -> bool {
    let field = of.field_named("dingdan_id");
    let is_of_order =
        field.is_some_and(|field| field.column.kind == Kind::Ref(Dingdan::TABLE.path));
    is_of_order && !refers_to_customer(of)
}

impl Copied {
    /// Adds rows of a resource as a file of their own.
    fn add(&mut self, conn: &mut Conn, call: &Call, of: &'static Model, ids: &[i64]) -> Result<()> {
        let mut rows = Vec::new();
        for id in ids {
            let row = in_clear(conn, call, of, *id)?;
            let keys = files::keys_of(of, &row).into_iter().map(str::to_owned);
            self.files.extend(keys);
            rows.push(row);
        }
        if !rows.is_empty() {
            let text = serde_json::to_vec_pretty(&rows).map_err(Error::internal)?;
            self.texts.push((format!("{}.json", of.table.label), text));
        }
        Ok(())
    }
}

/// A row with its secrets, under the labels that people know.
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
