use crate::{Action, Computed, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 积分流水: every movement of a customer's points. A wrong one is set right by another.
    PointsEntry, "app/jifen", "积分流水" {
        id:           i64               = id(),
        user_id:      i64               = reference("客户", "app/user").cell(Link).create_only().search(Like),
        phone:        Computed<String>  = text("手机号", 20).derived().search_through("user_id"),
        r#type:       String            = dict("业务类型", "jifen_type").cell(Tag).filter().read_only(),
        fangxiang:    String            = dict("收支", "fangxiang").cell(Tag).filter().create_only(),
        jifen:        i64               = int("变动积分", -1_000_000_000, 1_000_000_000).create_only().hint("1 至 100000；支出由系统记为负数"),
        yue:          i64               = int("变动后余额", 0, i64::MAX).read_only(),
        biaoti:       String            = text("标题", 50).search(Like).create_only().hint("写明调整的原因"),
        miaoshu:      Option<String>    = long_text("描述", 200).optional().create_only().form_only(),
        guanlian_id:  Option<String>    = text("关联单号", 40).cell(Copy).search(Equal).optional().read_only(),
        guoqi_time:   Option<Timestamp> = timestamp("过期时间").optional().read_only(),
        caozuoren_id: Option<i64>       = reference("操作人", "sys/user").optional().read_only(),
    }
    .show("biaoti")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .uniques(&[&["type", "guanlian_id"]])
    .append_only()
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
