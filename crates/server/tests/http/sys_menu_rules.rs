//! /api/sys/menu: what keeps the tree a tree.

use serde_json::{Value as Json, json};
use testkit::on_both;

use crate::support::{add, blames, find_node};

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
fn two_moves_at_once_make_no_circle() {
    on_both(async |test| {
        let admin = test.admin().await;
        let node = |name: String| json!({ "name": name, "type": "MULU" });
        for round in 0..8 {
            let a = add(&admin, "sys/menu", node(format!("甲{round}"))).await;
            let b = add(&admin, "sys/menu", node(format!("乙{round}"))).await;
            let (one, other) = tokio::join!(
                admin.post("/api/sys/menu/edit", json!({ "id": a, "parentId": b })),
                admin.post("/api/sys/menu/edit", json!({ "id": b, "parentId": a })),
            );
            assert!(one.code != 200 || other.code != 200, "both moves were made");
        }
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

/// A role has the node, not the permission: whoever writes the one gives the other.
#[test]
fn nobody_gives_themselves_a_permission_by_renaming_one() {
    on_both(async |test| {
        let admin = test.admin().await;
        let own = [
            "sys:menu:list",
            "sys:menu:edit",
            "sys:menu:add",
            "sys:menu:del",
        ];
        let person = test.person(&own).await;
        let node = async |perms: &str| find_node(&admin, "perms", perms).await["id"].clone();
        let (held, foreign) = (node("sys:menu:list").await, node("app:dict:del").await);
        let refused = "不能授予或收回自己没有的权限";
        let edit = "/api/sys/menu/edit";
        let steal = json!({ "id": held, "perms": "app:dict:del" });
        person.client.post(edit, steal).await.refused(2002, refused);
        let rename = json!({ "id": foreign, "perms": "sys:menu:list" });
        person
            .client
            .post(edit, rename)
            .await
            .refused(2002, refused);
        let off = |state: &str| json!({ "id": foreign, "state": state });
        person
            .client
            .post(edit, off("TINGYONG"))
            .await
            .refused(2002, refused);
        admin.post(edit, off("TINGYONG")).await.ok();
        person
            .client
            .post(edit, off("QIYONG"))
            .await
            .refused(2002, refused);
        let delete = format!("/api/sys/menu/delByIds/{foreign}");
        person.client.delete(&delete).await.refused(2002, refused);
        let harmless = json!({ "id": foreign, "name": "删除字典" });
        person.client.post(edit, harmless).await.ok();
        let theirs = json!({ "id": held, "state": "TINGYONG" });
        person.client.post(edit, theirs).await.ok();
    });
}

#[test]
fn an_administrator_never_loses_a_permission() {
    on_both(async |test| {
        let admin = test.admin().await;
        let edit = find_node(&admin, "perms", "sys:menu:edit").await["id"].clone();
        let off = find_node(&admin, "perms", "sys:menu:del").await["id"].clone();
        let body = json!({ "id": off, "state": "TINGYONG" });
        admin.post("/api/sys/menu/edit", body).await.ok();
        let delete = format!("/api/sys/menu/delByIds/{edit}");
        admin.delete(&delete).await.ok();
        let body = json!({ "id": off, "state": "QIYONG" });
        admin.post("/api/sys/menu/edit", body).await.ok();
    });
}

#[test]
fn a_page_is_one_that_there_is_or_a_link() {
    on_both(async |test| {
        let admin = test.admin().await;
        let parent = find_node(&admin, "name", "系统管理").await["id"].clone();
        let page = |url: &str, component: Json, link: bool| {
            json!({
                "name": "页", "type": "ZICAIDAN", "parentId": parent, "routerUrl": url,
                "component": component, "isWailian": link,
            })
        };
        let path = "/api/sys/menu/add";
        let unknown = page("/ye", json!("no/such"), false);
        blames(&admin.post(path, unknown).await, "component", "组件不存在");
        let outside = page("https://example.com/a?b=1", json!("app/gonggao"), false);
        blames(&admin.post(path, outside).await, "routerUrl", "应以/开头");
        let inside = page("/ye", Json::Null, true);
        blames(&admin.post(path, inside).await, "routerUrl", "应以http");
        let script = page("javascript:alert(1)", Json::Null, true);
        blames(&admin.post(path, script).await, "routerUrl", "应以");
        let link = page("https://example.com/a?b=1", Json::Null, true);
        let link = add(&admin, "sys/menu", link).await;
        assert!(link > 0);
    });
}

#[test]
fn a_node_of_the_tree_may_be_sent_back_whole() {
    on_both(async |test| {
        let admin = test.admin().await;
        let tree = admin.get("/api/sys/menu/findAllByTree").await.ok();
        let mut node = tree[0].clone();
        assert!(!node["children"].as_array().unwrap().is_empty());
        node["beizhu"] = "改过".into();
        admin.post("/api/sys/menu/edit", node).await.ok();
    });
}
