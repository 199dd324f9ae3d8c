use crate::{
    Computed, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*, check,
    resource,
};

resource! {
    /// 客户: the people who borrow. Each has an owner among the staff and a store.
    Customer, "app/user", "客户" {
        id:           i64            = id(),
        user_no:      String         = text("编号", 20).search(Equal).cell(Copy).read_only(),
        head_url:     Option<String> = image("头像").folder(Folder::Avatar).cell(Avatar).optional(),
        nick_name:    String         = text("昵称", 30).search(Like),
        sex:          Option<String> = dict("性别", "sex").with_show().filter().optional(),
        phone:        Secret         = secret("手机号", Mask::Phone).pattern(check::phone, "应为11位号码").unique().search(Equal),
        // The verified name and its state follow 实名认证.
        zhenshixingming: Option<Secret> = secret("真实姓名", Mask::Name).search(Equal).optional().read_only(),
        shiming_state: String        = dict("实名状态", "renzheng_state").cell(Tag).default("WEIRENZHENG").filter().read_only(),
        qudao_id:     Option<i64>    = reference("渠道", "app/qudao").optional(),
        dingdan_count: Computed<i64> = int("订单数", 0, i64::MAX).computed(),
        daihuan_jine: Computed<i64>  = fen("剩余本金").computed(),
        // What is owed on the day of asking, over the orders in repayment.
        jinri_yingshou: Computed<i64> = fen("今日应收").derived(),
        yuqi_count:   Computed<i64>  = int("逾期订单", 0, i64::MAX).derived(),
        yuqi_jine:    Computed<i64>  = fen("逾期金额").derived(),
        jifen:        i64            = int("积分", 0, i64::MAX).default("0").read_only(),
        genjinren_id: Option<i64>    = reference("归属人", "sys/user").optional().search(Equal),
        mendian:      Option<String> = dict("门店", "mendian").with_show().search(Equal).optional(),
        is_suoding:   bool           = boolean("锁定").cell(Tag).filter(),
        state:        String         = state_switch(),
        last_login_time: Option<Timestamp> = timestamp("最近登录").optional().sortable().read_only(),
        beizhu:       Option<String> = beizhu(),
        // 信用, written by editInfo.
        xinyong_file: Option<String> = images("信用文件", 20).folder(Folder::Xinyong).optional().form_only().read_only(),
        yongguophones: Option<Secret> = secret("用过的手机号", Mask::Phones).optional().form_only().read_only(),
        // Whose customer it is, as the one who asks sees it.
        is_my:        Computed<bool> = boolean("我的客户").form_only().derived(),
        is_my_custom: Computed<bool> = boolean("我登记的").form_only().derived(),
        is_my_mendian: Computed<bool> = boolean("本门店的").form_only().derived(),
    }
    .show("nick_name")
    .scope(Scope::Columns { owner: Some("genjinren_id"), store: Some("mendian") })
}
