use crate::{Action, Computed, Scope, Search::*, ShownAs::*, build::*, resource};

resource! {
    /// 订单日志: the life of an order, event by event. Names are kept as they were that day.
    OrderLog, "app/log", "订单日志" {
        id:             i64            = id(),
        dingdan_id:     i64            = reference("订单", "app/dingdan").form_only().read_only(),
        bianhao:        String         = text("订单号", 32).search(Like).cell(Copy).read_only(),
        user_id:        i64            = int("客户编号", 1, i64::MAX).form_only().read_only(),
        user_show:      String         = text("客户", 30).search(Like).read_only().names("user_id", "app/user"),
        r#type:         String         = dict("类型", "dingdan_log_type").cell(Tag).filter().read_only(),
        neirong:        String         = long_text("内容", 1_000).cell(LongText).read_only(),
        qian_state:     Option<String> = dict("原状态", "dingdan_state").cell(Tag).optional().read_only(),
        hou_state:      String         = dict("新状态", "dingdan_state").cell(Tag).read_only(),
        jine:           Option<i64>    = fen("金额").optional().read_only(),
        shijian_id:     Option<i64>    = int("事件号", 1, i64::MAX).optional().form_only().read_only(),
        is_chexiao:     Computed<bool> = boolean("已撤销").cell(Tag).computed(),
        caozuoren_id:   i64            = int("操作人编号", 0, i64::MAX).form_only().read_only(),
        caozuoren_show: String         = text("操作人", 50).search(Like).read_only(),
        ip:             Option<String> = text("地址", 64).optional().read_only(),
        // Real time, by which a repeated click is known.
        shishi_ms:      i64            = int("实时", 0, i64::MAX).internal(),
    }
    .scope(Scope::Through { column: "dingdan_id", parent: "app/dingdan" })
    .append_only()
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
