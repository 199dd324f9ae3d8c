//! The closed list of places a file may be uploaded to (RESOURCES.md, /api/app/file/up), what each
//! takes, and who may put something there.

use std::fmt;

use crate::{
    Action,
    model::{Model, models},
};

const MIB: usize = 1 << 20;

/// The verbs that take a voucher; a test of the routes holds them to it.
pub const VOUCHER_VERBS: [&str; 4] = [
    "app:dingdan:fangkuan",
    "app:dingdan:querenhuankuan",
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

/// A logical folder; the wire calls it `rootPath`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Folder {
    Avatar,
    Lunbotu,
    Gonggao,
    Project,
    Shangpin,
    Renwu,
    Fankui,
    Hetong,
    Resource,
    Version,
    Editor,
    Config,
    Renzheng,
    Xinyong,
    Shoukuan,
    Pingzheng,
    Import,
}

/// What a file is, decided from its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Image,
    Video,
    Pdf,
    Spreadsheet,
    /// An application package for phones: apk or wgt.
    Package,
}

/// The name is none of the folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFolder;

impl fmt::Display for UnknownFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("上传目录不正确")
    }
}

impl std::error::Error for UnknownFolder {}

impl Folder {
    pub const ALL: [Folder; 17] = [
        Folder::Avatar,
        Folder::Lunbotu,
        Folder::Gonggao,
        Folder::Project,
        Folder::Shangpin,
        Folder::Renwu,
        Folder::Fankui,
        Folder::Hetong,
        Folder::Resource,
        Folder::Version,
        Folder::Editor,
        Folder::Config,
        Folder::Renzheng,
        Folder::Xinyong,
        Folder::Shoukuan,
        Folder::Pingzheng,
        Folder::Import,
    ];

    /// The folder a request names in `rootPath`; `resource` when it names none.
    pub fn from_root_path(root_path: Option<&str>) -> Result<Folder, UnknownFolder> {
        match root_path.map(str::trim) {
            None | Some("") => Ok(Folder::Resource),
            Some(name) => Folder::ALL
                .into_iter()
                .find(|folder| folder.name() == name)
                .ok_or(UnknownFolder),
        }
    }

