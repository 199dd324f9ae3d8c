use crate::{Timestamp, build::*, resource};

resource! {
    /// 合同版本: a template as it was published. Orders name the versions they were made under.
    ContractVersion, "app/hetong/banben", "合同版本" {
        id:             i64               = id(),
        hetong_id:      i64               = reference("合同模板", "app/hetong").read_only(),
        banben:         i64               = int("版本", 1, i64::MAX).read_only(),
        mingcheng:      String            = text("名称", 50).read_only(),
        r#type:         String            = dict("合同类型", "hetong_type").read_only(),
        neirong:        String            = rich_text("正文").read_only(),
        // The file belongs to the template.
        wenjian_url:    Option<String>    = text("附件", 500).optional().read_only(),
        is_qianzhang:   bool              = boolean("需签章").read_only(),
        fabu_time:      Timestamp         = timestamp("发布时间").read_only(),
        shengxiao_time: Option<Timestamp> = timestamp("生效时间").optional().read_only(),
    }
    .show("mingcheng")
    .uniques(&[&["hetong_id", "banben"]])
    .permission("app:hetong")
    .append_only()
    .actions(&[])
}
