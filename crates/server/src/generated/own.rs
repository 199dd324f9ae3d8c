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
        "/api/app/dingdan/add" => {
            "userId:integer, projectId:integer, jiekuanJine:integer, qishu:integer, jiekuanYongtu:string, \
             userShoukuanId:integer, beizhu?:string"
        }
        "/api/app/dingdan/shisuan" => {
            "projectId?:integer, jiekuanJine:integer, qishu:integer, fangkuanRiqi?:string, huankuanMoshi?:string, \
             zhouqiDanwei?:string, zhouqiChangdu?:integer, nianlilv?:integer, jixiTianshu?:integer, qianzhifeilv?:integer, \
             qianzhifeiFangshi?:string, zixunfeilv?:integer, fuwufeilv?:integer, kuanxianTianshu?:integer, \
             yuqiRilv?:integer, yuqiJishu?:string, yuqiShangxian?:integer, isTiqian?:boolean, weiyueFeilv?:integer, \
             tiqianJixi?:string, isYanqi?:boolean, yanqiTianshu?:integer, yanqiFeilv?:integer, yanqiZuidaCishu?:integer"
        }
        "/api/app/dingdan/shenhe" => {
            "id:integer, jieguo:string, yijian:string, pifuJine?:integer, banbenSuo?:integer, shoukuanBanbenSuo?:integer"
        }
        "/api/app/dingdan/fangkuan" => {
            "id:integer, jieguo:string, fangshi?:string, liushuihao?:string, fangkuanTime?:string, \
             shibaiYuanyin?:string, pingzheng?:string, banbenSuo?:integer"
        }
        "/api/app/dingdan/chongqian" => {
            "id:integer, userShoukuanId?:integer, beizhu:string, banbenSuo?:integer"
        }
        "/api/app/dingdan/querenhuankuan" => {
            "dingdanId:integer, qi?:integer, yingfu?:integer, zhifufangshi?:string, daozhangRiqi?:string, \
             liushuihao?:string, pingzheng?:string"
        }
        "/api/app/dingdan/yanqi" => {
            "dingdanId:integer, qi?:integer, cishu?:integer, feiyong?:integer, zhifufangshi?:string, liushuihao?:string"
        }
        "/api/app/dingdan/tiqianhuankuan" => {
            "dingdanId:integer, zongfeiyong?:integer, zhifufangshi?:string, daozhangRiqi?:string, liushuihao?:string, \
             pingzheng?:string"
        }
        "/api/app/dingdan/setYouhuiDangqian" => "id:integer, jine:integer, jiuJine?:integer",
        "/api/app/dingdan/chexiao" => "dingdanId:integer, shijianId:integer, yuanyin:string",
        "/api/app/dingdan/hexiao" | "/api/app/dingdan/quxiao" => {
            "dingdanId:integer, yuanyin:string"
        }
        "/api/app/dingdan/shouhui" => {
            "dingdanId:integer, jine:integer, liushuihao:string, zhifufangshi?:string, pingzheng?:string"
        }
        _ => return None,
    };
    Some(object(text))
}

const PLAN: &str = "qi:integer, qiShow:string, riqi:string, riqiNian:string, riqiYueri:string, yinghuan:integer, \
    benjin:integer, lixi:integer, feiyong:integer";
const SUMMARY: &str = "zonghuankuan:integer, zongbenjin:integer, zongxifei:integer, zonglixi:integer, \
    qianzhifei:integer, zixunfei:integer, fuwufei:integer, zongqishu:integer";
const MOVED: &str = "jian:string, mingcheng:string, bishu:integer, ruzhang:integer, chuzhang:integer, \
    chongxiao:integer, jinge:integer";

