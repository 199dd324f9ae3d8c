//! Every URL, in one flat list, each with its permission. The axum router, the OpenAPI document
//! and the permission test are all made from this list.

use std::sync::{Arc, OnceLock};

use axum::{
    Router,
    extract::{RawPathParams, Request, rejection::RawPathParamsRejection},
    routing::{MethodFilter, on},
};
use http::Method;
use schema::{Action, Model, models};

use crate::{
    app::App,
    dispatch::serve,
    error,
    handlers::{
        config, dict, files, ledger, login, logs, menu, order, pattern, product, reveal, role,
        session, sheet, site, user,
    },
    route::{
        Permission::{Public, SignedIn},
        Route, delete, get, needs, needs_any, own, post,
    },
};

/// Every URL of the product.
#[expect(clippy::too_many_lines, reason = "one flat list reads best whole")]
pub fn routes() -> &'static [Route] {
    static ROUTES: OnceLock<Vec<Route>> = OnceLock::new();
    ROUTES.get_or_init(|| {
        let mut routes = vec![
            // Sign-in
            own(
                Method::POST,
                "/api/sys/login/login",
                Public,
                login::login,
                "登录",
            ),
            own(
                Method::GET,
                "/api/sys/login/yzm",
                Public,
                login::captcha,
                "验证码",
            ),
            own(
                Method::GET,
                "/api/sys/login/gongsi",
                Public,
                login::company,
                "公司名称",
            ),
            get(
                "/api/app/jindu/{id}",
                SignedIn,
                sheet::progress,
                "导入导出进度",
            ),
            own(
                Method::GET,
                "/api/app/import/shibai/{id}",
                SignedIn,
                sheet::failed_rows,
                "导入失败的行",
            ),
            post("/api/sys/login/logout", SignedIn, login::logout, "退出登录")
                .before_password_change(),
            // The person signed in
            get(
                "/api/sys/user/findProfile",
                SignedIn,
                user::profile,
                "个人信息",
            )
            .before_password_change(),
            post(
                "/api/sys/user/edit/profile",
                SignedIn,
                user::edit_profile,
                "修改个人资料",
            ),
            own(
                Method::POST,
                "/api/sys/user/edit/password",
                SignedIn,
                user::change_password,
                "修改密码",
            )
            .before_password_change(),
            post(
                "/api/sys/user/avatar",
                SignedIn,
                user::edit_avatar,
                "修改头像",
            ),
            get("/api/sys/user/pianhao", SignedIn, user::preferences, "偏好"),
            post(
                "/api/sys/user/pianhao",
                SignedIn,
                user::set_preference,
                "保存偏好",
            )
            .quiet(),
            get(
                "/api/sys/user/session/findAllByList",
                SignedIn,
                session::own,
                "自己的会话",
            ),
            delete(
                "/api/sys/user/session/delByIds/{ids}",
                SignedIn,
                session::end_own,
                "下线自己的会话",
            ),
            // Users
            own(
                Method::POST,
                "/api/sys/user/add",
                needs("sys:user:add"),
                user::add,
                "新增用户",
            ),
            post(
                "/api/sys/user/edit",
                needs("sys:user:edit"),
                user::edit,
                "修改用户",
            ),
            delete(
                "/api/sys/user/delByIds/{ids}",
                needs("sys:user:del"),
                user::delete,
                "删除用户",
            ),
            own(
                Method::POST,
                "/api/sys/user/rePassword",
                needs("sys:user:rePassword"),
                user::reset_password,
                "重置密码",
            ),
            post(
                "/api/sys/user/jiesuo",
                needs("sys:user:jiesuo"),
                user::unlock,
                "解锁登录",
            ),
            // Roles
            get(
                "/api/sys/role/findAllByList",
                needs_any(&["sys:role:list", "sys:user:add", "sys:user:edit"]),
                pattern::list,
                "角色列表",
            ),
            post(
                "/api/sys/role/add",
                needs("sys:role:add"),
                role::add,
                "新增角色",
            ),
            post(
                "/api/sys/role/edit",
                needs("sys:role:edit"),
                role::edit,
                "修改角色",
            ),
            delete(
                "/api/sys/role/delByIds/{ids}",
                needs("sys:role:del"),
                role::delete,
                "删除角色",
            ),
            // Menus
            get(
                "/api/sys/menu/findAllByTree",
                needs("sys:menu:list"),
                menu::all,
                "菜单树",
            ),
            get(
                "/api/sys/menu/findUserMenuByTree",
                SignedIn,
                menu::of_user,
                "自己的菜单",
            )
            .before_password_change(),
            get(
                "/api/sys/menu/findSelectByTree",
                needs_any(&["sys:menu:list", "sys:role:list"]),
                menu::choices,
                "菜单选择",
            ),
            get(
                "/api/sys/menu/findAllPerByUserId",
                SignedIn,
                menu::permissions,
                "用户权限",
            ),
            // Logs are written by the server alone
            post(
                "/api/sys/log/add",
                needs("sys:log:add"),
                logs::refuse,
                "新增操作日志",
            ),
            post(
                "/api/sys/log/edit",
                needs("sys:log:edit"),
                logs::refuse,
                "修改操作日志",
            ),
            // Online sessions
            get(
                "/api/sys/session/findAllByPage",
                needs("sys:session:list"),
                pattern::page,
                "在线用户",
            ),
            delete(
                "/api/sys/session/delByIds/{ids}",
                needs("sys:session:del"),
                session::kick,
                "强制下线",
            ),
            // Dictionaries and settings
            own(
                Method::GET,
                "/api/app/dict/init",
                SignedIn,
                dict::init,
                "全部字典",
            )
            .before_password_change(),
            get(
                "/api/app/dict/findByType/{type}",
                SignedIn,
                dict::by_type,
                "字典数据",
            ),
            get(
                "/api/app/config/findByType/{type}",
                SignedIn,
                config::by_type,
                "参数",
            ),
            post(
                "/api/app/config/edit",
                needs("app:config:edit"),
                config::edit,
                "修改参数",
            ),
            // Files
            own(
                Method::POST,
                "/api/app/file/up",
                SignedIn,
                files::upload,
                "上传文件",
            )
            .long(),
            own(
                Method::GET,
                "/api/app/file/{folder}/{month}/{name}",
                Public,
                files::download,
                "读取文件",
            )
            .long(),
            // Orders: what happens to a loan
            get(
                "/api/app/dingdan/tongji",
                needs("app:dingdan:list"),
                order::counts,
                "订单状态统计",
            ),
            get(
                "/api/app/dingdan/chanpin",
                needs("app:dingdan:add"),
                order::products,
                "可选产品",
            ),
            own(
                Method::POST,
                "/api/app/dingdan/shisuan",
                needs_any(&[
                    "app:dingdan:shisuan",
                    "app:dingdan:add",
                    "app:project:add",
                    "app:project:edit",
                ]),
                order::trial,
                "试算",
            )
            .quiet(),
            post(
                "/api/app/dingdan/add",
                needs("app:dingdan:add"),
                order::apply,
                "新增订单",
            ),
            post(
                "/api/app/dingdan/edit",
                needs("app:dingdan:edit"),
                order::refuse_order,
                "修改订单",
            ),
            delete(
                "/api/app/dingdan/delByIds/{ids}",
                needs("app:dingdan:del"),
                order::refuse_order,
                "删除订单",
            ),
            get(
                "/api/app/dingdan/weapp/findById/{id}",
                needs("app:dingdan:query"),
                order::detail,
                "订单详情",
            ),
            get(
                "/api/app/dingdan/huankuanXiangqing/{id}",
                needs("app:dingdan:query"),
                order::repayment,
                "还款详情",
            ),
            get(
                "/api/app/dingdan/tiqianhuankuanInit",
                needs("app:dingdan:query"),
                order::prepay_quote,
                "提前还款试算",
            ),
            get(
                "/api/app/dingdan/jieshi/{id}",
                needs("app:dingdan:query"),
                order::why,
                "金额说明",
            ),
            post(
                "/api/app/dingdan/shenhe",
                needs("app:dingdan:shenhe"),
                order::review,
                "审核",
            ),
            post(
                "/api/app/dingdan/fangkuan",
                needs("app:dingdan:fangkuan"),
                order::pay_out,
                "放款",
            ),
            post(
                "/api/app/dingdan/chongqian",
                needs("app:dingdan:chongqian"),
                order::redisburse,
                "重新放款",
            ),
            post(
                "/api/app/dingdan/querenhuankuan",
                needs("app:dingdan:querenhuankuan"),
                order::confirm,
                "确认还款",
            ),
            post(
                "/api/app/dingdan/yanqi",
                needs("app:dingdan:yanqi"),
                order::extend,
                "延期",
            ),
            post(
                "/api/app/dingdan/tiqianhuankuan",
                needs("app:dingdan:tiqian"),
                order::prepay,
                "提前还款",
            ),
            post(
                "/api/app/dingdan/setYouhuiDangqian",
                needs("app:dingdan:youhui"),
                order::set_discount,
                "设置优惠",
            ),
            post(
                "/api/app/dingdan/chexiao",
                needs("app:dingdan:chexiao"),
                order::undo,
                "撤销",
            ),
            post(
                "/api/app/dingdan/hexiao",
                needs("app:dingdan:hexiao"),
                order::write_off,
                "核销",
            ),
            post(
                "/api/app/dingdan/shouhui",
                needs("app:dingdan:shouhui"),
                order::recover,
                "核销收回",
            ),
            post(
                "/api/app/dingdan/quxiao",
                needs("app:dingdan:quxiao"),
                order::cancel,
                "取消",
            ),
            post(
                "/api/app/dingdan/xingqing/add",
                needs("app:dingdan:xingqing:add"),
                order::refuse_record,
                "新增还款记录",
            ),
            post(
                "/api/app/dingdan/xingqing/edit",
                needs("app:dingdan:xingqing:edit"),
                order::refuse_record,
                "修改还款记录",
            ),
            delete(
                "/api/app/dingdan/xingqing/delByIds/{ids}",
                needs("app:dingdan:xingqing:del"),
                order::refuse_record,
                "删除还款记录",
            ),
            get(
                "/api/app/log/findByDingdanId/{id}",
                needs_any(&["app:log:list", "app:dingdan:query"]),
                order::timeline,
                "订单时间线",
            ),
            post(
                "/api/app/log/add",
                needs("app:log:add"),
                order::refuse_log,
                "新增订单日志",
            ),
            post(
                "/api/app/log/edit",
                needs("app:log:edit"),
                order::refuse_log,
                "修改订单日志",
            ),
            delete(
                "/api/app/log/delByIds/{ids}",
                needs("app:log:del"),
                order::refuse_log,
                "删除订单日志",
            ),
            // Products and receiving accounts
            post(
                "/api/app/project/add",
                needs("app:project:add"),
                product::add,
                "新增项目",
            ),
            post(
                "/api/app/project/edit",
                needs("app:project:edit"),
                product::edit,
                "修改项目",
            ),
            get(
                "/api/app/project/fenlei/pingbi/admin/findAllByList",
                needs_any(&["app:project:fenlei:pingbi:list", "app:user:chanpin"]),
                product::blocks,
                "客户的产品屏蔽",
            ),
            get(
                "/api/app/user/shoukuan/findAllByList",
                needs_any(&["app:user:shoukuan:list", "app:dingdan:add"]),
                pattern::list,
                "收款账户列表",
            ),
            // The ledger
            get(
                "/api/app/zijin/liushui/findAllByPage",
                needs("app:zijin:liushui:list"),
                pattern::page,
                "资金流水",
            )
            .of_path("app/dingdan/xingqing"),
            own(
                Method::GET,
                "/api/app/zijin/liushui/export",
                needs("app:zijin:liushui:export"),
                sheet::export,
                "导出资金流水",
            )
            .long()
            .of_path("app/dingdan/xingqing"),
            get(
                "/api/app/zijin/liushui/heji",
                needs("app:zijin:liushui:list"),
                ledger::sums,
                "资金流水合计",
            ),
            get(
                "/api/app/zijin/zongzhang",
                needs("app:zijin:zongzhang"),
                ledger::trial_balance,
                "总账",
            ),
            own(
                Method::GET,
                "/api/app/zijin/jiancha",
                needs("app:zijin:jiancha"),
                ledger::check,
                "账实检查",
            )
            .long(),
            // Personal data
            post(
                "/api/app/mingan/chakan",
                needs("app:mingan:chakan"),
                reveal::reveal,
                "查看敏感信息",
            )
            .secret(),
        ];
        for model in models() {
            resource_routes(model, &mut routes);
        }
        routes
    })
}

