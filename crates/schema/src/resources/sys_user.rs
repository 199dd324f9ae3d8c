use crate::{
    Action, Computed, Folder, Mask, Scope, Search::*, Secret, ShownAs::*, Timestamp, build::*,
    check, resource,
};

resource! {
    /// 用户管理: the staff who sign in.
    User, "sys/user", "用户" {
        id:           i64               = id(),
        login_name:   String            = text("账号", 20).pattern(check::login_name, "应为4到20位字母、数字或下划线")
                                              .create_only().unique().search(Like).sortable(),
        nick_name:    String            = text("昵称", 20).search(Like).sortable(),
        head_url:     Option<String>    = image("头像").folder(Folder::Avatar).cell(Avatar).optional(),
        phone:        Option<Secret>    = secret("手机号", Mask::Phone).pattern(check::phone, "应为11位号码").search(Equal).optional(),
        email:        Option<String>    = text("邮箱", 100).pattern(check::email, "格式不正确").form_only().optional(),
        sex:          Option<String>    = dict("性别", "sex").cell(Tag).filter().optional(),
        mendian:      Option<String>    = dict("门店", "mendian").with_show().search(Equal).filter().optional(),
        role_ids:     Computed<Vec<i64>> = references("角色", "sys/role").form_only().computed(),
        role_names:   Computed<Option<String>> = text("角色", 500).optional().computed(),
        state:        String            = state_switch().search(Equal),
        is_suoding:   Computed<bool>    = boolean("登录锁定").cell(Tag).computed(),
        login_time:   Option<Timestamp> = timestamp("最近登录").optional().read_only().sortable(),
        login_ip:     Option<String>    = text("登录地址", 64).optional().read_only(),
        mima_time:    Option<Timestamp> = timestamp("密码修改时间").optional().read_only().form_only(),
        is_gaimi:     bool              = boolean("须改密码").read_only().form_only(),
        mima:         String            = text("密码", 200).default("").internal(),
        beizhu:       Option<String>    = beizhu(),
    }
    .show("nick_name")
    .scope(Scope::Columns { owner: Some("id"), store: Some("mendian") })
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
