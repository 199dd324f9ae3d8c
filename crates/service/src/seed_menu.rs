//! The menu tree an installation starts with. Each node is put in once: what people rename, move,
//! switch off or delete afterwards stays as they left it.

use std::collections::HashMap;

use schema::{Model, menu};
use serde_json::{Map, Value as Json, json};
use store::{Tx, menus, meta, rows};

use crate::{call::Call, error::Result, seed};

/// Under this prefix the facts of the installation remember which node became which row.
const SEEDED: &str = "menu ";

struct Tree<'a, 'tx> {
    tx: &'a mut Tx<'tx>,
    call: &'a Call,
    of: &'static Model,
    /// Keys of the nodes that were put in, then or now deleted ones among them.
    seeded: HashMap<String, String>,
    /// The live ones.
    nodes: Vec<Map<String, Json>>,
}

/// Adds what a newer version brings.
pub fn seed(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    let mut tree = Tree {
        seeded: meta::with_prefix(tx, SEEDED)?,
        nodes: menus::all(tx)?,
        of: seed::model("sys/menu")?,
        tx,
        call,
    };
    for (at, group) in menu::MENU.iter().enumerate() {
        let row = json!({ "name": group.name, "type": "MULU", "icon": group.icon, "parentId": 0, "paixu": at * 10 });
        let Some(group_id) = tree.put(group.name, ("name", group.name), row)? else {
            continue;
        };
        for (at, page) in group.pages.iter().enumerate() {
            let row = json!({
                "name": page.name, "type": "ZICAIDAN", "icon": page.icon, "routerUrl": page.url,
                "component": page.component, "parentId": group_id, "paixu": at * 10,
            });
            let Some(page_id) = tree.put(page.url, ("routerUrl", page.url), row)? else {
                continue;
            };
            let buttons = page.buttons.iter().flat_map(menu::Button::expand);
            for (at, (permission, label)) in buttons.enumerate() {
                let row = json!({
                    "name": label, "type": "ANNIU", "perms": permission, "parentId": page_id, "paixu": at * 10,
                });
                if let Some(id) = tree.put(&permission, ("perms", &permission), row)? {
                    tree.name_anew(id, &label)?;
                }
            }
        }
    }
    Ok(())
}

impl Tree<'_, '_> {
    /// The row of a node, made where it never was; none where somebody deleted it. A database from
    /// before nodes were remembered is searched for one that fits.
    fn put(&mut self, key: &str, like: (&str, &str), row: Json) -> Result<Option<i64>> {
        if let Some(id) = self.seeded.get(key) {
            let id = id.parse().unwrap_or_default();
            return Ok(self
                .nodes
                .iter()
                .any(|node| id_of(node) == id)
                .then_some(id));
        }
        let (field, text) = like;
        let there = self
            .nodes
            .iter()
            .find(|node| node.get(field).and_then(Json::as_str) == Some(text));
        let id = match there.map(id_of) {
            Some(id) => id,
            None => self.add(row)?,
        };
        meta::put_new(self.tx, &format!("{SEEDED}{key}"), &id.to_string())?;
        Ok(Some(id))
    }

    fn add(&mut self, mut row: Json) -> Result<i64> {
        self.find_free_name(&mut row);
        let id = seed::insert(self.tx, self.call, self.of, &row)?;
        if let Json::Object(mut node) = row {
            node.insert("id".to_owned(), id.into());
            self.nodes.push(node);
        }
        Ok(id)
    }

    /// A button that an earlier version gave another's name and a number: 查询2. What people named
    /// themselves stays.
    fn name_anew(&mut self, id: i64, label: &str) -> Result<()> {
        let node = self.nodes.iter().find(|node| id_of(node) == id);
        let name = node.and_then(|node| node.get("name")?.as_str());
        let bare = name.map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()));
        let is_numbered = name != bare && bare.is_some_and(|bare| label.ends_with(bare));
        if !is_numbered || bare == Some(label) {
            return Ok(());
        }
        let changes = rows::changes(self.of, [("name", label.into())]);
        rows::update(self.tx, self.of, id, None, &changes, &self.call.writer())?;
        Ok(())
    }

    /// Siblings have names of their own; people may have taken this one.
    fn find_free_name(&self, row: &mut Json) {
        let wanted = row["name"].as_str().unwrap_or_default().to_owned();
        let is_taken = |name: &str| {
            self.nodes.iter().any(|node| {
                node.get("parentId") == Some(&row["parentId"])
                    && node.get("name").and_then(Json::as_str) == Some(name)
            })
        };
        let mut name = wanted.clone();
        let mut number = 1;
        while is_taken(&name) {
            number += 1;
            name = format!("{wanted}{number}");
        }
        row["name"] = name.into();
    }
}

fn id_of(node: &Map<String, Json>) -> i64 {
    node.get("id").and_then(Json::as_i64).unwrap_or_default()
}
