use crate::{Action, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 跟进记录: who spoke with a customer, how, and what came of it.
    FollowUp, "app/user/genjin", "跟进记录" {
        id:        i64               = id(),
        user_id:   i64               = reference("客户", "app/user").cell(Link).create_only().search(Like),
        fangshi:   String            = dict("方式", "genjin_fangshi").cell(Tag).filter(),
        jieguo:    String            = dict("结果", "genjin_jieguo").cell(Tag).filter(),
        neirong:   String            = long_text("内容", 500),
        xiacitime: Option<Timestamp> = timestamp("下次跟进").search(Range).sortable().optional(),
    }
    .show("user_id")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
