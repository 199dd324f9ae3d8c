//! 轮播图: shown for a while, and leads somewhere.

use schema::resources::Banner;

use super::shown_period;
use crate::{
    error::{Error, Result},
    rules::{Rules, Write},
};

pub const RULES: Rules = Rules {
    before,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: Banner = write.next()?;
    shown_period::check(next.kaishi_time, (Banner::jieshu_time, next.jieshu_time))?;
    let url = next.tiaozhuan_url.as_deref().unwrap_or_default();
    let fault = match next.tiaozhuan_type.as_str() {
        "WU" => None,
        _ if url.is_empty() => Some("跳转地址不能为空，不跳转请把跳转类型改为“不跳转”"),
        "WAILIAN" if url.starts_with('/') => Some("外部链接应以 http:// 或 https:// 开头"),
        "WAILIAN" => None,
        _ if !url.starts_with('/') => Some("应用内页面的地址应以 / 开头"),
        _ => None,
    };
    fault.map_or(Ok(()), |sentence| {
        Err(Error::field(Banner::tiaozhuan_url.wire(), sentence))
    })
}
