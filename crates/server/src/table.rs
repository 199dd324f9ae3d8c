//! Every URL with a verb or a handler of its own, one line each. The resource pattern adds the rest.

use service::{
    config, contacts, contract, customer, dict, feedback, first_steps, generator, goods, home,
    ledger, menu, movement, notice, order, points, prefs, product, profile, reveal, role, session,
    sums, user,
};

use crate::{
    handlers::{
        bell, check, code, customer_copy, demo, dict as dicts, files, gallery, login, password,
        pattern, refuse, sheet, statement, trial,
    },
    route::{
        Door,
        Permission::{self, Public, SignedIn},
        Route,
    },
};

/// `kind path who runs says log marks;` `read`, `write` and `delete` are one job for the database,
/// `get` and `post` have a handler that does more. Whoever has the permission that is called like
/// the path is the `same`. A read has no word of its own in the operation log: `-`.
macro_rules! routes {
    ($(
        $kind:ident $path:literal $who:tt $($run:ident)::+ $says:literal $log:tt
        $($mark:ident $(= $value:literal)?)*;
    )*) => {
        vec![$({
            let door = Door {
                path: $path.to_owned(),
                permission: who!($path, $who),
                summary: $says.to_owned(),
                log_type: log_type!($log),
            };
            Route::$kind(door, $($run)::+)$(.$mark($($value)?))*
        },)*]
    };
}

macro_rules! who {
    ($path:literal, same) => {
        Permission::Needs($path.replace('/', ":"))
    };
    ($path:literal, $open:ident) => {
        $open
    };
    ($path:literal, [$($permission:literal),+]) => {
        Permission::NeedsAny(vec![$($permission.to_owned()),+])
    };
    ($path:literal, $permission:literal) => {
        Permission::Needs($permission.to_owned())
    };
}

macro_rules! log_type {
    (-) => {
        "QITA"
    };
    ($log:ident) => {
        stringify!($log)
    };
}

