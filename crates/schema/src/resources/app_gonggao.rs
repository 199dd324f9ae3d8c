use crate::{Folder, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 公告: what the app shows its customers.
    Gonggao, "app/gonggao", "公告" {
        id:          i64               = id(),
        biaoti:      String            = text("标题", 50).search(Like).sortable(),
        r#type:      String            = dict("类型", "gonggao_type").cell(Tag).filter(),
        fengmian:    Option<String>    = image("封面").folder(Folder::Gonggao).optional(),
        neirong:     String            = rich_text("内容").cell(Fuwenben),
        is_zhiding:  bool              = boolean("置顶").switch(),
        is_tanchuang: bool             = boolean("弹窗").form_only(),
        kaishi_time: Option<Timestamp> = timestamp("开始时间").optional().search(Range),
        jieshu_time: Option<Timestamp> = timestamp("结束时间").optional(),
        fabu_time:   Option<Timestamp> = timestamp("发布时间").optional().read_only().sortable(),
        liulanliang: i64               = int("浏览量", 0, i64::MAX).default("0").read_only(),
        paixu:       i64               = paixu(),
        state:       String            = dict("状态", "fabu_state").cell(Tag).default("CAOGAO").filter(),
        beizhu:      Option<String>    = beizhu(),
    }
    .show("biaoti")
}
