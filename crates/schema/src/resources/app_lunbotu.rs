use crate::{Folder, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 轮播图: the pictures the app shows in turn.
    Banner, "app/lunbotu", "轮播图" {
        id:             i64               = id(),
        biaoti:         String            = text("标题", 50).search(Like),
        tupian:         String            = image("图片").folder(Folder::Lunbotu),
        weizhi:         String            = dict("位置", "lunbo_weizhi").cell(Tag).filter(),
        tiaozhuan_type: String            = dict("跳转类型", "tiaozhuan_type").cell(Tag).default("WU").filter(),
        tiaozhuan_url:  Option<String>    = text("跳转地址", 500).link().optional().hint("http(s) 网址，或以 / 开头的应用内页面"),
        kaishi_time:    Option<Timestamp> = timestamp("开始时间").optional().form_only(),
        jieshu_time:    Option<Timestamp> = timestamp("结束时间").optional().form_only(),
        dianjiliang:    i64               = int("点击量", 0, i64::MAX).default("0").read_only(),
        paixu:          i64               = paixu(),
        state:          String            = state_switch(),
        beizhu:         Option<String>    = beizhu(),
    }
    .show("biaoti")
}
