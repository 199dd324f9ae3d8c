//! How often one address may ask for what costs us something and needs no sign-in.

use std::{collections::HashMap, sync::Mutex};

use service::network;

const MINUTE_MS: i64 = 60_000;
/// Past this many addresses in a minute the counting starts afresh.
const ADDRESSES: usize = 100_000;

/// Counts by address and minute.
pub struct PerMinute {
    most: u32,
    seen: Mutex<(i64, HashMap<String, u32>)>,
}

impl PerMinute {
    pub fn new(most: u32) -> Self {
        Self {
            most,
            seen: Mutex::default(),
        }
    }

    /// Counts one more; false where it is one too many.
    pub fn allows(&self, address: &str, real_ms: i64) -> bool {
        let Ok(mut seen) = self.seen.lock() else {
            return false;
        };
        let (minute, counts) = &mut *seen;
        let now = real_ms / MINUTE_MS;
        if *minute != now || counts.len() >= ADDRESSES {
            (*minute, *counts) = (now, HashMap::new());
        }
        let count = counts.entry(network::of(address)).or_default();
        *count = count.saturating_add(1);
        *count <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_minute() {
        let limit = PerMinute::new(2);
        for (address, at_ms, expected) in [
            ("a", 0, true),
            ("a", 10, true),
            ("a", 59_999, false),
            ("b", 59_999, true),
            ("a", 60_000, true),
            ("2001:db8::1", 60_000, true),
            ("2001:db8::2", 60_000, true),
            ("2001:db8::3", 60_000, false),
            ("2001:db8:0:1::3", 60_000, true),
        ] {
            assert_eq!(limit.allows(address, at_ms), expected, "{address} {at_ms}");
        }
    }
}
