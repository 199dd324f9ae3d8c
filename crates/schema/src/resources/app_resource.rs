use crate::{Folder, Search::*, ShownAs::*, build::*, resource};

resource! {
    /// 资源库: files that several pages of the app may show.
    LibraryItem, "app/resource", "资源库" {
        id:        i64            = id(),
        mingcheng: String         = text("名称", 50).search(Like),
        r#type:    String         = dict("类型", "resource_type").cell(Tag).filter(),
        fenzu:     Option<String> = dict("分组", "resource_fenzu").cell(Tag).filter().optional(),
        url:       String         = file("地址").folder(Folder::Resource).cell(Copy),
        houzhui:   Option<String> = text("后缀", 10).optional().read_only(),
        daxiao:    Option<i64>    = int("大小(字节)", 0, i64::MAX).sortable().optional().read_only(),
        biaoqian:  Vec<String>    = tags("标签").cell(Tag).default("[]"),
        paixu:     i64            = paixu(),
        state:     String         = state_switch(),
        beizhu:    Option<String> = beizhu(),
    }
    .show("mingcheng")
}
