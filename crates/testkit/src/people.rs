//! People with chosen rights, made through the product's own calls.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value as Json, json};

use crate::{TestApp, client::Client};

/// A staff member and their signed-in client.
pub struct Person {
    pub id: i64,
    pub role_id: i64,
    pub login_name: String,
    pub password: String,
    pub client: Client,
}

/// A role with exactly these permissions, a user who holds it, signed in with a password of
/// their own.
pub async fn make(
    test: &TestApp,
    permissions: &[&str],
    data_scope: &str,
    mendian: Option<&str>,
) -> Person {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let admin = test.admin().await;
    let menu_ids = menu_ids(&admin, permissions).await;
    let role = json!({
        "name": format!("角色{number}"), "code": format!("role{number}"), "dataScope": data_scope, "menuIds": menu_ids,
    });
    let role_id = admin.post("/api/sys/role/add", role).await.ok()["id"]
        .as_i64()
        .unwrap();
    let login_name = format!("person{number}");
    let mut user = json!({ "loginName": login_name, "nickName": format!("员工{number}"), "roleIds": [role_id] });
    if let Some(mendian) = mendian {
        user["mendian"] = mendian.into();
    }
    let made = admin.post("/api/sys/user/add", user).await.ok();
    let first = made["password"].as_str().unwrap();
    let client = test.sign_in(&login_name, first).await;
    let password = format!("Own-Secret-{number}");
    let change =
        json!({ "oldPassword": first, "newPassword": password, "confirmPassword": password });
    client
        .post("/api/sys/user/edit/password", change)
        .await
        .ok();
    Person {
        id: made["id"].as_i64().unwrap(),
        role_id,
        login_name,
        password,
        client,
    }
}

/// The button nodes that carry these permissions.
pub async fn menu_ids(admin: &Client, permissions: &[&str]) -> Vec<i64> {
    fn walk(nodes: &Json, permissions: &[&str], found: &mut Vec<i64>) {
        for node in nodes.as_array().into_iter().flatten() {
            if node["perms"]
                .as_str()
                .is_some_and(|perms| permissions.contains(&perms))
            {
                found.push(node["id"].as_i64().unwrap());
            }
            walk(&node["children"], permissions, found);
        }
    }
    let tree = admin.get("/api/sys/menu/findAllByTree").await.ok();
    let mut found = Vec::new();
    walk(&tree, permissions, &mut found);
    assert_eq!(
        found.len(),
        permissions.len(),
        "unknown permission in {permissions:?}"
    );
    found
}
