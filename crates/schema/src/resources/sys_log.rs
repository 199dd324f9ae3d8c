use crate::{Action, Scope, Search::*, ShownAs::*, build::*, resource};

resource! {
    /// 操作日志: who did what, written in the transaction that did it.
    Log, "sys/log", "操作日志" {
        id:         i64            = id(),
        mokuai:     String         = text("模块", 50).search(Like).read_only(),
        r#type:     String         = dict("操作类型", "log_type").cell(Tag).filter().read_only(),
        miaoshu:    String         = long_text("描述", 500).cell(LongText).read_only(),
        user_id:    Option<i64>    = int("操作人编号", 0, i64::MAX).optional().form_only().read_only(),
        login_name: Option<String> = text("操作人账号", 50).search(Like).optional().read_only(),
        nick_name:  Option<String> = text("操作人", 50).optional().read_only(),
        mendian:    Option<String> = dict("门店", "mendian").optional().form_only().read_only(),
        ip:         Option<String> = text("地址", 64).search(Equal).optional().read_only(),
        didian:     Option<String> = text("地点", 100).optional().read_only(),
        url:        String         = text("请求地址", 300).cell(Copy).read_only(),
        method:     String         = dict("请求方式", "qingqiu_fangshi").filter().read_only(),
        canshu:     Option<String> = json("请求参数").cell(Json).form_only().optional().read_only(),
        jieguo:     Option<String> = json("返回结果").cell(Json).form_only().optional().read_only(),
        bianhua:    Option<String> = json("变更前后").cell(Json).form_only().optional().read_only(),
        haoshi:     i64            = int("耗时(ms)", 0, i64::MAX).sortable().read_only(),
        state:      String         = dict("结果", "log_state").cell(Tag).filter().read_only(),
        cuowu:      Option<String> = long_text("错误信息", 500).cell(LongText).form_only().optional().read_only(),
        ua:         Option<String> = text("浏览器", 300).form_only().optional().read_only(),
        trace_id:   String         = text("追踪号", 40).cell(Copy).search(Equal).read_only(),
    }
    .show("miaoshu")
    .scope(Scope::Columns { owner: Some("user_id"), store: Some("mendian") })
    .append_only()
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
