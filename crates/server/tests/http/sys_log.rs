//! /api/sys/log: what was done, by whom, and nothing that should not be written down.

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::support::{add, find, rows, total};

/// The newest line, whole.
async fn newest(admin: &Client, query: &str) -> Json {
    let lines = rows(admin, "sys/log", &format!("{query}&orders=id:desc")).await;
    find(admin, "sys/log", lines[0]["id"].as_i64().unwrap()).await
}

fn gonggao(biaoti: &str) -> Json {
    json!({ "biaoti": biaoti, "type": "XITONG", "neirong": "<p>内容</p>" })
}

#[test]
fn nobody_writes_or_changes_a_line() {
    on_both(async |test| {
        let admin = test.admin().await;
        for path in ["/api/sys/log/add", "/api/sys/log/edit"] {
            admin
                .post(path, json!({ "id": 1, "miaoshu": "x" }))
                .await
                .refused(2002, "审计日志不可修改");
            let stranger = test.person(&[]).await.client;
            stranger
                .post(path, json!({}))
                .await
                .refused(2002, "没有操作权限");
        }
    });
}

#[test]
fn a_change_is_told_before_and_after() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, "app/gonggao", gonggao("旧标题")).await;
        let line = newest(&admin, "type=XINZENG").await;
        assert_eq!(
            (&line["mokuai"], &line["miaoshu"]),
            (&json!("公告"), &json!("新增公告 旧标题"))
        );
        assert_eq!(
            (&line["bianhua"]["qian"], &line["bianhua"]["hou"]["biaoti"]),
            (&Json::Null, &json!("旧标题"))
        );
        admin
            .post(
                "/api/app/gonggao/edit",
                json!({ "id": id, "biaoti": "新标题" }),
            )
            .await
            .ok();
        let line = newest(&admin, "type=XIUGAI").await;
        assert_eq!(
            line["bianhua"],
            json!({ "qian": { "biaoti": "旧标题" }, "hou": { "biaoti": "新标题" } })
        );
        assert_eq!(line["canshu"]["biaoti"], "新标题");
        assert_eq!(
            (&line["method"], &line["url"]),
            (&json!("POST"), &json!("/server/api/app/gonggao/edit"))
        );
        assert_eq!(
            (&line["loginName"], &line["state"]),
            (&json!("admin"), &json!("CHENGGONG"))
        );
        admin
            .delete(&format!("/api/app/gonggao/delByIds/{id}"))
            .await
            .ok();
        let line = newest(&admin, "type=SHANCHU").await;
        assert_eq!(line["bianhua"]["qian"][0]["biaoti"], "新标题");
        let trace = line["traceId"].as_str().unwrap();
        assert_eq!(
            total(&admin, "sys/log", &format!("traceId={trace}")).await,
            1
        );
    });
}

#[test]
fn a_refused_write_leaves_a_line_and_a_refused_input_none() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await.client;
        person
            .post("/api/app/gonggao/add", gonggao("x"))
            .await
            .refused(2002, "");
        let line = newest(&admin, "state=SHIBAI").await;
        assert_eq!(
            (&line["type"], &line["miaoshu"]),
            (&json!("XINZENG"), &json!("新增公告被拒绝"))
        );
        assert!(line["cuowu"].as_str().unwrap().contains("没有操作权限"));
        let before = total(&admin, "sys/log", "").await;
        admin
            .post("/api/app/gonggao/add", json!({}))
            .await
            .refused(2001, "");
        assert_eq!(total(&admin, "sys/log", "").await, before);
        admin
            .post(
                "/api/app/gonggao/edit",
                json!({ "id": 999_999, "biaoti": "x" }),
            )
            .await
            .refused(2004, "");
        assert_eq!(
            newest(&admin, "state=SHIBAI").await["miaoshu"],
            "修改公告被拒绝"
        );
    });
}

/// Whatever the server remembers of them.
#[test]
fn what_is_sent_by_whoever_may_not_send_it_is_not_kept() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:add"]).await.client;
        let add = async || person.post("/api/app/gonggao/add", gonggao("x")).await;
        add().await.ok();
        let lock = person.post("/api/sys/user/suoping", json!({})).await;
        lock.ok();
        for _ in 0..2 {
            add().await.refused(2002, "屏幕已锁定");
            let line = newest(&admin, "state=SHIBAI").await;
            assert_eq!(line["miaoshu"], "新增公告被拒绝");
            assert_eq!(line["canshu"], Json::Null);
        }
    });
}

#[test]
fn an_attempt_to_grant_too_much_leaves_a_line() {
    on_both(async |test| {
        let admin = test.admin().await;
        let manager = test.person(&["sys:user:add", "sys:role:list"]).await;
        let role = crate::support::role_id(&manager.client, "admin").await;
        let body = json!({ "loginName": "backdoor", "nickName": "后门", "roleIds": [role] });
        manager
            .client
            .post("/api/sys/user/add", body)
            .await
            .refused(2002, "不能授予");
        let line = newest(&admin, "state=SHIBAI").await;
        assert_eq!(
            (&line["loginName"], &line["miaoshu"]),
            (&json!(manager.login_name), &json!("新增用户被拒绝"))
        );
    });
}

