use crate::{Action, Folder, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 还款记录: every movement of money between lender and borrower.
    Repayment, "app/dingdan/xingqing", "还款记录" {
        id:            i64               = id(),
        dingdan_id:    i64               = reference("订单", "app/dingdan").form_only().read_only(),
        bianhao:       String            = text("订单号", 32).search(Like).cell(Copy).read_only(),
        user_id:       i64               = reference("客户", "app/user").cell(Link).read_only(),
        r#type:        String            = dict("类型", "liushui_type").cell(Tag).filter().read_only(),
        qi:            Option<i64>       = int("期次", 1, 360).optional().form_only().read_only(),
        miaoshu:       String            = text("描述", 200).read_only(),
        zhifufangshi:  Option<String>    = dict("支付方式", "zhifu_fangshi").cell(Tag).filter().optional().read_only(),
        yingfujine:    i64               = fen("应付").read_only(),
        youhuijine:    i64               = fen("优惠").read_only(),
        shifujine:     i64               = fen("实付").read_only(),
        is_yuqi:       bool              = boolean("逾期").cell(Tag).filter().read_only(),
        dangqian_huankuan_time: Option<Timestamp> = timestamp("应还时间").search(Range).optional().read_only(),
        huankuan_time: Timestamp         = timestamp("实际还款时间").search(Range).sortable().read_only(),
        liushuihao:    Option<String>    = text("流水号", 64).cell(Copy).search(Equal).optional().read_only(),
        pingzheng:     Option<String>    = images("凭证", 9).folder(Folder::Pingzheng).optional().read_only(),
        is_chexiao:    bool              = boolean("已撤销").cell(Tag).filter().read_only(),
        chexiao_time:  Option<Timestamp> = timestamp("撤销时间").search(Range).optional().form_only().read_only(),
        caozuoren_id:  i64               = reference("操作人", "sys/user").read_only(),
        shijian_id:    i64               = int("事件号", 1, i64::MAX).form_only().read_only(),
        // One receipt over several instalments is one movement: its first record says the whole.
        liushui_jine:  Option<i64>       = fen("流水金额").optional().form_only().read_only(),
        liushui_miaoshu: Option<String>  = long_text("流水描述", 8_000).optional().form_only().read_only(),
    }
    .show("miaoshu")
    .scope(Scope::Through { column: "dingdan_id", parent: "app/dingdan" })
    .together(&[("type", &["huankuan_time"])])
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
