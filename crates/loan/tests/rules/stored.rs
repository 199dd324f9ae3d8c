//! Orders, entries and rates survive being stored, and nothing broken is read.

use loan::{Entry, Order, Ppm, Record, Terms};
use serde_json::{Value, json};

use crate::desk::{confirm, discount, extend, full_loan, full_offer, prepay};

#[test]
fn an_order_reads_back_as_it_was() {
    let mut desk = full_loan();
    desk.done(extend(), "2025-02-01");
    desk.done(discount("5"), "2025-02-02");
    desk.done(confirm(), "2025-02-03");
    let outcome = desk.done(prepay(), "2025-02-04");
    let stored = serde_json::to_string(desk.order()).unwrap();
    assert_eq!(
        serde_json::from_str::<Order>(&stored).unwrap(),
        *desk.order()
    );
    let stored = serde_json::to_string(&outcome.entry).unwrap();
    assert_eq!(
        serde_json::from_str::<Option<Entry>>(&stored).unwrap(),
        outcome.entry
    );
    let stored = serde_json::to_string(&outcome.records).unwrap();
    assert_eq!(
        serde_json::from_str::<Vec<Record>>(&stored).unwrap(),
        outcome.records
    );
}

/// Codes are the dictionary's, amounts are fen, rates are ppm, dates are ISO.
#[test]
fn terms_are_stored_under_the_codes_of_the_dictionary() {
    let terms = serde_json::to_value(full_offer()).unwrap();
    assert_eq!(terms["mode"], "DENGEBENJIN");
    assert_eq!(terms["period"], json!({"unit": "YUE", "length": 1}));
    assert_eq!(terms["annual_rate"], 120_000);
    assert_eq!(terms["day_count"], 365);
    assert_eq!(
        terms["upfront_fee"],
        json!({"rate": 20_000, "collection": "LINGSHOU"})
    );
    assert_eq!(terms["overdue"]["base"], "YINGHUAN");
    assert_eq!(terms["prepay"]["interest"], "ZHENGQI");
    let order = serde_json::to_value(full_loan().order()).unwrap();
    assert_eq!(order["state"], "DAIHUANKUAN");
    assert_eq!(order["plan"]["items"][0]["due_on"], "2025-02-15");
    assert_eq!(order["plan"]["items"][0]["principal"], 100_000);
}

#[test]
fn broken_figures_are_not_read() {
    assert!(serde_json::from_value::<Ppm>(json!(10_000_001)).is_err());
    assert!(serde_json::from_value::<Ppm>(json!(-1)).is_err());
    let mut terms = serde_json::to_value(full_offer()).unwrap();
    assert!(serde_json::from_value::<Terms>(terms.clone()).is_ok());
    terms["day_count"] = json!(366);
    assert!(serde_json::from_value::<Terms>(terms).is_err());
}

#[test]
fn an_unbalanced_entry_is_not_read() {
    let mut desk = full_loan();
    let outcome = desk.done(confirm(), "2025-02-01");
    let mut entry = serde_json::to_value(outcome.entry).unwrap();
    assert!(serde_json::from_value::<Entry>(entry.clone()).is_ok());
    let amount: &mut Value = &mut entry["lines"][0]["amount"];
    *amount = json!(amount.as_i64().unwrap() + 1);
    let error = serde_json::from_value::<Entry>(entry).unwrap_err();
    assert!(error.to_string().contains("分录借贷不平"), "{error}");
}
