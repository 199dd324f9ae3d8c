use crate::{Action, Computed, Scope, Search::*, ShownAs::*, build::*, resource};

resource! {
    /// 敏感信息查看记录: who looked at or searched for whose personal data, and why. A search has
    /// no row of its own: its number is 0.
    Reveal, "app/mingan/jilu", "敏感信息查看记录" {
        id:        i64    = id(),
        leixing:   Computed<String> = text("类型", 10).cell(Tag).computed(),
        ziyuan:    String = text("资源", 50).search(Equal).read_only(),
        mubiao_id: i64    = int("记录编号", 0, i64::MAX).search(Equal).read_only(),
        ziduan:    String = text("字段", 50).read_only(),
        yuanyin:   String = text("原因", 200).cell(LongText).read_only(),
        ip:        Option<String> = text("地址", 64).optional().read_only(),
    }
    .scope(Scope::Columns { owner: Some("create_by"), store: None })
    .append_only()
    .actions(&[Action::List, Action::Export])
}
