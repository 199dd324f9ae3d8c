//! What an installation starts with: dictionaries, the menu tree, roles, settings, the first
//! administrator. Running it again adds what a newer version brings, lets the labels and styles of
//! dictionary values that nobody has changed follow it, and names of the menu that nobody chose, and
//! changes nothing else.

use std::{collections::HashMap, sync::Arc};

use schema::{
    Timestamp,
    resources::{Config, Dict, DictData, Role, User},
    roles::{ADMIN, BuiltInRole, ROLES},
};
use store::{
    Conn, Tx,
    access::{self, Access},
    config, dict, menus, meta, roles, rotation,
    rows::Changes,
    users,
};

use crate::{
    call::{Actor, Call, Origin},
    error::{Error, Result},
    password::HashError,
    seed_menu, seed_row,
};

/// The server as an actor: it may do everything and its name stands in the log.
pub fn system_call(what: &str, now: Timestamp, real_ms: i64) -> Call {
    let access = Access {
        reach: store::Reach::everything(),
        ..Access::default()
    };
    Call {
        actor: Actor {
            user_id: 0,
            session_id: 0,
            login_name: "system".to_owned(),
            nick_name: "系统".to_owned(),
            mendian: None,
            must_change_password: false,
            is_locked: false,
            access: Arc::new(access),
        },
        origin: Origin::internal(what),
        now,
        real_ms,
        log_type: "QITA",
        is_counted: false,
    }
}

/// Brings the seed up to date; answers true where the first administrator was made, whose password
/// is hashed only then.
pub fn seed(
    tx: &mut Tx<'_>,
    call: &Call,
    admin_hash: impl FnOnce() -> Result<String, HashError>,
) -> Result<bool> {
    seed_dicts(tx, call)?;
    seed_configs(tx, call)?;
    let is_new = menus::all(tx)?.is_empty();
    seed_menu::seed(tx, call)?;
    seed_roles(tx, call, is_new)?;
    let is_first = users::count(tx)? == 0;
    if is_first {
        let user = Changes::<User>::new()
            .set(User::login_name, "admin")
            .set(User::nick_name, "管理员")
            .set(User::mendian, "ZONGDIAN".to_owned());
        let id = seed_row::insert(tx, call, user)?;
        let admin =
            roles::id_by_code(tx, ADMIN)?.ok_or_else(|| Error::internal("no admin role"))?;
        users::set_roles(tx, id, &[admin])?;
        let hash = admin_hash().map_err(Error::internal)?;
        users::set_password(tx, id, &hash, false, call.now.0)?;
    }
    access::touch(tx)?;
    dict::touch(tx)?;
    Ok(is_first)
}

/// The key this database's personal data is encrypted with must be the one we have.
pub fn check_key(tx: &mut Tx<'_>) -> Result<bool> {
    let check = tx.keys().check();
    meta::put_new(tx, "key_check", &check)?;
    let is_ours = meta::get(tx, "key_check")?.as_deref() == Some(check.as_str());
    Ok(is_ours && rotation::follow(tx)?)
}

