//! /api/sys/menu: the tree in its four shapes.

use serde_json::{Value as Json, json};
use testkit::on_both;

use crate::{
    spreadsheet::{line, read},
    support::{add, blames, find_node, set_config},
};

fn flat(nodes: &Json) -> Vec<Json> {
    let mut all = Vec::new();
    for node in nodes.as_array().unwrap() {
        all.push(node.clone());
        all.extend(flat(&node["children"]));
    }
    all
}

#[test]
fn the_whole_tree_has_buttons_under_pages_under_directories() {
    on_both(async |test| {
        let tree = test
            .admin()
            .await
            .get("/api/sys/menu/findAllByTree")
            .await
            .ok();
        let group = tree
            .as_array()
            .unwrap()
            .iter()
            .find(|node| node["name"] == "系统管理")
            .unwrap();
        let page = group["children"]
            .as_array()
            .unwrap()
            .iter()
            .find(|node| node["routerUrl"] == "/sys/user")
            .unwrap();
        let buttons: Vec<_> = page["children"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| node["perms"].clone())
            .collect();
        assert_eq!(
            (&group["type"], &page["type"]),
            (&json!("MULU"), &json!("ZICAIDAN"))
        );
        assert!(buttons.contains(&json!("sys:user:rePassword")));
    });
}

#[test]
fn a_choice_is_with_or_without_buttons() {
    on_both(async |test| {
        let admin = test.admin().await;
        let types = async |query: &str| {
            let tree = admin
                .get(&format!("/api/sys/menu/findSelectByTree{query}"))
                .await
                .ok();
            let mut types: Vec<_> = flat(&tree)
                .iter()
                .map(|node| node["type"].as_str().unwrap().to_owned())
                .collect();
            types.sort();
            types.dedup();
            types
        };
        assert_eq!(types("").await, ["ANNIU", "MULU", "ZICAIDAN"]);
        assert_eq!(types("?isAll=true").await, ["ANNIU", "MULU", "ZICAIDAN"]);
        assert_eq!(types("?isAll=false").await, ["MULU", "ZICAIDAN"]);
        let odd = admin
            .get("/api/sys/menu/findSelectByTree?isAll=perhaps")
            .await;
        blames(&odd, "isAll", "true或false");
        // A manager of roles chooses among what they hold.
        let person = test.person(&["sys:role:list"]).await.client;
        let tree = person.get("/api/sys/menu/findSelectByTree").await.ok();
        let perms: Vec<_> = flat(&tree)
            .iter()
            .filter(|node| node["type"] == "ANNIU")
            .map(|node| node["perms"].clone())
            .collect();
        assert_eq!(perms, [json!("sys:role:list")]);
    });
}

#[test]
fn a_person_gets_the_pages_of_their_roles() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list"]).await.client;
        let own = "/api/sys/menu/findUserMenuByTree";
        let names = async || -> Vec<Json> {
            let tree = person.get(own).await.ok();
            flat(&tree)
                .iter()
                .map(|node| node["name"].clone())
                .collect()
        };
        assert_eq!(names().await, [json!("内容管理"), json!("公告")]);
        assert_eq!(test.person(&[]).await.client.get(own).await.ok(), json!([]));
        let page = find_node(&admin, "routerUrl", "/gonggao").await;
        admin
            .post(
                "/api/sys/menu/edit",
                json!({ "id": page["id"], "isShow": false }),
            )
            .await
            .ok();
        assert_eq!(names().await, Vec::<Json>::new());
        admin
            .post(
                "/api/sys/menu/edit",
                json!({ "id": page["id"], "isShow": true, "state": "TINGYONG" }),
            )
            .await
            .ok();
        assert_eq!(names().await, Vec::<Json>::new());
        let tree = admin.get(own).await.ok();
        assert!(
            flat(&tree)
                .iter()
                .all(|node| node["type"] != "ANNIU" && node["state"] == "QIYONG")
        );
    });
}

#[test]
fn no_entry_refuses_the_role_that_has_it() {
    on_both(async |test| {
        let admin = test.admin().await;
        let tree = admin.get("/api/sys/menu/findAllByTree").await.ok();
        let known: Vec<String> = texts(&tree, "perms");
        for role in schema::roles::ROLES {
            let is_given = |one: &&str| {
                let grants = role.grants.iter();
                let mut grants = grants.map(|grant| (grant, grant.ends_with(':')));
                grants.any(|(grant, is_all)| {
                    if is_all {
                        one.starts_with(grant)
                    } else {
                        one == grant
                    }
                })
            };
            let given: Vec<&str> = known.iter().map(String::as_str).filter(is_given).collect();
            let person = test.person(&given).await.client;
            let menu = person.get("/api/sys/menu/findUserMenuByTree").await.ok();
            let pages = texts(&menu, "component");
            assert!(given.is_empty() || !pages.is_empty(), "{}", role.name);
            for page in pages {
                if schema::model(&page).is_some() {
                    let list = person.get(&format!("/api/{page}/findAllByPage")).await;
                    assert!(!list.message.contains("权限"), "{} {page}", role.name);
                }
            }
        }
        let clerk = test.person(&["app:mingan:chakan"]).await.client;
        let menu = clerk.get("/api/sys/menu/findUserMenuByTree").await.ok();
        assert_eq!(texts(&menu, "component"), Vec::<String>::new());
    });
}

