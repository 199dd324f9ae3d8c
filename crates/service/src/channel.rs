//! 推广: the link of a channel, where it leads, and how many follow it.

use store::{Conn, Tx, channels};

use crate::{error::Result, settings};

/// Where the link of a channel leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Landing {
    /// There is no such channel, or it was stopped.
    Unknown,
    /// The office has not said where.
    Unset,
    At {
        channel: i64,
        address: String,
    },
}

/// Where whoever follows a channel's link goes.
pub fn landing(conn: &mut Conn, code: &str) -> Result<Landing> {
    let Some(channel) = channels::open(conn, code)? else {
        return Ok(Landing::Unknown);
    };
    Ok(match settings::LANDING_PAGE.value(conn)? {
        Some(page) => Landing::At {
            channel,
            address: with_code(&page, code),
        },
        None => Landing::Unset,
    })
}

/// Writes down how often links were followed.
pub fn visited(tx: &mut Tx<'_>, visits: &[(i64, i64)]) -> Result<()> {
    Ok(channels::add_visits(tx, visits)?)
}

/// The page with the channel among its parameters, which stand before a fragment.
fn with_code(page: &str, code: &str) -> String {
    let (page, fragment) = match page.split_once('#') {
        Some((page, fragment)) => (page, format!("#{fragment}")),
        None => (page, String::new()),
    };
    let joint = if page.contains('?') { '&' } else { '?' };
    format!("{page}{joint}qudao={}{fragment}", encoded(code))
}

/// The link of a channel; without an address of its own it begins at this server's root.
pub(crate) fn link(base: Option<&str>, code: &str) -> String {
    let base = base.unwrap_or_default().trim_end_matches('/');
    format!("{base}/q/{}", encoded(code))
}

/// A code as a part of an address.
fn encoded(code: &str) -> String {
    let mut text = String::with_capacity(code.len());
    for byte in code.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_becomes_a_parameter() {
        for (page, code, address) in [
            ("https://a.cn/h5", "web", "https://a.cn/h5?qudao=web"),
            (
                "https://a.cn/?x=1#/reg",
                "web",
                "https://a.cn/?x=1&qudao=web#/reg",
            ),
            ("/h5", "门店 1", "/h5?qudao=%E9%97%A8%E5%BA%97%201"),
        ] {
            assert_eq!(with_code(page, code), address);
        }
        assert_eq!(link(Some("https://a.cn/"), "web"), "https://a.cn/q/web");
        assert_eq!(link(None, "a/b"), "/q/a%2Fb");
    }
}
