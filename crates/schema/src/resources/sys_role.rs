use crate::{Action, Computed, Search::*, ShownAs::*, build::*, check, resource};

resource! {
    /// 角色管理: bundles of menu nodes with a data scope.
    Role, "sys/role", "角色" {
        id:           i64            = id(),
        name:         String         = text("角色名称", 30).search(Like).sortable(),
        code:         String         = text("权限字符", 30).pattern(check::code, "应为字母、数字、下划线或短横线")
                                           .create_only().unique().search(Like).cell(Copy),
        data_scope:   String         = dict("数据范围", "data_scope").cell(Tag).filter(),
        mendian_list: Vec<String>    = dicts("自定义门店", "mendian").default("[]").form_only(),
        menu_ids:     Computed<Vec<i64>> = references("菜单权限", "sys/menu").form_only().computed(),
        is_liandong:  bool           = boolean("父子联动").default("true").form_only(),
        user_count:   Computed<i64>  = int("用户数", 0, i64::MAX).computed(),
        is_xitong:    bool           = boolean("内置").cell(Tag).read_only(),
        paixu:        i64            = paixu(),
        state:        String         = state_switch(),
        beizhu:       Option<String> = beizhu(),
    }
    .show("name")
    .actions(&[Action::List, Action::Query, Action::Add, Action::Edit, Action::Del, Action::Export])
}
