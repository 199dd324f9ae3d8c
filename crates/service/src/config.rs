//! 参数设置: the settings of a group, read and edited as one form.

use schema::{Folder, check, resources::Config as Row};
use serde_json::{Map, Value as Json, json};
use store::{Conn, Tx, access, config, config::Setting, dict};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result, no_permission},
    files::{self, Place},
    password::Policy,
    rich_text, settings,
    wire::{answer, ask},
};

const HIDDEN: &str = "******";
/// How the log shows the new value of a secret: other than the old one, and neither is told.
const REPLACED: &str = "******（已更改）";

ask! {
    /// Which group of settings.
    open pub struct SettingsOf {
        r#type: String = word(50).says("分组不正确"),
    }
}

answer! {
    /// One setting.
    pub struct ShownSetting {
        id: i64,
        r#type: String,
        jian: String,
        mingcheng: String,
        zhi: Option<String>,
        zhi_type: String,
        is_xitong: bool,
        is_kejian: bool,
        paixu: i64,
        beizhu: Option<String>,
        banben_suo: i64,
    }
}

/// Rows of a group. Without the right to see settings, those that every client may read; a group
/// without any is closed.
pub fn by_type(conn: &mut Conn, call: &Call, ask: SettingsOf) -> Result<Vec<ShownSetting>> {
    let kind = ask.r#type.as_str();
    let may_see_all = call.actor.may("app:config:query");
    let mut settings = config::group(conn, kind)?;
    settings.retain(|setting| may_see_all || setting.is_kejian);
    if settings.is_empty() && !may_see_all {
        return Err(no_permission());
    }
    Ok(settings.iter().map(|setting| show(kind, setting)).collect())
}

answer! {
    /// The name of the business, which whoever opens the sign-in page sees.
    pub struct Company {
        gongsi_mingcheng: String,
    }
}

pub fn company(conn: &mut Conn) -> Result<Company> {
    let name = settings::COMPANY_NAME.value(conn)?;
    Ok(Company {
        gongsi_mingcheng: name.unwrap_or_default(),
    })
}

fn show(kind: &str, setting: &Setting) -> ShownSetting {
    let zhi = setting.zhi.as_deref();
    let shown = if setting.is_secret() {
        zhi.filter(|zhi| !zhi.is_empty()).map(|_| HIDDEN)
    } else {
        zhi
    };
    ShownSetting {
        id: setting.id,
        r#type: kind.to_owned(),
        jian: setting.jian.clone(),
        mingcheng: setting.mingcheng.clone(),
        zhi: shown.map(str::to_owned),
        zhi_type: setting.zhi_type.clone(),
        is_xitong: setting.is_xitong,
        is_kejian: setting.is_kejian,
        paixu: setting.paixu,
        beizhu: setting.beizhu.clone(),
        banben_suo: setting.banben_suo,
    }
}

ask! {
    /// 修改参数: values by the names of settings.
    pub struct EditSettings {
        r#type: String            = word(50).says("分组不正确"),
        data:   Map<String, Json> = named("参数").says("参数不能为空"),
    }
}

