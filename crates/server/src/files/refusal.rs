//! Why a file was not accepted, in words for whoever sent it.

use std::fmt;

/// Why a file was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Empty,
    TooLarge(usize),
    VideoTooLarge,
    UnknownType,
    NotHere,
    TooManyPixels,
    Broken,
    Macros,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Empty => f.write_str("文件是空的"),
            Refusal::TooLarge(bytes) => write!(f, "文件大小不能超过 {}m!", bytes >> 20),
            Refusal::VideoTooLarge => f.write_str("上传视频大小限制 30M 以内！"),
            Refusal::UnknownType => f.write_str("不支持的文件类型"),
            Refusal::NotHere => f.write_str("此处不能上传这种类型的文件"),
            Refusal::TooManyPixels => f.write_str("图片像素过大，请压缩后再上传"),
            Refusal::Broken => f.write_str("文件已损坏，无法识别"),
            Refusal::Macros => f.write_str("不能上传带宏的 Excel 文件"),
        }
    }
}

impl std::error::Error for Refusal {}
