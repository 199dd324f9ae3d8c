//! The menu tree of the whole product and, with it, every permission there is.
//!
//! A permission exists because a button node carries it; routes name it, roles grant it.

mod tree;

pub use tree::MENU;

use Button::{Own, Pattern, PatternOf};

use crate::table::Action;

/// A page with the buttons under it.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub name: &'static str,
    pub url: &'static str,
    /// The view in the web application's registry; the resource path where there is one.
    pub component: &'static str,
    pub icon: &'static str,
    pub buttons: &'static [Button],
}

/// A group of pages.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    pub name: &'static str,
    pub icon: &'static str,
    pub pages: &'static [Page],
}

/// Buttons of the resource pattern, or one of a page's own.
#[derive(Debug, Clone, Copy)]
pub enum Button {
    /// `<root>:<action>` for each action; the label is the action's.
    Pattern(&'static str, &'static [Action]),
    /// The same for what else stands on the page; its name is put before the action's.
    PatternOf(&'static str, &'static str, &'static [Action]),
    Own(&'static str, &'static str),
}
impl Button {
    /// The permissions this entry stands for, with their labels.
    pub fn expand(&self) -> Vec<(String, String)> {
        let pattern = |of: &str, root: &str, actions: &[Action]| {
            let named = actions.iter().map(|action| {
                let label = format!("{of}{}", action.label());
                (format!("{root}:{}", action.code()), label)
            });
            named.collect()
        };
        match *self {
            Pattern(root, actions) => pattern("", root, actions),
            PatternOf(name, root, actions) => pattern(name, root, actions),
            Own(permission, label) => vec![(permission.to_owned(), label.to_owned())],
        }
    }
}

/// Filled icons of earlier versions, and the outlined ones of today.
const FORMER_ICONS: [(&str, &str); 14] = [
    ("el-icon-s-order", "el-icon-suitcase"),
    ("el-icon-s-finance", "el-icon-data-line"),
    ("el-icon-user-solid", "el-icon-service"),
    ("el-icon-s-check", "el-icon-circle-check"),
    ("el-icon-s-goods", "el-icon-box"),
    ("el-icon-menu", "el-icon-collection-tag"),
    ("el-icon-s-promotion", "el-icon-news"),
    ("el-icon-question", "el-icon-reading"),
    ("el-icon-s-shop", "el-icon-shopping-bag-1"),
    ("el-icon-s-custom", "el-icon-suitcase-1"),
    ("el-icon-s-operation", "el-icon-guide"),
    ("el-icon-s-claim", "el-icon-document-checked"),
    ("el-icon-s-grid", "el-icon-data-board"),
    ("el-icon-share", "el-icon-link"),
];

/// Whether an earlier version put `then` where `now` stands today.
pub fn is_former_icon(then: &str, now: &str) -> bool {
    FORMER_ICONS.contains(&(then, now))
}

/// Whether a page may name this view: one of the menu's, or the plain page of a resource.
pub fn is_component(name: &str) -> bool {
    let mut pages = MENU.iter().flat_map(|group| group.pages);
    let is_listed = |of: &crate::Model| of.table.allows(Action::List);
    pages.any(|page| page.component == name) || crate::model(name).is_some_and(is_listed)
}

/// Pages of the web application that show no resource of their own.
const OWN_PAGES: [&str; 4] = [
    "app/zijin/liushui",
    "app/zijin/zongzhang",
    "app/zijin/jiancha",
    "code/zujian",
];

/// Whether this version has the page. The menu names all of the product; what is not built yet is
/// offered to nobody, and is there as soon as it is.
pub fn is_built(component: &str) -> bool {
    OWN_PAGES.contains(&component) || crate::model(component).is_some()
}

/// Every permission of the catalogue.
pub fn permissions() -> Vec<String> {
    let pages = MENU.iter().flat_map(|group| group.pages);
    let buttons = pages.flat_map(|page| page.buttons);
    buttons
        .flat_map(|button| button.expand().into_iter().map(|(code, _)| code))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{check, models};

    #[test]
    fn permissions_are_well_formed_and_distinct() {
        let all = permissions();
        let distinct: HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert!(all.iter().all(|permission| check::permission(permission)));
    }

    #[test]
    fn every_action_of_every_resource_has_a_button() {
        let all: HashSet<_> = permissions().into_iter().collect();
        for model in models() {
            for action in model.table.actions {
                let code = format!("{}:{}", model.table.permission_root(), action.code());
                assert!(all.contains(&code), "{code}");
            }
        }
    }

    #[test]
    fn buttons_of_a_page_have_names_of_their_own() {
        for page in MENU.iter().flat_map(|group| group.pages) {
            let buttons: Vec<_> = page.buttons.iter().flat_map(Button::expand).collect();
            let names: HashSet<_> = buttons.iter().map(|(_, label)| label).collect();
            assert_eq!(names.len(), buttons.len(), "{}", page.name);
        }
    }

    /// What counts as built must be a page of the web application.
    #[test]
    fn own_pages_are_in_the_web_application() {
        let views = include_str!("../../../web/src/pages/views.ts");
        // The definitions of tools come with their pages alone: the plain page knows none of them.
        let tools = MENU
            .iter()
            .flat_map(|group| group.pages)
            .filter(|page| crate::model(page.component).is_some_and(|model| model.table.is_tool()));
        for page in OWN_PAGES
            .into_iter()
            .chain(tools.map(|page| page.component))
        {
            assert!(views.contains(&format!("\"{page}\": ")), "{page}");
            assert!(is_component(page), "{page}");
        }
    }

    /// One family: no filled icon beside outlined ones.
    #[test]
    fn icons_are_outlined() {
        let groups = MENU.iter().map(|group| group.icon);
        let pages = MENU.iter().flat_map(|group| group.pages);
        for icon in groups.chain(pages.map(|page| page.icon)) {
            let is_filled = FORMER_ICONS.iter().any(|(then, _)| *then == icon)
                || icon.starts_with("el-icon-s-")
                || icon.ends_with("-solid");
            assert!(!is_filled, "{icon}");
        }
    }

    #[test]
    fn routes_are_unique() {
        let urls: Vec<_> = MENU
            .iter()
            .flat_map(|group| group.pages)
            .map(|page| page.url)
            .collect();
        assert_eq!(urls.iter().collect::<HashSet<_>>().len(), urls.len());
    }
}
