use crate::{Search::*, ShownAs::*, build::*, check, resource};

resource! {
    /// 字典数据: the values of one dictionary.
    DictData, "app/dict/data", "字典数据" {
        id:         i64            = id(),
        dict_type:  String         = text("所属字典", 50).pattern(check::dict_type, "格式不正确").create_only().search(Equal),
        dict_label: String         = text("标签", 50).search(Like),
        dict_value: String         = text("键值", 50).pattern(check::code, "应为字母、数字、下划线或短横线").cell(Copy),
        tag_type:   String         = dict("标签样式", "tag_type").cell(Tag).default("default").filter(),
        css_class:  Option<String> = text("样式类", 50).pattern(check::code, "应为字母、数字、下划线或短横线").optional().form_only(),
        is_moren:   bool           = boolean("默认").cell(Tag),
        paixu:      i64            = paixu(),
        state:      String         = state_switch(),
        beizhu:     Option<String> = beizhu(),
    }
    .show("dict_label")
    .uniques(&[&["dict_type", "dict_value"]])
}
