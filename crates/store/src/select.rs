//! What a row of a resource looks like on its way out: the select list, and the JSON of a row.

use std::io::Write as _;

use schema::{Kind, Model, Timestamp, model, table_name};

use crate::{
    crypt::Keys,
    sql::{Dialect, Sql},
    value::Cell,
};

/// Adds the columns of a model in the order of its fields, display texts after their references.
/// `real_ms` is real time, for columns that depend on it; without it nothing is computed and such
/// columns are empty.
pub(crate) fn columns(sql: &mut Sql, of: &Model, dialect: Dialect, real_ms: Option<i64>) {
    for (at, field) in of
        .fields
        .iter()
        .filter(|field| !field.column.internal)
        .enumerate()
    {
        if at > 0 {
            sql.push(", ");
        }
        let column = &field.column;
        if column.computed && real_ms.is_none() {
            sql.push("NULL");
        } else if column.computed {
            for (part_at, part) in computed(&of.name, column.name, dialect)
                .split("{now}")
                .enumerate()
            {
                if part_at > 0 {
                    sql.bind(real_ms);
                }
                sql.push(part);
            }
        } else {
            sql.push("t.").name(column.name);
        }
        if field.show.is_some() {
            sql.push(", ");
            show(sql, column.name, column.kind);
        }
    }
}

/// The display text of a reference, or of a dictionary value.
fn show(sql: &mut Sql, column: &str, kind: Kind) {
    match kind {
        Kind::Ref(path) => {
            let display = model(path).map_or("id", |referred| referred.table.show);
            sql.push("(SELECT r.")
                .name(display)
                .push(" FROM ")
                .name(&table_name(path));
            sql.push(" r WHERE r.id = t.").name(column).push(")");
        }
        Kind::Dict(dict) => {
            sql.push("(SELECT d.dict_label FROM app_dict_data d WHERE d.is_del = FALSE AND d.dict_type = '");
            sql.push(dict)
                .push("' AND d.dict_value = t.")
                .name(column)
                .push(")");
        }
        _ => {
            sql.push("NULL");
        }
    }
}

/// Expressions of columns that are not stored. `{now}` stands for real time.
fn computed(table: &str, column: &str, dialect: Dialect) -> &'static str {
    let sqlite = dialect == Dialect::Sqlite;
    match (table, column) {
        ("sys_user", "role_ids") if sqlite => {
            "(SELECT json_group_array(ur.role_id) FROM sys_user_role ur WHERE ur.user_id = t.id)"
        }
        ("sys_user", "role_ids") => {
            "(SELECT coalesce(json_agg(ur.role_id), '[]')::text FROM sys_user_role ur WHERE ur.user_id = t.id)"
        }
        ("sys_user", "role_names") if sqlite => {
            "(SELECT group_concat(r.name, ',' ORDER BY r.id) FROM sys_user_role ur JOIN sys_role r ON r.id = ur.role_id \
             WHERE ur.user_id = t.id AND r.is_del = FALSE)"
        }
        ("sys_user", "role_names") => {
            "(SELECT string_agg(r.name, ',' ORDER BY r.id) FROM sys_user_role ur JOIN sys_role r ON r.id = ur.role_id \
             WHERE ur.user_id = t.id AND r.is_del = FALSE)"
        }
        ("sys_user", "is_suoding") => {
            "EXISTS (SELECT 1 FROM login_failure f WHERE f.who = 'name:' || t.login_name AND f.locked_until_ms > {now})"
        }
        ("sys_role", "menu_ids") if sqlite => {
            "(SELECT json_group_array(rm.menu_id) FROM sys_role_menu rm WHERE rm.role_id = t.id)"
        }
        ("sys_role", "menu_ids") => {
            "(SELECT coalesce(json_agg(rm.menu_id), '[]')::text FROM sys_role_menu rm WHERE rm.role_id = t.id)"
        }
        ("sys_role", "user_count") => {
            "(SELECT count(*) FROM sys_user_role ur JOIN sys_user u ON u.id = ur.user_id \
             WHERE ur.role_id = t.id AND u.is_del = FALSE)"
        }
        ("app_dict", "data_count") => {
            "(SELECT count(*) FROM app_dict_data d WHERE d.dict_type = t.\"type\" AND d.is_del = FALSE)"
        }
        ("app_user", "dingdan_count") => {
            "(SELECT count(*) FROM app_dingdan o WHERE o.user_id = t.id AND o.is_del = FALSE)"
        }
        ("app_project_fenlei", "project_count") => {
            "(SELECT count(*) FROM app_project p WHERE p.fenlei_id = t.id AND p.is_del = FALSE)"
        }
        ("app_project_fenlei", "pingbi_count") => {
            "(SELECT count(*) FROM app_project_fenlei_pingbi b WHERE b.project_fenlei_id = t.id AND b.is_del = FALSE)"
        }
        ("app_project", "select_name_show") => {
            "((SELECT c.mingcheng FROM app_project_fenlei c WHERE c.id = t.fenlei_id) || '-' || t.mingcheng)"
        }
        ("app_project", "shenqingshu") => {
            "(SELECT count(*) FROM app_dingdan o WHERE o.project_id = t.id AND o.is_del = FALSE)"
        }
        ("app_project", "fangkuanshu") => {
            "(SELECT count(*) FROM app_dingdan o WHERE o.project_id = t.id AND o.is_del = FALSE AND o.fangkuan_time IS NOT NULL)"
        }
        ("app_project_fenlei_pingbi", "project_fenlei_name") => {
            "(SELECT c.mingcheng FROM app_project_fenlei c WHERE c.id = t.project_fenlei_id)"
        }
        ("app_project_fenlei_pingbi", "type") => "'屏蔽'",
        ("app_qudao", "zhuceshu") => {
            "(SELECT count(*) FROM app_user u WHERE u.qudao_id = t.id AND u.is_del = FALSE)"
        }
        ("app_qudao", "shenqingshu") => {
            "(SELECT count(*) FROM app_dingdan o WHERE o.qudao_id = t.id AND o.is_del = FALSE)"
        }
        ("app_qudao", "fangkuanshu") => {
            "(SELECT count(*) FROM app_dingdan o WHERE o.qudao_id = t.id AND o.is_del = FALSE AND o.fangkuan_time IS NOT NULL)"
        }
        ("app_log", "is_chexiao") => {
            "EXISTS (SELECT 1 FROM app_dingdan_shijian e WHERE e.dingdan_id = t.dingdan_id AND e.shijian_id = t.shijian_id AND e.is_chexiao = TRUE)"
        }
        _ => "NULL",
    }
}

