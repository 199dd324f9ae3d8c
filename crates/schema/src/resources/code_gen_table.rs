use crate::{Action, Search::*, ShownAs::*, TOOLS, Timestamp, build::*, resource};

resource! {
    /// 代码生成: a table that code is made for, with its columns as a person set them.
    GenTable, "code/gen/table", "代码生成表" {
        id:              i64               = id(),
        table_name:      String            = text("表名", 40).cell(Copy).unique().create_only().search(Like),
        biao_mingcheng:  String            = text("表描述", 30).search(Like),
        path:            String            = text("资源路径", 40).hint("如 app/gonggao，与表名一致"),
        mokuai:          Option<String>    = text("模块", 20).optional(),
        leiming:         Option<String>    = text("类名", 40).optional().hint("留空时按表名"),
        parent_menu_id:  Option<i64>       = reference("上级菜单", "sys/menu").optional().form_only(),
        muban:           Option<String>    = text("模板组", 30).optional().hint("留空使用内置模板"),
        is_guize:        bool              = boolean("生成规则文件").form_only(),
        is_yemian:       bool              = boolean("生成页面").form_only().hint("通用页面够用时不需要"),
        columns:         String            = json("字段").default("[]").form_only(),
        shengcheng_time: Option<Timestamp> = timestamp("生成时间").optional().read_only().sortable(),
        beizhu:          Option<String>    = beizhu(),
    }
    .show("table_name")
    .switch(TOOLS)
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
