use crate::{
    Action, Computed, Date, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*,
    resource,
};

/// Every state of the engine.
const STATES: &[&str] = &[
    "DAISHENHE",
    "YIJUJUE",
    "DAIFANGKUAN",
    "FANGKUANSHIBAI",
    "DAIHUANKUAN",
    "YIJIEQING",
    "YIQUXIAO",
    "YIHEXIAO",
];

resource! {
    /// 订单: one loan. Written by the verbs alone; what the engine needs stands in the columns
    /// that are never sent.
    Dingdan, "app/dingdan", "订单" {
        id:               i64               = id(),
        bianhao:          String            = text("订单号", 32).unique().search(Like).cell(Copy).read_only(),
        user_id:          i64               = reference("客户", "app/user").cell(Link),
        phone:            Option<Secret>    = secret("手机号", Mask::Phone).search(Equal).form_only().optional().read_only(),
        project_id:       i64               = reference("产品", "app/project"),
        qudao_id:         Option<i64>       = reference("渠道", "app/qudao").optional().read_only(),
        shenqing_jine:    i64               = fen("申请金额").form_only().read_only(),
        jiekuan_jine:     i64               = fen("借款金额").search(Range).sortable(),
        huankuan_jine:    Computed<i64>     = fen("应还总额").derived(),
        qishu:            i64               = int("期数", 1, 360).form_only(),
        jiekuan_zhouqi_show: Computed<String> = text("期数", 30).derived(),
        huankuan_moshi:   String            = dict("还款模式", "huankuan_moshi").cell(Tag).filter().read_only(),
        jiekuan_yongtu:   String            = dict("用途", "jiekuan_yongtu").cell(Tag).filter(),
        user_shoukuan_id: i64               = reference("收款账户", "app/user/shoukuan").cell(LongText),
        // Whoever decides about several says which state of each account they saw.
        shoukuan_banben_suo: Computed<Option<i64>> = int("收款账户版本", 0, i64::MAX).optional().form_only().computed(),
        state:            String            = dict("状态", "dingdan_state").cell(Tag).filter().read_only(),
        is_yuqi:          Computed<bool>    = boolean("逾期").cell(Tag).filter().derived(),
        yuqi_tianshu:     Computed<i64>     = int("逾期天数", 0, i64::MAX).derived(),
        // What is owed on the day of asking.
        jinri_yingshou:   Computed<i64>     = fen("今日应收").derived(),
        yuqi_jine:        Computed<i64>     = fen("逾期金额").derived(),
        benqi_yinghuan:   Computed<i64>     = fen("本期应还").derived(),
        // Kept by every event, so that lists can be sorted by them; empty unless being repaid.
        shengyu_benjin:   Option<i64>       = fen("剩余本金").sortable().optional().read_only(),
        dangqian_qi:      Option<i64>       = int("期次", 1, 360).out_of("zongqishu").sortable().optional().read_only(),
        zongqishu:        Computed<i64>     = int("总期数", 0, 360).form_only().derived(),
        yinghuan_ri:      Option<Date>      = date("下期日期").search(Range).sortable().optional().read_only(),
        // Overdue from the day after it.
        yuqi_ri:          Option<Date>      = date("逾期起算").search(Range).sortable().optional().read_only(),
        is_tiqian:        Computed<bool>    = boolean("可提前还款").form_only().derived(),
        jiekuan_xiangqing: Computed<String> = text("借款详情", 200).form_only().derived(),
        shenheren_id:     Option<i64>       = reference("审核人", "sys/user").optional().form_only().read_only(),
        shenhe_time:      Option<Timestamp> = timestamp("审核时间").optional().form_only().read_only(),
        shenhe_yijian:    Option<String>    = long_text("审核意见", 500).optional().form_only().read_only(),
        fangkuanren_id:   Option<i64>       = reference("放款人", "sys/user").optional().form_only().read_only(),
        fangkuan_time:    Option<Timestamp> = timestamp("放款时间").optional().sortable().search(Range).read_only(),
        fangkuan_liushui: Option<String>    = text("放款流水号", 64).cell(Copy).optional().form_only().read_only(),
        fangkuan_shibai:  Option<String>    = long_text("放款失败原因", 500).optional().form_only().read_only(),
        genjinren_id:     Option<i64>       = reference("归属人", "sys/user").optional().read_only(),
        mendian:          Option<String>    = dict("门店", "mendian").with_show().optional().filter().form_only().read_only(),
        beizhu:           Option<String>    = beizhu(),
        // What the engine keeps about an order beside its plan and its events.
        tiaokuan:         String            = json("条款").internal(),
        youhui_dangqian:  i64               = fen("当前优惠").default("0").internal(),
        // The longest overdue has the greatest: what lists are sorted by when asked for 逾期天数.
        yuqi_xu:          Option<i64>       = int("逾期先后", i64::MIN, i64::MAX).sortable().optional().internal(),
        // What the figures of a list are as long as nothing is due; empty where the plan has to be asked.
        huankuan_zonge:   Option<i64>       = fen("未到期应还总额").optional().internal(),
        benqi_jine:       Option<i64>       = fen("未到期本期应还").optional().internal(),
        chongqian_cishu:  i64               = int("重新放款次数", 0, i64::MAX).default("0").internal(),
        shijian_shu:      i64               = int("资金事件数", 0, i64::MAX).default("0").internal(),
        chexiao_shijian:  Option<i64>       = int("最近撤销", 0, i64::MAX).optional().internal(),
        // The copy of the receiving account in force; none before the review.
        shoukuan_fuben_id: Option<i64>      = int("收款账户副本", 1, i64::MAX).optional().internal(),
        // The versions of contracts that it was applied for under, their numbers with commas between.
        hetong_banben:    Option<String>    = text("合同版本", 400).optional().internal(),
    }
    .show("bianhao")
    .scope(Scope::Columns { owner: Some("genjinren_id"), store: Some("mendian") })
    .tabs("state", STATES)
    // A product lends small or large amounts.
    .together(&[("project_id", &["jiekuan_jine", "shengyu_benjin"])])
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
