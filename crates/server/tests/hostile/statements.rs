//! Whether each word of every statement text the store ran is one of ours.

use std::{collections::BTreeSet, path::Path};

/// Words of a text: names, keywords and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(move |letter| !is_word(letter))
        .filter(|word| !word.is_empty())
}

fn words_below(folder: &Path, known: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            words_below(&path, known);
        } else {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            known.extend(words(&text).map(str::to_owned));
        }
    }
}

/// Every word the store's own sources and the resource definitions can put into a statement.
pub fn own_words() -> BTreeSet<String> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/src");
    let mut known = BTreeSet::new();
    words_below(&sources, &mut known);
    for model in schema::models() {
        known.insert(model.name.clone());
        known.insert(format!("{}_gram", model.name));
        known.insert(format!("{}_gram_docsize", model.name));
        for field in &model.fields {
            known.insert(field.column.name.to_owned());
            known.insert(format!("{}_idx", field.column.name));
            known.insert(format!("{}_tail", field.column.name));
        }
    }
    known
}

/// Texts that hold a word which is not ours.
pub fn foreign(texts: &BTreeSet<String>) -> Vec<String> {
    let known = own_words();
    texts
        .iter()
        .filter_map(|text| {
            let word = words(text).find(|word| !known.contains(*word))?;
            Some(format!("{word} in {text}"))
        })
        .collect()
}
