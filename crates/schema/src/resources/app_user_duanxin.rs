use crate::{Action, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 短信: messages of one customer. Listed for one customer at a time, each look written down.
    Sms, "app/user/duanxin", "短信记录" {
        id:         i64            = id(),
        user_id:    i64            = reference("客户", "app/user").create_only().form_only(),
        fasongren:  Option<Secret> = secret("发送人", Mask::Name).optional(),
        fasonghaoma: Secret        = secret("发送号码", Mask::Phone),
        content:    Secret         = secret("内容", Mask::Beginning).up_to(1_000).cell(LongText),
        r#type:     String         = dict("收发", "duanxin_type").cell(Tag).default("SHOU").filter(),
        send_date:  Timestamp      = timestamp("发送时间").search(Range).sortable(),
    }
    .show("user_id")
    .one_by_one("user_id")
    .switch("duanxinKaiguan")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Import])
}
