//! The name a stored file has, everywhere: `<folder>/<yyyymm>/<32 hex digits>.<extension>`.

use std::fmt;

use schema::folder::Folder;

/// Every extension we give, with the type it is served as.
const TYPES: [(&str, &str); 10] = [
    ("jpg", "image/jpeg"),
    ("png", "image/png"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("mp4", "video/mp4"),
    ("pdf", "application/pdf"),
    ("xls", "application/vnd.ms-excel"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    ("apk", "application/vnd.android.package-archive"),
    ("wgt", "application/widget"),
];

/// A key that can only name a file we stored: it holds no character that means anything to a file system.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileKey {
    text: String,
    folder: Folder,
    mime: &'static str,
}

impl FileKey {
    /// A new key from the business date's year and month and 128 random bits; nothing for an extension we do not give.
    pub fn new(
        folder: Folder,
        year: u16,
        month: u8,
        random: u128,
        extension: &str,
    ) -> Option<FileKey> {
        FileKey::parse(&format!(
            "{}/{year:04}{month:02}/{random:032x}.{extension}",
            folder.name()
        ))
    }

    /// Reads a key from a URL or the database; anything but the exact form is nothing.
    pub fn parse(text: &str) -> Option<FileKey> {
        let mut parts = text.split('/');
        let (Some(folder), Some(month), Some(name), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let folder = Folder::ALL
            .into_iter()
            .find(|known| known.name() == folder)?;
        let (id, extension) = name.split_once('.')?;
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let month_fits = month.len() == 6 && month.bytes().all(|byte| byte.is_ascii_digit());
        let month_exists = month
            .get(4..)
            .is_some_and(|two| ("01"..="12").contains(&two));
        if !month_fits || !month_exists || id.len() != 32 || !id.bytes().all(is_hex) {
            return None;
        }
        let mime = mime_of(extension)?;
        Some(FileKey {
            text: text.to_owned(),
            folder,
            mime,
        })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn folder(&self) -> Folder {
        self.folder
    }

    /// The type the content was found to have when it was accepted.
    pub fn mime(&self) -> &'static str {
        self.mime
    }
}

impl fmt::Display for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

pub(super) fn mime_of(extension: &str) -> Option<&'static str> {
    TYPES
        .iter()
        .find(|(known, _)| *known == extension)
        .map(|(_, mime)| *mime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back() {
        let key = FileKey::new(Folder::Renzheng, 2026, 3, 0xAB, "jpg").unwrap();
        assert_eq!(
            key.as_str(),
            "renzheng/202603/000000000000000000000000000000ab.jpg"
        );
        assert_eq!((key.folder(), key.mime()), (Folder::Renzheng, "image/jpeg"));
        assert_eq!(FileKey::parse(key.as_str()), Some(key));
    }

    #[test]
    fn nothing_else_is_a_key() {
        let id = "0".repeat(32);
        let good = format!("avatar/202603/{id}.png");
        assert!(FileKey::parse(&good).is_some());
        for bad in [
            String::new(),
            format!("/{good}"),
            format!("{good}/"),
            format!("../{good}"),
            format!("avatar/../{id}.png"),
            format!("avatar/202603/../{id}.png"),
            format!("avatar\\202603\\{id}.png"),
            format!("nosuch/202603/{id}.png"),
            format!("avatar/202613/{id}.png"),
            format!("avatar/202600/{id}.png"),
            format!("avatar/２０２６０３/{id}.png"),
            format!("avatar/202603/{id}.svg"),
            format!("avatar/202603/{id}.png.html"),
            format!("avatar/202603/{id}.PNG"),
            format!("avatar/202603/{id}"),
            format!("avatar/202603/{}.png", "A".repeat(32)),
            format!("avatar/202603/{}.png", "0".repeat(31)),
            format!("{good}\0"),
            format!("{good}?x"),
            format!("avatar/202603/%2e%2e{id}.png"),
        ] {
            assert_eq!(FileKey::parse(&bad), None, "{bad:?}");
        }
        assert_eq!(FileKey::new(Folder::Avatar, 2026, 3, 1, "html"), None);
    }
}
