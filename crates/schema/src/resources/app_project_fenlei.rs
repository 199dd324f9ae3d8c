use crate::{Computed, Folder, Search::*, build::*, resource};

resource! {
    /// 产品分类: the shelves products stand on, and what a customer may be blocked from.
    ProjectCategory, "app/project/fenlei", "产品分类" {
        id:            i64            = id(),
        mingcheng:     String         = text("名称", 30).search(Like),
        bianma:        Option<String> = text("编码", 30).unique().optional(),
        tubiao:        Option<String> = image("图标").folder(Folder::Project).optional(),
        miaoshu:       Option<String> = long_text("描述", 200).optional().form_only(),
        project_count: Computed<i64>  = int("产品数", 0, i64::MAX).computed(),
        pingbi_count:  Computed<i64>  = int("屏蔽人数", 0, i64::MAX).computed(),
        is_tuijian:    bool           = boolean("推荐").switch(),
        paixu:         i64            = paixu(),
        state:         String         = state_switch(),
        beizhu:        Option<String> = beizhu(),
    }
    .show("mingcheng")
}
