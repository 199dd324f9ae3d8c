//! Long work under way, by the name its client gave it: another request of the same person asks
//! how far it is.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use service::{Error, Result, progress::Steps};

/// Work beyond this is done without being watched.
const MOST: usize = 1_000;
const LONGEST_NAME: usize = 64;

type Works = HashMap<(i64, String), Arc<Steps>>;

#[derive(Default)]
pub struct UnderWay(Arc<Mutex<Works>>);

/// Work that is listed as long as this lives.
pub struct Watched {
    pub steps: Arc<Steps>,
    name: (i64, String),
    works: Arc<Mutex<Works>>,
}

impl UnderWay {
    /// Lists work of a person under the name that its client gave it as `jindu`.
    pub fn watch(&self, person: i64, given: Option<String>) -> Result<Watched> {
        let given = given.unwrap_or_default();
        if given.len() > LONGEST_NAME {
            return Err(Error::field("jindu", "进度编号不超过64个字符"));
        }
        let watched = Watched {
            steps: Arc::default(),
            name: (person, given),
            works: Arc::clone(&self.0),
        };
        let mut works = lock(&self.0);
        if !watched.name.1.is_empty() && works.len() < MOST {
            works.insert(watched.name.clone(), Arc::clone(&watched.steps));
        }
        drop(works);
        Ok(watched)
    }

    pub fn find(&self, person: i64, name: &str) -> Option<Arc<Steps>> {
        lock(&self.0).get(&(person, name.to_owned())).cloned()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut works = lock(&self.works);
        // Another may have begun under the same name.
        let is_own = works
            .get(&self.name)
            .is_some_and(|steps| Arc::ptr_eq(steps, &self.steps));
        if is_own {
            works.remove(&self.name);
        }
    }
}

fn lock(works: &Mutex<Works>) -> MutexGuard<'_, Works> {
    works.lock().unwrap_or_else(PoisonError::into_inner)
}
