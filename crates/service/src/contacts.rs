//! 通讯录 and 短信: other people's data that a customer's phone held. Listed for one customer only,
//! each look written down; a text is looked for among the rows of that customer, in memory.

use schema::{
    Field, Model,
    resources::{Contact, Sms},
};
use store::{Condition, Conn, List, Value, secrets};

use crate::{
    call::Call,
    counted::Opening,
    error::{Error, Result},
    input::{self, Query},
    resource,
    rules::Resource,
    search, whose,
    wire::{Ask, Conditions, FieldShape, Given, Listed, Paged, Shape, Sort, Takes},
};

/// Most rows of a customer that a text is looked for in.
const MOST: i64 = 5_000;

/// The rows of one customer, perhaps those that hold a text.
#[derive(Debug, Clone)]
pub struct OfCustomer(Conditions);

impl Ask for OfCustomer {
    fn take(given: &Given) -> Result<Self> {
        Conditions::take(given).map(Self)
    }

    fn takes() -> Takes {
        let needle = FieldShape {
            name: "search".to_owned(),
            label: "搜索内容",
            shape: Shape::Text.or_null(),
            may_be_left_out: true,
        };
        Takes::new(Sort::Conditions, vec![needle])
    }
}

pub fn page(conn: &mut Conn, call: &Call, ask: OfCustomer) -> Result<Paged> {
    let asked = conditions(conn, call, &ask.0)?;
    resource::page_of(conn, call, ask.0.of, &asked).map(Paged)
}

pub fn list(conn: &mut Conn, call: &Call, ask: OfCustomer) -> Result<Listed> {
    let Conditions { of, query } = &ask.0;
    let has_pages = query
        .iter()
        .any(|(name, _)| name == "current" || name == "size");
    if has_pages {
        return page(conn, call, ask).map(|Paged(text)| Listed(text));
    }
    let asked = input::plain(conditions(conn, call, &ask.0)?);
    resource::plain_list(conn, call, *of, &asked, &call.actor.access.reach).map(Listed)
}

fn conditions(conn: &mut Conn, call: &Call, ask: &Conditions) -> Result<List> {
    let (needle, rest): (Query, Query) = ask
        .query
        .iter()
        .cloned()
        .partition(|(name, _)| name == "search");
    let customer = one_customer(&rest)?;
    whose::must_be_seen(conn, customer, &call.actor.access.reach)?;
    let needle = needle
        .into_iter()
        .map(|(_, text)| text.trim().to_owned())
        .find(|text| !text.is_empty());
    if needle
        .as_ref()
        .is_some_and(|text| text.chars().count() > 50)
    {
        return Err(Error::field("search", "搜索内容过长"));
    }
    let mut asked = input::list(ask.of.model, &rest)?;
    let opening = Opening {
        customer,
        needle: needle.clone(),
    };
    search::must_be_noted(call, ask.of.model, opening)?;
    if let Some(needle) = needle {
        let ids = holding(conn, ask.of, customer, &needle)?;
        let id = id_field(ask.of.model)?;
        let ids = ids.into_iter().map(Value::Int).collect();
        asked.conditions.push(Condition::In(id, ids));
    }
    Ok(asked)
}

fn one_customer(query: &Query) -> Result<i64> {
    let ids = query.iter().filter(|(name, _)| name == "userId");
    let ids: Vec<Option<i64>> = ids.map(|(_, text)| text.trim().parse().ok()).collect();
    match ids.as_slice() {
        [Some(id)] if *id > 0 => Ok(*id),
        _ => Err(Error::field("userId", "请给出一个客户")),
    }
}

fn id_field(of: &'static Model) -> Result<&'static Field> {
    let missing = || Error::internal("a resource without a number");
    of.field_named("id").ok_or_else(missing)
}

/// The column with whose a row is, and those that a text is looked for in.
fn searched(of: &Model) -> Result<(&'static str, Vec<&'static Field>)> {
    if of.is::<Contact>() {
        let fields = [Contact::name.field(), Contact::phone.field()];
        Ok((Contact::user_id.name(), fields.into()))
    } else if of.is::<Sms>() {
        let fields = [
            Sms::fasongren.field(),
            Sms::fasonghaoma.field(),
            Sms::content.field(),
        ];
        Ok((Sms::user_id.name(), fields.into()))
    } else {
        Err(Error::internal("a search in rows that hold no secrets"))
    }
}

/// The rows of a customer of which a searched column holds the text.
fn holding(conn: &mut Conn, of: Resource, customer: i64, needle: &str) -> Result<Vec<i64>> {
    let (owner, fields) = searched(of.model)?;
    Ok(secrets::holding(
        conn, of.model, owner, customer, &fields, needle, MOST,
    )?)
}
