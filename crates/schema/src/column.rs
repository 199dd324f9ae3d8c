//! Columns: kinds, checks and where a column shows.

use std::marker::PhantomData;

use crate::{folder::Folder, held::Computed, mask::Mask};

/// What a column holds, and with it how it is stored, checked and edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Id,
    Text {
        max: usize,
    },
    LongText {
        max: usize,
    },
    /// HTML, cleaned on every write.
    RichText,
    Int {
        min: i64,
        max: i64,
    },
    /// Money in fen.
    Fen {
        min: i64,
        max: i64,
    },
    /// A rate in parts per million.
    Ppm {
        max: i64,
    },
    Bool,
    /// One value of a dictionary.
    Dict(&'static str),
    /// Several values of a dictionary, a JSON array of texts.
    Dicts(&'static str),
    Date,
    Timestamp,
    Image,
    /// Comma-joined file addresses, at most so many.
    Images(usize),
    File,
    Json,
    /// A JSON array of short texts.
    Tags,
    /// The id of a row of the resource at this path.
    Ref(&'static str),
    /// Several ids, a JSON array of numbers.
    Refs(&'static str),
    /// Personal data: encrypted at rest, searched by blind index, masked on the way out.
    Secret(Mask),
}

/// How a list may be searched by a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    Equal,
    Like,
    Range,
}

/// The specification's column types for the data table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownAs {
    Avatar,
    Icon,
    LongText,
    Json,
    Tag,
    Copy,
    Link,
    Switch,
    Fuwenben,
}

/// What a text may be an address of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// An http(s) URL or a path inside the app.
    Anywhere,
}

/// One column of a resource.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent mark of the specification's field tables"
)]
pub struct Column {
    pub name: &'static str,
    pub label: &'static str,
    pub kind: Kind,
    pub required: bool,
    /// A row may have no value here.
    pub nullable: bool,
    pub in_list: bool,
    pub in_form: bool,
    /// Set by verbs and the store only; ignored in what a client sends.
    pub read_only: bool,
    /// May be given when a row is made and never changed afterwards.
    pub create_only: bool,
    /// Not a stored column.
    pub computed: bool,
    /// Computed by the service, where no expression of the database gives it.
    pub derived: bool,
    pub sortable: bool,
    pub filter: bool,
    pub search: Option<Search>,
    /// The reference whose row has the column of this name that is searched, where this one is not
    /// stored.
    pub through: Option<&'static str>,
    /// The text is the name of a row: the column with its id, and the resource it is of.
    pub names: Option<(&'static str, &'static str)>,
    /// The column of how many there are in all: shown as `3/12`.
    pub out_of: Option<&'static str>,
    pub cell: Option<ShownAs>,
    pub unique: bool,
    /// A dictionary column whose label is sent along as `xxxShow`.
    pub with_show: bool,
    /// Stored for the server's own use: never sent, never accepted.
    pub internal: bool,
    /// The value a new row has when the client sends none, in its wire form.
    pub default: Option<&'static str>,
    pub link: Option<Link>,
    /// Where the files of this column are uploaded to; rich text always has the editor's.
    pub own_folder: Option<Folder>,
    pub pattern: Option<Pattern>,
    /// The most letters of a secret.
    pub longest: usize,
    pub hint: Option<&'static str>,
}

impl Column {
    /// Whether values name uploaded files.
    pub const fn takes_files(&self) -> bool {
        matches!(
            self.kind,
            Kind::Image | Kind::Images(_) | Kind::File | Kind::RichText
        )
    }

    /// The folder whose files a value may name.
    pub const fn folder(&self) -> Option<Folder> {
        match self.kind {
            Kind::RichText => Some(Folder::Editor),
            _ => self.own_folder,
        }
    }
}

/// A named rule on the characters of a text, with the sentence that explains it.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    pub accepts: fn(&str) -> bool,
    pub sentence: &'static str,
}

/// A column that knows the Rust type of its values, so that a definition cannot disagree with
/// its struct.
pub struct Col<T> {
    pub column: Column,
    // A function pointer, so that a column is `Copy` whatever its values are.
    marker: PhantomData<fn() -> T>,
}

impl<T> Copy for Col<T> {}
impl<T> Clone for Col<T> {
    fn clone(&self) -> Self {
        *self
    }
}

