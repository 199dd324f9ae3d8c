//! Every route, called by everyone: what each caller gets follows from the permission the route
//! declares, on both databases. A route that is open to strangers must be named here by hand.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use http::{Method, Request};
use schema::{Action, Model, menu, models};
use serde_json::json;
use server::{
    route::{Permission, Route},
    router::routes,
};
use service::wire::{Shape, Sort};
use testkit::{Answer, Client, Person, TestApp, on_both};

/// Open to strangers; the handler decides what to show.
const PUBLIC: [&str; 4] = [
    "POST /api/sys/login/login",
    "GET /api/sys/login/yzm",
    "GET /api/sys/login/gongsi",
    "GET /api/app/file/{folder}/{month}/{name}",
];

/// Open to everyone signed in, because each shows or changes only what is the caller's own, or
/// what every screen needs.
const SIGNED_IN: [&str; 24] = [
    // Each part of it by a permission of its own.
    "GET /api/app/page/admin/home",
    "GET /api/app/page/admin/xiaoxi",
    "GET /api/app/page/admin/xiaoxi/liu",
    // They say no to everybody but the administrator.
    "POST /api/app/page/admin/yanshi",
    "POST /api/app/page/admin/qibu",
    "GET /api/app/jindu/{id}",
    "GET /api/app/import/shibai/{id}",
    "POST /api/sys/login/logout",
    "POST /api/sys/user/suoping",
    "POST /api/sys/user/suoping/jiesuo",
    "GET /api/sys/user/findProfile",
    "POST /api/sys/user/edit/profile",
    "POST /api/sys/user/edit/password",
    "POST /api/sys/user/avatar",
    "GET /api/sys/user/pianhao",
    "POST /api/sys/user/pianhao",
    "GET /api/sys/user/session/findAllByList",
    "DELETE /api/sys/user/session/delByIds/{ids}",
    "GET /api/sys/menu/findUserMenuByTree",
    "GET /api/sys/menu/findAllPerByUserId",
    "GET /api/app/dict/init",
    "GET /api/app/dict/findByType/{type}",
    "GET /api/app/config/findByType/{type}",
    "POST /api/app/file/up",
];

const LOGOUT: &str = "/api/sys/login/logout";

fn name(route: &Route) -> String {
    format!("{} {}", route.method, route.path)
}

fn names(permission: &Permission) -> BTreeSet<String> {
    let of_kind = routes()
        .iter()
        .filter(|route| route.permission == *permission);
    of_kind.map(name).collect()
}

/// The permissions that open a route, any one of them.
fn keys(route: &Route) -> Vec<&str> {
    match &route.permission {
        Permission::Public | Permission::SignedIn => Vec::new(),
        Permission::Needs(permission) => vec![permission],
        Permission::NeedsAny(permissions) => permissions.iter().map(String::as_str).collect(),
    }
}

/// A call that gets past the door and no further: nothing is there under these numbers.
async fn call(client: &Client, route: &Route) -> Answer {
    let path = route
        .path
        .replace("{id}", "999999999")
        .replace("{ids}", "999999999")
        .replace("{tableId}", "999999999")
        // The group that everyone may read.
        .replace("{type}", "JICHU")
        .replace("{folder}/{month}/{name}", "avatar/202603/0a.png");
    match route.method {
        Method::GET => client.get(&path).await,
        Method::DELETE => client.delete(&path).await,
        _ => client.post(&path, json!({})).await,
    }
}

#[test]
fn open_routes_are_named_by_hand() {
    assert_eq!(names(&Permission::Public), PUBLIC.map(str::to_owned).into());
    assert_eq!(
        names(&Permission::SignedIn),
        SIGNED_IN.map(str::to_owned).into()
    );
}

#[test]
fn every_needed_permission_is_in_the_catalogue() {
    let known: BTreeSet<String> = menu::permissions().into_iter().collect();
    for route in routes() {
        for key in keys(route) {
            assert!(known.contains(key), "{}: {key} is unknown", name(route));
        }
        let is_any = matches!(&route.permission, Permission::NeedsAny(any) if any.is_empty());
        assert!(!is_any, "{} is open to nobody", name(route));
    }
}

#[test]
fn no_route_hides_another() {
    let mut seen = BTreeSet::new();
    for route in routes() {
        assert!(seen.insert(name(route)), "{} is there twice", name(route));
    }
}

/// Rows that are dragged into an order; settings, roles and products have an edit of their own.
fn is_ordered(model: &Model) -> bool {
    let has_own_edit = ["app/config", "sys/role", "app/project"].contains(&model.table.path);
    model.field_named("paixu").is_some() && !has_own_edit
}

