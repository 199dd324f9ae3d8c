use crate::{Search::*, ShownAs::*, build::*, resource};

resource! {
    /// 常见问题: what customers ask most, with its answer.
    Question, "app/qa", "常见问题" {
        id:          i64    = id(),
        fenlei:      String = dict("分类", "qa_fenlei").cell(Tag).filter(),
        wenti:       String = text("问题", 100).search(Like),
        daan:        String = rich_text("答案").form_only(),
        is_remen:    bool   = boolean("热门").switch(),
        liulanliang: i64    = int("浏览量", 0, i64::MAX).default("0").read_only(),
        paixu:       i64    = paixu(),
        state:       String = state_switch(),
    }
    .show("wenti")
}
