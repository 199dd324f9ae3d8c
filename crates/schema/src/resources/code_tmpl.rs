use crate::{Action, Search::*, TOOLS, build::*, resource};

resource! {
    /// 代码模板: what a generated file is made from. Each change of its text is a version.
    GenTemplate, "code/tmpl", "代码模板" {
        id:           i64            = id(),
        mingcheng:    String         = text("名称", 50).search(Like),
        muban:        String         = text("模板组", 30).search(Equal),
        wenjian_path: String         = text("输出路径", 200).hint("可使用变量，结果为空时不生成"),
        neirong:      String         = long_text("模板内容", 60_000).form_only(),
        banben:       i64            = int("版本", 0, i64::MAX).default("0").read_only(),
        state:        String         = state_switch(),
        beizhu:       Option<String> = beizhu(),
    }
    .show("mingcheng")
    .switch(TOOLS)
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