/// Also where a resource has a handler of its own, its permission is the pattern's.
#[test]
fn every_action_has_its_route() {
    for model in models() {
        let root = model.table.permission_root();
        for action in model.table.actions {
            let tails: &[(Method, &str)] = match action {
                Action::List => &[
                    (Method::GET, "findAllByPage"),
                    (Method::GET, "findAllByList"),
                ],
                Action::Query => &[(Method::GET, "findById/{id}")],
                Action::Add => &[(Method::POST, "add")],
                Action::Edit if is_ordered(model) => {
                    &[(Method::POST, "edit"), (Method::POST, "paixu")]
                }
                Action::Edit => &[(Method::POST, "edit")],
                Action::Del => &[(Method::DELETE, "delByIds/{ids}")],
                Action::Export => &[(Method::GET, "export")],
                Action::Import => &[(Method::POST, "import"), (Method::GET, "import/template")],
            };
            for (method, tail) in tails {
                let path = format!("/api/{}/{tail}", model.table.path);
                let route = routes()
                    .iter()
                    .find(|route| route.path == path && route.method == *method)
                    .unwrap_or_else(|| panic!("{method} {path} is missing"));
                let expected = format!("{root}:{}", action.code());
                assert!(
                    keys(route).contains(&expected.as_str()),
                    "{method} {path} does not need {expected}"
                );
            }
        }
    }
}

#[test]
fn strangers_and_former_users_are_signed_out() {
    on_both(async |test| {
        let callers = signed_out(&test).await;
        for route in routes() {
            for (who, client) in &callers {
                let answer = call(client, route).await;
                let expected = route.permission != Permission::Public;
                assert_eq!(
                    answer.code == 401,
                    expected,
                    "{} by {who}: {} {}",
                    name(route),
                    answer.code,
                    answer.message
                );
            }
        }
    });
}

/// What may be called while the screen is locked.
const WHILE_LOCKED: [&str; 3] = [
    "POST /api/sys/login/logout",
    "POST /api/sys/user/suoping",
    "POST /api/sys/user/suoping/jiesuo",
];

#[test]
fn a_locked_screen_reaches_nothing_but_the_way_out() {
    on_both(async |test| {
        let locked = test.admin().await;
        locked.post("/api/sys/user/suoping", json!({})).await.ok();
        let is_closed = |route: &&Route| {
            let is_way_out = WHILE_LOCKED.contains(&name(route).as_str());
            route.permission != Permission::Public && !is_way_out
        };
        for route in routes().iter().filter(is_closed) {
            let answer = call(&locked, route).await;
            assert_eq!(answer.code, 2002, "{}: {}", name(route), answer.message);
            assert_eq!(answer.result["isSuoping"], true, "{}", name(route));
        }
    });
}

/// Everyone who must be told to sign in.
async fn signed_out(test: &TestApp) -> Vec<(&'static str, Client)> {
    let with_token = |token: &str| Client::new(test.router.clone(), Some(token.to_owned()));
    // Past the longest session, whatever it was used for.
    let expired = test.admin().await;
    test.clock.advance_real(13 * 3_600_000);
    // Past the time a session may lie idle.
    let idle = test.admin().await;
    test.clock.advance_real(31 * 60_000);
    let gone = test.admin().await;
    gone.post(LOGOUT, json!({})).await.ok();
    let disabled = test.person(&["sys:user:list"]).await;
    let kicked = test.person(&["sys:user:list"]).await;
    let deleted = test.person(&["sys:user:list"]).await;
    let admin = test.admin().await;
    let edit = json!({ "id": disabled.id, "state": "TINGYONG" });
    admin.post("/api/sys/user/edit", edit).await.ok();
    let sessions = kicked
        .client
        .get("/api/sys/user/session/findAllByList")
        .await
        .ok();
    for session in sessions.as_array().into_iter().flatten() {
        let path = format!("/api/sys/session/delByIds/{}", session["id"]);
        admin.delete(&path).await.ok();
    }
    let path = format!("/api/sys/user/delByIds/{}", deleted.id);
    admin.delete(&path).await.ok();
    vec![
        ("nobody", test.anonymous()),
        ("an empty token", with_token("")),
        ("a garbage token", with_token("garbage")),
        ("a made-up token", with_token(&"0f".repeat(32))),
        ("a quoted token", with_token("' OR '1'='1")),
        ("an endless token", with_token(&"a".repeat(4000))),
        ("an expired session", expired),
        ("an idle session", idle),
        ("someone signed out", gone),
        ("a disabled user", disabled.client),
        ("a kicked user", kicked.client),
        ("a deleted user", deleted.client),
    ]
}

