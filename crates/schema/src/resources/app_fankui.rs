use crate::{
    Action, Computed, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*,
    resource,
};

resource! {
    /// 意见反馈: what customers say of the app, and what they are answered.
    Feedback, "app/fankui", "意见反馈" {
        id:            i64               = id(),
        user_id:       Option<i64>       = reference("客户", "app/user").cell(Link).search(Like).optional().read_only(),
        phone:         Computed<Option<String>> = text("手机号", 20).optional().derived().search_through("user_id"),
        r#type:        String            = dict("类型", "fankui_type").cell(Tag).filter().read_only(),
        neirong:       String            = long_text("内容", 1_000).cell(LongText).search(Like).read_only(),
        tupian:        Option<String>    = images("图片", 9).folder(Folder::Fankui).optional().read_only(),
        lianxifangshi: Option<Secret>    = secret("联系方式", Mask::Name).optional().read_only(),
        banben:        Option<String>    = text("App版本", 30).optional().read_only(),
        shebei:        Option<String>    = text("设备", 100).optional().read_only(),
        state:         String            = dict("状态", "fankui_state").cell(Tag).default("DAICHULI").filter().read_only(),
        huifu:         Option<String>    = long_text("回复", 500).cell(LongText).optional().read_only(),
        chuliren_id:   Option<i64>       = reference("处理人", "sys/user").optional().read_only(),
        chuli_time:    Option<Timestamp> = timestamp("处理时间").sortable().optional().read_only(),
    }
    .show("neirong")
    .scope(Scope::ThroughOrOwn { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
