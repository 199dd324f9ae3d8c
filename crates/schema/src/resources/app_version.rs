use crate::{Action, Folder, Search::*, ShownAs::*, Timestamp, build::*, check, resource};

resource! {
    /// App版本: what customers install, platform by platform.
    AppVersion, "app/version", "App版本" {
        id:              i64               = id(),
        pingtai:         String            = dict("平台", "pingtai").cell(Tag).filter().create_only(),
        banbenhao:       String            = text("版本号", 20).pattern(check::version, "应为x.y.z，如 1.2.0").search(Like),
        banben_code:     i64               = int("版本编码", 1, 1_000_000_000).create_only().sortable().hint("每个平台只增不减"),
        gengxin_type:    String            = dict("更新方式", "gengxin_type").cell(Tag).default("TISHI").filter(),
        anzhuangbao:     Option<String>    = file("安装包").folder(Folder::Version).optional().form_only(),
        xiazai_url:      Option<String>    = text("下载地址", 500).link().optional().hint("上传了安装包时留空；苹果等由商店下载的填商店地址"),
        wgt_url:         Option<String>    = file("热更包").folder(Folder::Version).optional().form_only(),
        daxiao:          Option<i64>       = int("大小(字节)", 0, i64::MAX).optional().read_only(),
        md5:             Option<String>    = text("MD5", 32).cell(Copy).optional().read_only(),
        gengxin_neirong: String            = long_text("更新内容", 1_000).cell(LongText),
        huidu:           i64               = int("灰度%", 0, 100).default("100").form_only(),
        state:           String            = dict("状态", "fabu_state").cell(Tag).default("CAOGAO").filter(),
        fabu_time:       Option<Timestamp> = timestamp("发布时间").sortable().optional().read_only(),
        beizhu:          Option<String>    = beizhu(),
    }
    .show("banbenhao")
    .uniques(&[&["pingtai", "banben_code"]])
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