#[test]
fn permissions_are_explicit_ones_own_or_with_a_right_anothers() {
    on_both(async |test| {
        let path = "/api/sys/menu/findAllPerByUserId";
        let person = test.person(&["app:gonggao:add", "app:gonggao:list"]).await;
        let own = json!(["app:gonggao:add", "app:gonggao:list"]);
        assert_eq!(person.client.get(path).await.ok(), own);
        assert_eq!(
            person
                .client
                .get(&format!("{path}?userId={}", person.id))
                .await
                .ok(),
            own
        );
        let admin = test.admin().await;
        assert_eq!(
            admin
                .get(&format!("{path}?userId={}", person.id))
                .await
                .ok(),
            own
        );
        let other = test.person(&[]).await;
        let answer = person
            .client
            .get(&format!("{path}?userId={}", other.id))
            .await;
        answer.refused(2002, "没有操作权限");
        admin
            .get(&format!("{path}?userId=999999"))
            .await
            .refused(2004, "不存在");
        blames(
            &admin.get(&format!("{path}?userId=x")).await,
            "userId",
            "整数",
        );
    });
}

#[test]
fn a_search_leaves_what_it_finds_with_what_is_above_and_below() {
    on_both(async |test| {
        let admin = test.admin().await;
        let found = async |query: &str| {
            let tree = admin
                .get(&format!("/api/sys/menu/findAllByTree?{query}"))
                .await
                .ok();
            let names = flat(&tree);
            let names = names
                .iter()
                .map(|node| node["name"].as_str().unwrap().to_owned());
            names.collect::<Vec<_>>()
        };
        assert_eq!(
            found("perms=sys:session:del").await,
            ["系统管理", "在线用户", "删除"]
        );
        let below = found("name=%E5%9C%A8%E7%BA%BF%E7%94%A8%E6%88%B7").await;
        assert!(below.contains(&"删除".to_owned()), "{below:?}");
        assert_eq!(found("name=zzz").await, Vec::<String>::new());
        admin
            .get("/api/sys/menu/findAllByTree?foo=1")
            .await
            .refused(2001, "");
    });
}

#[test]
fn an_export_has_the_tree_in_its_order() {
    on_both(async |test| {
        let admin = test.admin().await;
        // A late node that stands first.
        let body = json!({ "name": "最前", "type": "MULU", "parentId": 0, "paixu": 0 });
        add(&admin, "sys/menu", body).await;
        let tree = admin.get("/api/sys/menu/findAllByTree").await.ok();
        let name = |node: &Json| node["name"].as_str().unwrap().to_owned();
        let expected: Vec<String> = flat(&tree).iter().map(name).collect();
        let exported = read(&admin.get("/api/sys/menu/export").await.body);
        let heading = line(&exported, 0);
        let at = heading
            .iter()
            .position(|title| title == "菜单名称")
            .unwrap();
        let found: Vec<String> = (1..exported.rows.len())
            .map(|row| line(&exported, row)[at].clone())
            .collect();
        assert_eq!(found, expected);
        assert!(heading.contains(&"权限标识".to_owned()), "{heading:?}");
        let some = read(&admin.get("/api/sys/menu/export?type=MULU").await.body);
        assert!(some.rows.len() > 2 && some.rows.len() < exported.rows.len());
        let reader = test.person(&["sys:menu:list"]).await.client;
        reader
            .get("/api/sys/menu/export")
            .await
            .refused(2002, "没有操作权限");
    });
}

fn texts(nodes: &Json, wire: &str) -> Vec<String> {
    let all = flat(nodes);
    let texts = all.iter().filter_map(|node| node[wire].as_str());
    texts.map(str::to_owned).collect()
}