#[test]
fn deleting_archives_and_is_itself_told() {
    on_both(async |test| {
        let admin = test.admin().await;
        add(&admin, "app/gonggao", gonggao("一")).await;
        let line = newest(&admin, "type=XINZENG").await["id"].as_i64().unwrap();
        let delete = format!("/api/sys/log/delByIds/{line}");
        admin
            .delete(&delete)
            .await
            .refused(2002, "只能归档超过保留期（1095天）的日志");
        test.clock.advance_business(1096 * 86_400_000);
        admin.delete(&delete).await.ok();
        admin
            .get(&format!("/api/sys/log/findById/{line}"))
            .await
            .refused(2004, "");
        let told = newest(&admin, "type=SHANCHU").await;
        assert!(
            told["miaoshu"]
                .as_str()
                .unwrap()
                .starts_with("归档操作日志 1条")
        );
        let kept = test.db().read(move |conn| {
            conn.query_one("SELECT count(*) FROM sys_log WHERE id = ?", &[line.into()])?
                .int(0)
        });
        assert_eq!(kept.await.unwrap(), 1);
        let gone = test
            .db()
            .write(move |tx| tx.execute("DELETE FROM sys_log WHERE id = ?", &[line.into()]))
            .await;
        assert!(gone.is_err(), "the database itself must refuse");
        let changed = test
            .db()
            .write(move |tx| {
                tx.execute(
                    "UPDATE sys_log SET miaoshu = '' WHERE id = ?",
                    &[line.into()],
                )
            })
            .await;
        assert!(changed.is_err(), "the database itself must refuse");
    });
}

#[test]
fn no_line_holds_personal_data_or_secrets() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let id = add(
            &admin,
            "app/user",
            json!({ "nickName": "张三", "phone": "13800138000" }),
        )
        .await;
        admin
            .post(
                "/api/app/user/edit",
                json!({ "id": id, "phone": "13811112222" }),
            )
            .await
            .ok();
        admin
            .post(
                "/api/app/user/add",
                json!({ "nickName": "李四", "phone": "13811112222" }),
            )
            .await
            .refused(2001, "");
        let refused = json!({ "nickName": "李四", "phone": "13833334444" });
        person
            .client
            .post("/api/app/user/add", refused)
            .await
            .refused(2002, "");
        let reveal =
            json!({ "ziyuan": "app/user", "id": id, "ziduan": "phone", "yuanyin": "客户来电核实" });
        assert_eq!(
            admin.post("/api/app/mingan/chakan", reveal).await.ok()["zhi"],
            "13811112222"
        );
        let secret = json!({ "type": "DUANXIN", "data": { "duanxinMiyao": "gateway-secret-7" } });
        admin.post("/api/app/config/edit", secret).await.ok();
        let fresh = admin
            .post("/api/sys/user/rePassword", json!({ "id": person.id }))
            .await
            .ok();
        admin
            .delete(&format!("/api/app/user/delByIds/{id}"))
            .await
            .ok();
        let secrets = [
            "13800138000",
            "13811112222",
            "13833334444",
            "gateway-secret-7",
            person.password.as_str(),
            fresh["password"].as_str().unwrap(),
            testkit::PASSWORD,
            "argon2",
            admin.token.as_deref().unwrap(),
        ];
        for line in rows(&admin, "sys/log", "").await {
            let whole = find(&admin, "sys/log", line["id"].as_i64().unwrap())
                .await
                .to_string();
            for secret in secrets {
                assert!(!whole.contains(secret), "{secret} in {whole}");
            }
        }
    });
}

#[test]
fn a_narrow_scope_sees_its_own_lines() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test
            .person_of(
                &["sys:log:list", "sys:log:query", "app:gonggao:add"],
                "BENREN",
                "ZONGDIAN",
            )
            .await;
        add(&admin, "app/gonggao", gonggao("管理员的")).await;
        add(&person.client, "app/gonggao", gonggao("自己的")).await;
        let lines = rows(&person.client, "sys/log", "").await;
        assert!(
            !lines.is_empty()
                && lines
                    .iter()
                    .all(|line| line["loginName"] == person.login_name.as_str()),
            "{lines:?}"
        );
        let foreign = newest(&admin, "loginName=admin").await["id"].clone();
        person
            .client
            .get(&format!("/api/sys/log/findById/{foreign}"))
            .await
            .refused(2004, "");
    });
}

#[test]
fn a_line_tells_what_was_answered() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:add"]).await;
        let id = add(&admin, "app/gonggao", gonggao("标题")).await;
        let done = json!({ "code": 200, "message": "操作成功" });
        assert_eq!(newest(&admin, "type=XINZENG").await["jieguo"], done);
        let edit = json!({ "id": id, "biaoti": "x" });
        let refused = person.client.post("/api/app/gonggao/edit", edit).await;
        let line = newest(&admin, "state=SHIBAI").await;
        assert_eq!(
            line["jieguo"],
            json!({ "code": 2002, "message": refused.message })
        );
        let stale = json!({ "id": id, "biaoti": "x", "banbenSuo": 99 });
        admin
            .post("/api/app/gonggao/edit", stale)
            .await
            .refused(301, "");
        assert_eq!(newest(&admin, "state=SHIBAI").await["jieguo"]["code"], 301);
        let gone = json!({ "id": 999_999, "biaoti": "x" });
        admin
            .post("/api/app/gonggao/edit", gone)
            .await
            .refused(2004, "");
        assert_eq!(newest(&admin, "state=SHIBAI").await["jieguo"]["code"], 2004);
        let failed = crate::support::try_sign_in(&test, "admin", "Wrong-Password-1").await;
        let line = newest(&admin, "type=DENGLU&state=SHIBAI").await;
        assert_eq!(
            line["jieguo"],
            json!({ "code": 2002, "message": failed.message })
        );
        assert_eq!(
            newest(&admin, "type=DENGLU&state=CHENGGONG").await["jieguo"],
            done
        );
        for line in rows(&admin, "sys/log", "").await {
            let whole = find(&admin, "sys/log", line["id"].as_i64().unwrap()).await;
            assert!(whole["jieguo"]["code"].is_i64(), "{whole}");
        }
    });
}
