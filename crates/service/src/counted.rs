//! What is refused until a search for a secret is counted.

use std::fmt;

use schema::{Field, Model};
use store::List;

use crate::call::Call;

/// A list by a secret column, or of what is written down whenever it is looked at, that nobody has
/// counted yet.
pub struct Uncounted {
    pub call: Call,
    pub of: &'static Model,
    pub list: List,
    pub opens: Option<Opening>,
}

/// A look at what a customer's phone held of others.
#[derive(Clone)]
pub struct Opening {
    pub customer: i64,
    /// What is looked for within it.
    pub needle: Option<String>,
}

/// A value of a unique secret column that some row has already.
#[derive(Clone)]
pub struct Taken {
    pub of: &'static Model,
    pub field: &'static Field,
    pub text: String,
}

impl Taken {
    pub fn sentence(&self) -> String {
        format!("{}已存在", self.field.column.label)
    }
}

// Errors are logged: these name the column, never the number.
impl fmt::Debug for Uncounted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a search in {}", self.of.name)
    }
}

impl fmt::Debug for Taken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{} is taken", self.of.name, self.field.column.name)
    }
}
