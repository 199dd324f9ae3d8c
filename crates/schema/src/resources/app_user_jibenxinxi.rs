use crate::{
    Action, Computed, Date, Mask, Scope, Search::*, Secret, ShownAs::*, build::*, check, resource,
};

resource! {
    /// 基础信息: what a customer said about themselves.
    BasicInfo, "app/user/jibenxinxi", "基础信息" {
        id:                 i64            = id(),
        user_id:            i64            = reference("客户", "app/user").cell(Link).create_only().unique().search(Like),
        phone:              Computed<String> = text("手机号", 20).derived().search_through("user_id"),
        jiaoyu:             Option<String> = dict("学历", "jiaoyu").with_show().filter().optional(),
        hunyin:             Option<String> = dict("婚姻状况", "hunyin").with_show().filter().optional(),
        juzhudi:            Option<String> = text("居住地", 60).hint("到区县，如 浙江省杭州市西湖区").optional(),
        xiangxidizhi:       Option<Secret> = secret("详细地址", Mask::Beginning).up_to(200).optional().form_only(),
        weixinhao:          Option<Secret> = secret("微信号", Mask::Name).optional().form_only(),
        gongsimingcheng:    Option<String> = text("公司名称", 60).optional(),
        yueshouru:          Option<String> = dict("月收入", "yueshouru").with_show().filter().optional(),
        lianxiren_xingming: Option<Secret> = secret("紧急联系人", Mask::Name).optional().form_only(),
        lianxiren_shouji:   Option<Secret> = secret("联系人手机号", Mask::Phone).pattern(check::phone, "应为11位号码").optional().form_only(),
        lianxiren_guanxi:   Option<String> = dict("联系人关系", "guanxi").with_show().optional().form_only(),
        shebao:             Option<String> = dict("社保", "youwu").with_show().optional().form_only(),
        shebao_jishu:       Option<i64>    = fen("社保基数").optional().form_only(),
        shebao_shijian:     Option<Date>   = date("社保起缴").optional().form_only(),
        gongjijin:          Option<String> = dict("公积金", "youwu").with_show().optional().form_only(),
        gongjijin_jishu:    Option<i64>    = fen("公积金基数").optional().form_only(),
        gongjijin_shijian:  Option<Date>   = date("公积金起缴").optional().form_only(),
        fenqichanpin:       Option<String> = text("在用分期产品", 100).optional().form_only(),
        zhimaxinyongfen:    Option<i64>    = int("芝麻信用分", 350, 950).search(Range).sortable().optional(),
        is_my:              Computed<bool> = boolean("我的客户").form_only().derived(),
        is_my_custom:       Computed<bool> = boolean("我登记的").form_only().derived(),
        is_my_mendian:      Computed<bool> = boolean("本门店的").form_only().derived(),
        is_suoding:         Computed<bool> = boolean("锁定").form_only().derived(),
    }
    .show("user_id")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
