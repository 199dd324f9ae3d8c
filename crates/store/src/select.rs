//! What a row of a resource looks like on its way out: the select list, and the JSON of a row.

use std::{
    collections::BTreeMap,
    fmt::Display,
    sync::{Arc, RwLock},
};

use schema::{Field, Kind, Model, model};

use crate::{
    conn::Conn,
    dict,
    error::Result,
    labels::Labels,
    sql::{Dialect, Sql},
};

mod writer;

pub(crate) use writer::JsonWriter;
pub use writer::{Derive, Derived};

/// How rows of a model are read and written, worked out once.
struct Shape {
    /// The select list for SQLite and for PostgreSQL.
    lists: [SelectList; 2],
    /// The same for what a write answers, where the row goes by the name of its table.
    written: [SelectList; 2],
    columns: Vec<JsonColumn>,
}

struct SelectList {
    text: String,
    /// How often it asks for real time.
    times: usize,
}

struct JsonColumn {
    field: &'static Field,
    kind: Kind,
    is_derived: bool,
    /// `,"name":`
    key: String,
    /// The column and what it shows where there is no value.
    empty: String,
    /// Where a secret lives, without the row.
    place: String,
    show: Option<Show>,
}

/// The display text that follows a value.
struct Show {
    wire: &'static str,
    key: String,
    from: Source,
}

