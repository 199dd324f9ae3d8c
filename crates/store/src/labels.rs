//! Labels of dictionaries as connections keep them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use foldhash::fast::RandomState;

/// The labels of a dictionary as JSON, by value.
pub(crate) type Labels = HashMap<String, String, RandomState>;
/// All of them, by dictionary.
pub(crate) type AllLabels = HashMap<String, Arc<Labels>, RandomState>;

/// The labels read last, with the version they belong to.
pub(crate) type KnownLabels = Mutex<Option<(i64, Arc<AllLabels>)>>;

/// What one job has found out.
#[derive(Default)]
pub(crate) struct KnownDict {
    pub version: Option<i64>,
    pub labels: Option<Arc<AllLabels>>,
}
