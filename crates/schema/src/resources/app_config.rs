use crate::{Search::*, build::*, resource};

resource! {
    /// 参数设置: settings by group, read by the server and edited as one form per group.
    Config, "app/config", "参数" {
        id:        i64            = id(),
        r#type:    String         = dict("分组", "config_type").create_only().search(Equal),
        mingcheng: String         = text("参数名称", 50),
        jian:      String         = text("键名", 50).create_only().unique(),
        zhi:       Option<String> = long_text("键值", 20_000).optional(),
        zhi_type:  String         = dict("值类型", "config_zhi_type").create_only(),
        is_xitong: bool           = boolean("内置").read_only(),
        is_kejian: bool           = boolean("前端可见").read_only(),
        paixu:     i64            = paixu(),
        beizhu:    Option<String> = beizhu(),
    }
    .show("mingcheng")
    .actions(&[])
}
