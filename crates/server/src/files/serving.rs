//! The headers every stored file is served with.

use http::HeaderMap;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName,
    HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::key::FileKey;

const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// What RFC 8187 allows unencoded, and no more than needed of it.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
const MAX_NAME_CHARS: usize = 120;

/// Headers under which a file can be shown but never run: fixed type, sandbox, and a cache that fits its folder.
pub fn serving_headers(key: &FileKey, download_name: Option<&str>) -> HeaderMap {
    let mime = key.mime();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CORP, HeaderValue::from_static("same-origin"));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("sandbox; default-src 'none'"),
    );
    // A key is never given to other content, so a public file may be kept for ever.
    let cache = if key.folder().is_private() {
        "no-store"
    } else {
        "private, max-age=31536000, immutable"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(disposition) = HeaderValue::from_str(&disposition(mime, download_name)) {
        headers.insert(CONTENT_DISPOSITION, disposition);
    }
    headers
}

fn disposition(mime: &str, download_name: Option<&str>) -> String {
    let is_shown = mime.starts_with("image/") || matches!(mime, "application/pdf" | "video/mp4");
    let way = if is_shown { "inline" } else { "attachment" };
    match download_name {
        None => way.to_owned(),
        Some(name) => {
            let plain: String = name
                .chars()
                .filter(|c| !c.is_control() && !matches!(c, '/' | '\\'))
                .take(MAX_NAME_CHARS)
                .collect();
            format!(
                "{way}; filename*=UTF-8''{}",
                utf8_percent_encode(&plain, KEPT)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Folder;

    fn header(folder: Folder, extension: &str, name: Option<&str>, header: HeaderName) -> String {
        let key = FileKey::new(folder, 2026, 3, 7, extension).unwrap();
        serving_headers(&key, name)[header]
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn pictures_are_shown_and_packages_are_downloaded() {
        for (folder, extension, expected) in [
            (Folder::Avatar, "png", "inline"),
            (Folder::Hetong, "pdf", "inline"),
            (Folder::Editor, "mp4", "inline"),
            (Folder::Version, "apk", "attachment"),
            (Folder::Import, "xlsx", "attachment"),
        ] {
            assert_eq!(
                header(folder, extension, None, CONTENT_DISPOSITION),
                expected
            );
        }
    }

    #[test]
    fn private_files_are_never_cached() {
        assert_eq!(
            header(Folder::Renzheng, "jpg", None, CACHE_CONTROL),
            "no-store"
        );
        assert_eq!(
            header(Folder::Avatar, "jpg", None, CACHE_CONTROL),
            "private, max-age=31536000, immutable"
        );
    }

    #[test]
    fn nothing_runs_and_nothing_is_guessed() {
        assert_eq!(
            header(Folder::Avatar, "jpg", None, X_CONTENT_TYPE_OPTIONS),
            "nosniff"
        );
        assert_eq!(
            header(Folder::Avatar, "jpg", None, CONTENT_SECURITY_POLICY),
            "sandbox; default-src 'none'"
        );
        assert_eq!(
            header(Folder::Avatar, "jpg", None, CONTENT_TYPE),
            "image/jpeg"
        );
    }

    #[test]
    fn a_hostile_name_stays_inside_its_quotes() {
        let name = "合同 \"a\"; b\r\nSet-Cookie: x/../é.pdf";
        let value = header(Folder::Hetong, "pdf", Some(name), CONTENT_DISPOSITION);
        assert_eq!(
            value,
            "inline; filename*=UTF-8''%E5%90%88%E5%90%8C%20%22a%22%3B%20bSet-Cookie%3A%20x..%C3%A9.pdf"
        );
    }
}
