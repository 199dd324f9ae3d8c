use crate::{Action, Computed, Scope, Search::*, ShownAs::*, Timestamp, build::*, resource};

resource! {
    /// 在线用户: one row per sign-in. Its times are real time, not the business clock.
    Session, "sys/session", "在线用户" {
        id:          i64            = id(),
        user_id:     i64            = reference("用户", "sys/user").form_only().read_only(),
        login_name:  String         = text("账号", 20).search(Like).read_only(),
        nick_name:   String         = text("昵称", 20).read_only(),
        ip:          Option<String> = text("地址", 64).optional().search(Equal).read_only(),
        ua:          Option<String> = text("浏览器", 300).optional().read_only(),
        login_time:  Timestamp      = timestamp("登录时间").sortable().read_only(),
        huoyue_time: Timestamp      = timestamp("最近活跃").read_only(),
        guoqi_time:  Timestamp      = timestamp("到期时间").read_only(),
        is_suoping:  bool           = boolean("锁屏").cell(Tag).read_only(),
        is_dangqian: Computed<bool> = boolean("当前会话").form_only().derived(),
        token_hash:  String         = text("令牌摘要", 64).unique().internal(),
        file_hash:   String         = text("文件令牌摘要", 64).unique().internal(),
    }
    .scope(Scope::Through { column: "user_id", parent: "sys/user" })
    .actions(&[Action::List, Action::Del])
}
