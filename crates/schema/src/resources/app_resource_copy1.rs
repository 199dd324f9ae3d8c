use crate::{Folder, Search::*, ShownAs::*, build::*, resource};

resource! {
    /// 资源导入: files of the library that came by spreadsheet, each with its batch, its place there
    /// and what became of it. Rows that were not good are kept too, with the reason.
    ImportedItem, "app/resource/copy1", "资源导入" {
        id:             i64            = id(),
        mingcheng:      String         = text("名称", 50).search(Like),
        r#type:         String         = dict("类型", "resource_type").cell(Tag).filter(),
        fenzu:          Option<String> = dict("分组", "resource_fenzu").cell(Tag).filter().optional(),
        url:            String         = file("地址").folder(Folder::Resource).cell(Copy),
        houzhui:        Option<String> = text("后缀", 10).optional().read_only(),
        daxiao:         Option<i64>    = int("大小(字节)", 0, i64::MAX).optional().read_only(),
        biaoqian:       Vec<String>    = tags("标签").cell(Tag).default("[]"),
        daoru_pici:     Option<String> = text("导入批次", 40).cell(Copy).search(Equal).optional().read_only(),
        hanghao:        Option<i64>    = int("行号", 1, 1_048_576).optional().read_only(),
        daoru_state:    Option<String> = dict("导入状态", "daoru_state").cell(Tag).filter().optional().read_only(),
        shibai_yuanyin: Option<String> = long_text("失败原因", 500).cell(LongText).optional().read_only(),
        paixu:          i64            = paixu(),
        state:          String         = state_switch(),
        beizhu:         Option<String> = beizhu(),
    }
    .show("mingcheng")
}
