//! /api/app/user/tongxunlu and duanxin: for one customer only, each look written down, and gone
//! when a setting says so.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use testkit::{Client, on_both};

use crate::{
    spreadsheet::workbook,
    support::{add, find, rows, second_store, set_config, total},
};

const CONTACTS: &str = "app/user/tongxunlu";
const SMS: &str = "app/user/duanxin";

async fn customer(admin: &Client) -> i64 {
    let body = json!({ "nickName": "张三", "phone": "13800138000" });
    add(admin, "app/user", body).await
}

fn searching(path: &str, customer: i64, needle: &str) -> String {
    let needle = utf8_percent_encode(needle, NON_ALPHANUMERIC);
    format!("/api/{path}/findAllByPage?userId={customer}&search={needle}")
}

#[test]
fn a_message_is_kept_as_it_was_sent_however_long_and_with_its_stars() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        let text = "【银行】您尾号6222****1234的账户收入100元。".repeat(20);
        let sms = |text: &str| json!({ "userId": id, "fasonghaoma": "95588", "content": text, "sendDate": "2026-02-01 08:00:00" });
        let made = add(&admin, SMS, sms(&text)).await;
        let shown = find(&admin, SMS, made).await["content"].clone();
        assert_eq!(shown, "【银行】您尾************");
        // What comes back as it was shown stays as it is.
        let edit = json!({ "id": made, "content": shown, "type": "FA" });
        admin.post(&format!("/api/{SMS}/edit"), edit).await.ok();
        let ask = json!({ "ziyuan": SMS, "id": made, "ziduan": "content", "yuanyin": "核对" });
        let clear = admin.post("/api/app/mingan/chakan", ask).await.ok();
        assert_eq!(clear["zhi"], text);
        let masked = sms("【银行】您尾****");
        let masked = admin.post(&format!("/api/{SMS}/add"), masked).await;
        masked.refused(2001, "不能含有*");
        let long = "长".repeat(1_001);
        let long = admin.post(&format!("/api/{SMS}/add"), sms(&long)).await;
        long.refused(2001, "1000");
    });
}

#[test]
fn contacts_are_listed_for_one_customer_and_every_look_is_written_down() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        for (name, phone) in [("王小明", "13711112222"), ("李雷", "057188886666")] {
            let body = json!({ "userId": id, "name": name, "phone": phone });
            add(&admin, CONTACTS, body).await;
        }
        for whole in [
            "findAllByPage",
            "findAllByList",
            "findAllByPage?userId=1,2",
            "findAllByPage?userId=",
        ] {
            let path = format!("/api/{CONTACTS}/{whole}");
            admin.get(&path).await.refused(2001, "请给出一个客户");
        }
        assert_eq!(total(&admin, "app/mingan/jilu", "").await, 0);
        let all = rows(&admin, CONTACTS, &format!("userId={id}")).await;
        assert_eq!(
            (&all[1]["name"], &all[1]["phone"]),
            (&json!("王**"), &json!("137****2222"))
        );
        let lines = rows(&admin, "app/mingan/jilu", "").await;
        assert_eq!(lines.len(), 1);
        assert_eq!(
            (
                &lines[0]["leixing"],
                &lines[0]["yuanyin"],
                &lines[0]["mubiaoId"]
            ),
            (&json!("打开"), &json!("打开通讯录"), &json!(id))
        );
        // A part of a name or a number finds it, and counts as a search.
        for (needle, found) in [("小明", 1), ("8888", 1), ("1371111", 1), ("nobody", 0)] {
            let page = admin.get(&searching(CONTACTS, id, needle)).await.ok();
            assert_eq!(page["total"], found, "{needle}");
        }
        let searched = rows(&admin, "app/mingan/jilu", "size=100").await;
        assert!(
            searched
                .iter()
                .filter(|line| line["leixing"] == "搜索")
                .count()
                >= 4
        );
        // Looks take nothing of the budget of reveals.
        set_config(&admin, "ANQUAN", "chakanXiane", json!(1)).await;
        let reveal =
            json!({ "ziyuan": CONTACTS, "id": all[0]["id"], "ziduan": "phone", "yuanyin": "核实" });
        assert_eq!(
            admin.post("/api/app/mingan/chakan", reveal).await.ok()["zhi"],
            "057188886666"
        );
        // And the customer's time line tells of them.
        let lines = admin
            .get(&format!("/api/app/user/shijianxian/{id}"))
            .await
            .ok();
        let looks = lines
            .as_array()
            .unwrap()
            .iter()
            .filter(|line| line["leixing"] == "CHAKAN");
        assert!(looks.count() >= 6, "{lines}");
    });
}

