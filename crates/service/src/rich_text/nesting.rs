//! Keeps the parser from texts it needs minutes for: its work grows with the square of the depth of nesting.

use super::TAGS;

/// Up to here even a text that only opens tags is parsed in a fraction of a second.
const FEW_TAGS: usize = 4_000;
const MAX_DEPTH: usize = 100;
const VOID: [&str; 5] = ["br", "hr", "img", "col", "source"];

/// Whether a text has few tags, or is written as an editor writes it: known tags, closed in order, not deep.
///
/// A browser forgives much more, but whatever is forgiven can also hide how deep a text really goes.
pub fn is_manageable(html: &str) -> bool {
    html.bytes().filter(|byte| *byte == b'<').count() <= FEW_TAGS || is_orderly(html).is_some()
}

fn is_orderly(html: &str) -> Option<()> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let tag = Tag::read(rest.get(at + 1..)?)?;
        rest = tag.rest;
        let name = TAGS.iter().copied().find(|known| *known == tag.name)?;
        if tag.is_closing {
            open.pop().filter(|last| *last == name)?;
        } else if !VOID.contains(&name) {
            open.push(name);
            if open.len() > MAX_DEPTH {
                return None;
            }
        }
    }
    Some(())
}

struct Tag<'a> {
    name: &'a str,
    is_closing: bool,
    rest: &'a str,
}

impl<'a> Tag<'a> {
    /// Reads what follows a `<`: a name in small letters, attributes with or without double-quoted values, `>`.
    fn read(text: &'a str) -> Option<Tag<'a>> {
        let is_closing = text.starts_with('/');
        let text = text.strip_prefix('/').unwrap_or(text);
        let (name, mut rest) = split_word(text, |byte| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit()
        })?;
        loop {
            let trimmed = rest.trim_ascii_start();
            if let Some(rest) = trimmed
                .strip_prefix("/>")
                .or_else(|| trimmed.strip_prefix('>'))
            {
                return Some(Tag {
                    name,
                    is_closing,
                    rest,
                });
            }
            if trimmed.len() == rest.len() || is_closing {
                return None;
            }
            let (_, after) = split_word(trimmed, |byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':')
            })?;
            rest = match after.strip_prefix("=\"") {
                Some(value) => {
                    value
                        .split_once('"')
                        .filter(|(value, _)| !value.contains('<'))?
                        .1
                }
                None => after,
            };
        }
    }
}

fn split_word(text: &str, is_part: impl Fn(u8) -> bool) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| !is_part(byte))?;
    if end == 0 {
        None
    } else {
        text.split_at_checked(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orderly_texts_are_told_from_tangled_ones() {
        for orderly in [
            "plain &lt; text",
            "<p>a<br>b</p>",
            "<p class=\"x\" style=\"color: red; a > b\">x</p>",
            "<img src=\"a\" alt=\"\"><hr/><p ></p>",
            "<table><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>",
        ] {
            assert!(is_orderly(orderly).is_some(), "{orderly}");
        }
        for tangled in [
            "<p>",
            "</p>",
            "<b><i></b></i>",
            "<div></b>",
            "<div title=\"</div>\">",
            "<div title='</div>'></div>",
            "<div a\"</div>\">",
            "<textarea><!--</textarea>",
            "<!-- x -->",
            "<![CDATA[>",
            "<svg></svg>",
            "<p",
            "<P></P>",
            "< p></p>",
            "a < b",
            "<p></p x>",
        ] {
            let left_open = tangled == "<p>";
            assert_eq!(is_orderly(tangled).is_some(), left_open, "{tangled}");
        }
        let deep = |depth: usize| format!("{}{}", "<div>".repeat(depth), "</div>".repeat(depth));
        assert!(is_orderly(&deep(MAX_DEPTH)).is_some());
        assert!(is_orderly(&deep(MAX_DEPTH + 1)).is_none());
    }
}
