//! Figures of days by store and owner, kept by the transactions that change what they count (the
//! triggers of migrations 0028 and 0039), and what they should be. The home page costs the same however many
//! orders there are.

mod added;
mod evenings;
mod figures;
mod proof;
mod texts;
mod tidy;

pub use added::{add_up, added};
pub(crate) use evenings::end_days;
pub use evenings::{Evening, end_made_up_days, evening};
pub use figures::{Counted, Days, Figure, InAll, Left, Posted, days, in_all, left, posted};
pub(crate) use proof::count_again;
pub use proof::{Wrong, wrong};
pub use tidy::tidy;
