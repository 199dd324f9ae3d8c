//! The roles every installation starts with.

/// A role every installation starts with.
#[derive(Debug, Clone, Copy)]
pub struct BuiltInRole {
    pub code: &'static str,
    pub name: &'static str,
    pub data_scope: &'static str,
    /// Permissions by prefix or whole; the role `admin` holds everything without a list.
    pub grants: &'static [&'static str],
}

/// The role that holds every permission.
pub const ADMIN: &str = "admin";

pub const ROLES: &[BuiltInRole] = &[
    BuiltInRole {
        code: ADMIN,
        name: "超级管理员",
        data_scope: "QUANBU",
        grants: &[],
    },
    BuiltInRole {
        code: "shenhe",
        name: "审核员",
        data_scope: "QUANBU",
        grants: &[
            "app:dingdan:list",
            "app:dingdan:query",
            "app:dingdan:shenhe",
            "app:dingdan:shisuan",
            "app:dingdan:quxiao",
            "app:dingdan:xingqing:list",
            "app:log:list",
            "app:user:list",
            "app:user:query",
            "app:user:jibenxinxi:list",
            "app:user:jibenxinxi:query",
            "app:user:renzheng:list",
            "app:user:renzheng:query",
            "app:user:shoukuan:list",
            "app:user:shoukuan:query",
            "app:user:chanpin",
            "app:mingan:chakan",
            "app:project:list",
            "app:project:query",
        ],
    },
    BuiltInRole {
        code: "caiwu",
        name: "财务",
        data_scope: "QUANBU",
        grants: &[
            "app:dingdan:list",
            "app:dingdan:query",
            "app:dingdan:export",
            "app:dingdan:fangkuan",
            "app:dingdan:chongqian",
            "app:dingdan:querenhuankuan",
            "app:dingdan:daozhang",
            "app:dingdan:yanqi",
            "app:dingdan:tiqian",
            "app:dingdan:shisuan",
            "app:dingdan:shouhui",
            "app:dingdan:xingqing:list",
            "app:dingdan:xingqing:export",
            "app:log:list",
            "app:zijin:",
            "app:user:list",
            "app:user:query",
            "app:user:shoukuan:list",
            "app:user:shoukuan:query",
            "app:mingan:chakan",
        ],
    },
    BuiltInRole {
        code: "kefu",
        name: "客服",
        data_scope: "MENDIAN",
        grants: &[
            "app:dingdan:list",
            "app:dingdan:query",
            "app:dingdan:add",
            "app:dingdan:shisuan",
            "app:dingdan:xingqing:list",
            "app:log:list",
            "app:user:list",
            "app:user:query",
            "app:user:add",
            "app:user:edit",
            "app:user:info",
            "app:user:fenpei",
            "app:user:tongzhi",
            "app:user:chanpin",
            "app:user:jibenxinxi:",
            "app:user:shoukuan:list",
            "app:user:shoukuan:query",
            "app:user:shoukuan:add",
            "app:user:genjin:",
            "app:mingan:chakan",
            "app:fankui:list",
            "app:fankui:query",
            "app:fankui:editState",
            "app:tongzhi:list",
            "app:tongzhi:query",
            "app:gonggao:list",
            "app:gonggao:query",
            "app:qa:list",
            "app:qa:query",
            "app:project:list",
            "app:jifen:shangpin:dingdan:list",
            "app:jifen:shangpin:dingdan:setWuliuNo",
        ],
    },
    BuiltInRole {
        code: "shenji",
        name: "审计员",
        data_scope: "QUANBU",
        grants: &[
            "sys:log:list",
            "sys:log:query",
            "sys:log:export",
            "app:mingan:jilu:",
            "app:log:list",
            "app:zijin:",
            "app:dingdan:list",
            "app:dingdan:query",
            "app:dingdan:xingqing:list",
        ],
    },
];

impl BuiltInRole {
    /// Whether the role is given this permission from the start.
    pub fn holds(&self, permission: &str) -> bool {
        self.grants
            .iter()
            .any(|grant| match grant.strip_suffix(':') {
                Some(prefix) => permission == prefix || permission.starts_with(grant),
                None => permission == *grant,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::permissions;

    #[test]
    fn built_in_roles_grant_only_what_exists() {
        let all = permissions();
        for role in ROLES {
            for grant in role.grants {
                assert!(
                    all.iter()
                        .any(|code| code == grant || code.starts_with(grant)),
                    "{grant}"
                );
            }
        }
    }
}
