/// How much of what is for developers a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tools {
    None,
    /// Code is shown and downloaded.
    Shown,
    /// And written into a source tree.
    Written,
}
