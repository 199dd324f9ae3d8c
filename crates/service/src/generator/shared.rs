//! The files that all resources share, and which types they know already.

use super::name;

/// The shared files as this program was built from them, or as they stand in a source tree.
#[derive(Debug, Clone)]
pub struct Shared(pub Vec<(&'static str, String)>);

pub const RESOURCES: &str = "crates/schema/src/resources/mod.rs";
pub const MENU: &str = "crates/schema/src/menu/tree.rs";
pub const RULES: &str = "crates/service/src/resources/mod.rs";
pub const TESTS: &str = "crates/server/tests/http/main.rs";
pub const VIEWS: &str = "web/src/pages/views.ts";

const BUILT_IN: [(&str, &str); 5] = [
    (
        RESOURCES,
        include_str!("../../../schema/src/resources/mod.rs"),
    ),
    (MENU, include_str!("../../../schema/src/menu/tree.rs")),
    (RULES, include_str!("../resources/mod.rs")),
    (TESTS, include_str!("../../../server/tests/http/main.rs")),
    (VIEWS, include_str!("../../../../web/src/pages/views.ts")),
];

impl Shared {
    pub fn built_in() -> Self {
        Self(BUILT_IN.map(|(path, text)| (path, text.to_owned())).into())
    }

    /// The paths of them.
    pub fn paths() -> [&'static str; 5] {
        BUILT_IN.map(|(path, _)| path)
    }
}

/// The tables that the shared files know, each with the names of its types.
fn known_classes(shared: &Shared) -> Vec<(&str, Vec<&str>)> {
    let known = shared.0.iter().find(|(path, _)| *path == RESOURCES);
    let lines = known.map_or("", |(_, text)| text.as_str()).lines();
    let uses = lines.filter_map(|line| line.strip_prefix("pub use ")?.split_once("::"));
    let known = uses.map(|(table, classes)| {
        let classes = classes.split(|letter: char| !letter.is_ascii_alphanumeric());
        let classes = classes.filter(|class| !class.is_empty());
        (table, classes.collect())
    });
    known.collect()
}

/// The name of a table's type where nobody gives one: the one it has, or one made of its own.
pub fn class_of(table: &str) -> String {
    let shared = Shared::built_in();
    let known = known_classes(&shared);
    let of_table = known.iter().find(|(other, _)| *other == table);
    let class = of_table.and_then(|(_, classes)| classes.first());
    class.map_or_else(|| name::pascal(table), |class| (*class).to_owned())
}

/// Refuses the name of a type that another table has, and another name for one that is known.
pub fn free_class(table: &str, class: &str, shared: &Shared) -> Result<(), String> {
    for (other, classes) in known_classes(shared) {
        match (other == table, classes.contains(&class)) {
            (false, true) => return Err(format!("类名{class}已用于表 {other}，请换一个")),
            (true, false) => {
                let known = classes.first().copied().unwrap_or_default();
                return Err(format!("源码中该资源的类名是{known}，请保持一致"));
            }
            _ => {}
        }
    }
    Ok(())
}
