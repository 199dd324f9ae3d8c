//! Who may upload where.

use crate::{folder::Folder, model::Model, registry::models, table::Action};

/// The verbs that take a voucher; a test of the routes holds them to it.
pub const VOUCHER_VERBS: [&str; 5] = [
    "app:dingdan:fangkuan",
    "app:dingdan:querenhuankuan",
    "app:dingdan:daozhang",
    "app:dingdan:tiqian",
    "app:dingdan:shouhui",
];

/// The permissions to write rows of a resource.
fn writing(model: &Model) -> impl Iterator<Item = String> {
    let root = model.table.permission_root();
    let actions = [Action::Add, Action::Edit];
    let allowed = actions
        .into_iter()
        .filter(|action| model.table.allows(*action));
    allowed.map(move |action| format!("{root}:{}", action.code()))
}

impl Folder {
    /// Any of these permissions lets a person upload here; none where anyone signed in may. They
    /// are the permissions to write what shows a file of this folder, found in the definitions.
    pub fn permissions(self) -> Option<Vec<String>> {
        if self == Folder::Avatar {
            return None;
        }
        let mut needed: Vec<String> = models()
            .iter()
            .filter(|model| self.is_used_by(model))
            .flat_map(|model| writing(model))
            .collect();
        needed.extend(self.beside().iter().map(|&one| one.to_owned()));
        Some(needed)
    }

    fn is_used_by(self, model: &Model) -> bool {
        model
            .writable()
            .any(|field| !field.column.internal && field.column.folder() == Some(self))
    }

    /// Uses that no column of a definition tells of: verbs, settings, and what no form writes.
    const fn beside(self) -> &'static [&'static str] {
        match self {
            Folder::Pingzheng => &VOUCHER_VERBS,
            Folder::Config | Folder::Editor => &["app:config:edit"],
            Folder::Fankui => &["app:fankui:add", "app:fankui:edit"],
            Folder::Xinyong => &["app:user:edit"],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_that_takes_a_file_names_its_folder() {
        for model in models() {
            for field in model.writable().filter(|field| field.column.takes_files()) {
                assert!(
                    field.column.folder().is_some(),
                    "{} {} takes files of no folder: nobody could fill it",
                    model.table.path,
                    field.column.name
                );
            }
        }
    }

    #[test]
    fn a_folder_asks_for_the_permission_of_what_uses_it() {
        let needed = |folder: Folder| folder.permissions().unwrap();
        assert_eq!(Folder::Avatar.permissions(), None);
        assert_eq!(
            needed(Folder::Shoukuan),
            ["app:user:shoukuan:add", "app:user:shoukuan:edit"]
        );
        // Of every resource with rich text, and of settings; new resources may come.
        let editor = needed(Folder::Editor);
        for path in ["gonggao", "qa", "project", "hetong", "jifen:shangpin"] {
            for action in ["add", "edit"] {
                let permission = format!("app:{path}:{action}");
                assert!(editor.contains(&permission), "{permission}");
            }
        }
        assert!(editor.contains(&"app:config:edit".to_owned()));
        assert!(
            !editor.iter().any(|one| one.starts_with("app:user:")),
            "{editor:?}"
        );
        assert_eq!(
            needed(Folder::Renzheng),
            ["app:user:renzheng:add", "app:user:renzheng:edit"]
        );
        assert_eq!(needed(Folder::Import), [""; 0], "the server alone");
    }
}
