//! 组件示例: the page on which developers see every control. It asks what becomes of a rich text.

use crate::{
    error::{Error, Result},
    files, rich_text,
    wire::{answer, ask},
};

ask! {
    /// A rich text as somebody wrote it.
    pub struct WrittenText {
        neirong: String = typed("内容", 1_048_576),
    }
}

answer! {
    /// What is kept of it.
    pub struct KeptText {
        neirong: String,
    }
}

/// What every column of rich text would keep.
pub fn kept_text(ask: &WrittenText) -> Result<KeptText> {
    let neirong = rich_text::clean(&ask.neirong, files::OWN_FILES)
        .map_err(|error| Error::field("neirong", error.to_string()))?;
    Ok(KeptText { neirong })
}
