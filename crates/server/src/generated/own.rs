//! Bodies and results of the routes that are not the resource pattern, in a short notation:
//! `name:type`, `name?:type` where it may be missing, `[type]` for a list.

use serde_json::{Map, Value as Json, json};

const USER: &str = "id:integer, nickName:string, headUrl?:string, loginName:string, phone?:string, email?:string, \
    sex?:string, mendian?:string, mendianShow?:string, mimaTime?:string, roleNames:string, roleNameList:[string], \
    roleList:[string], permissionList:[string]";

pub fn body(path: &str) -> Option<Json> {
    let text = match path {
        "/api/sys/login/login" => "loginName:string, password:string, yzmId?:string, yzm?:string",
        "/api/sys/user/edit/profile" => {
            "nickName?:string, phone?:string, email?:string, sex?:string"
        }
        "/api/sys/user/edit/password" => {
            "oldPassword:string, newPassword:string, confirmPassword:string"
        }
        "/api/sys/user/avatar" => "headUrl:string",
        "/api/sys/user/pianhao" => "jian:string, zhi?:any",
        "/api/sys/user/rePassword" | "/api/sys/user/jiesuo" => "id:integer",
        "/api/app/config/edit" => "type:string, data:any",
        "/api/app/mingan/chakan" => "ziyuan:string, id:integer, ziduan:string, yuanyin:string",
        _ => return None,
    };
    Some(object(text))
}

pub fn result(path: &str) -> Option<Json> {
    let text = match path {
        "/api/sys/login/login" => {
            let mut welcome = object("token:string, guoqiTime:string, isGaimi:boolean, user:any");
            welcome["properties"]["user"] = object(USER);
            return Some(welcome);
        }
        "/api/sys/login/yzm" => "yzmId:string, tupian:string",
        "/api/sys/user/findProfile" => return Some(object(&format!("{USER}, isGaimi:boolean"))),
        "/api/sys/user/pianhao" => return Some(json!({ "type": ["object", "null"] })),
        "/api/sys/user/add" => "id:integer, password:string",
        "/api/sys/user/rePassword" => "password:string",
        "/api/app/mingan/chakan" => "zhi?:string",
        "/api/app/file/up" => "url:string, name:string, type:string, daxiao:integer",
        "/api/sys/user/session/findAllByList" => {
            return Some(list(object(
                "id:integer, ip?:string, ua?:string, loginTime:string, huoyueTime:string, guoqiTime:string, isDangqian:boolean",
            )));
        }
        "/api/sys/menu/findAllByTree"
        | "/api/sys/menu/findUserMenuByTree"
        | "/api/sys/menu/findSelectByTree" => {
            return Some(list(json!({ "$ref": "#/components/schemas/SysMenu" })));
        }
        "/api/sys/menu/findAllPerByUserId" => return Some(list(json!({ "type": "string" }))),
        "/api/app/dict/init" => return Some(list(object("type:string, dataList:[any]"))),
        "/api/app/dict/findByType/{type}" => {
            return Some(list(object(
                "dictLabel:string, dictValue:string, tagType:string, isMoren:boolean, paixu:integer",
            )));
        }
        "/api/app/config/findByType/{type}" => {
            return Some(list(object(
                "id:integer, jian:string, mingcheng:string, zhi?:string, zhiType:string, isXitong:boolean, \
                 isKejian:boolean, paixu:integer, beizhu?:string, banbenSuo:integer",
            )));
        }
        _ => return None,
    };
    Some(object(text))
}

/// Query parameters of routes outside the pattern.
pub fn query(path: &str) -> Vec<&'static str> {
    match path {
        "/api/sys/menu/findSelectByTree" => vec!["isAll"],
        "/api/sys/menu/findAllPerByUserId" => vec!["userId"],
        path if path.ends_with("/import") => vec!["moshi"],
        path if path.ends_with("/export") || path.ends_with("/template") => vec!["fileName"],
        _ => Vec::new(),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "every caller makes the value for it"
)]
fn list(items: Json) -> Json {
    json!({ "type": "array", "items": items })
}

/// The schema of an object in the short notation.
pub fn object(text: &str) -> Json {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for part in text.split(',') {
        let Some((name, kind)) = part.trim().split_once(':') else {
            continue;
        };
        let optional = name.strip_suffix('?');
        if optional.is_none() {
            required.push(name.to_owned());
        }
        properties.insert(
            optional.unwrap_or(name).to_owned(),
            value(kind, optional.is_some()),
        );
    }
    json!({ "type": "object", "required": required, "properties": properties })
}

fn value(kind: &str, may_be_null: bool) -> Json {
    match kind
        .strip_prefix('[')
        .and_then(|kind| kind.strip_suffix(']'))
    {
        Some(inner) => list(value(inner, false)),
        None if kind == "any" => json!({}),
        None if may_be_null => json!({ "type": [kind, "null"] }),
        None => json!({ "type": kind }),
    }
}
