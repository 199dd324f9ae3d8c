use crate::{Folder, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 积分任务: what customers are given points for. What they do in the office advances it.
    PointsTask, "app/jifen/renwu", "积分任务" {
        id:             i64               = id(),
        mingcheng:      String            = text("名称", 50).search(Like),
        tubiao:         Option<String>    = image("图标").folder(Folder::Renwu).optional(),
        r#type:         String            = dict("任务类型", "renwu_type").cell(Tag).filter().hint("实名、绑卡、借款、还款由系统自动计入"),
        zhouqi:         String            = dict("周期", "renwu_zhouqi").cell(Tag).filter(),
        mubiao:         i64               = int("目标次数", 1, 1_000).default("1"),
        jifen:          i64               = int("奖励积分", 1, 100_000),
        cishu_xianzhi:  i64               = int("周期上限", 1, 1_000).default("1").hint("每个周期最多可完成几次"),
        tiaozhuan_url:  Option<String>    = text("跳转地址", 500).link().optional().form_only(),
        kaishi_time:    Option<Timestamp> = timestamp("开始时间").optional().form_only(),
        jieshu_time:    Option<Timestamp> = timestamp("结束时间").optional().form_only(),
        miaoshu:        Option<String>    = long_text("描述", 200).optional().form_only(),
        canyushu:       i64               = int("参与数", 0, i64::MAX).default("0").read_only(),
        paixu:          i64               = paixu(),
        state:          String            = state_switch(),
    }
    .show("mingcheng")
}
