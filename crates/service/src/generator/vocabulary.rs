//! What the definitions of the product call their columns and make of them.

use std::collections::BTreeMap;

use schema::{Kind, Model, models};

/// The words of every definition but one.
#[derive(Debug, Default)]
pub struct Vocabulary {
    labels: BTreeMap<&'static str, Vec<&'static str>>,
    lengths: BTreeMap<&'static str, usize>,
    references: BTreeMap<&'static str, &'static str>,
}

impl Vocabulary {
    /// Without the table itself: what is guessed of it must come from elsewhere.
    pub fn without(table: &str) -> Self {
        let mut words = Self::default();
        for model in models().iter().filter(|model| model.name != table) {
            for field in &model.fields {
                words.add(field.column.name, field.column.label, field.column.kind);
            }
        }
        words
    }

    fn add(&mut self, name: &'static str, label: &'static str, kind: Kind) {
        self.labels.entry(name).or_default().push(label);
        match kind {
            Kind::Ref(path) => {
                self.references.entry(name).or_insert(path);
            }
            Kind::Text { max } => {
                let most = self.lengths.entry(name).or_default();
                *most = max.max(*most);
            }
            _ => {}
        }
    }

    /// What most of them call it; of several the first.
    pub fn label(&self, name: &str) -> Option<&'static str> {
        let all = self.labels.get(name)?;
        let count = |label: &str| all.iter().filter(|other| **other == label).count();
        let most = all.iter().map(|label| count(label)).max()?;
        all.iter().find(|label| count(label) == most).copied()
    }

    pub fn length(&self, name: &str) -> Option<i64> {
        i64::try_from(*self.lengths.get(name)?).ok()
    }

    /// The resource that a column refers to: as elsewhere, or the one it is named after.
    pub fn refers(&self, name: &str) -> Option<&'static str> {
        let stem = name.strip_suffix("_id")?;
        let known = self.references.get(name).copied();
        known.or_else(|| {
            let is_named = |model: &&&Model| model.name.ends_with(&format!("_{stem}"));
            let found = models().iter().filter(is_named);
            found
                .map(|model| model.table.path)
                .min_by_key(|path| path.len())
        })
    }

    /// The dictionary of a column: one of its own, of its name, or of its last word.
    pub fn dict(table: &str, name: &str) -> Option<String> {
        let known = schema::dict::seed();
        let is_known = |kind: &String| known.iter().any(|dict| dict.kind == *kind);
        let last = table.rsplit('_').next().unwrap_or_default();
        let mut tried = vec![format!("{last}_{name}"), name.to_owned()];
        let ends = |ending: &str| name.ends_with(ending);
        if ends("state") || ends("type") {
            tried.push(name.rsplit('_').next().unwrap_or_default().to_owned());
        }
        tried.into_iter().find(is_known)
    }

    /// The folder of a table's files: the one named after it, or the library's.
    pub fn folder(table: &str) -> String {
        let mut all = schema::Folder::ALL
            .iter()
            .map(|folder| format!("{folder:?}"));
        let named = all.find(|folder| table.split('_').any(|part| part == folder.to_lowercase()));
        named.unwrap_or_else(|| "Resource".to_owned())
    }
}
