//! All resources, in menu order and by path.

use std::{collections::HashMap, sync::LazyLock};

use crate::{model::Model, resources};

/// Every resource, in menu order.
pub fn models() -> &'static [&'static Model] {
    static MODELS: LazyLock<Vec<&'static Model>> =
        LazyLock::new(|| resources::ALL.iter().map(|model| model()).collect());
    &MODELS
}

/// The resource at a path.
pub fn model(path: &str) -> Option<&'static Model> {
    static BY_PATH: LazyLock<HashMap<&'static str, &'static Model>> =
        LazyLock::new(|| models().iter().map(|&of| (of.table.path, of)).collect());
    BY_PATH.get(path).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{column::Kind, table::Scope};

    /// Whether a table names customers: by reference, or by a number kept as it was. In the log of
    /// what the staff did, that number is theirs.
    fn names_a_customer(model: &Model) -> bool {
        let is_business = model.table.path.starts_with("app/");
        model.fields.iter().any(|field| match field.column.kind {
            Kind::Ref(path) | Kind::Refs(path) => path == "app/user",
            Kind::Int { .. } => is_business && field.column.name == "user_id",
            _ => false,
        })
    }

    /// Whether a row belongs to whom its customer belongs. Orders keep a copy of the customer's
    /// owner and store, which follows the customer.
    fn follows_its_customer(model: &Model) -> bool {
        match model.table.scope {
            Scope::Shared => false,
            Scope::Columns { owner, store } => {
                (owner, store) == (Some("genjinren_id"), Some("mendian"))
            }
            Scope::Through { parent, .. } | Scope::ThroughOrOwn { parent, .. } => {
                parent == "app/user" || super::model(parent).is_some_and(follows_its_customer)
            }
        }
    }

    #[test]
    fn whatever_a_definition_refers_to_is_a_resource() {
        for of in models() {
            let path = of.table.path;
            let parent = match of.table.scope {
                Scope::Through { column, parent } | Scope::ThroughOrOwn { column, parent } => {
                    assert!(of.field_named(column).is_some(), "{path} by {column}");
                    Some(parent)
                }
                Scope::Shared | Scope::Columns { .. } => None,
            };
            let named = of.fields.iter().flat_map(|field| {
                let column = &field.column;
                let by_kind = match column.kind {
                    Kind::Ref(path) | Kind::Refs(path) => Some(path),
                    _ => None,
                };
                if let Some((id, _)) = column.names {
                    assert!(of.field_named(id).is_some(), "{path} by {id}");
                }
                by_kind
                    .into_iter()
                    .chain(column.names.map(|(_, path)| path))
            });
            for other in named.chain(parent) {
                assert!(model(other).is_some(), "{path} refers to {other}");
            }
        }
    }

    #[test]
    fn what_names_a_customer_takes_its_scope_from_that_customer() {
        let named = models().iter().filter(|of| names_a_customer(of));
        let named: Vec<&Model> = named.copied().collect();
        assert!(named.len() >= 5, "{}", named.len());
        for model in named {
            let path = model.table.path;
            assert!(
                follows_its_customer(model),
                "{path} has no customer's scope"
            );
        }
    }

    #[test]
    fn a_customers_phone_is_searched_where_it_is_shown() {
        let mut shown = 0;
        for model in models() {
            let phone = model.field_named("phone");
            if let Some(phone) = phone.filter(|phone| phone.column.derived) {
                let path = model.table.path;
                assert_eq!(phone.column.through, Some("user_id"), "{path}");
                shown += 1;
            }
        }
        assert!(shown >= 6, "{shown}");
    }
}
