use crate::{Computed, Mask, Search::*, Secret, ShownAs::*, build::*, check, resource};

resource! {
    /// 渠道: where customers come from.
    Channel, "app/qudao", "渠道" {
        id:           i64            = id(),
        mingcheng:    String         = text("名称", 30).search(Like),
        bianma:       String         = text("编码", 30).pattern(check::link_code, "只能含汉字、字母、数字、空格、_ 和 -").unique().create_only().search(Like).cell(Copy),
        r#type:       Option<String> = dict("类型", "qudao_type").cell(Tag).filter().optional(),
        lianxiren:    Option<String> = text("联系人", 30).optional(),
        phone:        Option<Secret> = secret("手机号", Mask::Phone).pattern(check::phone, "应为11位号码").optional(),
        jiesuan_type: Option<String> = dict("结算方式", "jiesuan_type").cell(Tag).filter().optional(),
        danjia:       Option<i64>    = fen("单价").optional().form_only(),
        koulv:        Option<i64>    = int("扣量%", 0, 100).optional().form_only(),
        // Made of the setting 本系统访问地址 and the code; its picture is drawn by the browser.
        tuiguang_url: Computed<String> = text("推广链接", 500).cell(Copy).derived(),
        liulanshu:    Computed<i64>  = int("浏览数", 0, i64::MAX).computed(),
        zhuceshu:     Computed<i64>  = int("注册数", 0, i64::MAX).computed(),
        shenqingshu:  Computed<i64>  = int("申请数", 0, i64::MAX).computed(),
        fangkuanshu:  Computed<i64>  = int("放款数", 0, i64::MAX).computed(),
        // Of those who came as far as the step before.
        zhucelv:      Computed<Option<i64>> = ppm("注册率", i64::MAX).optional().form_only().derived(),
        shenqinglv:   Computed<Option<i64>> = ppm("申请率", i64::MAX).optional().form_only().derived(),
        fangkuanlv:   Computed<Option<i64>> = ppm("放款率", i64::MAX).optional().form_only().derived(),
        state:        String         = state_switch(),
        beizhu:       Option<String> = beizhu(),
    }
    .show("mingcheng")
}