#[test]
fn messages_are_found_by_what_they_say() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        let said = "【工商银行】您尾号1234的卡已扣款500元";
        let body = json!({ "userId": id, "fasonghaoma": "95588", "content": said, "sendDate": "2026-02-01 08:00:00" });
        add(&admin, SMS, body).await;
        let page = admin.get(&searching(SMS, id, "扣款")).await.ok();
        assert_eq!(page["total"], 1);
        let shown = page["records"][0]["content"].as_str().unwrap();
        assert!(
            shown.starts_with("【工商银行") && !shown.contains("500") && !shown.contains("1234"),
            "{shown}"
        );
        assert_eq!(total(&admin, SMS, &format!("userId={id}&type=FA")).await, 0);
        let early = format!("userId={id}&sendDateEnd=2026-01-31");
        assert_eq!(total(&admin, SMS, &early).await, 0);
    });
}

#[test]
fn a_setting_turns_them_off_altogether() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        let body = json!({ "userId": id, "name": "王小明", "phone": "13711112222" });
        let contact = add(&admin, CONTACTS, body.clone()).await;
        set_config(&admin, "ANQUAN", "tongxunluKaiguan", json!("false")).await;
        let reveal =
            json!({ "ziyuan": CONTACTS, "id": contact, "ziduan": "phone", "yuanyin": "核实" });
        for answer in [
            admin
                .get(&format!("/api/{CONTACTS}/findAllByPage?userId={id}"))
                .await,
            admin
                .get(&format!("/api/{CONTACTS}/findAllByList?userId={id}"))
                .await,
            admin
                .get(&format!("/api/{CONTACTS}/findById/{contact}"))
                .await,
            admin.get(&format!("/api/{CONTACTS}/import/template")).await,
            admin.post(&format!("/api/{CONTACTS}/add"), body).await,
            admin
                .post(&format!("/api/{CONTACTS}/edit"), json!({ "id": contact }))
                .await,
            admin
                .delete(&format!("/api/{CONTACTS}/delByIds/{contact}"))
                .await,
            admin.post("/api/app/mingan/chakan", reveal).await,
        ] {
            answer.refused(2004, "");
        }
        let profile = admin.get("/api/sys/user/findProfile").await.ok();
        let held = profile["permissionList"].to_string();
        assert!(!held.contains("tongxunlu") && held.contains("app:user:duanxin:list"));
        let menu = admin
            .get("/api/sys/menu/findUserMenuByTree")
            .await
            .ok()
            .to_string();
        assert!(!menu.contains("通讯录") && menu.contains("短信记录"));
        set_config(&admin, "ANQUAN", "tongxunluKaiguan", json!("true")).await;
        assert_eq!(total(&admin, CONTACTS, &format!("userId={id}")).await, 1);
    });
}

#[test]
fn contacts_of_one_customer_come_by_spreadsheet() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let id = customer(&admin).await;
        let sheet = workbook(
            &["姓名*", "手机号*"],
            &[&["王小明", "13711112222"], &["李雷", "13711113333"]],
        );
        let path = format!("/api/{CONTACTS}/import?moshi=QUANBU&userId={id}");
        let report = admin.upload(&path, &[], "导入.xlsx", &sheet).await.ok();
        assert_eq!(report["chenggong"], 2, "{report}");
        assert_eq!(total(&admin, CONTACTS, &format!("userId={id}")).await, 2);
        let import = format!("/api/{CONTACTS}/import?moshi=QUANBU");
        admin
            .upload(&import, &[], "导入.xlsx", &sheet)
            .await
            .refused(2001, "请给出一个客户");
        // Somebody who sees the customer and does not look after them brings nothing in.
        let clerk = test
            .person_of(&["app:user:tongxunlu:import"], "MENDIAN", "ZONGDIAN")
            .await;
        let refused = clerk.client.upload(&path, &[], "导入.xlsx", &sheet).await;
        assert_ne!(refused.result["chenggong"], 2, "{}", refused.message);
        let far = test
            .person_of(&["app:user:tongxunlu:import"], "MENDIAN", "FENDIAN")
            .await
            .client;
        far.upload(&path, &[], "导入.xlsx", &sheet)
            .await
            .refused(2004, "");
    });
}
