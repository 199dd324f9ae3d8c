use crate::{Action, Computed, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 任务记录: how far a customer came with a task in one of its periods. Written by what they do.
    TaskRecord, "app/jifen/renwu/jilu", "任务记录" {
        id:            i64               = id(),
        user_id:       i64               = reference("客户", "app/user").cell(Link).search(Like).read_only(),
        phone:         Computed<String>  = text("手机号", 20).derived().search_through("user_id"),
        renwu_id:      i64               = reference("任务", "app/jifen/renwu").search(Equal).read_only(),
        zhouqi_key:    String            = text("周期标识", 20).read_only(),
        lunci:         i64               = int("第几次", 1, 1_000).read_only().form_only(),
        jindu:         i64               = int("进度", 0, 1_000).read_only(),
        mubiao:        i64               = int("目标", 1, 1_000).read_only(),
        jifen:         i64               = int("奖励", 0, 100_000).read_only(),
        state:         String            = dict("状态", "jilu_state").cell(Tag).default("JINXINGZHONG").filter().read_only(),
        wancheng_time: Option<Timestamp> = timestamp("完成时间").optional().read_only(),
        lingqu_time:   Option<Timestamp> = timestamp("领取时间").optional().search(Range).sortable().read_only(),
    }
    .show("zhouqi_key")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .uniques(&[&["renwu_id", "user_id", "zhouqi_key", "lunci"]])
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