/// A token counts in its header alone, under its own scheme.
#[test]
fn a_token_elsewhere_is_no_token() {
    on_both(async |test| {
        let token = test.admin().await.token.unwrap();
        let path = "/server/api/sys/user/findProfile";
        let elsewhere = [
            (
                "cookie",
                format!("token={token}; Authorization=Bearer_{token}"),
            ),
            ("cookie", format!("zhanggui_files={token}")),
            ("authorization", format!("Basic {token}")),
            ("authorization", token.clone()),
            ("x-access-token", format!("Bearer_{token}")),
        ];
        for (header, value) in elsewhere {
            let request = Request::get(path).header(header, &value);
            let request = request.body(Body::empty()).unwrap();
            let answer = test.anonymous().request(request).await;
            assert_eq!(answer.code, 401, "{header}: {value}");
        }
        let request = Request::get(format!("{path}?token={token}&Authorization=Bearer_{token}"));
        let answer = test
            .anonymous()
            .request(request.body(Body::empty()).unwrap())
            .await;
        assert_eq!(answer.code, 401, "in the query");
    });
}

#[test]
fn everyone_signed_in_gets_what_their_permission_says() {
    on_both(async |test| {
        let buttons = buttons(&test.admin().await).await;
        let admin = test.admin().await;
        let (with, without) = (test.person(&[]).await, test.person(&[]).await);
        for (keys, routes) in by_keys() {
            // Everything but what is needed: nothing else may open the door.
            let others = buttons
                .iter()
                .filter(|(button, _)| !keys.contains(&button.as_str()));
            grant(&admin, &without, others.map(|(_, id)| *id).collect()).await;
            for route in &routes {
                println!("{}", name(route));
                let answer = call(&without.client, route).await;
                answer.refused(2002, "没有操作权限");
                is_let_in("the administrator", &admin, route).await;
            }
            for key in keys {
                grant(&admin, &with, vec![buttons[key]]).await;
                for route in &routes {
                    is_let_in("someone with exactly it", &with.client, route).await;
                }
            }
        }
    });
}

async fn is_let_in(who: &str, client: &Client, route: &Route) {
    let answer = call(client, route).await;
    assert!(
        answer.code != 401 && !answer.message.contains("没有操作权限"),
        "{} by {who}: {} {}",
        name(route),
        answer.code,
        answer.message
    );
}

#[test]
fn everyone_signed_in_may_call_what_is_their_own() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        for route in routes()
            .iter()
            .filter(|route| route.permission == Permission::SignedIn)
        {
            for client in [
                test.admin().await,
                test.sign_in(&person.login_name, &person.password).await,
            ] {
                is_let_in("someone signed in", &client, route).await;
            }
        }
    });
}

/// The routes that each set of permissions opens.
fn by_keys() -> BTreeMap<Vec<&'static str>, Vec<&'static Route>> {
    let mut by_keys: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for route in routes().iter().filter(|route| !keys(route).is_empty()) {
        by_keys.entry(keys(route)).or_default().push(route);
    }
    by_keys
}

/// The menu node of every permission.
async fn buttons(admin: &Client) -> BTreeMap<String, i64> {
    fn walk(nodes: &serde_json::Value, found: &mut BTreeMap<String, i64>) {
        for node in nodes.as_array().into_iter().flatten() {
            if let (Some(permission), Some(id)) = (node["perms"].as_str(), node["id"].as_i64()) {
                found.insert(permission.to_owned(), id);
            }
            walk(&node["children"], found);
        }
    }
    let mut found = BTreeMap::new();
    let tree = admin.get("/api/sys/menu/findAllByTree").await.ok();
    walk(&tree, &mut found);
    found
}

/// What a role grants reaches the person who is signed in already.
async fn grant(admin: &Client, person: &Person, menu_ids: Vec<i64>) {
    // What belongs to pages still to come is taken away with everything else alone.
    for menu_ids in [Vec::new(), menu_ids] {
        let body = json!({ "id": person.role_id, "menuIds": menu_ids });
        admin.post("/api/sys/role/edit", body).await.ok();
    }
}

/// Whoever may call a verb with a voucher may upload one.
#[test]
fn every_verb_that_takes_a_voucher_opens_its_folder() {
    let document = include_str!("../../../openapi.json");
    let document: serde_json::Value = serde_json::from_str(document).unwrap();
    let takes_one = |route: &&Route| {
        let path = format!("/server{}", route.path);
        let method = route.method.as_str().to_lowercase();
        let body = &document["paths"][path][method]["requestBody"];
        body.to_string().contains("\"pingzheng\"") && route.path.starts_with("/api/app/dingdan/")
    };
    let verbs: BTreeSet<&str> = routes().iter().filter(takes_one).flat_map(keys).collect();
    let open = schema::Folder::Pingzheng.permissions().unwrap();
    assert_eq!(verbs, open.iter().map(String::as_str).collect());
}