/// The place of something in a list.
fn place(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

fn seed_dicts(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    for (at, seeded) in schema::dict::seed().iter().enumerate() {
        if !dict::exists(tx, seeded.kind)? {
            let row = Changes::<Dict>::new()
                .set(Dict::name, seeded.name)
                .set(Dict::r#type, seeded.kind)
                .set(Dict::paixu, place(at));
            seed_row::insert(tx, call, row)?;
        }
        for (at, value) in seeded.values.iter().enumerate() {
            match dict::seeded(tx, seeded.kind, value.value)? {
                None => {
                    let row = Changes::<DictData>::new()
                        .set(DictData::dict_type, seeded.kind)
                        .set(DictData::dict_label, value.label)
                        .set(DictData::dict_value, value.value)
                        .set(DictData::tag_type, value.tag)
                        .set(DictData::paixu, place(at));
                    seed_row::insert(tx, call, row)?;
                }
                Some(known)
                    if known.is_as_seeded
                        && (known.tag_type != value.tag || known.label != value.label) =>
                {
                    dict::follow(tx, known.id, value.label, value.tag)?;
                }
                Some(_) => {}
            }
        }
    }
    Ok(dict::mark_built_in(
        tx,
        &schema::dict::seed()
            .iter()
            .map(|seeded| seeded.kind)
            .collect::<Vec<_>>(),
    )?)
}

/// What the company is called where nobody gave its name.
pub(crate) const NO_COMPANY: &str = "掌柜";

/// Settings: group, key, name, type, first value, whether every client may read it, hint.
const CONFIGS: &[(&str, &str, &str, &str, &str, bool, &str)] = &[
    (
        "JICHU",
        "gongsiMingcheng",
        "公司名称",
        "TEXT",
        NO_COMPANY,
        true,
        "显示在页头",
    ),
    ("JICHU", "logo", "标志", "IMAGE", "", true, ""),
    (
        "JICHU",
        "bangzhuUrl",
        "帮助链接",
        "TEXT",
        "",
        true,
        "页头的帮助按钮打开的地址",
    ),
    (
        "JICHU",
        "dituTileUrl",
        "地图瓦片地址",
        "TEXT",
        "",
        true,
        "留空时地图显示为网格",
    ),
    (
        "JICHU",
        "fuwuUrl",
        "本系统访问地址",
        "TEXT",
        "",
        false,
        "推广链接和二维码以它开头，如 https://loan.example.cn；留空时为浏览器打开本系统的地址",
    ),
    (
        "JICHU",
        "luodiUrl",
        "推广落地页",
        "TEXT",
        "",
        false,
        "客户打开推广链接后到达的页面，渠道编码作为参数 qudao 附在后面",
    ),
    ("JICHU", "kefuDianhua", "客服电话", "TEXT", "", false, ""),
    ("KEFU", "kefuWeixin", "客服微信", "TEXT", "", false, ""),
    ("XIEYI", "zhuceXieyi", "注册协议", "RICH", "", false, ""),
    ("XIEYI", "yinsiZhengce", "隐私政策", "RICH", "", false, ""),
    (
        "JIEKUAN",
        "lilvShangxian",
        "综合年化上限",
        "NUMBER",
        "360000",
        true,
        "百万分比，360000即36%，超过的产品不能上架",
    ),
    (
        "JIEKUAN",
        "lilvYujing",
        "综合年化预警",
        "NUMBER",
        "240000",
        true,
        "百万分比，240000即24%，超过时提示",
    ),
    (
        "JIEKUAN",
        "yunxuKouchu",
        "允许前置费从放款中扣除",
        "SWITCH",
        "false",
        false,
        "民法典第六百七十条：预先扣除的，按实际出借金额计算本金",
    ),
    (
        "JIEKUAN",
        "shuangrenFangkuan",
        "双人放款",
        "SWITCH",
        "false",
        false,
        "开启后审核人不能放款同一订单",
    ),
    (
        "JIEKUAN",
        "xianxiaMianLiushui",
        "线下收款可不填流水号",
        "SWITCH",
        "true",
        true,
        "关闭后支付方式为线下的收款也要填写流水号",
    ),
    (
        "JIFEN",
        "qiandaoJifen",
        "签到积分",
        "NUMBER",
        "5",
        false,
        "",
    ),
    (
        "JIFEN",
        "jifenYouxiaoTianshu",
        "积分有效天数",
        "NUMBER",
        "365",
        false,
        "从获得之日起，0为永久有效；到期的积分先得先失效",
    ),
    (
        "DUANXIN",
        "duanxinWangguan",
        "短信网关地址",
        "TEXT",
        "",
        false,
        "未配置时短信通知保持待发送",
    ),
    (
        "DUANXIN",
        "duanxinMiyao",
        "短信网关密钥",
        "SECRET",
        "",
        false,
        "",
    ),
    (
        "CUNCHU",
        "shangchuanShuoming",
        "上传说明",
        "TEXT",
        "",
        false,
        "显示在上传控件旁",
    ),
    (
        "ANQUAN",
        "mimaCelue",
        "密码策略",
        "TEXT",
        "dengbao",
        false,
        "dengbao：至少8位且含三类字符；asvs：至少12位",
    ),
    (
        "ANQUAN",
        "huihuaKongxian",
        "会话空闲时间(秒)",
        "NUMBER",
        "1800",
        false,
        "60到86400",
    ),
    (
        "ANQUAN",
        "huihuaZuichang",
        "会话最长时间(秒)",
        "NUMBER",
        "43200",
        false,
        "300到2592000",
    ),
    (
        "ANQUAN",
        "suopingFenzhong",
        "无操作锁屏(分钟)",
        "NUMBER",
        "15",
        false,
        "0到720，0为不锁屏",
    ),
    (
        "ANQUAN",
        "yemianShuiyin",
        "页面水印",
        "SWITCH",
        "false",
        false,
        "页面上显示查看人的账号和日期",
    ),
    (
        "ANQUAN",
        "chakanXiane",
        "每日查看敏感信息次数",
        "NUMBER",
        "200",
        false,
        "",
    ),
    (
        "ANQUAN",
        "shangchuanGeshu",
        "每人每日上传文件数",
        "NUMBER",
        "1000",
        false,
        "24小时内，1到1000000",
    ),
    (
        "ANQUAN",
        "shangchuanDaxiao",
        "每人每日上传总量(MB)",
        "NUMBER",
        "500",
        false,
        "24小时内，1到1000000",
    ),
    (
        "ANQUAN",
        "sousuoLuokong",
        "每小时未找到的号码搜索次数",
        "NUMBER",
        "30",
        false,
        "按人计算，达到后一小时内不能再按号码搜索",
    ),
    (
        "ANQUAN",
        "sousuoXiane",
        "每日号码搜索次数",
        "NUMBER",
        "300",
        false,
        "按人计算，列表、导出、导入与新增时的重复提示合计",
    ),
    (
        "ANQUAN",
        "tongxunluKaiguan",
        "启用通讯录",
        "SWITCH",
        "true",
        false,
        "",
    ),
    (
        "ANQUAN",
        "duanxinKaiguan",
        "启用短信记录",
        "SWITCH",
        "true",
        false,
        "",
    ),
    (
        "ANQUAN",
        "daimaShengcheng",
        "启用代码生成",
        "SWITCH",
        "true",
        false,
        "只在演示或以代码目录启动时可用",
    ),
    (
        "ANQUAN",
        "lianxirenBaoliuTianshu",
        "通讯录与短信保留天数",
        "NUMBER",
        "180",
        false,
        "1到3650，到期后自动清除",
    ),
    (
        "ANQUAN",
        "rizhiBaoliuTianshu",
        "日志保留天数",
        "NUMBER",
        "1095",
        false,
        "不少于184天",
    ),
];

fn seed_configs(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    for (at, (kind, jian, name, zhi_type, zhi, is_visible, hint)) in CONFIGS.iter().enumerate() {
        if let Some((id, was_visible)) = config::known(tx, jian)? {
            if was_visible != *is_visible {
                config::set_flags(tx, id, *is_visible)?;
            }
            continue;
        }
        let filled = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let row = Changes::<Config>::new()
            .set(Config::r#type, *kind)
            .set(Config::jian, *jian)
            .set(Config::mingcheng, *name)
            .set(Config::zhi_type, *zhi_type)
            .set(Config::zhi, filled(zhi))
            .set(Config::paixu, place(at))
            .set(Config::beizhu, filled(hint));
        let id = seed_row::insert(tx, call, row)?;
        config::set_flags(tx, id, *is_visible)?;
    }
    Ok(())
}

fn seed_roles(tx: &mut Tx<'_>, call: &Call, is_new: bool) -> Result<()> {
    for (at, role) in ROLES.iter().enumerate() {
        if roles::id_by_code(tx, role.code)?.is_some() || (!is_new && role.code != ADMIN) {
            continue;
        }
        let row = Changes::<Role>::new()
            .set(Role::name, role.name)
            .set(Role::code, role.code)
            .set(Role::data_scope, role.data_scope)
            .set(Role::paixu, place(at));
        let id = seed_row::insert(tx, call, row)?;
        roles::mark_built_in(tx, id)?;
        let granted = granted_nodes(tx, role)?;
        roles::set_menus(tx, id, &granted)?;
    }
    Ok(())
}

/// Buttons the role holds, with the page and directory above each.
fn granted_nodes(conn: &mut Conn, role: &BuiltInRole) -> Result<Vec<i64>> {
    let nodes = menus::all(conn)?;
    let above: HashMap<i64, i64> = nodes.iter().map(|node| (node.id, node.parent_id)).collect();
    let mut granted = Vec::new();
    for node in &nodes {
        let permission = node.perms.as_deref();
        if permission.is_some_and(|permission| role.holds(permission)) {
            let mut id = node.id;
            while id != 0 && !granted.contains(&id) {
                granted.push(id);
                id = above.get(&id).copied().unwrap_or_default();
            }
        }
    }
    granted.sort_unstable();
    Ok(granted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings;

    #[test]
    fn whatever_a_rule_goes_by_is_seeded_as_what_it_is() {
        for (jian, zhi_type, bounds) in settings::all() {
            let seeded = CONFIGS.iter().find(|seeded| seeded.1 == jian);
            let seeded = seeded.unwrap_or_else(|| panic!("{jian} is not seeded"));
            assert_eq!(seeded.3, zhi_type, "{jian}");
            assert_eq!(bounds.is_some(), zhi_type == "NUMBER", "{jian}");
            if let Some(bounds) = bounds {
                assert!(bounds.contains(&seeded.4.parse().unwrap()), "{jian}");
            }
        }
    }

    #[test]
    fn whatever_turns_a_resource_off_is_a_seeded_switch() {
        for of in schema::models() {
            if let Some(setting) = of.table.switch {
                let mut seeded = CONFIGS.iter();
                let is_seeded = seeded.any(|seeded| (seeded.1, seeded.3) == (setting, "SWITCH"));
                assert!(is_seeded, "{setting}");
            }
        }
    }
}
