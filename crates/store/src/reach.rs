//! Data scope: which rows a person may see and change. One function, for reads and writes alike.

use schema::{Model, Scope, model};

use crate::{sql::Sql, value::Value};

/// How far a person's roles reach. Their own rows always belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    pub user_id: i64,
    /// 全部
    pub all: bool,
    /// 本门店, 自定义门店
    pub stores: Vec<String>,
}

impl Reach {
    /// The server itself.
    pub fn everything() -> Self {
        Self {
            user_id: 0,
            all: true,
            stores: Vec::new(),
        }
    }

    /// Whether everything in `other` lies within this.
    pub fn covers(&self, other: &Self) -> bool {
        self.all || (!other.all && other.stores.iter().all(|store| self.stores.contains(store)))
    }

    /// The condition on rows of `model` under the name `alias`; none where all rows may be seen.
    pub(crate) fn condition(&self, of: &Model, alias: &str) -> Option<Sql> {
        if self.all {
            return None;
        }
        match of.table.scope {
            Scope::Shared => None,
            Scope::Columns { owner, store } => Some(self.by_columns(owner, store, alias)),
            Scope::Through { column, parent } => self.through(column, parent, alias),
            Scope::ThroughOrOwn { column, parent } => self.through_or_own(column, parent, alias),
        }
    }

    /// The parts of [`condition`](Self::condition) of which one is enough, where it has any.
    pub(crate) fn ways(&self, of: &Model, alias: &str) -> Vec<Sql> {
        let (Scope::Columns { owner, store }, false) = (of.table.scope, self.all) else {
            return Vec::new();
        };
        let equal = |column: &str, value: Value| {
            let mut sql = Sql::new(alias);
            sql.push(".").name(column).push(" = ").bind(value);
            sql
        };
        let own = owner.map(|owner| equal(owner, self.user_id.into()));
        let stores = store.into_iter().flat_map(|store| {
            let stores = self.stores.iter();
            stores.map(move |value| equal(store, value.as_str().into()))
        });
        own.into_iter().chain(stores).collect()
    }

    /// [`condition`](Self::condition) in two parts of which no row fulfils both: of somebody's stores,
    /// and their own elsewhere. None where it has only one.
    pub(crate) fn apart(&self, of: &Model, alias: &str) -> Option<[Sql; 2]> {
        let Scope::Columns {
            owner: Some(owner),
            store: Some(store),
        } = of.table.scope
        else {
            return None;
        };
        if self.all || self.stores.is_empty() {
            return None;
        }
        let column = |sql: &mut Sql, name: &str| {
            sql.push(alias).push(".").name(name);
        };
        let mut stores = Sql::default();
        column(&mut stores, store);
        stores.push(" IN ").bind_list(&self.stores);
        let mut own = Sql::default();
        column(&mut own, owner);
        own.push(" = ").bind(self.user_id).push(" AND (");
        column(&mut own, store);
        own.push(" IS NULL OR ");
        column(&mut own, store);
        own.push(" NOT IN ").bind_list(&self.stores).push(")");
        Some([stores, own])
    }

    fn by_columns(&self, owner: Option<&str>, store: Option<&str>, alias: &str) -> Sql {
        let mut sql = Sql::new("(");
        match owner {
            Some(owner) => {
                sql.push(alias)
                    .push(".")
                    .name(owner)
                    .push(" = ")
                    .bind(self.user_id);
            }
            None => {
                sql.push("FALSE");
            }
        }
        if let Some(store) = store
            && !self.stores.is_empty()
        {
            sql.push(" OR ")
                .push(alias)
                .push(".")
                .name(store)
                .push(" IN ")
                .bind_list(&self.stores);
        }
        sql.push(")");
        sql
    }

    fn through_or_own(&self, column: &str, parent: &str, alias: &str) -> Option<Sql> {
        let through = self.through(column, parent, alias)?;
        let mut sql = Sql::new("(");
        sql.append(&through).push(" OR (");
        sql.push(alias).push(".").name(column).push(" IS NULL AND ");
        sql.push(alias).push(".create_by = ").bind(self.user_id);
        sql.push("))");
        Some(sql)
    }

    fn through(&self, column: &str, parent: &str, alias: &str) -> Option<Sql> {
        let parent = model(parent)?;
        let inner_alias = format!("{alias}p");
        let inner = self.condition(parent, &inner_alias)?;
        let mut sql = Sql::new("EXISTS (SELECT 1 FROM ");
        sql.name(&parent.name)
            .push(" ")
            .push(&inner_alias)
            .push(" WHERE ");
        sql.push(&inner_alias)
            .push(".id = ")
            .push(alias)
            .push(".")
            .name(column)
            .push(" AND ");
        sql.append(&inner).push(")");
        Some(sql)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, reach: &Reach) -> Option<String> {
        reach
            .condition(model(path).unwrap(), "t")
            .map(|sql| sql.text)
    }

    #[test]
    fn the_condition_follows_the_definition() {
        let own = Reach {
            user_id: 7,
            all: false,
            stores: vec![],
        };
        let store = Reach {
            stores: vec!["A".to_owned()],
            ..own.clone()
        };
        assert_eq!(text("app/user", &own).unwrap(), r#"(t."genjinren_id" = ?)"#);
        assert_eq!(
            text("app/user", &store).unwrap(),
            r#"(t."genjinren_id" = ? OR t."mendian" IN (?))"#
        );
        assert_eq!(text("app/user", &Reach::everything()), None);
        assert_eq!(text("app/gonggao", &own), None);
        assert!(
            text("sys/session", &own)
                .unwrap()
                .starts_with("EXISTS (SELECT 1 FROM \"sys_user\" tp")
        );
    }

    #[test]
    fn a_wider_reach_covers_a_narrower_one() {
        let own = Reach {
            user_id: 7,
            all: false,
            stores: vec![],
        };
        let store = Reach {
            stores: vec!["A".to_owned()],
            ..own.clone()
        };
        assert!(store.covers(&own));
        assert!(!own.covers(&store));
        assert!(Reach::everything().covers(&store));
        assert!(!store.covers(&Reach::everything()));
    }
}