/// Every word of the operation log that a route states is one of its dictionary.
#[test]
fn every_log_type_is_in_the_dictionary() {
    let dicts = schema::dict::seed();
    let known = dicts.iter().find(|dict| dict.kind == "log_type").unwrap();
    for route in routes() {
        let is_known = known
            .values
            .iter()
            .any(|known| known.value == route.log_type);
        assert!(is_known, "{}: {}", name(route), route.log_type);
        let is_write = route.method != Method::GET;
        let says_nothing = route.log_type == "QITA" && !route.is_quiet;
        // Uploads, and what happens to an order without money coming in or going out.
        let is_other = ["up", "setYouhuiDangqian", "chexiao", "hexiao", "quxiao"];
        let tail = route.path.rsplit('/').next().unwrap();
        assert!(
            !is_write || !says_nothing || is_other.contains(&tail),
            "{} has no word of its own",
            name(route)
        );
    }
}

/// Whether a shape tells what a value is.
fn is_told(shape: &Shape) -> bool {
    match shape {
        Shape::Anything => false,
        Shape::List(inner) | Shape::Maybe(inner) | Shape::Page(inner) => is_told(inner),
        Shape::Either(shapes) => shapes.iter().all(is_told),
        Shape::Object(object) if object.name != "MenuNode" => {
            (object.fields)().iter().all(|field| is_told(&field.shape))
        }
        _ => true,
    }
}

/// Writes that take nothing: a sign-out, a locked screen, demo data, and the paths that only say no.
const TAKES_NOTHING: [&str; 15] = [
    "POST /api/sys/login/logout",
    "POST /api/sys/user/suoping",
    "POST /api/app/page/admin/yanshi",
    "POST /api/sys/log/add",
    "POST /api/sys/log/edit",
    "POST /api/app/dingdan/edit",
    "POST /api/app/dingdan/xingqing/add",
    "POST /api/app/dingdan/xingqing/edit",
    "POST /api/app/log/add",
    "POST /api/app/log/edit",
    "POST /api/app/fankui/add",
    "POST /api/app/fankui/edit",
    "POST /api/app/jifen/edit",
    "POST /api/app/jifen/renwu/jilu/add",
    "POST /api/app/jifen/renwu/jilu/edit",
];

#[test]
fn every_route_declares_what_it_takes_and_answers() {
    for route in routes() {
        let (takes, name) = ((route.takes)(), name(route));
        assert!(is_told(&route.answers()), "{name} does not tell its answer");
        let takes_nothing =
            takes.fields.is_empty() && takes.sort == Sort::Fields && takes.form.is_empty();
        let may = TAKES_NOTHING.contains(&name.as_str());
        if route.method == Method::POST {
            assert_eq!(takes_nothing, may, "{name} takes nothing");
        }
        for field in &takes.fields {
            let is_preference = name == "POST /api/sys/user/pianhao" && field.name == "zhi";
            assert!(
                is_told(&field.shape) || is_preference,
                "{name}: {}",
                field.name
            );
        }
        for part in route
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{'))
        {
            let part = part.trim_end_matches('}');
            let is_declared = takes.fields.iter().any(|field| field.name == part);
            assert!(
                is_declared || route.method == Method::DELETE,
                "{name} does not declare {part}"
            );
        }
    }
}

/// A declared body is what is read: a name that is not declared is refused, and so is a number
/// where each value is an object.
#[test]
fn what_is_not_declared_is_refused() {
    on_both(async |test| {
        let admin = test.admin().await;
        let posts = routes().iter().filter(|route| route.method == Method::POST);
        for route in posts.filter(|route| (route.takes)().form.is_empty()) {
            let (takes, name) = ((route.takes)(), name(route));
            if takes.fields.is_empty() && takes.sort == Sort::Fields {
                continue;
            }
            let answer = admin.post(route.path, json!({ "buShengmingde": 1 })).await;
            assert_eq!(answer.code, 2001, "{name}: {}", answer.message);
            for field in &takes.fields {
                let is_anything = matches!(field.shape, Shape::Anything | Shape::Named(_));
                if is_anything || route.path.starts_with("/api/sys/user/edit/") {
                    continue;
                }
                let answer = admin
                    .post(route.path, json!({ field.name.clone(): {} }))
                    .await;
                assert_eq!(answer.code, 2001, "{name}: {} is not checked", field.name);
            }
        }
    });
}