enum Source {
    /// The label of a value of this dictionary.
    Dict(&'static str),
    /// The name of a row of this resource.
    Row(&'static Model),
}

/// Adds the columns of a model in the order of its fields. `real_ms` is real time, for columns
/// that depend on it. Answers how many columns there are.
pub(crate) fn columns(sql: &mut Sql, of: &'static Model, dialect: Dialect, real_ms: i64) -> usize {
    let shape = shape(of);
    push_list(sql, &shape.lists, dialect, real_ms);
    shape.columns.len()
}

/// The beginning of a statement that reads rows as the wire shows them.
pub(crate) fn shown(of: &'static Model, dialect: Dialect, real_ms: i64) -> Sql {
    let mut sql = Sql::wide("SELECT ");
    columns(&mut sql, of, dialect, real_ms);
    sql
}

/// The same for the row that a statement writes: SQLite knows it by no other name than its table's.
pub(crate) fn written(sql: &mut Sql, of: &'static Model, dialect: Dialect, real_ms: i64) {
    push_list(sql, &shape(of).written, dialect, real_ms);
}

fn push_list(sql: &mut Sql, lists: &[SelectList; 2], dialect: Dialect, real_ms: i64) {
    let [sqlite, postgres] = lists;
    let list = match dialect {
        Dialect::Sqlite => sqlite,
        Dialect::Postgres => postgres,
    };
    sql.push(&list.text);
    let times = std::iter::repeat_n(real_ms.into(), list.times);
    sql.params.extend(times);
}

fn shape(of: &'static Model) -> Arc<Shape> {
    static SHAPES: RwLock<BTreeMap<&str, Arc<Shape>>> = RwLock::new(BTreeMap::new());
    let path = of.table.path;
    let known = SHAPES
        .read()
        .ok()
        .and_then(|shapes| shapes.get(path).cloned());
    known.unwrap_or_else(|| {
        let fresh = Arc::new(Shape::new(of));
        if let Ok(mut shapes) = SHAPES.write() {
            shapes.insert(path, Arc::clone(&fresh));
        }
        fresh
    })
}

impl Shape {
    fn new(of: &'static Model) -> Self {
        let fields = of.fields.iter().filter(|field| !field.column.internal);
        let columns: Vec<JsonColumn> = fields.map(|field| JsonColumn::new(of, field)).collect();
        let lists = |row: &str| {
            [Dialect::Sqlite, Dialect::Postgres].map(|dialect| {
                let columns = columns.iter();
                let texts: Vec<String> = columns
                    .map(|column| expression(of, column.field, dialect, row))
                    .collect();
                let text = texts.join(", ");
                let times = text.matches('?').count();
                SelectList { text, times }
            })
        };
        Self {
            lists: lists("t"),
            written: lists(&of.name),
            columns,
        }
    }

    /// The labels that a column may show, for each column.
    fn labels(&self, conn: &mut Conn) -> Result<Vec<Option<Arc<Labels>>>> {
        let kinds = self.columns.iter().map(|column| match &column.show {
            Some(Show {
                from: Source::Dict(kind),
                ..
            }) => Some(*kind),
            _ => None,
        });
        if kinds.clone().all(|kind| kind.is_none()) {
            return Ok(vec![None; self.columns.len()]);
        }
        let all = dict::labels(conn)?;
        Ok(kinds.map(|kind| all.get(kind?).cloned()).collect())
    }
}

impl JsonColumn {
    fn new(of: &Model, field: &'static Field) -> Self {
        let from = match field.column.kind {
            Kind::Dict(dict) => Some(Source::Dict(dict)),
            Kind::Ref(path) => model(path).map(Source::Row),
            _ => None,
        };
        let show = field.show.as_deref().zip(from).map(|(wire, from)| Show {
            wire,
            key: key(wire),
            from,
        });
        let key = key(&field.wire);
        let shown = show.as_ref().map(|show| format!("{}null", show.key));
        Self {
            field,
            kind: field.column.kind,
            is_derived: field.column.derived,
            empty: format!("{key}null{}", shown.unwrap_or_default()),
            key,
            place: place(of, field.column.name, ""),
            show,
        }
    }
}

/// The value of a column of a row, stored or worked out by the database.
pub(crate) fn expression(of: &Model, field: &Field, dialect: Dialect, row: &str) -> String {
    let name = field.column.name;
    if !field.column.computed {
        return format!("{row}.\"{name}\"");
    }
    let known = computed(&of.name, name, dialect);
    known.map_or_else(
        || "NULL".to_owned(),
        |text| text.replace("{now}", "?").replace("{t}", row),
    )
}

fn key(wire: &str) -> String {
    format!(",\"{wire}\":")
}

/// Expressions of columns that are not stored. `{t}` stands for the row, `{now}` for real time.
fn computed(table: &str, column: &str, dialect: Dialect) -> Option<&'static str> {
    let sqlite = dialect == Dialect::Sqlite;
    Some(match (table, column) {
        ("sys_user", "role_ids") if sqlite => {
            "(SELECT json_group_array(ur.role_id) FROM sys_user_role ur WHERE ur.user_id = {t}.id)"
        }
        ("sys_user", "role_ids") => {
            "(SELECT coalesce(json_agg(ur.role_id), '[]')::text FROM sys_user_role ur WHERE ur.user_id = {t}.id)"
        }
        ("sys_user", "role_names") if sqlite => {
            "(SELECT group_concat(r.name, ',' ORDER BY r.id) FROM sys_user_role ur JOIN sys_role r ON r.id = ur.role_id \
             WHERE ur.user_id = {t}.id AND r.is_del = FALSE)"
        }
        ("sys_user", "role_names") => {
            "(SELECT string_agg(r.name, ',' ORDER BY r.id) FROM sys_user_role ur JOIN sys_role r ON r.id = ur.role_id \
             WHERE ur.user_id = {t}.id AND r.is_del = FALSE)"
        }
        ("sys_user", "is_suoding") if sqlite => {
            "EXISTS (SELECT 1 FROM login_failure f WHERE f.login_name = lower({t}.login_name) AND f.locked_until_ms > {now})"
        }
        ("sys_user", "is_suoding") => {
            "EXISTS (SELECT 1 FROM login_failure f WHERE f.login_name = lower({t}.login_name COLLATE \"C\") COLLATE \"default\" AND f.locked_until_ms > {now})"
        }
        ("sys_role", "menu_ids") if sqlite => {
            "(SELECT json_group_array(rm.menu_id ORDER BY rm.menu_id) FROM sys_role_menu rm JOIN sys_menu m ON m.id = rm.menu_id \
             WHERE rm.role_id = {t}.id AND m.is_del = FALSE)"
        }
        ("sys_role", "menu_ids") => {
            "(SELECT coalesce(json_agg(rm.menu_id ORDER BY rm.menu_id), '[]')::text FROM sys_role_menu rm \
             JOIN sys_menu m ON m.id = rm.menu_id WHERE rm.role_id = {t}.id AND m.is_del = FALSE)"
        }
        ("sys_role", "user_count") => {
            "(SELECT count(*) FROM sys_user_role ur JOIN sys_user u ON u.id = ur.user_id \
             WHERE ur.role_id = {t}.id AND u.is_del = FALSE)"
        }
        ("app_dict", "data_count") => {
            "(SELECT count(*) FROM app_dict_data d WHERE d.dict_type = {t}.\"type\" AND d.is_del = FALSE)"
        }
        ("app_user", "dingdan_count") => {
            "(SELECT CAST(coalesce(sum(k.shenqingshu), 0) AS BIGINT) FROM kept_count k WHERE k.owner = 'app_user' AND k.row_id = {t}.id)"
        }
        ("app_user", "daihuan_jine") => {
            "coalesce((SELECT k.benjin FROM kept_benjin k WHERE k.user_id = {t}.id), 0)"
        }
        ("app_dingdan", "shoukuan_banben_suo") => {
            "(SELECT a.banben_suo FROM app_user_shoukuan a WHERE a.id = {t}.user_shoukuan_id)"
        }
        ("app_project_fenlei", "project_count") => {
            "(SELECT count(*) FROM app_project p WHERE p.fenlei_id = {t}.id AND p.is_del = FALSE)"
        }
        ("app_project_fenlei", "pingbi_count") => {
            "(SELECT count(*) FROM app_project_fenlei_pingbi b WHERE b.project_fenlei_id = {t}.id AND b.is_del = FALSE)"
        }
        ("app_project", "select_name_show") => {
            "((SELECT c.mingcheng FROM app_project_fenlei c WHERE c.id = {t}.fenlei_id) || '-' || {t}.mingcheng)"
        }
        ("app_project", "shenqingshu") => {
            "(SELECT CAST(coalesce(sum(k.shenqingshu), 0) AS BIGINT) FROM kept_count k WHERE k.owner = 'app_project' AND k.row_id = {t}.id)"
        }
        ("app_project", "fangkuanshu") => {
            "(SELECT CAST(coalesce(sum(k.fangkuanshu), 0) AS BIGINT) FROM kept_count k WHERE k.owner = 'app_project' AND k.row_id = {t}.id)"
        }
        ("app_project_fenlei_pingbi", "project_fenlei_name") => {
            "(SELECT c.mingcheng FROM app_project_fenlei c WHERE c.id = {t}.project_fenlei_id)"
        }
        ("app_project_fenlei_pingbi", "type") => "'屏蔽'",
        ("app_mingan_jilu", "leixing") => {
            "CASE WHEN {t}.mubiao_id = 0 THEN '搜索' WHEN {t}.ziduan = '*' THEN '打开' ELSE '查看' END"
        }
        ("app_qudao", "liulanshu") => {
            "coalesce((SELECT v.liulanshu FROM kept_visit v WHERE v.qudao_id = {t}.id), 0)"
        }
        ("app_qudao", "zhuceshu") => {
            "(SELECT CAST(coalesce(sum(k.zhuceshu), 0) AS BIGINT) FROM kept_count k WHERE k.owner = 'app_qudao' AND k.row_id = {t}.id)"
        }
        ("app_qudao", "shenqingshu") => {
            "(SELECT CAST(coalesce(sum(k.shenqingshu), 0) AS BIGINT) FROM kept_count k WHERE k.owner = 'app_qudao' AND k.row_id = {t}.id)"
        }
        ("app_qudao", "fangkuanshu") => {
            "(SELECT CAST(coalesce(sum(k.fangkuanshu), 0) AS BIGINT) FROM kept_count k WHERE k.owner = 'app_qudao' AND k.row_id = {t}.id)"
        }
        ("app_log", "is_chexiao") => {
            "EXISTS (SELECT 1 FROM app_dingdan_shijian e WHERE e.dingdan_id = {t}.dingdan_id AND e.shijian_id = {t}.shijian_id AND e.is_chexiao = TRUE)"
        }
        _ => return None,
    })
}

/// Where a secret lives; part of what its encryption protects.
pub(crate) fn place(of: &Model, column: &str, id: impl Display) -> String {
    format!("{}.{column}.{id}", of.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_computed_column_has_an_expression_and_no_other_has() {
        for of in schema::models() {
            for field in &of.fields {
                let column = &field.column;
                let needs_one = column.computed && !column.derived;
                for dialect in [Dialect::Sqlite, Dialect::Postgres] {
                    let known = computed(&of.name, column.name, dialect).is_some();
                    assert_eq!(known, needs_one, "{}.{}", of.name, column.name);
                }
            }
        }
    }
}
