use crate::{Action, Computed, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 通知: what customers are told. One row for each customer it is meant for, or none for all.
    Notice, "app/tongzhi", "通知" {
        id:             i64               = id(),
        biaoti:         String            = text("标题", 50).search(Like),
        r#type:         String            = dict("类型", "tongzhi_type").cell(Tag).default("XITONG").filter(),
        neirong:        String            = long_text("内容", 500),
        duixiang:       String            = dict("发送对象", "tongzhi_duixiang").cell(Tag).default("ZHIDING").filter(),
        user_id:        Option<i64>       = reference("客户", "app/user").cell(Link).create_only().search(Like).optional(),
        phone:          Computed<Option<String>> = text("手机号", 20).optional().form_only().derived().search_through("user_id"),
        qudao_id:       Option<i64>       = reference("渠道", "app/qudao").optional().create_only(),
        tongdao:        String            = dict("通道", "tongzhi_tongdao").cell(Tag).default("ZHANNEI").filter(),
        dingdan_id:     Option<i64>       = reference("关联订单", "app/dingdan").cell(Link).optional().create_only(),
        is_yidu:        bool              = boolean("已读").cell(Tag).filter().read_only(),
        yidu_time:      Option<Timestamp> = timestamp("阅读时间").optional().read_only().form_only(),
        fasong_time:    Option<Timestamp> = timestamp("发送时间").optional().search(Range).sortable().read_only(),
        state:          String            = dict("状态", "fasong_state").cell(Tag).default("DAIFASONG").filter().read_only(),
        shibai_yuanyin: Option<String>    = text("失败原因", 200).optional().read_only(),
    }
    .show("biaoti")
    .scope(Scope::ThroughOrOwn { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
