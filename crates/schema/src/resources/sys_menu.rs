use crate::{Action, Search::*, ShownAs::*, build::*, check, resource};

resource! {
    /// 菜单管理: directories, pages and buttons; what a role grants.
    Menu, "sys/menu", "菜单" {
        id:         i64            = id(),
        parent_id:  i64            = int("上级菜单", 0, i64::MAX).default("0").search(Equal).form_only(),
        name:       String         = text("菜单名称", 30).search(Like),
        r#type:     String         = dict("类型", "menu_type").cell(Tag).filter(),
        icon:       Option<String> = text("图标", 60).cell(Icon).optional(),
        router_url: Option<String> = text("路由地址", 200).pattern(check::router_url, "应以/开头，外链应以http://或https://开头").unique().optional(),
        component:  Option<String> = text("组件", 100).optional(),
        perms:      Option<String> = text("权限标识", 100).pattern(check::permission, "应为三段以上，用冒号连接")
                                         .search(Like).cell(Copy).optional(),
        canshu:     Option<String> = json("路由参数").form_only().optional(),
        is_wailian: bool           = boolean("外链").form_only(),
        is_show:    bool           = boolean("是否显示").default("true").switch(),
        is_huancun: bool           = boolean("是否缓存").default("true").switch().form_only(),
        is_guding:  bool           = boolean("固定页签").form_only(),
        paixu:      i64            = paixu(),
        state:      String         = state_switch(),
        beizhu:     Option<String> = beizhu(),
    }
    .show("name")
    .uniques(&[&["parent_id", "name"]])
    .actions(&[Action::List, Action::Add, Action::Edit, Action::Del, Action::Export])
}