/// The resource pattern, where the list above has not its own.
fn resource_routes(model: &'static Model, routes: &mut Vec<Route>) {
    for route in routes.iter_mut() {
        let tail = route
            .path
            .strip_prefix("/api/")
            .and_then(|path| path.strip_prefix(model.table.path));
        if tail.is_some_and(|tail| tail.starts_with('/') && tail.matches('/').count() <= 2)
            && is_pattern(tail)
        {
            route.of = Some(model);
        }
    }
    let root = model.table.permission_root();
    let path = |tail: &str| format!("/api/{}/{tail}", model.table.path);
    let label = model.table.label;
    for action in model.table.actions {
        let may = || needs(&format!("{root}:{}", action.code()));
        let made = match action {
            Action::List => vec![
                get(
                    &path("findAllByPage"),
                    may(),
                    pattern::page,
                    &format!("{label}分页"),
                ),
                get(
                    &path("findAllByList"),
                    may(),
                    pattern::list,
                    &format!("{label}列表"),
                ),
            ],
            Action::Query => vec![get(
                &path("findById/{id}"),
                may(),
                pattern::find,
                &format!("{label}详情"),
            )],
            Action::Add => vec![post(
                &path("add"),
                may(),
                pattern::add,
                &format!("新增{label}"),
            )],
            Action::Edit => edit_routes(model, routes),
            Action::Del => vec![delete(
                &path("delByIds/{ids}"),
                may(),
                pattern::delete,
                &format!("删除{label}"),
            )],
            Action::Export => {
                vec![
                    own(
                        Method::GET,
                        &path("export"),
                        may(),
                        sheet::export,
                        &format!("导出{label}"),
                    )
                    .long(),
                ]
            }
            Action::Import => vec![
                own(
                    Method::POST,
                    &path("import"),
                    may(),
                    sheet::import,
                    &format!("导入{label}"),
                )
                .long(),
                own(
                    Method::GET,
                    &path("import/template"),
                    may(),
                    sheet::template,
                    &format!("{label}导入模板"),
                )
                .long(),
            ],
        };
        for route in made {
            let is_taken = routes
                .iter()
                .any(|known| known.path == route.path && known.method == route.method);
            if !is_taken {
                routes.push(route.of(model));
            }
        }
    }
}