const fn col<T>(label: &'static str, kind: Kind) -> Col<T> {
    Col {
        column: Column {
            name: "",
            label,
            kind,
            required: true,
            nullable: false,
            in_list: true,
            in_form: true,
            read_only: false,
            create_only: false,
            computed: false,
            derived: false,
            sortable: false,
            filter: false,
            search: None,
            through: None,
            names: None,
            out_of: None,
            cell: None,
            unique: false,
            with_show: false,
            internal: false,
            default: None,
            link: None,
            own_folder: None,
            pattern: None,
            longest: 100,
            hint: None,
        },
        marker: PhantomData,
    }
}

/// The words a resource definition is written with.
pub mod build {
    use super::{Col, Column, Kind, col};
    use crate::{Date, Mask, Secret, Timestamp};

    pub const MAX_FEN: i64 = 1_000_000_000_000_000;

    pub const fn id() -> Col<i64> {
        let mut made = col("编号", Kind::Id);
        made.column.read_only = true;
        made.column.in_form = false;
        made.column.in_list = false;
        made.column.required = false;
        made
    }
    pub const fn text(label: &'static str, max: usize) -> Col<String> {
        col(label, Kind::Text { max })
    }
    pub const fn long_text(label: &'static str, max: usize) -> Col<String> {
        col(label, Kind::LongText { max })
    }
    pub const fn rich_text(label: &'static str) -> Col<String> {
        col(label, Kind::RichText)
    }
    pub const fn int(label: &'static str, min: i64, max: i64) -> Col<i64> {
        col(label, Kind::Int { min, max })
    }
    pub const fn fen(label: &'static str) -> Col<i64> {
        col(
            label,
            Kind::Fen {
                min: 0,
                max: MAX_FEN,
            },
        )
    }
    pub const fn ppm(label: &'static str, max: i64) -> Col<i64> {
        col(label, Kind::Ppm { max })
    }
    pub const fn boolean(label: &'static str) -> Col<bool> {
        let mut made = col(label, Kind::Bool);
        made.column.default = Some("false");
        made
    }
    pub const fn dict(label: &'static str, dict_type: &'static str) -> Col<String> {
        col(label, Kind::Dict(dict_type))
    }
    pub const fn dicts(label: &'static str, dict_type: &'static str) -> Col<Vec<String>> {
        col(label, Kind::Dicts(dict_type))
    }
    pub const fn date(label: &'static str) -> Col<Date> {
        col(label, Kind::Date)
    }
    pub const fn timestamp(label: &'static str) -> Col<Timestamp> {
        col(label, Kind::Timestamp)
    }
    pub const fn image(label: &'static str) -> Col<String> {
        col(label, Kind::Image)
    }
    pub const fn images(label: &'static str, limit: usize) -> Col<String> {
        col(label, Kind::Images(limit))
    }
    pub const fn file(label: &'static str) -> Col<String> {
        col(label, Kind::File)
    }
    pub const fn json(label: &'static str) -> Col<String> {
        col(label, Kind::Json)
    }
    pub const fn tags(label: &'static str) -> Col<Vec<String>> {
        col(label, Kind::Tags)
    }
    pub const fn reference(label: &'static str, path: &'static str) -> Col<i64> {
        col(label, Kind::Ref(path))
    }
    pub const fn references(label: &'static str, path: &'static str) -> Col<Vec<i64>> {
        col(label, Kind::Refs(path))
    }
    pub const fn secret(label: &'static str, mask: Mask) -> Col<Secret> {
        col(label, Kind::Secret(mask))
    }
    /// 状态, a switch column that starts enabled.
    pub const fn state_switch() -> Col<String> {
        dict("状态", "state").default("QIYONG").filter().switch()
    }
    /// 排序, ascending.
    pub const fn paixu() -> Col<i64> {
        int("排序", 0, 1_000_000).default("0").sortable()
    }
    /// 备注
    pub const fn beizhu() -> Col<Option<String>> {
        long_text("备注", 500).optional().form_only()
    }
    /// Used by `resource!`: gives the column its name, and ties its type to the struct's field.
    pub const fn column_of<T>(name: &'static str, typed: &Col<T>) -> Column {
        let mut column = typed.column;
        column.name = without_raw_prefix(name);
        column
    }

