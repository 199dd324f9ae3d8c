//! The tree itself, in the order an operator needs it.

use super::{
    Button::{self, Own, Pattern, PatternOf},
    Group, Page,
};
use crate::table::Action::{self, Add, Del, Edit, Export, Import, List, Query};

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

pub const MENU: &[Group] = &[
    Group {
        name: "订单管理",
        icon: "el-icon-suitcase",
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
        icon: "el-icon-data-line",
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
        icon: "el-icon-service",
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
                "基础信息",
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
                "el-icon-circle-check",
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
        icon: "el-icon-box",
        pages: &[
            page(
                "产品分类",
                "/project/fenlei",
                "app/project/fenlei",
                "el-icon-collection-tag",
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
                "el-icon-link",
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
        icon: "el-icon-news",
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
                "el-icon-reading",
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
        icon: "el-icon-shopping-bag-1",
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
                "el-icon-suitcase-1",
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
                "el-icon-guide",
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
                "el-icon-document-checked",
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
                "el-icon-data-board",
                &[Own("code:zujian:query", "查看")],
            ),
        ],
    },
];