#[rustfmt::skip]
#[expect(clippy::too_many_lines, reason = "a table, one line for each URL")]
pub fn table() -> Vec<Route> {
    routes! {
    //  kind   path                                     who                     runs                  says            log       marks
        // Sign-in
        post   "sys/login/login"                        Public                  login::login          "登录"          DENGLU;
        get    "sys/login/yzm"                          Public                  login::captcha        "验证码"        -;
        get    "sys/login/gongsi"                       Public                  login::company        "公司名称"      -;
        write  "sys/login/logout"                       SignedIn                session::logout       "退出登录"      TUICHU    before_password_change while_locked;
        write  "sys/user/suoping"                       SignedIn                session::lock_screen  "锁定屏幕"      TUICHU    before_password_change while_locked;
        post   "sys/user/suoping/jiesuo"                SignedIn                password::unlock      "解锁屏幕"      DENGLU    before_password_change while_locked;
        // The person signed in
        read   "sys/user/findProfile"                   SignedIn                profile::shown        "个人信息"      -         before_password_change;
        write  "sys/user/edit/profile"                  SignedIn                profile::edit_profile "修改个人资料"  XIUGAI;
        post   "sys/user/edit/password"                 SignedIn                password::change      "修改密码"      XIUGAI    before_password_change;
        write  "sys/user/avatar"                        SignedIn                profile::edit_avatar  "修改头像"      XIUGAI;
        read   "sys/user/pianhao"                       SignedIn                prefs::all            "偏好"          -;
        write  "sys/user/pianhao"                       SignedIn                prefs::set            "保存偏好"      QITA      quiet;
        read   "sys/user/session/findAllByList"         SignedIn                session::own          "自己的会话"    -;
        delete "sys/user/session/delByIds/{ids}"        SignedIn                session::end_own      "下线自己的会话" TUICHU;
        // The desk one starts the day at
        read   "app/page/admin/home"                    SignedIn                home::home            "首页"          -;
        read   "app/page/admin/xiaoxi"                  SignedIn                home::bell            "消息"          -         quiet unattended;
        get    "app/page/admin/xiaoxi/liu"              SignedIn                bell::stream          "消息推送"      -         long quiet unattended;
        write  "app/page/admin/qibu"                    SignedIn                first_steps::tick     "起步清单"      XIUGAI;
        post   "app/page/admin/yanshi"                  SignedIn                demo::load            "载入演示数据"  XINZENG   long;
        // Users
        post   "sys/user/add"                           same                    password::add_user    "新增用户"      XINZENG;
        write  "sys/user/edit"                          same                    user::edit            "修改用户"      XIUGAI;
        delete "sys/user/delByIds/{ids}"                "sys:user:del"          user::delete          "删除用户"      SHANCHU;
        post   "sys/user/rePassword"                    same                    password::reset       "重置密码"      XIUGAI;
        write  "sys/user/jiesuo"                        same                    user::unlock          "解锁登录"      XIUGAI;
        // Roles
        read   "sys/role/findAllByList"                 ["sys:role:list", "sys:user:add", "sys:user:edit"]
                                                                                pattern::list         "角色列表"      -;
        write  "sys/role/add"                           same                    role::add             "新增角色"      XINZENG;
        write  "sys/role/edit"                          same                    role::edit            "修改角色"      XIUGAI;
        delete "sys/role/delByIds/{ids}"                "sys:role:del"          role::delete          "删除角色"      SHANCHU;
        // Menus
        read   "sys/menu/findAllByTree"                 "sys:menu:list"         menu::all             "菜单树"        -;
        read   "sys/menu/findUserMenuByTree"            SignedIn                menu::of_user         "自己的菜单"    -         before_password_change;
        read   "sys/menu/findSelectByTree"              ["sys:menu:list", "sys:role:list"]
                                                                                menu::choices         "菜单选择"      -;
        read   "sys/menu/findAllPerByUserId"            SignedIn                menu::permissions     "用户权限"      -;
        // Logs are written by the server alone
        write  "sys/log/add"                            same                    refuse::log           "新增操作日志"  XINZENG;
        write  "sys/log/edit"                           same                    refuse::log           "修改操作日志"  XIUGAI;
        // Online sessions
        read   "sys/session/findAllByPage"              "sys:session:list"      pattern::page         "在线用户"      -;
        delete "sys/session/delByIds/{ids}"             "sys:session:del"       session::kick         "强制下线"      SHANCHU;
        // Dictionaries and settings
        get    "app/dict/init"                          SignedIn                dicts::init           "全部字典"      -         before_password_change;
        read   "app/dict/findByType/{type}"             SignedIn                dict::by_type         "字典数据"      -;
        read   "app/config/findByType/{type}"           SignedIn                config::by_type       "参数"          -;
        write  "app/config/edit"                        same                    config::edit          "修改参数"      XIUGAI;
        // Files, and long work with them
        post   "app/file/up"                            SignedIn                files::upload         "上传文件"      QITA      long;
        get    "app/file/{folder}/{month}/{name}"       Public                  files::download       "读取文件"      -         long;
        get    "app/jindu/{id}"                         SignedIn                sheet::progress       "导入导出进度"  -;
        get    "app/import/shibai/{id}"                 SignedIn                sheet::failed_rows    "导入失败的行"  -;
        // A customer's right to a copy
        post   "app/user/fuben"                         same                    customer_copy::give   "提供资料副本"  DAOCHU    long;
        // Orders: what happens to a loan
        read   "app/dingdan/tongji"                     "app:dingdan:list"      order::counts         "订单状态统计"  -;
        read   "app/dingdan/heji"                       "app:dingdan:list"      sums::of_list         "订单合计"      -;
        read   "app/dingdan/xingqing/heji"              "app:dingdan:xingqing:list" sums::of_list     "还款记录合计"  -;
        read   "app/user/heji"                          "app:user:list"         sums::of_list         "客户合计"      -;
        read   "app/user/fufei/heji"                    "app:user:fufei:list"   sums::of_list         "付费记录合计"  -;
        read   "app/dingdan/chanpin"                    "app:dingdan:add"       order::products       "可选产品"      -;
        post   "app/dingdan/shisuan"                    ["app:dingdan:shisuan", "app:dingdan:add", "app:project:add", "app:project:edit"]
                                                                                trial::trial          "试算"          QITA      quiet;
        write  "app/dingdan/add"                        same                    order::apply          "新增订单"      XINZENG;
        write  "app/dingdan/edit"                       same                    refuse::order         "修改订单"      XIUGAI;
        delete "app/dingdan/delByIds/{ids}"             "app:dingdan:del"       refuse::order         "删除订单"      SHANCHU;
        read   "app/dingdan/weapp/findById/{id}"        "app:dingdan:query"     order::detail         "订单详情"      -;
        read   "app/dingdan/huankuanXiangqing/{id}"     "app:dingdan:query"     order::repayment      "还款详情"      -;
        read   "app/dingdan/tiqianhuankuanInit"         "app:dingdan:query"     order::prepay_quote   "提前还款试算"  -;
        read   "app/dingdan/jieshi/{id}"                "app:dingdan:query"     order::why            "金额说明"      -;
        read   "app/dingdan/shenheInit"                 "app:dingdan:shenhe"    order::review_basis   "审核依据"      -;
        write  "app/dingdan/kanzhe"                     "app:dingdan:query"     order::look           "正在查看"      QITA      quiet;
        write  "app/dingdan/shenhe"                     same                    order::review         "审核"          SHENHE;
        write  "app/dingdan/fangkuan"                   same                    order::pay_out        "放款"          FANGKUAN;
        write  "app/dingdan/chongqian"                  same                    order::redisburse     "重新放款"      FANGKUAN;
        write  "app/dingdan/querenhuankuan"             same                    order::confirm        "确认还款"      HUANKUAN;
        read   "app/dingdan/daozhangInit"               "app:dingdan:daozhang"  order::receipt_quote  "到账试算"      -;
        write  "app/dingdan/daozhang"                   same                    order::receive        "登记到账"      HUANKUAN;
        post   "app/dingdan/daozhang/import"            "app:dingdan:daozhang"  statement::look       "核对到账流水"  DAORU     long quiet;
        get    "app/dingdan/daozhang/import/template"   "app:dingdan:daozhang"  statement::template   "到账流水模板"  -         long;
        write  "app/dingdan/yanqi"                      same                    order::extend         "展期"          HUANKUAN;
        write  "app/dingdan/tiqianhuankuan"             "app:dingdan:tiqian"    order::prepay         "提前还款"      HUANKUAN;
        write  "app/dingdan/setYouhuiDangqian"          "app:dingdan:youhui"    order::set_discount   "设置优惠"      QITA;
        write  "app/dingdan/chexiao"                    same                    order::undo           "撤销"          QITA;
        write  "app/dingdan/hexiao"                     same                    order::write_off      "核销"          QITA;
        write  "app/dingdan/shouhui"                    same                    order::recover        "核销收回"      HUANKUAN;
        write  "app/dingdan/quxiao"                     same                    order::cancel         "取消"          QITA;
        write  "app/dingdan/xingqing/add"               same                    refuse::record        "新增还款记录"  XINZENG;
        write  "app/dingdan/xingqing/edit"              same                    refuse::record        "修改还款记录"  XIUGAI;
        delete "app/dingdan/xingqing/delByIds/{ids}"    "app:dingdan:xingqing:del" refuse::record     "删除还款记录"  SHANCHU;
        read   "app/log/findByDingdanId/{id}"           ["app:log:list", "app:dingdan:query"]
                                                                                order::timeline       "订单时间线"    -;
        write  "app/log/add"                            same                    refuse::order_log     "新增订单日志"  XINZENG;
        write  "app/log/edit"                           same                    refuse::order_log     "修改订单日志"  XIUGAI;
        delete "app/log/delByIds/{ids}"                 "app:log:del"           refuse::order_log     "删除订单日志"  SHANCHU;
        // Contracts
        read   "app/hetong/bianliang"                   ["app:hetong:list", "app:hetong:add", "app:hetong:edit"]
                                                                                contract::fields      "合同变量"      -;
        read   "app/hetong/banben/{id}"                 "app:hetong:query"      contract::versions    "合同版本"      -;
        read   "app/hetong/yulan"                       "app:hetong:query"      contract::preview     "预览合同"      -;
        read   "app/dingdan/hetong/{id}"                "app:dingdan:query"     contract::signed      "订单合同"      -;
        read   "app/dingdan/hetongZhengwen"             "app:dingdan:query"     contract::signed_text "订单合同正文"  -;
        // Products and receiving accounts
        write  "app/project/add"                        same                    product::add          "新增产品"      XINZENG;
        write  "app/project/edit"                       same                    product::edit         "修改产品"      XIUGAI;
        read   "app/project/fenlei/pingbi/admin/findAllByList" ["app:project:fenlei:pingbi:list", "app:user:chanpin"]
                                                                                product::blocks       "客户的产品屏蔽" -;
        write  "app/project/fenlei/pingbi/add"          same                    customer::block       "新增产品屏蔽"  XINZENG;
        read   "app/user/shoukuan/findAllByList"        ["app:user:shoukuan:list", "app:dingdan:add"]
                                                                                pattern::list         "收款账户列表"  -;
        // Customers: whose they are, and what their dialog shows
        write  "app/user/admin/editInfo"                "app:user:info"         customer::edit_info   "修改信用与锁定" XIUGAI;
        write  "app/user/fenpei"                        same                    customer::assign      "分配归属与门店" XIUGAI;
        read   "app/user/fenpei/renyuan"                "app:user:fenpei"       customer::colleagues  "可分配的员工"  -;
        write  "app/user/tongzhi"                       same                    customer::notify      "发送通知"      XINZENG;
        read   "app/user/findProjectByUser"             "app:user:chanpin"      customer::of_customer "客户的产品"    -;
        read   "app/user/daihuan/{id}"                  "app:user:query"        customer::due         "客户待还"      -;
        read   "app/user/jieshi/{id}"                   "app:user:query"        customer::why         "客户金额说明"  -;
        read   "app/user/shijianxian/{id}"              "app:user:query"        customer::timeline    "客户时间线"    -;
        read   "app/user/jibenxinxi/findByUserId/{id}"  "app:user:jibenxinxi:query" customer::basic   "客户的基础信息" -;
        read   "app/user/renzheng/findByUserId/{id}"    "app:user:renzheng:query" customer::real_name "客户的实名信息" -;
        delete "app/user/renzheng/delByIds/{ids}"       ["app:user:renzheng:reset", "app:user:renzheng:del"]
                                                                                pattern::delete       "重置实名"      SHANCHU;
        // What customers' phones held
        read   "app/user/tongxunlu/findAllByPage"       "app:user:tongxunlu:list" contacts::page      "通讯录分页"    -;
        read   "app/user/tongxunlu/findAllByList"       "app:user:tongxunlu:list" contacts::list      "通讯录列表"    -;
        read   "app/user/duanxin/findAllByPage"         "app:user:duanxin:list" contacts::page        "短信分页"      -;
        read   "app/user/duanxin/findAllByList"         "app:user:duanxin:list" contacts::list        "短信列表"      -;
        // What customers say and are told
        write  "app/fankui/add"                         same                    refuse::feedback      "新增意见反馈"  XINZENG;
        write  "app/fankui/edit"                        same                    refuse::feedback      "修改意见反馈"  XIUGAI;
        write  "app/fankui/editState"                   same                    feedback::edit_state  "处理反馈"      XIUGAI;
        write  "app/tongzhi/chehui"                     same                    notice::withdraw      "撤回通知"      XIUGAI;
        // Points
        write  "app/jifen/add"                          same                    points::adjust        "调整积分"      XINZENG;
        write  "app/jifen/edit"                         same                    refuse::points        "修改积分流水"  XIUGAI;
        delete "app/jifen/delByIds/{ids}"               "app:jifen:del"         refuse::points        "删除积分流水"  SHANCHU;
        write  "app/jifen/renwu/jilu/add"               same                    refuse::task_record   "新增任务记录"  XINZENG;
        write  "app/jifen/renwu/jilu/edit"              same                    refuse::task_record   "修改任务记录"  XIUGAI;
        delete "app/jifen/renwu/jilu/delByIds/{ids}"    "app:jifen:renwu:jilu:del" refuse::task_record "删除任务记录" SHANCHU;
        write  "app/jifen/shangpin/dingdan/add"         same                    goods::redeem         "兑换商品"      XINZENG;
        delete "app/jifen/shangpin/dingdan/delByIds/{ids}" "app:jifen:shangpin:dingdan:del" refuse::goods_order "删除积分订单" SHANCHU;
        write  "app/jifen/shangpin/dingdan/setWuliuNo"  same                    goods::ship           "发货"          XIUGAI;
        write  "app/jifen/shangpin/dingdan/setState"    same                    goods::set_state      "改积分订单状态" XIUGAI;
        // The ledger
        read   "app/zijin/liushui/findAllByPage"        "app:zijin:liushui:list" pattern::movements   "资金流水"      -         of="app/dingdan/xingqing";
        get    "app/zijin/liushui/export"               same                    sheet::movements      "导出资金流水"  DAOCHU    long of="app/dingdan/xingqing";
        read   "app/zijin/liushui/heji"                 "app:zijin:liushui:list" ledger::sums         "资金流水合计"  -;
        read   "app/zijin/liushui/mingxiHeji"           "app:zijin:liushui:list" sums::of_movements   "资金流水明细合计" -       of="app/dingdan/xingqing";
        read   "app/zijin/liushui/fenpei/{id}"          "app:zijin:liushui:list" movement::shares     "资金流水分配"  -;
        read   "app/zijin/zongzhang"                    same                    ledger::trial_balance "总账"          -;
        get    "app/zijin/jiancha"                      same                    check::check          "账实检查"      -         long;
        // For developers
        post   "code/zujian/fuwenben"                   "code:zujian:query"     gallery::kept_text    "清理富文本"    QITA      quiet;
        read   "code/gen/table/db/findAllByPage"        "code:gen:import"       generator::tables     "数据库中的表"  -;
        write  "code/gen/importTable"                   "code:gen:import"       generator::import     "导入表"        XINZENG   of="code/gen/table";
        read   "code/gen/table/column/{tableId}"        "code:gen:table:query"  generator::columns    "表的字段"      -;
        read   "code/gen/tongbuById/{id}"               "code:gen:sync"         generator::sync       "同步表结构"    -         of="code/gen/table";
        get    "code/gen/preview/{id}"                  "code:gen:preview"      code::preview         "预览代码"      -         of="code/gen/table";
        post   "code/gen/table/download/{id}"           "code:gen:download"     code::download        "下载代码"      SHENGCHENG;
        post   "code/gen/genCodeById/{id}"              "code:gen:generate"     code::write           "生成代码"      SHENGCHENG of="code/gen/table";
        read   "code/tmpl/banben/{id}"                  "code:tmpl:query"       generator::versions   "模板版本"      -         of="code/tmpl";
        write  "code/tmpl/neizhi"                       "code:tmpl:add"         generator::copy_builtin "复制内置模板" XINZENG;
        // Personal data
        write  "app/mingan/chakan"                      same                    reveal::reveal        "查看敏感信息"  CHAKAN    secret;
    }
}
