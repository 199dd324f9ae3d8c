//! 排序: rows put into a new order, all of them or none, with one line in the log.

use std::collections::HashSet;

use schema::Model;
use serde_json::{Map, Value as Json};
use store::{Tx, rows::Change};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input::{self, Mode},
    resource,
    wire::{Ask, FieldShape, Given, Shaped, Sort, Takes, WholeRow, answer},
};

/// More rows than one screen can show are not dragged.
const MOST: usize = 500;

/// A row's new place, and the version of it that its mover saw.
struct Place {
    id: i64,
    seen: Option<i64>,
    change: Change,
}

/// Rows of the route's resource in their new order. Each is read as a change of its row.
#[derive(Debug, Clone)]
pub struct NewOrder(WholeRow);

impl Ask for NewOrder {
    fn take(given: &Given) -> Result<Self> {
        WholeRow::take(given).map(Self)
    }

    fn takes() -> Takes {
        let records = FieldShape {
            name: "records".to_owned(),
            label: "数据",
            shape: <Vec<NewPlace> as Shaped>::shape(),
            may_be_left_out: false,
        };
        Takes::new(Sort::Fields, vec![records])
    }
}

answer! {
    /// A row's new place, as it is sent.
    pub struct NewPlace {
        id: i64,
        paixu: i64,
        banben_suo: Option<i64>,
    }
}

pub fn reorder(tx: &mut Tx<'_>, call: &Call, ask: NewOrder) -> Result<()> {
    let of = ask.0.of;
    let (mut before, mut after) = (Map::new(), Map::new());
    let places = places(of.model, &ask.0.body)?;
    let count = places.len();
    for place in places {
        let (id, column) = (place.id, place.change.0);
        let was = resource::lock(tx, call, of, id, place.seen)?;
        let changed = resource::update_quietly(tx, call, of, was, vec![place.change])?;
        let name = format!("{}（{id}）", resource::title(&of, &changed.after));
        for (side, row) in [(&mut before, &changed.before), (&mut after, &changed.after)] {
            let shown = row.get(&column.wire).cloned();
            side.insert(name.clone(), shown.unwrap_or_default());
        }
    }
    let what = format!("调整{}排序 {count}条", of.table.label);
    let deed = Deed::new(of.table.label, what).changed(&before, &after);
    audit::record(tx, call, &deed)
}

/// In the order of their ids, so that two people who drag at once do not wait for each other.
fn places(of: &'static Model, body: &Json) -> Result<Vec<Place>> {
    let body = input::object(body)?;
    input::only(body, &["records"])?;
    let records = body
        .get("records")
        .and_then(Json::as_array)
        .filter(|records| !records.is_empty())
        .ok_or_else(|| Error::field("records", "请选择要排序的数据"))?;
    if records.len() > MOST {
        let message = format!("一次最多排序{MOST}条");
        return Err(Error::field("records", message));
    }
    let mut places: Vec<Place> = records
        .iter()
        .map(|record| place(of, record))
        .collect::<Result<_>>()?;
    let distinct: HashSet<i64> = places.iter().map(|place| place.id).collect();
    if distinct.len() < places.len() {
        return Err(Error::field("records", "同一条数据出现了两次"));
    }
    places.sort_unstable_by_key(|place| place.id);
    Ok(places)
}

fn place(of: &'static Model, record: &Json) -> Result<Place> {
    let record = input::object(record)?;
    let fields = NewPlace::fields();
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    input::only(record, &names)?;
    let (id, seen) = resource::target(record)?;
    let mut changes = input::changes(of, record, Mode::Edit, &["id", "banbenSuo"])?;
    let missing = || Error::field("paixu", "排序不能为空");
    let change = changes.pop().ok_or_else(missing)?;
    Ok(Place { id, seen, change })
}
