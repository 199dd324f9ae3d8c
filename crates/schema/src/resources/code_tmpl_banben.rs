use crate::{TOOLS, Timestamp, build::*, resource};

resource! {
    /// 模板版本: a template as each change of its text left it.
    GenTemplateVersion, "code/tmpl/banben", "模板版本" {
        id:           i64            = id(),
        tmpl_id:      i64            = reference("代码模板", "code/tmpl").read_only(),
        banben:       i64            = int("版本", 1, i64::MAX).read_only(),
        wenjian_path: String         = text("输出路径", 200).read_only(),
        neirong:      String         = long_text("模板内容", 60_000).read_only(),
        xiugai_time:  Timestamp      = timestamp("修改时间").read_only(),
        xiugai_ren:   Option<String> = text("修改人", 50).optional().read_only(),
    }
    .show("wenjian_path")
    .uniques(&[&["tmpl_id", "banben"]])
    .permission("code:tmpl")
    .switch(TOOLS)
    .actions(&[])
}
