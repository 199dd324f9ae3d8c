use crate::{
    Action, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, build::*, check, resource,
};

resource! {
    /// 收款账户: where a customer's money goes.
    Payee, "app/user/shoukuan", "收款账户" {
        id:                 i64            = id(),
        user_id:            i64            = reference("客户", "app/user").cell(Link).create_only().search(Like),
        r#type:             String         = dict("账户类型", "shoukuan_type").cell(Tag).filter().create_only(),
        zhaiyao:            String         = text("账户", 120).read_only(),
        yhk_kaihuhang:      Option<String> = text("开户行", 60).optional(),
        zhanghao:           Option<Secret> = secret("卡号", Mask::BankCard).pattern(check::bank_card, "应为有效的卡号").search(Equal).optional(),
        yhk_xingming:       Option<Secret> = secret("姓名", Mask::Name).optional(),
        yhk_yuliushouji:    Option<Secret> = secret("预留手机号", Mask::Phone).pattern(check::phone, "应为11位号码").optional().form_only(),
        yhk_shenfenzhenghao: Option<Secret> = secret("证件号", Mask::IdNumber).pattern(check::id_number, "应为有效的18位证件号").optional().form_only(),
        shoukuanzhanghao:   Option<Secret> = secret("收款账号", Mask::Phone).optional(),
        shoukuanma:         Option<String> = image("收款码").folder(Folder::Shoukuan).optional().form_only(),
        is_moren:           bool           = boolean("默认").cell(Tag).filter(),
        state:              String         = dict("状态", "state").cell(Tag).default("QIYONG").filter(),
    }
    .show("zhaiyao")
    .scope(Scope::Through { column: "user_id", parent: "app/user" })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
