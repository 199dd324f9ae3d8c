//! Rich text from the editor, cleaned before it is stored: a fixed set of tags, and nothing that runs or reaches out.

mod nesting;
mod style;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use ammonia::{Builder, UrlRelative};

const MAX_BYTES: usize = 1 << 20;

const TAGS: [&str; 40] = [
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "table",
    "caption",
    "colgroup",
    "col",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "blockquote",
    "pre",
    "code",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "sub",
    "sup",
    "span",
    "div",
    "a",
    "img",
    "video",
    "source",
    "del",
];
/// Tags whose text means nothing to a reader.
const DROPPED_WITH_TEXT: [&str; 12] = [
    "script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "math",
    "textarea", "title", "noembed",
];
const ATTRIBUTES: [(&str, &[&str]); 9] = [
    ("a", &["href", "title"]),
    ("img", &["src", "alt", "title", "width", "height"]),
    ("video", &["src", "controls", "poster", "width", "height"]),
    ("source", &["src", "type"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
    ("col", &["span"]),
    ("ol", &["start"]),
    ("table", &["border"]),
];

/// Why a text was not accepted at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RichTextError {
    TooLong,
    TooTangled,
}

impl fmt::Display for RichTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RichTextError::TooLong => "内容过长，请删减后再保存",
            RichTextError::TooTangled => "内容格式过于复杂，请清除格式后再保存",
        })
    }
}

impl std::error::Error for RichTextError {}

/// Cleans HTML a person wrote; `own_files` is the path our stored files are served under, ending in `/`.
pub fn clean(html: &str, own_files: &str) -> Result<String, RichTextError> {
    if html.len() > MAX_BYTES {
        return Err(RichTextError::TooLong);
    }
    if !nesting::is_manageable(html) {
        return Err(RichTextError::TooTangled);
    }
    let own_files = own_files.to_owned();
    let attributes: HashMap<&str, HashSet<&str>> = ATTRIBUTES
        .iter()
        .map(|(tag, names)| (*tag, names.iter().copied().collect()))
        .collect();
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into())
        .clean_content_tags(DROPPED_WITH_TEXT.into())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::from(["style"]))
        .url_schemes(HashSet::from(["http", "https"]))
        // Every address is judged below, where it is known what it is for.
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer nofollow"))
        .set_tag_attribute_value("a", "target", "_blank")
        .set_tag_attribute_value("video", "controls", "")
        .strip_comments(true)
        .attribute_filter(move |tag, attribute, value| allowed(tag, attribute, value, &own_files));
    Ok(builder.clean(html).to_string())
}

/// Whether cleaned text shows a picture of another host. No text and no value holds a bare `<`.
pub fn shows_foreign(html: &str, own_files: &str) -> bool {
    let pictures = html.split("<img ").skip(1);
    let mut sources = pictures.filter_map(|rest| rest.split_once("src=\"").map(|(_, rest)| rest));
    sources.any(|source| !source.starts_with(own_files))
}

fn allowed<'v>(
    tag: &str,
    attribute: &str,
    value: &'v str,
    own_files: &str,
) -> Option<Cow<'v, str>> {
    let is_allowed = match (tag, attribute) {
        (_, "style") => return style::clean(value).map(Cow::Owned),
        ("a", "href") => is_web_address(value, &["https://", "http://"]),
        ("img", "src") => is_own_file(value, own_files) || is_web_address(value, &["https://"]),
        ("video" | "source", "src") | ("video", "poster") => is_own_file(value, own_files),
        ("source", "type") => value == "video/mp4",
        (_, "width" | "height" | "colspan" | "rowspan" | "span" | "start" | "border") => {
            is_small_number(value)
        }
        _ => true,
    };
    is_allowed.then_some(Cow::Borrowed(value))
}

fn is_web_address(value: &str, schemes: &[&str]) -> bool {
    let rest = schemes.iter().find_map(|scheme| value.strip_prefix(scheme));
    let is_plain = |c: char| {
        !c.is_control() && !c.is_whitespace() && !matches!(c, '\\' | '"' | '\'' | '<' | '>' | '`')
    };
    rest.is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_alphanumeric() || c == '[') && rest.chars().all(is_plain)
    })
}

/// A key under our own path: no dots that climb, no query, no second host.
fn is_own_file(value: &str, own_files: &str) -> bool {
    let is_plain = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'/' | b'.')
    };
    let key = value.strip_prefix(own_files).unwrap_or_default();
    !key.is_empty() && !key.starts_with('/') && key.bytes().all(is_plain) && !key.contains("..")
}

fn is_small_number(value: &str) -> bool {
    let digits = value
        .strip_suffix("px")
        .or_else(|| value.strip_suffix('%'))
        .unwrap_or(value);
    (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
