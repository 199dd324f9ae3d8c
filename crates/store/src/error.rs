//! What can go wrong in the store, told apart by what the caller can do about it.

/// A store failure. Its text is for the log, never for the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The driver or the database said no.
    Driver(String),
    /// A unique index refused; the text names its columns.
    Unique(String),
    /// The statement's time budget ran out.
    Timeout,
    /// A page lies further back than anybody is shown.
    Deep,
    /// Every connection is busy and the queue is full.
    Busy,
    /// The connection broke; nothing was committed.
    Lost(String),
    /// The server is there and does not let us in.
    Barred(String),
    /// The server has no connection left for us.
    Crowded(String),
    /// The schema has moved beyond what this program knows; nothing was committed.
    Outdated,
    /// The connection broke while committing: nobody knows whether it happened.
    Unknown(String),
    /// Two transactions met; trying again may work.
    Serialization(String),
    /// The database is full or cannot be written.
    Full(String),
    /// An answer was not of the expected shape.
    Shape(String),
    /// A job panicked; its transaction was rolled back.
    Panic(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// `found` says what kind of thing it is, or how many: a value may be personal.
    pub(crate) fn shape(expected: &str, found: impl std::fmt::Display) -> Self {
        Self::Shape(format!("expected {expected}, found {found}"))
    }

    /// A write changed another number of rows than it had to.
    pub(crate) fn changed(expected: u64, found: u64) -> Self {
        Self::shape(&format!("{expected} changed rows"), found)
    }

    /// A statement failed and the job went on as if it had not.
    pub(crate) fn swallowed() -> Self {
        Self::shape("no failed statement", "one")
    }

    /// Whether running the same transaction again is safe and may succeed.
    pub fn is_retryable(&self) -> bool {
        matches!(
            self,
            Self::Serialization(_) | Self::Lost(_) | Self::Crowded(_)
        )
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{self:?}")
    }
}

impl std::error::Error for Error {}

/// An error type of a caller's job: the runner must be able to put a store error in, and to see
/// one again, so that it can retry.
pub trait Failure: From<Error> + Send + 'static {
    fn store(&self) -> Option<&Error>;
}

impl Failure for Error {
    fn store(&self) -> Option<&Error> {
        Some(self)
    }
}
