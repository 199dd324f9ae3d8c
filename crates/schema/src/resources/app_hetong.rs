use crate::{Action, Computed, Folder, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 合同模板: what borrowers sign. Publishing makes a version; a version never changes.
    Contract, "app/hetong", "合同模板" {
        id:             i64               = id(),
        mingcheng:      String            = text("名称", 50).search(Like),
        bianma:         String            = text("编码", 30).unique().search(Equal),
        r#type:         String            = dict("合同类型", "hetong_type").cell(Tag).filter(),
        // The newest one; none was published while it is 0.
        banben:         i64               = int("版本", 0, i64::MAX).default("0").read_only(),
        project_ids:    Vec<i64>          = references("适用产品", "app/project").default("[]").form_only().hint("不选为全部产品"),
        project_show:   Computed<String>  = text("适用产品", 500).cell(LongText).derived(),
        neirong:        String            = rich_text("正文").cell(Fuwenben).hint("变量写作 {{xingming}}，签署时换成订单的内容"),
        bianliang:      Vec<String>       = tags("变量").cell(Tag).default("[]").read_only(),
        wenjian_url:    Option<String>    = file("附件").folder(Folder::Hetong).optional().form_only(),
        is_qianzhang:   bool              = boolean("需签章").form_only(),
        shengxiao_time: Option<Timestamp> = timestamp("生效时间").optional().form_only().hint("留空为发布后立即生效；在此之前的申请使用上一版本"),
        state:          String            = dict("状态", "fabu_state").cell(Tag).default("CAOGAO").filter(),
        fabu_time:      Option<Timestamp> = timestamp("发布时间").optional().read_only().sortable(),
        beizhu:         Option<String>    = beizhu(),
    }
    .show("mingcheng")
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
