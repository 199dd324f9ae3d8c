use crate::{Mask, Scope, Secret, build::*, resource};

resource! {
    /// 订单收款账户: the receiving account as it was when the order was reviewed. The newest copy
    /// that the order names is the one in force; a copy is never changed.
    PayeeCopy, "app/dingdan/shoukuan", "订单收款账户" {
        id:                 i64            = id(),
        dingdan_id:         i64            = reference("订单", "app/dingdan").read_only(),
        xuhao:              i64            = int("序号", 1, i64::MAX).read_only(),
        user_shoukuan_id:   i64            = int("账户编号", 1, i64::MAX).read_only(),
        r#type:             String         = dict("账户类型", "shoukuan_type").read_only(),
        zhaiyao:            String         = text("账户", 120).read_only(),
        yhk_kaihuhang:      Option<String> = text("开户行", 60).optional().read_only(),
        zhanghao:           Option<Secret> = secret("卡号", Mask::BankCard).optional().read_only(),
        yhk_xingming:       Option<Secret> = secret("姓名", Mask::Name).optional().read_only(),
        yhk_yuliushouji:    Option<Secret> = secret("预留手机号", Mask::Phone).optional().read_only(),
        yhk_shenfenzhenghao: Option<Secret> = secret("证件号", Mask::IdNumber).optional().read_only(),
        shoukuanzhanghao:   Option<Secret> = secret("收款账号", Mask::Phone).optional().read_only(),
        // The file belongs to the account; whoever sees the order sees it.
        shoukuanma:         Option<String> = text("收款码", 500).optional().read_only(),
        // The keyed digest of what the account was, in clear.
        neirong_mac:       String         = text("内容校验", 64).internal(),
    }
    .show("zhaiyao")
    .scope(Scope::Through { column: "dingdan_id", parent: "app/dingdan" })
    .uniques(&[&["dingdan_id", "xuhao"]])
    .permission("app:user:shoukuan")
    .actions(&[])
}
