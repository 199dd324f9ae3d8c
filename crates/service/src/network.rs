//! Whom an address stands for.

use std::net::IpAddr;

/// What an address is counted by: one household of IPv6 has as many addresses as it likes.
pub fn of(address: &str) -> String {
    match address.parse() {
        Ok(IpAddr::V6(address)) => {
            if let Some(mapped) = address.to_ipv4_mapped() {
                return mapped.to_string();
            }
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_household_is_one_network() {
        assert_eq!(of("10.0.0.1"), "10.0.0.1");
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), "10.0.0.1");
    }
}