/// 修改, and 排序 where rows have an order. What has an edit with rules of its own is not dragged.
fn edit_routes(model: &'static Model, known: &[Route]) -> Vec<Route> {
    let permission = format!("{}:edit", model.table.permission_root());
    let (path, label) = (model.table.path, model.table.label);
    let edit = post(
        &format!("/api/{path}/edit"),
        needs(&permission),
        pattern::edit,
        &format!("修改{label}"),
    );
    let has_own_edit = known.iter().any(|route| route.path == edit.path);
    if model.field_named("paixu").is_none() || has_own_edit {
        return vec![edit];
    }
    let reorder = post(
        &format!("/api/{path}/paixu"),
        needs(&permission),
        pattern::reorder,
        &format!("排序{label}"),
    );
    vec![edit, reorder]
}

/// Whether a route's tail belongs to the resource pattern, so that its handler may be generic.
fn is_pattern(tail: Option<&str>) -> bool {
    let names = [
        "findAllByPage",
        "findAllByList",
        "findById",
        "add",
        "edit",
        "delByIds",
    ];
    let first = tail.and_then(|tail| tail.trim_start_matches('/').split('/').next());
    first.is_some_and(|first| names.contains(&first))
}

type Params = Result<RawPathParams, RawPathParamsRejection>;

/// The whole application as a service.
pub fn router(app: &Arc<App>) -> Router {
    let mut api = Router::new();
    for route in routes() {
        let filter = MethodFilter::try_from(route.method.clone()).unwrap_or(MethodFilter::GET);
        let app = Arc::clone(app);
        let handler = async move |params: Params, request: Request| match params {
            Ok(params) => {
                let params = params
                    .iter()
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect();
                serve(app, route, params, request).await
            }
            // Bytes that are no text name nothing we have.
            Err(_) => error::no_such_path(),
        };
        api = api.route(&format!("/server{}", route.path), on(filter, handler));
    }
    let api = api.method_not_allowed_fallback(async || error::wrong_method());
    site::add(api, app)
}
