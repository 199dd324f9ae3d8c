//! A year of an office's business, made by the product's own verbs.

use schema::Timestamp;
use service::{demo, user::FreshPassword};
use store::Db;

/// Of the demo's staff, who sign in to no test.
pub fn passwords() -> Vec<FreshPassword> {
    let fresh = FreshPassword {
        clear: String::new(),
        hash: String::new(),
    };
    vec![fresh; demo::STAFF.len()]
}

/// Fills an empty database with so many orders.
pub fn fill(db: &Db, now: Timestamp, orders: usize) {
    let made = demo::run(db, now, orders, &passwords(), || false);
    assert_eq!(made.unwrap(), demo::Made::Orders(orders));
}