/// Pages that are named in the product and not built yet are no entry anywhere.
#[test]
fn no_entry_leads_to_a_page_that_is_not_there() {
    on_both(async |test| {
        let admin = test.admin().await;
        let own = admin.get("/api/sys/menu/findUserMenuByTree").await.ok();
        let roles = admin.get("/api/sys/menu/findSelectByTree").await.ok();
        for tree in [&own, &roles] {
            for component in texts(tree, "component") {
                assert!(schema::menu::is_built(&component), "{component}");
            }
            let urls = texts(tree, "routerUrl");
            assert!(
                urls.contains(&"/dingdan".to_owned())
                    && urls.contains(&"/zijin/jiancha".to_owned())
            );
            let names = texts(tree, "name");
            for group in schema::menu::MENU {
                let is_there = |page: &schema::menu::Page| schema::menu::is_built(page.component);
                for page in group.pages {
                    let is_named = names.contains(&page.name.to_owned());
                    assert_eq!(is_named, is_there(page), "{}", page.name);
                }
                let is_named = names.contains(&group.name.to_owned());
                assert_eq!(is_named, group.pages.iter().any(is_there), "{}", group.name);
            }
        }
        // A place for new nodes is there all the same.
        let places = admin
            .get("/api/sys/menu/findSelectByTree?isAll=false")
            .await
            .ok();
        assert!(texts(&places, "name").contains(&"开发工具".to_owned()));
    });
}

/// What a role was given of pages that are turned off is there when they come back.
#[test]
fn editing_a_role_keeps_what_nobody_can_be_asked_about() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list", "code:gen:preview"]).await;
        let path = format!("/api/sys/role/findById/{}", person.role_id);
        let role = admin.get(&path).await.ok();
        let (shown, hidden) = (
            find_node(&admin, "perms", "app:gonggao:query").await,
            find_node(&admin, "perms", "code:gen:preview").await,
        );
        assert!(role["menuIds"].as_array().unwrap().contains(&hidden["id"]));
        set_config(&admin, "ANQUAN", schema::TOOLS, json!("false")).await;
        let save = async |ids: Json| {
            let body = json!({ "id": person.role_id, "menuIds": ids });
            admin.post("/api/sys/role/edit", body).await.ok();
            admin.get(&path).await.ok()["menuIds"].clone()
        };
        let mut wanted = vec![
            shown["id"].as_i64().unwrap(),
            hidden["id"].as_i64().unwrap(),
        ];
        wanted.sort_unstable();
        assert_eq!(save(json!([shown["id"]])).await, json!(wanted));
        // Nothing at all means nothing at all.
        assert_eq!(save(json!([])).await, json!([]));
    });
}

#[test]
fn buttons_are_called_what_they_are() {
    on_both(async |test| {
        let admin = test.admin().await;
        let tree = admin.get("/api/sys/menu/findSelectByTree").await.ok();
        let numbered = |name: &String| name.ends_with(|letter: char| letter.is_ascii_digit());
        let names = texts(&tree, "name");
        assert!(!names.iter().any(numbered), "{names:?}");
        // An earlier version called it 查询2; what people called it themselves stays.
        let rename = async |perms: &str, name: &str| {
            let node = find_node(&admin, "perms", perms).await;
            let body = json!({ "id": node["id"], "name": name });
            admin.post("/api/sys/menu/edit", body).await.ok();
        };
        rename("app:dict:data:list", "查询2").await;
        rename("app:dict:data:del", "清除3").await;
        let settings = test.scratch.settings();
        let again = move || server::app::open(&settings, testkit::cheap_hasher()).map(drop);
        tokio::task::spawn_blocking(again).await.unwrap().unwrap();
        let name = async |perms: &str| find_node(&admin, "perms", perms).await["name"].clone();
        assert_eq!(name("app:dict:data:list").await, "字典数据查询");
        assert_eq!(name("app:dict:data:del").await, "清除3");
    });
}

/// The page that shows developers every control is the super-administrator's alone.
#[test]
fn the_page_of_controls_is_given_to_nobody() {
    on_both(async |test| {
        let admin = test.admin().await;
        let own = admin.get("/api/sys/menu/findUserMenuByTree").await.ok();
        assert!(texts(&own, "routerUrl").contains(&"/code/zujian".to_owned()));
        let written = json!({ "neirong": "<p onclick=\"x()\">字<script>x()</script></p>" });
        let kept = admin
            .post("/api/code/zujian/fuwenben", written.clone())
            .await
            .ok();
        assert_eq!(kept["neirong"], "<p>字</p>");
        let all = schema::menu::permissions();
        for role in schema::roles::ROLES {
            let held = all
                .iter()
                .map(String::as_str)
                .filter(|code| role.holds(code));
            let held: Vec<&str> = held.collect();
            if held.is_empty() {
                continue;
            }
            let client = test.person(&held).await.client;
            let own = client.get("/api/sys/menu/findUserMenuByTree").await.ok();
            assert!(!texts(&own, "routerUrl").contains(&"/code/zujian".to_owned()));
            client
                .post("/api/code/zujian/fuwenben", written.clone())
                .await
                .refused(2002, "没有操作权限");
        }
    });
}
