//! Which rows are guarded, and what of them: a write of such a table keeps the state of its rows
//! (`state.rs`).

use std::{collections::BTreeMap, sync::OnceLock};

use crate::crypt::digest;

/// Resources without states: a session changes with every request, and an order and its records
/// are proven by their events.
const FREE: [&str; 3] = ["sys_session", "app_dingdan", "app_dingdan_xingqing"];
/// Columns that change without a decision of anybody.
const FLEETING: [&str; 6] = [
    "login_time",
    "last_login_time",
    "login_ip",
    "update_time",
    "update_by",
    "banben_suo",
];
/// A guarded table that is no resource.
struct Plain {
    table: &'static str,
    label: &'static str,
    /// The number of a row.
    key: &'static str,
    columns: &'static str,
}

const PLAIN: [Plain; 3] = [
    Plain {
        table: "archived",
        label: "归档记录",
        key: "id",
        columns: "table_name,row_id,create_by,create_time",
    },
    // When a file came and whether somebody writes its bytes again is nobody's decision.
    Plain {
        table: "file",
        label: "文件",
        key: "id",
        columns: "file_key,folder,name,mime,daxiao,md5,miyao,create_by,create_time,shuyu_ziyuan,shuyu_id,is_yinyong,is_feiqi",
    },
    Plain {
        table: "kept_visit",
        label: "渠道浏览数",
        key: "qudao_id",
        columns: "liulanshu",
    },
];
/// Tables whose rows are part of another table's row: table, link, its owner, its member.
pub(crate) const LINKS: [(&str, &str, &str, &str); 2] = [
    ("sys_user", "sys_user_role", "user_id", "role_id"),
    ("sys_role", "sys_role_menu", "role_id", "menu_id"),
];
/// What is guarded of a table.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    pub table: String,
    /// What people call a row of it.
    pub label: &'static str,
    /// The column that numbers its rows.
    pub key: &'static str,
    /// Column names with commas between them.
    pub columns: String,
    /// A short name for the columns.
    pub shape: String,
}

impl Guard {
    pub fn new(table: &str, columns: &str) -> Self {
        let plain = PLAIN.iter().find(|plain| plain.table == table);
        let model = schema::models().iter().find(|model| model.name == table);
        let label = model.map(|model| model.table.label);
        Self {
            table: table.to_owned(),
            label: label.or(plain.map(|plain| plain.label)).unwrap_or_default(),
            key: plain.map_or("id", |plain| plain.key),
            columns: columns.to_owned(),
            shape: digest(columns).get(..8).unwrap_or_default().to_owned(),
        }
    }

    /// Whether rows of another table are part of its rows.
    pub fn has_links(&self) -> bool {
        LINKS.iter().any(|(table, ..)| *table == self.table)
    }
}

/// Everything that is guarded, by table.
pub(crate) fn guards() -> &'static BTreeMap<String, Guard> {
    static GUARDS: OnceLock<BTreeMap<String, Guard>> = OnceLock::new();
    GUARDS.get_or_init(|| {
        let models = schema::models().iter();
        let guarded = models
            .filter(|model| !model.table.append_only && !FREE.contains(&model.name.as_str()))
            .map(|model| {
                let fields = model.fields.iter().skip(1).map(|field| &field.column);
                let kept =
                    fields.filter(|column| !column.computed && !FLEETING.contains(&column.name));
                let mut columns: Vec<&str> = kept.map(|column| column.name).collect();
                columns.push("is_del");
                Guard::new(&model.name, &columns.join(","))
            });
        let plain = PLAIN
            .iter()
            .map(|plain| Guard::new(plain.table, plain.columns));
        let all = guarded.chain(plain);
        all.map(|guard| (guard.table.clone(), guard)).collect()
    })
}

/// The guarded table that a statement would change a row of.
pub(crate) fn changed_by(text: &str) -> Option<&'static Guard> {
    let rest = ["INSERT INTO ", "UPDATE ", "DELETE FROM "]
        .iter()
        .find_map(|verb| text.strip_prefix(verb))?;
    let table = rest.split([' ', '(']).next()?.trim_matches('"');
    let owner = LINKS.iter().find(|(_, link, ..)| *link == table);
    guards().get(owner.map_or(table, |(owner, ..)| owner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_of_a_guarded_table_is_recognised() {
        let table = |text| changed_by(text).map(|guard| guard.table.as_str());
        assert_eq!(table("UPDATE sys_user SET mima = ?"), Some("sys_user"));
        assert_eq!(table("INSERT INTO \"app_user\" (\"a\")"), Some("app_user"));
        assert_eq!(
            table("DELETE FROM sys_user_role WHERE user_id = ?"),
            Some("sys_user")
        );
        assert_eq!(table("INSERT INTO archived (table_name)"), Some("archived"));
        assert_eq!(table("UPDATE file SET is_feiqi = TRUE"), Some("file"));
        assert_eq!(table("SELECT id FROM sys_user"), None);
        assert_eq!(table("UPDATE app_dingdan SET state = ?"), None);
        assert_eq!(table("UPDATE sys_session SET is_del = TRUE"), None);
    }

    #[test]
    fn what_changes_at_every_sign_in_is_no_state() {
        let columns = &guards()["sys_user"].columns;
        assert!(columns.contains("mima") && columns.contains("is_del"));
        assert!(!columns.contains("login_time") && !columns.contains("banben_suo"));
    }
}
