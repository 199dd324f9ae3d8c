//! Every path of the specification's section 7 with every method it names there, written down from
//! its text. None of them is unknown; what this version does not have yet is listed by name.

use http::{Method, StatusCode};
use testkit::on_both;

/// The resource pattern.
const PATTERN: [(&str, &str); 6] = [
    ("GET", "findAllByPage"),
    ("GET", "findAllByList"),
    ("GET", "findById/1"),
    ("POST", "add"),
    ("POST", "edit"),
    ("DELETE", "delByIds/987654321"),
];

/// Under /api/app/, each with the whole pattern.
const RESOURCES: [&str; 28] = [
    "lunbotu",
    "tongzhi",
    "qa",
    "fankui",
    "dict",
    "dict/data",
    "resource",
    "resource/copy1",
    "jifen",
    "jifen/renwu",
    "jifen/renwu/jilu",
    "jifen/shangpin",
    "jifen/shangpin/dingdan",
    "hetong",
    "gonggao",
    "user/jibenxinxi",
    "user/shoukuan",
    "user/renzheng",
    "user/tongxunlu",
    "user/duanxin",
    "project/fenlei",
    "project",
    "project/fenlei/pingbi",
    "dingdan",
    "dingdan/xingqing",
    "qudao",
    "version",
    "log",
];

/// Under /api/code/, with the same pattern.
const CODE: [&str; 2] = ["gen/table", "tmpl"];

/// Everything else, by its whole path.
const CALLS: [(&str, &str); 61] = [
    ("POST", "sys/login/login"),
    ("POST", "sys/login/logout"),
    ("POST", "app/file/up"),
    ("GET", "sys/user/findAllByPage"),
    ("GET", "sys/user/findProfile"),
    ("POST", "sys/user/add"),
    ("POST", "sys/user/edit"),
    ("POST", "sys/user/edit/profile"),
    ("POST", "sys/user/edit/password"),
    ("POST", "sys/user/avatar"),
    ("POST", "sys/user/rePassword"),
    ("DELETE", "sys/user/delByIds/987654321"),
    ("GET", "sys/menu/findAllByTree"),
    ("GET", "sys/menu/findUserMenuByTree"),
    ("GET", "sys/menu/findSelectByTree"),
    ("GET", "sys/menu/findAllPerByUserId"),
    ("POST", "sys/menu/add"),
    ("POST", "sys/menu/edit"),
    ("DELETE", "sys/menu/delByIds/987654321"),
    ("GET", "sys/role/findAllByPage"),
    ("GET", "sys/role/findAllByList"),
    ("POST", "sys/role/add"),
    ("POST", "sys/role/edit"),
    ("DELETE", "sys/role/delByIds/987654321"),
    ("GET", "sys/log/findAllByPage"),
    ("GET", "sys/log/findAllByList"),
    ("POST", "sys/log/add"),
    ("POST", "sys/log/edit"),
    ("DELETE", "sys/log/delByIds/987654321"),
    ("GET", "app/config/findByType/JICHU"),
    ("POST", "app/config/edit"),
    ("POST", "app/fankui/editState"),
    ("GET", "app/dict/findByType/state"),
    ("GET", "app/dict/init"),
    ("GET", "app/resource/copy1/import/template"),
    ("POST", "app/jifen/shangpin/dingdan/setWuliuNo"),
    ("POST", "app/jifen/shangpin/dingdan/setState"),
    ("GET", "app/user/jibenxinxi/findByUserId/1"),
    ("GET", "app/user/renzheng/findByUserId/1"),
    ("GET", "app/project/fenlei/pingbi/admin/findAllByList"),
    ("GET", "code/gen/table/db/findAllByPage"),
    ("GET", "code/gen/table/column/1"),
    ("GET", "code/gen/preview/1"),
    ("GET", "code/gen/tongbuById/1"),
    ("POST", "code/gen/importTable"),
    ("POST", "code/gen/genCodeById/1"),
    ("POST", "code/gen/table/download/1"),
    ("POST", "app/dingdan/chongqian"),
    ("POST", "app/dingdan/shenhe"),
    ("POST", "app/dingdan/fangkuan"),
    ("GET", "app/dingdan/weapp/findById/1"),
    ("GET", "app/dingdan/huankuanXiangqing/1"),
    ("GET", "app/dingdan/tiqianhuankuanInit?dingdanId=1"),
    ("POST", "app/dingdan/querenhuankuan"),
    ("POST", "app/dingdan/yanqi"),
    ("POST", "app/dingdan/tiqianhuankuan"),
    ("POST", "app/dingdan/setYouhuiDangqian"),
    ("GET", "app/log/findByDingdanId/1"),
    ("POST", "app/user/admin/editInfo"),
    ("POST", "app/user/tongzhi"),
    ("GET", "app/user/findProjectByUser?userId=1"),
];

/// The two that stand apart.
const LAST: [(&str, &str); 2] = [
    ("GET", "app/page/admin/home"),
    ("GET", "app/user/findAllByPage"),
];

/// What this version does not have yet: every call that begins like this.
const OPEN: [&str; 0] = [];

fn calls() -> Vec<(Method, String)> {
    let under = |root: &str, resource: &str| {
        let root = format!("{root}/{resource}");
        PATTERN.map(|(method, tail)| (method, format!("{root}/{tail}")))
    };
    let patterns = RESOURCES.iter().flat_map(|path| under("app", path));
    let code = CODE.iter().flat_map(|path| under("code", path));
    let rest = CALLS
        .iter()
        .chain(&LAST)
        .map(|(method, path)| (*method, (*path).to_owned()));
    patterns
        .chain(code)
        .chain(rest)
        .map(|(method, path)| (method.parse().unwrap(), path))
        .collect()
}

#[test]
fn no_call_of_section_seven_is_unknown() {
    let calls = calls();
    assert_eq!(calls.len(), 243);
    on_both(async |test| {
        let admin = test.admin().await;
        let mut unknown = Vec::new();
        for (method, path) in &calls {
            if path == "sys/login/logout" {
                continue;
            }
            let headers = [("content-type", "application/json")];
            let body = if *method == Method::POST { "{}" } else { "" };
            let url = format!("/api/{path}");
            let answer = admin
                .send(method.clone(), &url, body.into(), &headers)
                .await;
            assert_ne!(answer.code, 500, "{method} {path}: {}", answer.message);
            let is_unknown = matches!(
                answer.status,
                StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED
            );
            if is_unknown {
                unknown.push(path.as_str());
            }
        }
        let is_open = |path: &str| OPEN.iter().any(|open| path.starts_with(open));
        let missing: Vec<&&str> = unknown.iter().filter(|path| !is_open(path)).collect();
        assert!(missing.is_empty(), "unknown: {missing:?}");
        for open in OPEN {
            let is_still_open = unknown.iter().any(|path| path.starts_with(open));
            assert!(is_still_open, "{open} is there: it is no longer open");
        }
        let out = test.admin().await;
        out.post("/api/sys/login/logout", serde_json::json!({}))
            .await
            .ok();
    });
}
