//! What a person may do: roles, permissions, reach.

use std::collections::BTreeSet;

use schema::{menu::permissions, roles::ADMIN};

use crate::{
    conn::{Conn, Tx},
    error::Result,
    reach::Reach,
    value::Value,
};

/// A role a person holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldRole {
    pub id: i64,
    pub code: String,
    pub name: String,
    pub data_scope: String,
    pub stores: Vec<String>,
}

/// Everything a person's enabled roles add up to.
#[derive(Debug, Clone, Default)]
pub struct Access {
    pub roles: Vec<HeldRole>,
    pub permissions: BTreeSet<String>,
    pub reach: Reach,
}

impl Access {
    pub fn is_admin(&self) -> bool {
        self.roles.iter().any(|role| role.code == ADMIN)
    }

    /// Whether this person could have given everything `other` has.
    pub fn covers(&self, other: &Self) -> bool {
        self.is_admin()
            || (!other.is_admin()
                && other.permissions.is_subset(&self.permissions)
                && self.reach.covers(&other.reach))
    }
}

/// The version that cached access and settings are keyed by.
pub fn version(conn: &mut Conn) -> Result<i64> {
    conn.query_one("SELECT version FROM table_version WHERE name = 'auth'", &[])?
        .int(0)
}

/// Makes every cached access stale, with this transaction.
pub fn touch(tx: &mut Tx<'_>) -> Result<()> {
    tx.execute_one(
        "UPDATE table_version SET version = version + 1 WHERE name = 'auth'",
        &[],
    )
}

/// What the roles of a user add up to.
pub fn of_user(conn: &mut Conn, user_id: i64, mendian: Option<&str>) -> Result<Access> {
    let rows = conn.query(
        "SELECT r.id, r.code, r.name, r.data_scope, r.mendian_list FROM sys_user_role ur \
         JOIN sys_role r ON r.id = ur.role_id \
         WHERE ur.user_id = ? AND r.is_del = FALSE AND r.state = 'QIYONG' ORDER BY r.paixu, r.id",
        &[user_id.into()],
    )?;
    let roles: Result<Vec<HeldRole>> = rows.iter().map(held_role).collect();
    of_roles(conn, roles?, user_id, mendian)
}

/// What a set of roles would add up to for a person of a store.
pub fn of_role_ids(
    conn: &mut Conn,
    role_ids: &[i64],
    user_id: i64,
    mendian: Option<&str>,
) -> Result<Access> {
    let mut sql = crate::Sql::new(
        "SELECT id, code, name, data_scope, mendian_list FROM sys_role WHERE is_del = FALSE AND id IN ",
    );
    sql.bind_list(role_ids);
    let rows = conn.query_sql(&sql)?;
    let roles: Result<Vec<HeldRole>> = rows.iter().map(held_role).collect();
    of_roles(conn, roles?, user_id, mendian)
}

fn held_role(row: &crate::Row) -> Result<HeldRole> {
    Ok(HeldRole {
        id: row.int(0)?,
        code: row.text(1)?.to_owned(),
        name: row.text(2)?.to_owned(),
        data_scope: row.text(3)?.to_owned(),
        stores: serde_json::from_str(row.text(4)?).unwrap_or_default(),
    })
}

fn of_roles(
    conn: &mut Conn,
    roles: Vec<HeldRole>,
    user_id: i64,
    mendian: Option<&str>,
) -> Result<Access> {
    let permissions = if roles.iter().any(|role| role.code == ADMIN) {
        all_permissions(conn)?
    } else {
        let ids: Vec<i64> = roles.iter().map(|role| role.id).collect();
        granted(conn, &ids)?
    };
    let reach = reach(&roles, user_id, mendian);
    Ok(Access {
        roles,
        permissions,
        reach,
    })
}

/// The widest of each role's scope, added up: a person with two roles sees what either shows.
pub fn reach(roles: &[HeldRole], user_id: i64, mendian: Option<&str>) -> Reach {
    let mut reach = Reach {
        user_id,
        ..Reach::default()
    };
    for role in roles {
        match role.data_scope.as_str() {
            "QUANBU" => reach.all = true,
            "MENDIAN" => reach.stores.extend(mendian.map(str::to_owned)),
            "ZIDINGYI" => reach.stores.extend(role.stores.iter().cloned()),
            _ => {}
        }
    }
    reach.stores.sort();
    reach.stores.dedup();
    reach
}

/// Those the program knows, whatever was done to their nodes, and those of nodes made since.
fn all_permissions(conn: &mut Conn) -> Result<BTreeSet<String>> {
    let mut all = texts(
        conn,
        "SELECT perms FROM sys_menu WHERE perms IS NOT NULL AND is_del = FALSE AND state = 'QIYONG'",
        &[],
    )?;
    all.extend(permissions());
    Ok(all)
}

fn granted(conn: &mut Conn, role_ids: &[i64]) -> Result<BTreeSet<String>> {
    let mut sql = crate::Sql::new(
        "SELECT DISTINCT m.perms FROM sys_role_menu rm JOIN sys_menu m ON m.id = rm.menu_id \
         WHERE m.perms IS NOT NULL AND m.is_del = FALSE AND m.state = 'QIYONG' AND rm.role_id IN ",
    );
    sql.bind_list(role_ids);
    texts(conn, &sql.text, &sql.params)
}

fn texts(conn: &mut Conn, text: &str, params: &[Value]) -> Result<BTreeSet<String>> {
    conn.query(text, params)?
        .iter()
        .map(|row| row.text(0).map(str::to_owned))
        .collect()
}