/// Writes one row as a JSON object; personal data comes out masked.
pub(crate) fn write_json(out: &mut Vec<u8>, of: &Model, cells: &[Cell<'_>], keys: &Keys) {
    let id = match cells.first() {
        Some(Cell::Int(id)) => *id,
        _ => 0,
    };
    let mut cells = cells.iter();
    let mut first = true;
    out.push(b'{');
    for field in of.fields.iter().filter(|field| !field.column.internal) {
        key(out, &field.wire, &mut first);
        let value = cells.next().unwrap_or(&Cell::Null);
        write_value(
            out,
            of,
            field.column.name,
            field.column.kind,
            value,
            id,
            keys,
        );
        if let Some(show) = &field.show {
            key(out, show, &mut first);
            write_plain(out, cells.next().unwrap_or(&Cell::Null));
        }
    }
    out.push(b'}');
}

fn key(out: &mut Vec<u8>, name: &str, first: &mut bool) {
    if !std::mem::take(first) {
        out.push(b',');
    }
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

fn write_value(
    out: &mut Vec<u8>,
    of: &Model,
    column: &str,
    kind: Kind,
    value: &Cell<'_>,
    id: i64,
    keys: &Keys,
) {
    match (kind, value) {
        (Kind::Bool, Cell::Int(flag)) => {
            out.extend_from_slice(if *flag == 0 { b"false" } else { b"true" });
        }
        (Kind::Timestamp, Cell::Int(ms)) => {
            // Writing to a vector cannot fail.
            let _ = write!(out, "\"{}\"", Timestamp(*ms));
        }
        // Checked to be JSON when it was written.
        (Kind::Json | Kind::Tags | Kind::Dicts(_) | Kind::Refs(_), Cell::Text(text)) => {
            out.extend_from_slice(text.as_bytes());
        }
        (Kind::Secret(mask), Cell::Blob(bytes)) => {
            let clear = keys.open(&place(of, column, id), bytes).unwrap_or_default();
            write_plain(out, &Cell::Text(mask.apply(&clear).into()));
        }
        _ => write_plain(out, value),
    }
}

fn write_plain(out: &mut Vec<u8>, value: &Cell<'_>) {
    // Writing to a vector cannot fail.
    let _ = match value {
        Cell::Null | Cell::Blob(_) => serde_json::to_writer(out, &()),
        Cell::Bool(flag) => serde_json::to_writer(out, flag),
        Cell::Int(number) => serde_json::to_writer(out, number),
        Cell::Text(text) => serde_json::to_writer(out, text.as_ref()),
    };
}

/// Where a secret lives; part of what its encryption protects.
pub(crate) fn place(of: &Model, column: &str, id: i64) -> String {
    format!("{}.{column}.{id}", of.name)
}
