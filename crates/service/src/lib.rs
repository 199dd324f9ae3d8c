pub mod captcha;
pub mod password;
pub mod sheet;
