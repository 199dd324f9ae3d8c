//! The menu tree an installation starts with. Each node is put in once: what people rename, move,
//! switch off or delete afterwards stays as they left it. A name or an icon that nobody chose follows the
//! product.

use std::collections::HashMap;

use schema::{Record, menu, resources::Menu, words};
use store::{
    Tx, menus, meta,
    rows::{Changes, StoredRow},
};

use crate::{call::Call, error::Result, seed_row};

/// Under this prefix the facts of the installation remember which node became which row.
const SEEDED: &str = "menu ";

struct Tree<'a, 'tx> {
    tx: &'a mut Tx<'tx>,
    call: &'a Call,
    /// Keys of the nodes that were put in, then or now deleted ones among them.
    seeded: HashMap<String, String>,
    /// The live ones.
    nodes: Vec<Menu>,
}

/// Adds what a newer version brings.
pub fn seed(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    let mut tree = Tree {
        seeded: meta::with_prefix(tx, SEEDED)?,
        nodes: menus::all(tx)?,
        tx,
        call,
    };
    for (group, place) in menu::MENU.iter().zip(places()) {
        let row = node("MULU", group.name, 0, place).set(Menu::icon, group.icon.to_owned());
        let Some(group_id) = tree.put(group.name, |node| node.name == group.name, row)? else {
            continue;
        };
        tree.follow_words(group_id, group.name)?;
        tree.follow_icon(group_id, group.icon)?;
        for (page, place) in group.pages.iter().zip(places()) {
            let row = node("ZICAIDAN", page.name, group_id, place)
                .set(Menu::icon, page.icon.to_owned())
                .set(Menu::router_url, page.url.to_owned())
                .set(Menu::component, page.component.to_owned());
            let leads_there = |node: &Menu| node.router_url.as_deref() == Some(page.url);
            let Some(page_id) = tree.put(page.url, leads_there, row)? else {
                continue;
            };
            tree.follow_words(page_id, page.name)?;
            tree.follow_icon(page_id, page.icon)?;
            let buttons = page.buttons.iter().flat_map(menu::Button::expand);
            for ((permission, label), place) in buttons.zip(places()) {
                let row = node("ANNIU", &label, page_id, place);
                let row = row.set(Menu::perms, permission.clone());
                let grants = |node: &Menu| node.perms.as_ref() == Some(&permission);
                if let Some(id) = tree.put(&permission, grants, row)? {
                    tree.name_anew(id, &label)?;
                    tree.follow_words(id, &label)?;
                }
            }
        }
    }
    Ok(())
}

/// Places among siblings, with room between them.
fn places() -> impl Iterator<Item = i64> {
    (0..).step_by(10)
}

fn node(kind: &str, name: &str, parent: i64, place: i64) -> Changes<Menu> {
    Changes::new()
        .set(Menu::r#type, kind)
        .set(Menu::name, name)
        .set(Menu::parent_id, parent)
        .set(Menu::paixu, place)
}

impl Tree<'_, '_> {
    /// The row of a node, made where it never was; none where somebody deleted it. A database from
    /// before nodes were remembered is searched for one that fits.
    fn put(
        &mut self,
        key: &str,
        fits: impl Fn(&Menu) -> bool,
        row: Changes<Menu>,
    ) -> Result<Option<i64>> {
        if let Some(id) = self.seeded.get(key) {
            let id = id.parse().unwrap_or_default();
            return Ok(self.nodes.iter().any(|node| node.id == id).then_some(id));
        }
        let there = self.nodes.iter().find(|node| fits(node));
        let id = match there {
            Some(node) => node.id,
            None => self.add(row)?,
        };
        meta::put_new(self.tx, &format!("{SEEDED}{key}"), &id.to_string())?;
        Ok(Some(id))
    }

    fn add(&mut self, row: Changes<Menu>) -> Result<i64> {
        let wanted = StoredRow::empty(Menu::model()).changed(&row.clone().into_list());
        let mut node: Menu = wanted.record()?;
        node.name = self.free_name(&node);
        let row = row.set(Menu::name, node.name.as_str());
        node.id = seed_row::insert(self.tx, self.call, row)?;
        let id = node.id;
        self.nodes.push(node);
        Ok(id)
    }

    /// A button that an earlier version gave another's name and a number: 查询2. What people named
    /// themselves stays.
    fn name_anew(&mut self, id: i64, label: &str) -> Result<()> {
        let node = self.nodes.iter().find(|node| node.id == id);
        let name = node.map(|node| node.name.as_str());
        let bare = name.map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()));
        let is_numbered = name != bare && bare.is_some_and(|bare| label.ends_with(bare));
        if !is_numbered || bare == Some(label) {
            return Ok(());
        }
        self.rename(id, label)
    }

    /// A node that an earlier version named with a former word. What people named themselves stays,
    /// and so does a name that somebody gave its neighbour.
    fn follow_words(&mut self, id: i64, label: &str) -> Result<()> {
        let Some(node) = self.nodes.iter().find(|node| node.id == id) else {
            return Ok(());
        };
        let is_former = node.name != label && words::current(&node.name) == label;
        if is_former && !self.is_taken(node.parent_id, label) {
            return self.rename(id, label);
        }
        Ok(())
    }

    /// A node that still has the icon of an earlier version. What people chose stays.
    fn follow_icon(&mut self, id: i64, icon: &str) -> Result<()> {
        let node = self.nodes.iter().find(|node| node.id == id);
        let then = node.and_then(|node| node.icon.as_deref());
        if then.is_some_and(|then| menu::is_former_icon(then, icon)) {
            let changes = Changes::<Menu>::new().set(Menu::icon, icon.to_owned());
            changes.update(self.tx, id, &self.call.writer())?;
        }
        Ok(())
    }

    fn rename(&mut self, id: i64, label: &str) -> Result<()> {
        let changes = Changes::<Menu>::new().set(Menu::name, label);
        changes.update(self.tx, id, &self.call.writer())?;
        for node in self.nodes.iter_mut().filter(|node| node.id == id) {
            label.clone_into(&mut node.name);
        }
        Ok(())
    }

    fn is_taken(&self, parent: i64, name: &str) -> bool {
        let mut nodes = self.nodes.iter();
        nodes.any(|node| node.parent_id == parent && node.name == name)
    }

    /// Siblings have names of their own; people may have taken this one.
    fn free_name(&self, wanted: &Menu) -> String {
        let mut name = wanted.name.clone();
        let mut number = 1;
        while self.is_taken(wanted.parent_id, &name) {
            number += 1;
            name = format!("{}{number}", wanted.name);
        }
        name
    }
}
