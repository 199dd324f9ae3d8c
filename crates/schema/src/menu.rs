//! The menu tree of the whole product and, with it, every permission there is.
//!
//! A permission exists because a button node carries it; routes name it, roles grant it.

use crate::table::Action;

/// A page with the buttons under it.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub name: &'static str,
    pub url: &'static str,
    /// The view in the web application's registry; the resource path where there is one.
    pub component: &'static str,
    pub icon: &'static str,
    pub buttons: &'static [Button],
}

/// A group of pages.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    pub name: &'static str,
    pub icon: &'static str,
    pub pages: &'static [Page],
}

/// Buttons of the resource pattern, or one of a page's own.
#[derive(Debug, Clone, Copy)]
pub enum Button {
    /// `<root>:<action>` for each action; the label is the action's.
    Pattern(&'static str, &'static [Action]),
    /// The same for what else stands on the page; its name is put before the action's.
    PatternOf(&'static str, &'static str, &'static [Action]),
    Own(&'static str, &'static str),
}

use Action::{Add, Del, Edit, Export, Import, List, Query};
use Button::{Own, Pattern, PatternOf};

const CRUD: &[Action] = &[List, Query, Add, Edit, Del, Export, Import];
const CRUD_NO_IMPORT: &[Action] = &[List, Query, Add, Edit, Del, Export];
/// Other people's contacts and messages leave no other way than one by one.
const CRUD_NO_EXPORT: &[Action] = &[List, Query, Add, Edit, Del, Import];
const READ: &[Action] = &[List, Query, Export];
/// Listed paths whose generic writes are refused still need their permission.
const REFUSED_WRITES: &[Action] = &[List, Query, Add, Edit, Del, Export];

const fn page(
    name: &'static str,
    url: &'static str,
    component: &'static str,
    icon: &'static str,
    buttons: &'static [Button],
) -> Page {
    Page {
        name,
        url,
        component,
        icon,
        buttons,
    }
}

/// The tree, in the order an operator needs it.
pub const MENU: &[Group] = &[
    Group {
        name: "订单管理",
        icon: "el-icon-s-order",
        pages: &[
            page(
                "订单列表",
                "/dingdan",
                "app/dingdan",
                "el-icon-document",
                &[
                    Pattern("app:dingdan", REFUSED_WRITES),
                    Own("app:dingdan:shenhe", "审核"),
                    Own("app:dingdan:fangkuan", "放款"),
                    Own("app:dingdan:chongqian", "重新放款"),
                    Own("app:dingdan:querenhuankuan", "确认还款"),
                    Own("app:dingdan:yanqi", "展期"),
                    Own("app:dingdan:tiqian", "提前还款"),
                    Own("app:dingdan:youhui", "设置优惠"),
                    Own("app:dingdan:chexiao", "撤销"),
                    Own("app:dingdan:hexiao", "核销"),
                    Own("app:dingdan:shouhui", "核销收回"),
                    Own("app:dingdan:quxiao", "取消"),
                    Own("app:dingdan:shisuan", "试算"),
                    Own("app:dingdan:daozhang", "登记到账"),
                ],
            ),
            page(
                "还款记录",
                "/dingdan/xingqing",
                "app/dingdan/xingqing",
                "el-icon-tickets",
                &[Pattern("app:dingdan:xingqing", REFUSED_WRITES)],
            ),
            page(
                "订单日志",
                "/log",
                "app/log",
                "el-icon-notebook-2",
                &[Pattern("app:log", REFUSED_WRITES)],
            ),
        ],
    },
    Group {
        name: "资金管理",
        icon: "el-icon-s-finance",
        pages: &[
            page(
                "资金流水",
                "/zijin/liushui",
                "app/zijin/liushui",
                "el-icon-coin",
                &[Pattern("app:zijin:liushui", READ)],
            ),
            page(
                "总账",
                "/zijin/zongzhang",
                "app/zijin/zongzhang",
                "el-icon-notebook-1",
                &[Own("app:zijin:zongzhang", "查询")],
            ),
            page(
                "账实检查",
                "/zijin/jiancha",
                "app/zijin/jiancha",
                "el-icon-finished",
                &[Own("app:zijin:jiancha", "检查")],
            ),
        ],
    },
    Group {
        name: "客户管理",
        icon: "el-icon-user-solid",
        pages: &[
            page(
                "客户列表",
                "/user",
                "app/user",
                "el-icon-user",
                &[
                    Pattern("app:user", CRUD),
                    Own("app:user:info", "修改信用与锁定"),
                    Own("app:user:fenpei", "分配归属与门店"),
                    Own("app:user:tongzhi", "发送通知"),
                    Own("app:user:chanpin", "查看产品"),
                    Own("app:user:fuben", "提供资料副本"),
                ],
            ),
            page(
                "基本信息",
                "/user/jibenxinxi",
                "app/user/jibenxinxi",
                "el-icon-postcard",
                &[Pattern("app:user:jibenxinxi", CRUD_NO_IMPORT)],
            ),
            page(
                "收款账户",
                "/user/shoukuan",
                "app/user/shoukuan",
                "el-icon-bank-card",
                &[Pattern("app:user:shoukuan", CRUD_NO_IMPORT)],
            ),
            page(
                "实名认证",
                "/user/renzheng",
                "app/user/renzheng",
                "el-icon-s-check",
                &[
                    Pattern("app:user:renzheng", CRUD_NO_IMPORT),
                    Own("app:user:renzheng:reset", "重置实名"),
                ],
            ),
            page(
                "通讯录",
                "/user/tongxunlu",
                "app/user/tongxunlu",
                "el-icon-phone-outline",
                &[Pattern("app:user:tongxunlu", CRUD_NO_EXPORT)],
            ),
            page(
                "短信记录",
                "/user/duanxin",
                "app/user/duanxin",
                "el-icon-message",
                &[Pattern("app:user:duanxin", CRUD_NO_EXPORT)],
            ),
            page(
                "跟进记录",
                "/user/genjin",
                "app/user/genjin",
                "el-icon-chat-line-square",
                &[Pattern("app:user:genjin", CRUD_NO_IMPORT)],
            ),
            page(
                "付费记录",
                "/user/fufei",
                "app/user/fufei",
                "el-icon-wallet",
                &[Pattern("app:user:fufei", CRUD_NO_IMPORT)],
            ),
            page(
                "敏感信息查看记录",
                "/mingan/jilu",
                "app/mingan/jilu",
                "el-icon-view",
                &[
                    Pattern("app:mingan:jilu", &[List, Export]),
                    Own("app:mingan:chakan", "查看敏感信息"),
                ],
            ),
        ],
    },
    Group {
        name: "产品管理",
        icon: "el-icon-s-goods",
        pages: &[
            page(
                "产品分类",
                "/project/fenlei",
                "app/project/fenlei",
                "el-icon-menu",
                &[Pattern("app:project:fenlei", CRUD)],
            ),
            page(
                "产品列表",
                "/project",
                "app/project",
                "el-icon-goods",
                &[Pattern("app:project", CRUD_NO_IMPORT)],
            ),
            page(
                "产品屏蔽",
                "/project/fenlei/pingbi",
                "app/project/fenlei/pingbi",
                "el-icon-remove-outline",
                &[Pattern("app:project:fenlei:pingbi", CRUD)],
            ),
            page(
                "渠道管理",
                "/qudao",
                "app/qudao",
                "el-icon-share",
                &[Pattern("app:qudao", CRUD)],
            ),
            page(
                "合同模板",
                "/hetong",
                "app/hetong",
                "el-icon-document-copy",
                &[Pattern("app:hetong", CRUD_NO_IMPORT)],
            ),
        ],
    },
    Group {
        name: "内容管理",
        icon: "el-icon-s-promotion",
        pages: &[
            page(
                "公告",
                "/gonggao",
                "app/gonggao",
                "el-icon-bell",
                &[Pattern("app:gonggao", CRUD)],
            ),
            page(
                "轮播图",
                "/lunbotu",
                "app/lunbotu",
                "el-icon-picture-outline",
                &[Pattern("app:lunbotu", CRUD)],
            ),
            page(
                "通知",
                "/tongzhi",
                "app/tongzhi",
                "el-icon-chat-dot-round",
                &[
                    Pattern("app:tongzhi", CRUD_NO_IMPORT),
                    Own("app:tongzhi:chehui", "撤回"),
                ],
            ),
            page(
                "常见问题",
                "/qa",
                "app/qa",
                "el-icon-question",
                &[Pattern("app:qa", CRUD)],
            ),
            page(
                "意见反馈",
                "/fankui",
                "app/fankui",
                "el-icon-edit-outline",
                &[
                    Pattern("app:fankui", REFUSED_WRITES),
                    Own("app:fankui:editState", "处理"),
                ],
            ),
            page(
                "App版本",
                "/version",
                "app/version",
                "el-icon-mobile-phone",
                &[Pattern("app:version", CRUD_NO_IMPORT)],
            ),
            page(
                "资源库",
                "/resource",
                "app/resource",
                "el-icon-folder-opened",
                &[Pattern("app:resource", CRUD)],
            ),
            page(
                "资源导入",
                "/resource/copy1",
                "app/resource/copy1",
                "el-icon-upload2",
                &[Pattern("app:resource:copy1", CRUD)],
            ),
        ],
    },
    Group {
        name: "积分商城",
        icon: "el-icon-s-shop",
        pages: &[
            page(
                "积分流水",
                "/jifen",
                "app/jifen",
                "el-icon-medal",
                &[Pattern("app:jifen", REFUSED_WRITES)],
            ),
            page(
                "积分任务",
                "/jifen/renwu",
                "app/jifen/renwu",
                "el-icon-aim",
                &[Pattern("app:jifen:renwu", CRUD)],
            ),
            page(
                "任务记录",
                "/jifen/renwu/jilu",
                "app/jifen/renwu/jilu",
                "el-icon-date",
                &[Pattern("app:jifen:renwu:jilu", REFUSED_WRITES)],
            ),
            page(
                "积分商品",
                "/jifen/shangpin",
                "app/jifen/shangpin",
                "el-icon-present",
                &[Pattern("app:jifen:shangpin", CRUD)],
            ),
            page(
                "积分订单",
                "/jifen/shangpin/dingdan",
                "app/jifen/shangpin/dingdan",
                "el-icon-shopping-cart-full",
                &[
                    Pattern("app:jifen:shangpin:dingdan", CRUD_NO_IMPORT),
                    Own("app:jifen:shangpin:dingdan:setWuliuNo", "发货"),
                    Own("app:jifen:shangpin:dingdan:setState", "改状态"),
                ],
            ),
        ],
    },
    Group {
        name: "系统管理",
        icon: "el-icon-setting",
        pages: &[
            page(
                "用户管理",
                "/sys/user",
                "sys/user",
                "el-icon-s-custom",
                &[
                    Pattern("sys:user", CRUD_NO_IMPORT),
                    Own("sys:user:rePassword", "重置密码"),
                    Own("sys:user:jiesuo", "解锁"),
                ],
            ),
            page(
                "角色管理",
                "/sys/role",
                "sys/role",
                "el-icon-key",
                &[Pattern("sys:role", CRUD_NO_IMPORT)],
            ),
            page(
                "菜单管理",
                "/sys/menu",
                "sys/menu",
                "el-icon-s-operation",
                &[Pattern("sys:menu", &[List, Add, Edit, Del, Export])],
            ),
            page(
                "字典管理",
                "/dict",
                "app/dict",
                "el-icon-collection",
                &[
                    Pattern("app:dict", CRUD),
                    PatternOf("字典数据", "app:dict:data", CRUD),
                ],
            ),
            page(
                "参数设置",
                "/config",
                "app/config",
                "el-icon-set-up",
                &[
                    Own("app:config:query", "查询"),
                    Own("app:config:edit", "修改"),
                ],
            ),
            page(
                "操作日志",
                "/sys/log",
                "sys/log",
                "el-icon-s-claim",
                &[Pattern("sys:log", REFUSED_WRITES)],
            ),
            page(
                "在线用户",
                "/sys/session",
                "sys/session",
                "el-icon-connection",
                &[Pattern("sys:session", &[List, Del])],
            ),
        ],
    },
    Group {
        name: "开发工具",
        icon: "el-icon-cpu",
        pages: &[
            page(
                "代码生成",
                "/code/gen",
                "code/gen/table",
                "el-icon-magic-stick",
                &[
                    Pattern("code:gen:table", REFUSED_WRITES),
                    Own("code:gen:import", "导入表"),
                    Own("code:gen:sync", "同步"),
                    Own("code:gen:preview", "预览"),
                    Own("code:gen:generate", "生成"),
                    Own("code:gen:download", "下载"),
                ],
            ),
            page(
                "代码模板",
                "/code/tmpl",
                "code/tmpl",
                "el-icon-files",
                &[Pattern("code:tmpl", REFUSED_WRITES)],
            ),
            page(
                "组件示例",
                "/code/zujian",
                "code/zujian",
                "el-icon-s-grid",
                &[Own("code:zujian:query", "查看")],
            ),
        ],
    },
];

impl Button {
    /// The permissions this entry stands for, with their labels.
    pub fn expand(&self) -> Vec<(String, String)> {
        let pattern = |of: &str, root: &str, actions: &[Action]| {
            let named = actions.iter().map(|action| {
                let label = format!("{of}{}", action.label());
                (format!("{root}:{}", action.code()), label)
            });
            named.collect()
        };
        match *self {
            Pattern(root, actions) => pattern("", root, actions),
            PatternOf(name, root, actions) => pattern(name, root, actions),
            Own(permission, label) => vec![(permission.to_owned(), label.to_owned())],
        }
    }
}

/// Whether a page may name this view: one of the menu's, or the plain page of a resource.
pub fn is_component(name: &str) -> bool {
    let mut pages = MENU.iter().flat_map(|group| group.pages);
    let is_listed = |of: &crate::Model| of.table.allows(List);
    pages.any(|page| page.component == name) || crate::model(name).is_some_and(is_listed)
}

/// Pages of the web application that show no resource of their own.
const OWN_PAGES: [&str; 4] = [
    "app/zijin/liushui",
    "app/zijin/zongzhang",
    "app/zijin/jiancha",
    "code/zujian",
];

/// Whether this version has the page. The menu names all of the product; what is not built yet is
/// offered to nobody, and is there as soon as it is.
pub fn is_built(component: &str) -> bool {
    OWN_PAGES.contains(&component) || crate::model(component).is_some()
}

/// Every permission of the catalogue.
pub fn permissions() -> Vec<String> {
    let pages = MENU.iter().flat_map(|group| group.pages);
    let buttons = pages.flat_map(|page| page.buttons);
    buttons
        .flat_map(|button| button.expand().into_iter().map(|(code, _)| code))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{check, models};

    #[test]
    fn permissions_are_well_formed_and_distinct() {
        let all = permissions();
        let distinct: HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert!(all.iter().all(|permission| check::permission(permission)));
    }

    #[test]
    fn every_action_of_every_resource_has_a_button() {
        let all: HashSet<_> = permissions().into_iter().collect();
        for model in models() {
            for action in model.table.actions {
                let code = format!("{}:{}", model.table.permission_root(), action.code());
                assert!(all.contains(&code), "{code}");
            }
        }
    }

    #[test]
    fn buttons_of_a_page_have_names_of_their_own() {
        for page in MENU.iter().flat_map(|group| group.pages) {
            let buttons: Vec<_> = page.buttons.iter().flat_map(Button::expand).collect();
            let names: HashSet<_> = buttons.iter().map(|(_, label)| label).collect();
            assert_eq!(names.len(), buttons.len(), "{}", page.name);
        }
    }

    /// What counts as built must be a page of the web application.
    #[test]
    fn own_pages_are_in_the_web_application() {
        let views = include_str!("../../../web/src/pages/views.ts");
        for page in OWN_PAGES {
            assert!(views.contains(&format!("\"{page}\": ")), "{page}");
            assert!(is_component(page), "{page}");
        }
    }

    #[test]
    fn routes_are_unique() {
        let urls: Vec<_> = MENU
            .iter()
            .flat_map(|group| group.pages)
            .map(|page| page.url)
            .collect();
        assert_eq!(urls.iter().collect::<HashSet<_>>().len(), urls.len());
    }
}
