use crate::{Mask, Scope, Secret, build::*, resource};

resource! {
    /// 签约内容: what the contracts of an order say, as it was known when the order was applied for
    /// and, for what is decided only then, when it was paid out. A row is never changed; who was
    /// deleted is emptied out of it.
    SignedValues, "app/dingdan/qianyue", "签约内容" {
        id:             i64            = id(),
        dingdan_id:     i64            = reference("订单", "app/dingdan").read_only(),
        // The payout that it is of; 0 for the application.
        shijian_id:     i64            = int("事件号", 0, i64::MAX).read_only(),
        xingming:       Option<Secret> = secret("姓名", Mask::Name).optional().read_only(),
        zhengjianhaoma: Option<Secret> = secret("证件号", Mask::IdNumber).optional().read_only(),
        phone:          Option<Secret> = secret("手机号", Mask::Phone).optional().read_only(),
        // The others by their placeholders.
        neirong:        String         = json("内容").read_only(),
    }
    .show("shijian_id")
    .scope(Scope::Through { column: "dingdan_id", parent: "app/dingdan" })
    .uniques(&[&["dingdan_id", "shijian_id"]])
    .permission("app:user:renzheng")
    .actions(&[])
}