    /// `r#type` is the Rust spelling of the column `type`.
    const fn without_raw_prefix(name: &'static str) -> &'static str {
        match name.as_bytes() {
            [b'r', b'#', rest @ ..] => match str::from_utf8(rest) {
                Ok(plain) => plain,
                Err(_) => name,
            },
            _ => name,
        }
    }
}

impl<T> Col<T> {
    const fn with(column: Column) -> Self {
        Self {
            column,
            marker: PhantomData,
        }
    }
    /// The value may be missing.
    pub const fn optional(self) -> Col<Option<T>> {
        let mut column = self.column;
        column.required = false;
        column.nullable = true;
        Col::with(column)
    }
    pub const fn search(self, search: Search) -> Self {
        let mut column = self.column;
        column.search = Some(search);
        Self::with(column)
    }
    /// Shown of the row that a reference names, and searched there.
    pub const fn search_through(self, reference: &'static str) -> Self {
        let mut column = self.search(Search::Equal).column;
        column.through = Some(reference);
        Self::with(column)
    }
    /// A name that was written down: whose it is stands in another column.
    pub const fn names(self, id: &'static str, path: &'static str) -> Self {
        let mut column = self.column;
        column.names = Some((id, path));
        Self::with(column)
    }
    /// A number that is read together with how many there are in all.
    pub const fn out_of(self, total: &'static str) -> Self {
        let mut column = self.column;
        column.out_of = Some(total);
        Self::with(column)
    }
    pub const fn sortable(self) -> Self {
        let mut column = self.column;
        column.sortable = true;
        Self::with(column)
    }
    /// Offered as a filter in the table head (dictionaries and flags).
    pub const fn filter(self) -> Self {
        let mut column = self.column;
        column.filter = true;
        Self::with(column)
    }
    pub const fn cell(self, cell: ShownAs) -> Self {
        let mut column = self.column;
        column.cell = Some(cell);
        Self::with(column)
    }
    pub const fn switch(self) -> Self {
        self.cell(ShownAs::Switch)
    }
    pub const fn unique(self) -> Self {
        let mut column = self.column;
        column.unique = true;
        Self::with(column)
    }
    pub const fn with_show(self) -> Self {
        let mut column = self.column;
        column.with_show = true;
        Self::with(column)
    }
    pub const fn default(self, value: &'static str) -> Self {
        let mut column = self.column;
        column.default = Some(value);
        Self::with(column)
    }
    pub const fn read_only(self) -> Self {
        let mut column = self.column;
        column.read_only = true;
        column.in_form = false;
        column.required = false;
        Self::with(column)
    }
    /// Not stored: the store has an expression for it.
    pub const fn computed(self) -> Col<Computed<T>> {
        let mut column = self.read_only().column;
        column.computed = true;
        Col::with(column)
    }
    /// Not stored: the service works it out for the rows that are shown.
    pub const fn derived(self) -> Col<Computed<T>> {
        let mut column = self.computed().column;
        column.derived = true;
        Col::with(column)
    }
    pub const fn internal(self) -> Self {
        let mut column = self.read_only().column;
        column.internal = true;
        column.in_list = false;
        Self::with(column)
    }
    pub const fn create_only(self) -> Self {
        let mut column = self.column;
        column.create_only = true;
        Self::with(column)
    }
    /// Not a list column.
    pub const fn form_only(self) -> Self {
        let mut column = self.column;
        column.in_list = false;
        Self::with(column)
    }
    /// Not a form column, though it may be written.
    pub const fn list_only(self) -> Self {
        let mut column = self.column;
        column.in_form = false;
        Self::with(column)
    }
    pub const fn link(self) -> Self {
        let mut column = self.column;
        column.link = Some(Link::Anywhere);
        column.cell = Some(ShownAs::Link);
        Self::with(column)
    }
    /// Takes the files of this folder.
    pub const fn folder(self, folder: Folder) -> Self {
        let mut column = self.column;
        column.own_folder = Some(folder);
        Self::with(column)
    }
    pub const fn pattern(self, accepts: fn(&str) -> bool, sentence: &'static str) -> Self {
        let mut column = self.column;
        column.pattern = Some(Pattern { accepts, sentence });
        Self::with(column)
    }
    /// A secret of more letters than numbers and names have.
    pub const fn up_to(self, longest: usize) -> Self {
        let mut column = self.column;
        column.longest = longest;
        Self::with(column)
    }
    pub const fn hint(self, hint: &'static str) -> Self {
        let mut column = self.column;
        column.hint = Some(hint);
        Self::with(column)
    }
}
