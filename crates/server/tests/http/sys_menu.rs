//! /api/sys/menu: the tree in its four shapes, and its rules.

use serde_json::{Value as Json, json};
use testkit::on_both;

use crate::support::{add, blames, find_node};

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
fn a_node_with_children_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let top = add(
            &admin,
            "sys/menu",
            json!({ "name": "新目录", "type": "MULU" }),
        )
        .await;
        let below = add(
            &admin,
            "sys/menu",
            json!({ "name": "下级", "type": "MULU", "parentId": top }),
        )
        .await;
        let delete = format!("/api/sys/menu/delByIds/{top}");
        admin
            .delete(&delete)
            .await
            .refused(2002, "存在子菜单,不允许删除");
        admin
            .delete(&format!("/api/sys/menu/delByIds/{below}"))
            .await
            .ok();
        admin.delete(&delete).await.ok();
    });
}

#[test]
fn the_tree_stays_a_tree() {
    on_both(async |test| {
        let admin = test.admin().await;
        let node =
            |name: &str, parent: i64| json!({ "name": name, "type": "MULU", "parentId": parent });
        let a = add(&admin, "sys/menu", node("甲", 0)).await;
        let b = add(&admin, "sys/menu", node("乙", a)).await;
        let c = add(&admin, "sys/menu", node("丙", b)).await;
        for parent in [a, c] {
            let edit = json!({ "id": a, "parentId": parent });
            blames(
                &admin.post("/api/sys/menu/edit", edit).await,
                "parentId",
                "不能是自己或自己的下级",
            );
        }
        blames(
            &admin.post("/api/sys/menu/add", node("丁", 999_999)).await,
            "parentId",
            "上级菜单不存在",
        );
        let button = json!({ "name": "按钮", "type": "ANNIU", "perms": "a:b:c", "parentId": a });
        blames(
            &admin.post("/api/sys/menu/add", button).await,
            "parentId",
            "按钮应在子菜单下",
        );
        let page = find_node(&admin, "routerUrl", "/gonggao").await;
        let under_page = node("目录", page["id"].as_i64().unwrap());
        blames(
            &admin.post("/api/sys/menu/add", under_page).await,
            "parentId",
            "应在目录下",
        );
        let retype =
            json!({ "id": a, "type": "ZICAIDAN", "routerUrl": "/jia", "component": "app/gonggao" });
        blames(
            &admin.post("/api/sys/menu/edit", retype).await,
            "type",
            "下级",
        );
    });
}

#[test]
fn names_are_unique_among_siblings_and_routes_everywhere() {
    on_both(async |test| {
        let admin = test.admin().await;
        let node =
            |name: &str, parent: i64| json!({ "name": name, "type": "MULU", "parentId": parent });
        let a = add(&admin, "sys/menu", node("甲", 0)).await;
        blames(
            &admin.post("/api/sys/menu/add", node("甲", 0)).await,
            "name",
            "菜单名称已存在",
        );
        add(&admin, "sys/menu", node("甲", a)).await;
        let page = |url: &str| json!({ "name": "页", "type": "ZICAIDAN", "parentId": a, "routerUrl": url, "component": "app/gonggao" });
        blames(
            &admin.post("/api/sys/menu/add", page("/gonggao")).await,
            "routerUrl",
            "路由地址已存在",
        );
        blames(
            &admin.post("/api/sys/menu/add", page("gonggao2")).await,
            "routerUrl",
            "应以/开头",
        );
        add(&admin, "sys/menu", page("/gonggao2")).await;
    });
}

#[test]
fn a_page_needs_a_route_and_a_button_a_permission() {
    on_both(async |test| {
        let admin = test.admin().await;
        let page = json!({ "name": "页", "type": "ZICAIDAN" });
        blames(
            &admin.post("/api/sys/menu/add", page).await,
            "routerUrl",
            "路由地址不能为空",
        );
        let parent = find_node(&admin, "routerUrl", "/gonggao").await["id"].clone();
        let button = |perms: &str| json!({ "name": "钮", "type": "ANNIU", "parentId": parent, "perms": perms });
        blames(
            &admin.post("/api/sys/menu/add", button("")).await,
            "perms",
            "权限标识不能为空",
        );
        blames(
            &admin.post("/api/sys/menu/add", button("a:b")).await,
            "perms",
            "三段以上",
        );
        blames(
            &admin.post("/api/sys/menu/add", button("*:*:*")).await,
            "perms",
            "三段以上",
        );
        let made = add(&admin, "sys/menu", button("app:gonggao:dianzan")).await;
        assert!(made > 0);
    });
}
