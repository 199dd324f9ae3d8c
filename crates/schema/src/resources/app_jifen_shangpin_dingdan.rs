use crate::{
    Action, Computed, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*,
    check, resource,
};

resource! {
    /// 积分订单: goods that a customer's points were exchanged for, and how they reach them.
    GoodsOrder, "app/jifen/shangpin/dingdan", "积分订单" {
        id:            i64               = id(),
        bianhao:       String            = text("订单号", 32).cell(Copy).unique().search(Like).read_only(),
        user_id:       i64               = reference("客户", "app/user").cell(Link).create_only().search(Like),
        phone:         Computed<String>  = text("手机号", 20).derived().search_through("user_id"),
        shangpin_id:   i64               = reference("商品", "app/jifen/shangpin").create_only().search(Like),
        zhutu:         Option<String>    = image("主图").folder(Folder::Shangpin).optional().read_only(),
        r#type:        String            = dict("类型", "shangpin_type").cell(Tag).filter().read_only(),
        shuliang:      i64               = int("数量", 1, 1_000).default("1").create_only(),
        jifen:         i64               = int("消耗积分", 0, i64::MAX).read_only(),
        jine:          i64               = fen("实付").read_only(),
        shouhuoren:    Option<Secret>    = secret("收货人", Mask::Name).optional(),
        shouhuo_phone: Option<Secret>    = secret("收货手机号", Mask::Phone).pattern(check::phone, "应为11位号码").search(Equal).optional(),
        shouhuo_dizhi: Option<Secret>    = secret("收货地址", Mask::Beginning).cell(LongText).optional(),
        wuliu_gongsi:  Option<String>    = dict("物流公司", "wuliu_gongsi").cell(Tag).filter().optional().read_only(),
        wuliu_no:      Option<String>    = text("物流单号", 64).cell(Copy).search(Equal).optional().read_only(),
        fahuo_time:    Option<Timestamp> = timestamp("发货时间").optional().sortable().read_only(),
        wancheng_time: Option<Timestamp> = timestamp("完成时间").optional().form_only().read_only(),
        kamima:        Option<Secret>    = secret("卡密", Mask::Hidden).optional().form_only().read_only(),
        state:         String            = dict("状态", "jifen_dingdan_state").cell(Tag).default("DAIFAHUO").filter().read_only(),
        beizhu:        Option<String>    = beizhu(),
    }
    .show("bianhao")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
