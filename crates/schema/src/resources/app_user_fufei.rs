use crate::{Action, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 付费记录: what a customer paid beside their loans. No part of the books.
    ServicePayment, "app/user/fufei", "付费记录" {
        id:           i64            = id(),
        user_id:      i64            = reference("客户", "app/user").cell(Link).create_only().search(Like),
        xiangmu:      String         = text("付费内容", 50),
        jine:         i64            = fen("金额").sortable(),
        zhifufangshi: Option<String> = dict("支付方式", "zhifu_fangshi").cell(Tag).filter().optional(),
        shijian:      Timestamp      = timestamp("付费时间").search(Range).sortable(),
        beizhu:       Option<String> = beizhu(),
    }
    .show("xiangmu")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
