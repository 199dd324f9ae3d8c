//! The closed list of places a file may be uploaded to (RESOURCES.md, /api/app/file/up) and what
//! each takes.

use std::fmt;

const MIB: usize = 1 << 20;

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

    /// The folders whose files are private.
    pub fn private() -> impl Iterator<Item = Folder> {
        Folder::ALL.into_iter().filter(|folder| folder.is_private())
    }

    /// Whether a column or text meant for one folder may show a file of this one: its own, or for
    /// what everyone may see the shared library too.
    pub fn fits(self, wanted: Folder) -> bool {
        self == wanted || (self == Folder::Resource && !wanted.is_private())
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
    fn five_folders_are_private() {
        let private: Vec<&str> = Folder::private().map(Folder::name).collect();
        assert_eq!(
            private,
            ["renzheng", "xinyong", "shoukuan", "pingzheng", "import"]
        );
    }
}
