//! What a setting says, for the rules that follow it; showing and changing them is config's.

use std::ops::RangeInclusive;

use schema::{
    Model, TOOLS, Table,
    menu::{Button, MENU, Page},
};
use store::{Conn, Tools, config};

use crate::error::{Error, Result};

/// A setting that is on or off.
#[derive(Debug, Clone, Copy)]
pub struct Switch(&'static str);

impl Switch {
    #[cfg(test)]
    const TYPE: &'static str = "SWITCH";

    pub fn is_on(self, conn: &mut Conn) -> Result<bool> {
        Ok(config::value(conn, self.0)?.as_deref() == Some("true"))
    }
}

/// A setting that is a whole number.
#[derive(Debug, Clone, Copy)]
pub struct Number(&'static str);

impl Number {
    #[cfg(test)]
    const TYPE: &'static str = "NUMBER";

    pub const fn name(self) -> &'static str {
        self.0
    }

    pub fn value(self, conn: &mut Conn) -> Result<Option<i64>> {
        let text = config::value(conn, self.0)?;
        Ok(text.and_then(|text| text.trim().parse().ok()))
    }
}

/// A setting that is a text.
#[derive(Debug, Clone, Copy)]
pub struct Word(&'static str);

impl Word {
    #[cfg(test)]
    const TYPE: &'static str = "TEXT";

    pub const fn name(self) -> &'static str {
        self.0
    }

    pub fn value(self, conn: &mut Conn) -> Result<Option<String>> {
        Ok(config::value(conn, self.0)?)
    }
}

/// Declares the settings that rules follow: by which name a rule knows each, its type, its name in
/// the database, and what a number may be.
macro_rules! settings {
    ($($name:ident: $sort:ident = $jian:literal $(, $bounds:expr)?;)*) => {
        $(pub const $name: $sort = $sort($jian);)*

        /// What a setting that is a number may be; nothing where no rule follows it.
        pub fn bounds(jian: &str) -> Option<RangeInclusive<i64>> {
            $($(if jian == $jian {
                return Some($bounds);
            })?)*
            None
        }

        /// Name, type and bounds of each.
        #[cfg(test)]
        pub(crate) fn all() -> Vec<(&'static str, &'static str, Option<RangeInclusive<i64>>)> {
            vec![$(($jian, $sort::TYPE, bounds($jian))),*]
        }
    };
}

settings! {
    COMPANY_NAME: Word = "gongsiMingcheng";
    OWN_ADDRESS: Word = "fuwuUrl";
    LANDING_PAGE: Word = "luodiUrl";
    SERVICE_PHONE: Word = "kefuDianhua";
    RATE_LIMIT: Number = "lilvShangxian", 0..=10_000_000;
    RATE_WARNING: Number = "lilvYujing", 0..=10_000_000;
    WITHHOLDING: Switch = "yunxuKouchu";
    TWO_PEOPLE: Switch = "shuangrenFangkuan";
    POINTS_DAYS: Number = "jifenYouxiaoTianshu", 0..=36_500;
    PASSWORD_POLICY: Word = "mimaCelue";
    IDLE_SECONDS: Number = "huihuaKongxian", 60..=86_400;
    SESSION_SECONDS: Number = "huihuaZuichang", 300..=2_592_000;
    LOCK_MINUTES: Number = "suopingFenzhong", 0..=720;
    WATERMARK: Switch = "yemianShuiyin";
    LOOKS: Number = "chakanXiane", 0..=100_000;
    UPLOADED_FILES: Number = "shangchuanGeshu", 1..=1_000_000;
    UPLOADED_MEGABYTES: Number = "shangchuanDaxiao", 1..=1_000_000;
    SEARCH_MISSES: Number = "sousuoLuokong", 0..=100_000;
    SEARCHES: Number = "sousuoXiane", 0..=100_000;
    CONTACT_DAYS: Number = "lianxirenBaoliuTianshu", 1..=3_650;
    LOG_DAYS: Number = "rizhiBaoliuTianshu", 184..=36_500;
}

/// Refuses what a setting has turned off, as if it had never been there.
pub fn must_be_on(conn: &mut Conn, of: Option<&'static Model>) -> Result<()> {
    match of {
        Some(of) if is_off(conn, of)? => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// Whether a resource is turned off: by its setting, or because the server was not started for it.
pub fn is_off(conn: &mut Conn, of: &Model) -> Result<bool> {
    match of.table.switch {
        Some(TOOLS) if conn.tools() == Tools::None => Ok(true),
        Some(setting) => Ok(!Switch(setting).is_on(conn)?),
        None => Ok(false),
    }
}

/// Whether a permission is one of what is turned off: of a resource, or of a button on its page.
pub fn is_of(off: &[&'static Table], permission: &str) -> bool {
    let is_under = |table: &&Table| {
        let rest = permission.strip_prefix(&table.permission_root());
        rest.is_some_and(|rest| rest.starts_with(':'))
    };
    let is_beside = |page: &Page| {
        let is_off = off.iter().any(|table| table.path == page.component);
        let mut buttons = page.buttons.iter().flat_map(Button::expand);
        is_off && buttons.any(|(button, _)| button == permission)
    };
    off.iter().any(is_under) || MENU.iter().flat_map(|group| group.pages).any(is_beside)
}

/// The resources that are turned off.
pub fn turned_off(conn: &mut Conn) -> Result<Vec<&'static Table>> {
    let mut off = Vec::new();
    for model in schema::models() {
        if is_off(conn, model)? {
            off.push(model.table);
        }
    }
    Ok(off)
}
