//! What personal data costs a list: opening and masking the secrets of a page.

use std::time::Instant;

use schema::Mask;
use store::crypt::Keys;

use crate::figure::median;

const ROWS: usize = 50;
const PAGES: u32 = 200;
/// The most secrets a row of a list shows: card, name, phone, identity number, wallet.
const SECRETS: [(Mask, &str); 5] = [
    (Mask::BankCard, "6222020200112233446"),
    (Mask::Name, "欧阳志强"),
    (Mask::Phone, "13912345678"),
    (Mask::IdNumber, "11010519491231002X"),
    (Mask::Phone, "13700000009"),
];

/// Prints the time a page of fifty rows takes, of one secret and of five.
pub fn measure(rounds: usize) {
    let keys = Keys::from_master(&[7; 32]).unwrap();
    for count in [1, SECRETS.len()] {
        let secrets = &SECRETS[..count];
        let page: Vec<(Mask, String, Vec<u8>)> = (0..ROWS)
            .flat_map(|row| {
                secrets.iter().enumerate().map(move |(at, (mask, clear))| {
                    (*mask, format!("app_user_shoukuan.{at}.{row}"), *clear)
                })
            })
            .map(|(mask, place, clear)| {
                let sealed = keys.seal(&place, clear).unwrap();
                (mask, place, sealed)
            })
            .collect();
        let times = (0..rounds.max(1)).map(|_| {
            let begun = Instant::now();
            let mut letters = 0;
            for _ in 0..PAGES {
                for (mask, place, sealed) in &page {
                    letters += mask.apply(&keys.open(place, sealed).unwrap()).len();
                }
            }
            assert!(letters > 0);
            begun.elapsed().as_secs_f64() * 1e6 / f64::from(PAGES)
        });
        println!(
            "opening and masking {count} secrets in each of {ROWS} rows: {:.0} µs a page (aim under 1000)",
            median(times.collect()),
        );
    }
}
