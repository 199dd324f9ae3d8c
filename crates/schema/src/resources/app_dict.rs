use crate::{Computed, Search::*, ShownAs::*, build::*, check, resource};

resource! {
    /// 字典: closed lists of values that operators may label and extend.
    Dict, "app/dict", "字典" {
        id:         i64            = id(),
        name:       String         = text("字典名称", 50).search(Like),
        r#type:     String         = text("字典类型", 50).pattern(check::dict_type, "应以小写字母开头，只含小写字母、数字和下划线")
                                         .create_only().unique().search(Like).sortable().cell(Copy),
        data_count: Computed<i64>  = int("数据条数", 0, i64::MAX).computed(),
        is_xitong:  bool           = boolean("内置").cell(Tag).read_only(),
        paixu:      i64            = paixu(),
        state:      String         = state_switch(),
        beizhu:     Option<String> = beizhu(),
    }
    .show("name")
}
