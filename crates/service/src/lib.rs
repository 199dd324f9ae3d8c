pub mod captcha;
pub mod sheet;
