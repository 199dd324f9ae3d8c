use crate::{Computed, Mask, Scope, Search::*, Secret, ShownAs::*, build::*, check, resource};

resource! {
    /// 产品屏蔽: categories a phone number may not borrow from.
    ProductBlock, "app/project/fenlei/pingbi", "产品屏蔽" {
        id:                  i64            = id(),
        project_fenlei_id:   i64            = reference("分类", "app/project/fenlei"),
        project_fenlei_name: Computed<String> = text("分类名称", 30).computed().form_only(),
        phone:               Secret         = secret("手机号", Mask::Phone).pattern(check::phone, "应为11位号码").search(Equal),
        user_id:             Option<i64>    = reference("客户", "app/user").cell(Link).optional().read_only(),
        r#type:              Computed<String> = text("类型", 10).cell(Tag).computed(),
        yuanyin:             Option<String> = text("原因", 200).optional(),
    }
    .show("project_fenlei_id")
    .scope(Scope::ThroughOrOwn { column: "user_id", parent: "app/user" })
    .uniques(&[&["project_fenlei_id", "phone_idx"]])
}