pub fn edit(tx: &mut Tx<'_>, call: &Call, ask: EditSettings) -> Result<()> {
    let (kind, data) = (ask.r#type.as_str(), &ask.data);
    if !dict::has_value(tx, "config_type", kind)? {
        return Err(Error::field("type", "分组不存在"));
    }
    let settings = config::group(tx, kind)?;
    let (mut before, mut after) = (Map::new(), Map::new());
    for (jian, zhi) in data {
        let setting = settings
            .iter()
            .find(|setting| setting.jian == *jian)
            .ok_or_else(|| Error::field(jian, "参数不存在"))?;
        if setting.is_secret() && zhi.as_str() == Some(HIDDEN) {
            continue;
        }
        let text = checked(jian, &setting.mingcheng, &setting.zhi_type, zhi)?;
        if setting.zhi != text {
            take_files(tx, call, setting, text.as_deref())?;
            config::set(tx, setting, text.as_deref(), &call.writer())?;
            let shown = |text: Option<&str>, stars: &str| match text {
                Some(_) if setting.is_secret() => json!(stars),
                text => json!(text),
            };
            before.insert(jian.clone(), shown(setting.zhi.as_deref(), HIDDEN));
            after.insert(jian.clone(), shown(text.as_deref(), REPLACED));
        }
    }
    check_rates(tx, data)?;
    if !after.is_empty() {
        access::touch(tx)?;
        // The parameters may hold secrets; before and after say what changed.
        let mut quiet = call.clone();
        quiet.origin.canshu = None;
        audit::record(
            tx,
            &quiet,
            &Deed::new("参数设置", format!("修改参数 {kind}")).changed(&before, &after),
        )?;
    }
    Ok(())
}

/// Pictures of settings are our own files.
fn take_files(tx: &mut Tx<'_>, call: &Call, setting: &Setting, zhi: Option<&str>) -> Result<()> {
    let zhi = zhi.unwrap_or_default();
    let (folder, urls) = match setting.zhi_type.as_str() {
        "IMAGE" => (Folder::Config, vec![zhi]),
        "RICH" => (Folder::Editor, files::rich_text_urls(zhi)),
        "TEXT" | "NUMBER" | "SWITCH" | "JSON" | "SECRET" => return Ok(()),
        other => return Err(unknown_type(other)),
    };
    let was = setting.zhi.as_deref().unwrap_or_default();
    let new = urls
        .into_iter()
        .filter(|url| !url.is_empty() && !was.contains(url));
    let place = Place {
        wire: &setting.jian,
        label: &setting.mingcheng,
        folder,
    };
    let entering = place.files(tx, new)?;
    files::enter(tx, call, (Row::TABLE.path, setting.id), &entering)
}

/// A warning above the limit would never be seen.
fn check_rates(tx: &mut Tx<'_>, data: &Map<String, Json>) -> Result<()> {
    let pair = [settings::RATE_LIMIT, settings::RATE_WARNING];
    let names = pair.map(settings::Number::name);
    let Some(jian) = names.into_iter().find(|jian| data.contains_key(*jian)) else {
        return Ok(());
    };
    let [limit, warning] = pair.map(|setting| setting.value(tx));
    if limit?.is_some_and(|limit| matches!(warning, Ok(Some(warning)) if limit < warning)) {
        return Err(Error::field(jian, "综合年化上限不能低于预警值"));
    }
    Ok(())
}

/// The text to keep for a value of this type; settings that the server reads have bounds.
fn checked(jian: &str, label: &str, zhi_type: &str, zhi: &Json) -> Result<Option<String>> {
    let text = match zhi {
        Json::Null => None,
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Bool(flag) => Some(flag.to_string()),
        Json::Number(number) => Some(number.to_string()),
        other if zhi_type == "JSON" => Some(other.to_string()),
        _ => return Err(Error::field(jian, format!("{label}的值不正确"))),
    };
    let text = text.filter(|text| !text.is_empty());
    let Some(text) = text else { return Ok(None) };
    if text.chars().count() > 20_000 || text.contains('\0') {
        return Err(Error::field(jian, format!("{label}过长或含有不允许的字符")));
    }
    let bounds = settings::bounds(jian);
    let is_good = match zhi_type {
        "NUMBER" => text
            .parse::<i64>()
            .is_ok_and(|number| bounds.is_none_or(|bounds| bounds.contains(&number))),
        "SWITCH" => matches!(text.as_str(), "true" | "false"),
        "JSON" => serde_json::from_str::<Json>(&text).is_ok(),
        "TEXT" | "IMAGE" | "RICH" | "SECRET" => fits_text(jian, &text),
        other => return Err(unknown_type(other)),
    };
    if !is_good {
        return Err(Error::field(jian, format!("{label}的值不正确")));
    }
    if zhi_type != "RICH" {
        return Ok(Some(text));
    }
    rich_text::clean(&text, files::OWN_FILES)
        .map(Some)
        .map_err(|error| Error::field(jian, error.to_string()))
}

fn unknown_type(zhi_type: &str) -> Error {
    Error::internal(format!("a setting of the type {zhi_type}"))
}

fn fits_text(jian: &str, text: &str) -> bool {
    if jian == settings::PASSWORD_POLICY.name() {
        return Policy::from_name(text).is_some();
    }
    // A landing page that is a link of a channel would lead to itself.
    let leads_to_itself = jian == settings::LANDING_PAGE.name() && text.starts_with("/q/");
    !leads_to_itself && (!jian.ends_with("Url") || check::web_address(text))
}