/// The answers of orders and the ledger.
fn order_result(path: &str) -> Option<Json> {
    let with = |text: &str, name: &str, inner: Json| {
        let mut made = object(text);
        made["properties"][name] = inner;
        Some(made)
    };
    match path {
        "/api/app/dingdan/tongji" => Some(list(object(
            "state:string, shuliang:integer, isZhunque:boolean",
        ))),
        "/api/app/dingdan/chanpin" => Some(list(object(
            "id:integer, selectNameShow:string, mingcheng:string, fenleiId:integer, zuixiaoJine:integer, \
             zuidaJine:integer, jineBuchang:integer, qishuList:string, zhouqiDanwei:string, zhouqiChangdu:integer, \
             huankuanMoshi:string, nianlilv:integer, nianhua?:integer",
        ))),
        "/api/app/dingdan/add" => Some(object("id:integer, bianhao:string")),
        "/api/app/dingdan/shisuan" => with(
            &format!(
                "{SUMMARY}, shidaoJine:integer, nianhuaDanli?:integer, nianhuaFuli?:integer, jinggao:[string], \
                 huankuanJihuaList:any"
            ),
            "huankuanJihuaList",
            list(object(PLAN)),
        ),
        "/api/app/dingdan/huankuanXiangqing/{id}" => with(
            &format!(
                "{SUMMARY}, dingdanId:integer, state:string, isYulan:boolean, isTiqian:boolean, yuqifei:integer, \
                 weiyuejin:integer, yanqifei:integer, youhuiDangqian:integer, youhuiShangxian?:integer, \
                 youhuiZongjine:integer, yanqiShijian?:string, yanqiCishu:integer, yanqiFeiyong?:integer, yanqiTianshu:integer, \
                 shengyubenjin:integer, queren:any, querenShuoming?:string, huankuanJihuaList:any"
            ),
            "huankuanJihuaList",
            list(object(&format!(
                "{PLAN}, state:string, isYuqi:boolean, yuqiTianshu:integer, yuqiZongjine:integer, zongyouhui:integer, \
                 shifu:integer, huankuanTime?:string, isHuankuan:boolean, isYanqi:boolean"
            ))),
        ),
        "/api/app/dingdan/tiqianhuankuanInit" => Some(object(
            "shengyubenjin:integer, lixi:integer, feiyong:integer, yuqifei:integer, weiyuefei:integer, \
             zongyouhui:integer, zongfeiyong:integer",
        )),
        "/api/app/dingdan/jieshi/{id}" => {
            Some(list(object("xiang:string, suanshi:string, jieguo:integer")))
        }
        "/api/app/dingdan/weapp/findById/{id}" => {
            Some(json!({ "$ref": "#/components/schemas/AppDingdan" }))
        }
        "/api/app/log/findByDingdanId/{id}" => {
            Some(list(json!({ "$ref": "#/components/schemas/AppLog" })))
        }
        "/api/app/zijin/liushui/heji" => with(
            &format!("{MOVED}, zhangmian?:integer, isYizhi?:boolean, mingxi:any"),
            "mingxi",
            list(object(MOVED)),
        ),
        "/api/app/zijin/zongzhang" => with(
            "riqiBegin:string, riqiEnd:string, jieHeji:integer, daiHeji:integer, isPingheng:boolean, mingxi:any",
            "mingxi",
            list(object(
                "kemu:string, kemuShow:string, qichu:integer, jie:integer, dai:integer, qimo:integer",
            )),
        ),
        "/api/app/zijin/jiancha" => with(
            "isTongguo?:boolean, jianchaTime?:string, dingdanShu:integer, shengjiShu?:integer, isJinxing?:boolean, \
             jianchaId?:integer, baifenbi?:integer, fengcun:[string], xiang?:any",
            "xiang",
            list(object(
                "bianhao:integer, mingcheng:string, isTongguo:boolean, cuowushu:integer, cuowu:[string]",
            )),
        ),
        "/api/app/project/fenlei/pingbi/admin/findAllByList" => Some(list(
            json!({ "$ref": "#/components/schemas/AppProjectFenleiPingbi" }),
        )),
        path if path.starts_with("/api/app/dingdan/") && body(path).is_some() => Some(object(
            "id:integer, bianhao:string, state:string, banbenSuo:integer, shijianId?:integer",
        )),
        _ => None,
    }
}

pub fn result(path: &str) -> Option<Json> {
    let text = match path {
        "/api/sys/login/login" => {
            let mut welcome = object("token:string, guoqiTime:string, isGaimi:boolean, user:any");
            welcome["properties"]["user"] = object(USER);
            return Some(welcome);
        }
        "/api/sys/login/yzm" => "isYzm:boolean, yzmId?:string, tupian?:string",
        "/api/sys/login/gongsi" => "gongsiMingcheng:string",
        "/api/sys/user/findProfile" => return Some(object(&format!("{USER}, isGaimi:boolean"))),
        "/api/sys/user/pianhao" => return Some(json!({ "type": ["object", "null"] })),
        "/api/app/jindu/{id}" => "isPaidui:boolean, wancheng:integer, zongshu?:integer",
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
        path => return order_result(path),
    };
    Some(object(text))
}

/// Query parameters of routes outside the pattern.
pub fn query(path: &str) -> Vec<&'static str> {
    match path {
        "/api/sys/login/yzm" => vec!["loginName"],
        "/api/sys/menu/findSelectByTree" => vec!["isAll"],
        "/api/sys/menu/findAllPerByUserId" | "/api/app/dingdan/chanpin" => vec!["userId"],
        "/api/app/dingdan/huankuanXiangqing/{id}" => vec!["riqi"],
        "/api/app/dingdan/tiqianhuankuanInit" => vec!["dingdanId", "daozhangRiqi"],
        "/api/app/dingdan/jieshi/{id}" => vec!["xiang", "qi", "riqi"],
        "/api/app/project/fenlei/pingbi/admin/findAllByList" => vec!["userId", "phone"],
        "/api/app/zijin/liushui/heji" => vec![
            "fenzu",
            "createTimeBegin",
            "createTimeEnd",
            "zhifufangshi",
            "caozuorenId",
            "type",
        ],
        "/api/app/zijin/zongzhang" => vec!["riqiBegin", "riqiEnd"],
        "/api/app/zijin/jiancha" => vec!["jianchaId"],
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

/// What a resource with an order takes to change it.
pub fn places() -> Json {
    let mut body = object("records:any");
    body["properties"]["records"] = list(object("id:integer, paixu:integer, banbenSuo?:integer"));
    body
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
