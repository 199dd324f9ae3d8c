//! A resource as a whole: its columns, what may be done with it, and whose rows are whose.

use crate::column::Column;

/// What the resource pattern offers. Each has a permission `<resource>:<action>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// findAllByPage, findAllByList
    List,
    /// findById
    Query,
    Add,
    Edit,
    Del,
    Export,
    Import,
}

impl Action {
    pub const fn code(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Query => "query",
            Self::Add => "add",
            Self::Edit => "edit",
            Self::Del => "del",
            Self::Export => "export",
            Self::Import => "import",
        }
    }

    pub const fn label(self) -> &'static str {
        match self {
            Self::List => "查询",
            Self::Query => "详情",
            Self::Add => "新增",
            Self::Edit => "修改",
            Self::Del => "删除",
            Self::Export => "导出",
            Self::Import => "导入",
        }
    }
}

/// Which rows of a table belong to whom. The store turns it into one predicate for reads and
/// writes alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Rows belong to nobody in particular: everyone with the permission sees all.
    Shared,
    /// A row has an owner column, a store column, or both.
    Columns {
        owner: Option<&'static str>,
        store: Option<&'static str>,
    },
    /// A row belongs to whom its parent row belongs.
    Through {
        column: &'static str,
        parent: &'static str,
    },
    /// The same; a row without a parent belongs to whoever made it.
    ThroughOrOwn {
        column: &'static str,
        parent: &'static str,
    },
}

/// The setting of what is for developers alone.
pub const TOOLS: &str = "daimaShengcheng";

/// The static definition behind one resource path.
#[derive(Debug)]
pub struct Table {
    pub path: &'static str,
    pub label: &'static str,
    pub columns: &'static [Column],
    pub actions: &'static [Action],
    pub scope: Scope,
    /// Column combinations that may occur once among rows not deleted.
    pub uniques: &'static [&'static [&'static str]],
    /// The column that stands for a row where another resource refers to it.
    pub show: &'static str,
    /// Rows are never changed or deleted, only archived; the database itself refuses.
    pub append_only: bool,
    /// Rows are listed and imported for one value of this column at a time.
    pub one_by_one: Option<&'static str>,
    /// The column whose values are the tabs of its list, and the values: every list is looked up
    /// under one of them, so every index carries it.
    pub tabs: Option<(&'static str, &'static [&'static str])>,
    /// A column that rows are filtered by, and columns that lists are ordered by whose values go
    /// with its own: each pair has an index, because the rows of a value may all come last.
    pub together: &'static [(&'static str, &'static [&'static str])],
    /// The setting that turns the resource off: then nothing of it is there.
    pub switch: Option<&'static str>,
    /// Rows are seen by whoever may see this other resource.
    permission: Option<&'static str>,
}

const ALL: &[Action] = &[
    Action::List,
    Action::Query,
    Action::Add,
    Action::Edit,
    Action::Del,
    Action::Export,
    Action::Import,
];

impl Table {
    pub const fn new(path: &'static str, label: &'static str, columns: &'static [Column]) -> Self {
        Self {
            path,
            label,
            columns,
            actions: ALL,
            scope: Scope::Shared,
            uniques: &[],
            show: "id",
            append_only: false,
            one_by_one: None,
            tabs: None,
            together: &[],
            switch: None,
            permission: None,
        }
    }
    pub const fn show(mut self, column: &'static str) -> Self {
        self.show = column;
        self
    }
    pub const fn actions(mut self, actions: &'static [Action]) -> Self {
        self.actions = actions;
        self
    }
    pub const fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }
    pub const fn uniques(mut self, uniques: &'static [&'static [&'static str]]) -> Self {
        self.uniques = uniques;
        self
    }
    pub const fn append_only(mut self) -> Self {
        self.append_only = true;
        self
    }
    pub const fn one_by_one(mut self, column: &'static str) -> Self {
        self.one_by_one = Some(column);
        self
    }
    pub const fn tabs(mut self, column: &'static str, values: &'static [&'static str]) -> Self {
        self.tabs = Some((column, values));
        self
    }
    pub const fn together(
        mut self,
        pairs: &'static [(&'static str, &'static [&'static str])],
    ) -> Self {
        self.together = pairs;
        self
    }
    pub const fn switch(mut self, setting: &'static str) -> Self {
        self.switch = Some(setting);
        self
    }
    pub const fn permission(mut self, root: &'static str) -> Self {
        self.permission = Some(root);
        self
    }
    /// Whether it is for developers alone.
    pub fn is_tool(&self) -> bool {
        self.switch == Some(TOOLS)
    }
    /// `app/dict/data` → `app:dict:data`
    pub fn permission_root(&self) -> String {
        self.permission
            .map_or_else(|| self.path.replace('/', ":"), str::to_owned)
    }
    pub fn allows(&self, action: Action) -> bool {
        self.actions.contains(&action)
    }
}
