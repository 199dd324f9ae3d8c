pub mod captcha;
pub mod password;
pub mod rich_text;
pub mod sheet;
