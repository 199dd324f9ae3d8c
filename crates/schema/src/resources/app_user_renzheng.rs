use crate::{
    Action, Date, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*, check,
    resource,
};

resource! {
    /// 实名认证: who a customer is by their identity card.
    RealName, "app/user/renzheng", "实名认证" {
        id:              i64               = id(),
        user_id:         i64               = reference("客户", "app/user").cell(Link).create_only().unique().search(Like),
        zhenshixingming: Secret            = secret("姓名", Mask::Name).search(Equal),
        zhengjianhaoma:  Secret            = secret("证件号", Mask::IdNumber).pattern(check::id_number, "应为有效的18位证件号").search(Equal),
        sfz_zhengmian:   String            = image("身份证正面").folder(Folder::Renzheng).form_only(),
        sfz_fanmian:     String            = image("身份证反面").folder(Folder::Renzheng).form_only(),
        renlian:         Option<String>    = image("人脸照片").folder(Folder::Renzheng).optional().form_only(),
        youxiaoqi:       Option<Date>      = date("有效期至").hint("长期有效的不填").optional().form_only(),
        state:           String            = dict("状态", "renzheng_state").cell(Tag).default("RENZHENGZHONG").filter(),
        shenhe_yijian:   Option<String>    = long_text("审核意见", 500).optional(),
        renzheng_time:   Option<Timestamp> = timestamp("认证时间").optional().sortable().read_only(),
    }
    .show("user_id")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
