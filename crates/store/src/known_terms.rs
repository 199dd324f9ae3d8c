//! Terms of orders as a connection has read them: those of one product are alike, and reading them
//! takes longer than finding them.

use std::{collections::HashMap, sync::Arc};

use loan::Terms;

use crate::error::{Error, Result};

/// Past this many the memory starts afresh.
const LIMIT: usize = 512;

/// Terms by the text that a row holds.
#[derive(Default)]
pub(crate) struct KnownTerms(HashMap<String, Arc<Terms>, foldhash::fast::RandomState>);

impl KnownTerms {
    pub fn read(&mut self, text: &str) -> Result<Arc<Terms>> {
        if let Some(known) = self.0.get(text) {
            return Ok(Arc::clone(known));
        }
        let read: Terms = serde_json::from_str(text)
            .map_err(|_| Error::shape("order terms", "what is stored"))?;
        let read = Arc::new(read);
        if self.0.len() >= LIMIT {
            self.0.clear();
        }
        self.0.insert(text.to_owned(), Arc::clone(&read));
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_terms_is_refused_each_time() {
        let mut known = KnownTerms::default();
        for _ in 0..2 {
            assert!(known.read("{}").is_err());
        }
        assert!(known.0.is_empty());
    }
}