    /// The name on the wire and in keys.
    pub const fn name(self) -> &'static str {
        match self {
            Folder::Avatar => "avatar",
            Folder::Lunbotu => "lunbotu",
            Folder::Gonggao => "gonggao",
            Folder::Project => "project",
            Folder::Shangpin => "shangpin",
            Folder::Renwu => "renwu",
            Folder::Fankui => "fankui",
            Folder::Hetong => "hetong",
            Folder::Resource => "resource",
            Folder::Version => "version",
            Folder::Editor => "editor",
            Folder::Config => "config",
            Folder::Renzheng => "renzheng",
            Folder::Xinyong => "xinyong",
            Folder::Shoukuan => "shoukuan",
            Folder::Pingzheng => "pingzheng",
            Folder::Import => "import",
        }
    }

    /// Private files are given only to a signed-in person with the right, and never cached.
    pub const fn is_private(self) -> bool {
        matches!(
            self,
            Folder::Renzheng
                | Folder::Xinyong
                | Folder::Shoukuan
                | Folder::Pingzheng
                | Folder::Import
        )
    }

    /// Whether a column or text meant for one folder may show a file of this one: its own, or for
    /// what everyone may see the shared library too.
    pub fn fits(self, wanted: Folder) -> bool {
        self == wanted || (self == Folder::Resource && !wanted.is_private())
    }

    /// Any of these permissions lets a person upload here; none where anyone signed in may. They
    /// are the permissions to write what shows a file of this folder, found in the definitions.
    pub fn permissions(self) -> Option<Vec<String>> {
        if self == Folder::Avatar {
            return None;
        }
        let mut needed: Vec<String> = models()
            .iter()
            .filter(|model| self.is_used_by(model))
            .flat_map(writing)
            .collect();
        needed.extend(self.beside().iter().map(|&one| one.to_owned()));
        Some(needed)
    }

    fn is_used_by(self, model: &Model) -> bool {
        model
            .writable()
            .any(|field| !field.column.internal && field.column.folder() == Some(self))
    }

    /// Uses that no column of a definition tells of: verbs, settings, and resources to come.
    const fn beside(self) -> &'static [&'static str] {
        match self {
            Folder::Pingzheng => &VOUCHER_VERBS,
            Folder::Config | Folder::Editor => &["app:config:edit"],
            Folder::Resource => &["app:resource:add", "app:resource:edit"],
            Folder::Lunbotu => &["app:lunbotu:add", "app:lunbotu:edit"],
            Folder::Shangpin => &["app:jifen:shangpin:add", "app:jifen:shangpin:edit"],
            Folder::Renwu => &["app:jifen:renwu:add", "app:jifen:renwu:edit"],
            Folder::Fankui => &["app:fankui:add", "app:fankui:edit"],
            Folder::Hetong => &["app:hetong:add", "app:hetong:edit"],
            Folder::Version => &["app:version:add", "app:version:edit"],
            Folder::Renzheng => &["app:user:renzheng:add", "app:user:renzheng:edit"],
            Folder::Xinyong => &["app:user:edit"],
            _ => &[],
        }
    }

    /// The most bytes a file of this kind may have here, or nothing when the kind is not accepted at all.
    pub const fn limit(self, kind: Kind) -> Option<usize> {
        match (self, kind) {
            (Folder::Import | Folder::Resource, Kind::Spreadsheet) => Some(5 * MIB),
            (Folder::Version, Kind::Package) => Some(100 * MIB),
            (Folder::Hetong | Folder::Resource, Kind::Pdf) => Some(20 * MIB),
            (Folder::Editor | Folder::Resource, Kind::Video) => Some(30 * MIB),
            (Folder::Import | Folder::Version, _)
            | (_, Kind::Video | Kind::Pdf | Kind::Spreadsheet | Kind::Package) => None,
            // A photo of a contract or an identity card comes straight from a phone.
            (
                Folder::Hetong | Folder::Renzheng | Folder::Xinyong | Folder::Pingzheng,
                Kind::Image,
            ) => Some(10 * MIB),
            (_, Kind::Image) => Some(5 * MIB),
        }
    }

    /// The most bytes any file may have anywhere.
    pub fn largest() -> usize {
        let sizes = Folder::ALL.into_iter().map(Folder::max_bytes);
        sizes.max().unwrap_or_default()
    }

    /// The most bytes any file may have here.
    pub fn max_bytes(self) -> usize {
        let kinds = [
            Kind::Image,
            Kind::Video,
            Kind::Pdf,
            Kind::Spreadsheet,
            Kind::Package,
        ];
        kinds
            .into_iter()
            .filter_map(|kind| self.limit(kind))
            .max()
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_closed_list() {
        for folder in Folder::ALL {
            assert_eq!(Folder::from_root_path(Some(folder.name())), Ok(folder));
            assert!(folder.max_bytes() > 0, "{folder:?} accepts something");
        }
        assert_eq!(Folder::from_root_path(None), Ok(Folder::Resource));
        assert_eq!(Folder::from_root_path(Some("")), Ok(Folder::Resource));
        for bad in [
            "../etc",
            "avatar/..",
            "AVATAR",
            "/avatar",
            "avatar\0",
            "\\\\host\\share",
            "renzheng/x",
            ".",
        ] {
            assert_eq!(
                Folder::from_root_path(Some(bad)),
                Err(UnknownFolder),
                "{bad:?}"
            );
        }
    }

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
        assert_eq!(
            needed(Folder::Editor),
            [
                "app:gonggao:add",
                "app:gonggao:edit",
                "app:project:add",
                "app:project:edit",
                "app:config:edit"
            ]
        );
        assert_eq!(needed(Folder::Import), [""; 0], "the server alone");
    }

    #[test]
    fn five_folders_are_private() {
        let private: Vec<&str> = Folder::ALL
            .into_iter()
            .filter(|folder| folder.is_private())
            .map(Folder::name)
            .collect();
        assert_eq!(
            private,
            ["renzheng", "xinyong", "shoukuan", "pingzheng", "import"]
        );
    }
}
