use crate::{Action, Mask, Scope, Secret, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 通讯录: the contacts of one customer. Listed for one customer at a time, each look written
    /// down.
    Contact, "app/user/tongxunlu", "通讯录" {
        id:          i64               = id(),
        user_id:     i64               = reference("客户", "app/user").create_only().form_only(),
        name:        Secret            = secret("姓名", Mask::Name),
        phone:       Secret            = secret("手机号", Mask::Phone),
        guishudi:    Option<String>    = text("归属地", 30).optional(),
        is_jinji:    bool              = boolean("紧急联系人").cell(Tag).filter(),
        tongbu_time: Option<Timestamp> = timestamp("同步时间").optional().read_only(),
    }
    .show("user_id")
    .one_by_one("user_id")
    .switch("tongxunluKaiguan")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Import])
}
