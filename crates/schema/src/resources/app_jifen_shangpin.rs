use crate::{Folder, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 积分商品: what points are exchanged for.
    Goods, "app/jifen/shangpin", "积分商品" {
        id:          i64               = id(),
        mingcheng:   String            = text("名称", 50).search(Like),
        fenlei:      Option<String>    = dict("分类", "shangpin_fenlei").cell(Tag).filter().optional(),
        r#type:      String            = dict("类型", "shangpin_type").cell(Tag).filter().hint("实物要填收货信息并由快递发出，虚拟与卡券发卡密"),
        zhutu:       String            = image("主图").folder(Folder::Shangpin),
        tupian:      Option<String>    = images("图集", 9).folder(Folder::Shangpin).optional().form_only(),
        jifen_jiage: i64               = int("所需积分", 1, 10_000_000).sortable(),
        jine:        i64               = fen("补差价").default("0").hint("除积分外每件另付的金额"),
        shichangjia: Option<i64>       = fen("市场价").optional(),
        kucun:       i64               = int("库存", 0, 1_000_000),
        yiduihuan:   i64               = int("已兑换", 0, i64::MAX).default("0").read_only(),
        xiangou:     Option<i64>       = int("每人限购", 1, 1_000).optional().form_only().hint("留空为不限"),
        yunfei:      i64               = fen("运费").default("0").form_only(),
        xiangqing:   Option<String>    = rich_text("详情").optional().form_only(),
        kaishi_time: Option<Timestamp> = timestamp("开始时间").optional().form_only(),
        jieshu_time: Option<Timestamp> = timestamp("结束时间").optional().form_only(),
        is_tuijian:  bool              = boolean("推荐").switch(),
        paixu:       i64               = paixu(),
        state:       String            = dict("状态", "shangxia_state").cell(Tag).default("SHANGJIA").filter(),
        beizhu:      Option<String>    = beizhu(),
    }
    .show("mingcheng")
}
