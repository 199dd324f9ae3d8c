use crate::{Action, Computed, Folder, Search::*, ShownAs::*, build::*, resource};

const MAX_ANNUAL: i64 = 10_000_000;
const MAX_RATE: i64 = 1_000_000;
const MAX_DAYS: i64 = 3_650;

resource! {
    /// 产品: a loan product. Its terms are copied into every order at application time.
    Project, "app/project", "产品" {
        id:              i64            = id(),
        fenlei_id:       i64            = reference("分类", "app/project/fenlei"),
        mingcheng:       String         = text("名称", 30).search(Like),
        select_name_show: Computed<String> = text("选择名称", 70).computed().form_only(),
        bianma:          String         = text("编码", 30).unique().search(Equal),
        logo:            Option<String> = image("标志").folder(Folder::Project).optional(),
        biaoqian:        Vec<String>    = tags("标签").cell(Tag).default("[]"),
        zuixiao_jine:    i64            = fen("最小金额"),
        zuida_jine:      i64            = fen("最大金额"),
        jine_buchang:    i64            = fen("金额步长").default("10000").form_only().hint("申请金额须为最小金额加步长的整数倍"),
        qishu_list:      String         = text("可选期数", 200).hint("逗号分隔，如 1,3,6,12"),
        zhouqi_danwei:   String         = dict("周期单位", "zhouqi_danwei").default("YUE").form_only().filter(),
        zhouqi_changdu:  i64            = int("周期长度", 1, MAX_DAYS).default("1").form_only().hint("每期几个周期单位"),
        huankuan_moshi:  String         = dict("还款模式", "huankuan_moshi").cell(Tag).filter(),
        nianlilv:        i64            = ppm("年利率", MAX_ANNUAL),
        jixi_tianshu:    i64            = int("计息天数", 360, 365).default("365").form_only().hint("按天、按周计息时一年的天数，360 或 365"),
        qianzhifeilv:    i64            = ppm("前置费率", MAX_RATE - 1).default("0").form_only().hint("占本金，放款时收取"),
        qianzhifei_fangshi: String      = dict("前置费收取方式", "qianzhifei_fangshi").default("LINGSHOU").form_only().hint("民法典第六百七十条：利息预先在本金中扣除的，按实际借款数额返还借款并计算利息"),
        zixunfeilv:      i64            = ppm("保险费率", MAX_RATE).default("0").form_only().hint("占本金，分摊到各期"),
        fuwufeilv:       i64            = ppm("服务费率", MAX_RATE).default("0").form_only().hint("占本金，分摊到各期"),
        kuanxian_tianshu: i64           = int("宽限天数", 0, MAX_DAYS).default("0").form_only(),
        yuqi_rilv:       i64            = ppm("逾期日费率", MAX_RATE).default("0").form_only(),
        yuqi_jishu:      String         = dict("逾期费基数", "yuqi_jishu").default("YINGHUAN").form_only(),
        yuqi_shangxian:  i64            = ppm("逾期费上限", MAX_ANNUAL).default("0").form_only().hint("占基数，0 为不封顶"),
        is_tiqian:       bool           = boolean("允许提前还款").form_only(),
        weiyue_feilv:    i64            = ppm("违约金费率", MAX_RATE).default("0").form_only().hint("占未到期本金"),
        tiqian_jixi:     String         = dict("提前还款计息", "tiqian_jixi").default("ZHENGQI").form_only(),
        is_yanqi:        bool           = boolean("允许展期").form_only(),
        yanqi_tianshu:   i64            = int("每次展期天数", 0, MAX_DAYS).default("0").form_only(),
        yanqi_feilv:     i64            = ppm("展期费率", MAX_RATE).default("0").form_only().hint("占剩余本金"),
        yanqi_zuida_cishu: i64          = int("最多展期次数", 0, 1_000).default("0").form_only(),
        nianhua:         Option<i64>    = ppm("最高综合年化", i64::MAX).optional().read_only(),
        nianling_min:    Option<i64>    = int("最小年龄", 0, 120).optional().form_only(),
        nianling_max:    Option<i64>    = int("最大年龄", 0, 120).optional().form_only(),
        quyu:            Option<String> = json("服务区域").optional().form_only(),
        qudao_ids:       Vec<i64>       = references("适用渠道", "app/qudao").default("[]").form_only(),
        hetong_ids:      Vec<i64>       = references("合同模板", "app/hetong").default("[]").form_only().hint("申请时随订单留下当时的版本"),
        rixiane:         Option<i64>    = fen("日放款限额").optional().form_only().hint("留空为不限"),
        shenqingshu:     Computed<i64>  = int("申请数", 0, i64::MAX).computed(),
        fangkuanshu:     Computed<i64>  = int("放款数", 0, i64::MAX).computed(),
        xiangqing:       Option<String> = rich_text("介绍").optional().form_only(),
        is_tuijian:      bool           = boolean("推荐").switch(),
        paixu:           i64            = paixu(),
        state:           String         = dict("状态", "shangxia_state").cell(Tag).default("XIAJIA").filter(),
        beizhu:          Option<String> = beizhu(),
    }
    .show("mingcheng")
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
