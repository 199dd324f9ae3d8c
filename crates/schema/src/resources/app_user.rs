use crate::{
    Computed, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, build::*, check, resource,
};

resource! {
    /// 客户: the people who borrow. Each has an owner among the staff and a store.
    Customer, "app/user", "客户" {
        id:           i64            = id(),
        user_no:      String         = text("编号", 20).search(Equal).cell(Copy).read_only(),
        head_url:     Option<String> = image("头像").folder(Folder::Avatar).cell(Avatar).optional(),
        nick_name:    String         = text("昵称", 30).search(Like),
        sex:          Option<String> = dict("性别", "sex").with_show().filter().optional(),
        phone:        Secret         = secret("手机", Mask::Phone).pattern(check::phone, "应为11位手机号").unique().search(Equal),
        qudao_id:     Option<i64>    = reference("渠道", "app/qudao").optional(),
        dingdan_count: Computed<i64> = int("订单数", 0, i64::MAX).computed(),
        genjinren_id: Option<i64>    = reference("归属人", "sys/user").optional().search(Equal),
        mendian:      Option<String> = dict("门店", "mendian").with_show().search(Equal).optional(),
        is_suoding:   bool           = boolean("锁定").cell(Tag).filter(),
        state:        String         = state_switch(),
        beizhu:       Option<String> = beizhu(),
    }
    .show("nick_name")
    .scope(Scope::Columns { owner: Some("genjinren_id"), store: Some("mendian") })
}
