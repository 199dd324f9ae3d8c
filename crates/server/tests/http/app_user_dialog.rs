//! What the customer dialog asks for beside the resources: credit, products, time line.

use serde_json::json;
use testkit::{TestApp, office::Office, on_both};

use crate::{
    app_fankui::said,
    app_file_rows::{png, stored},
    support::{add, blames, find, rows, second_store, total},
};

#[test]
fn what_a_customer_said_is_found_by_their_phone() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        second_store(admin).await;
        let said = |customer: i64| json!({ "userId": customer, "juzhudi": "杭州" });
        add(admin, "app/user/jibenxinxi", said(office.customer)).await;
        let other = json!({ "nickName": "西", "phone": "13800005678", "mendian": "FENDIAN" });
        let other = add(admin, "app/user", other).await;
        add(admin, "app/user/jibenxinxi", said(other)).await;
        for (phone, found) in [
            ("13912345678", 1),
            ("5678", 2),
            ("13912345679", 0),
            ("0000", 0),
        ] {
            let asked = format!("phone={phone}");
            let count = total(admin, "app/user/jibenxinxi", &asked).await;
            assert_eq!(count, found, "{phone}");
        }
        let part = "/api/app/user/jibenxinxi/findAllByPage?phone=139";
        blames(&admin.get(part).await, "phone", "完整号码或后四位");
        // Who sees the one store finds its customer alone.
        let rights = ["app:user:jibenxinxi:list"];
        let clerk = test.person_of(&rights, "MENDIAN", "FENDIAN").await.client;
        assert_eq!(total(&clerk, "app/user/jibenxinxi", "phone=5678").await, 1);
        assert_eq!(
            total(&clerk, "app/user/jibenxinxi", "phone=13912345678").await,
            0
        );
        // The customer's number changes: what is shown and what is found goes with it.
        let moved = json!({ "id": office.customer, "phone": "13900001111" });
        admin.post("/api/app/user/edit", moved).await.ok();
        let found = rows(admin, "app/user/jibenxinxi", "phone=1111").await;
        assert_eq!(found[0]["phone"], "139****1111");
    });
}

/// Something of a customer in every list that shows one since there are points and feedback.
async fn leave_traces(test: &TestApp, office: &Office) {
    let (admin, customer) = (&office.admin, office.customer);
    let task = json!({ "mingcheng": "借款", "type": "JIEKUAN", "zhouqi": "MEIYUE", "jifen": 5 });
    add(admin, "app/jifen/renwu", task).await;
    office.paid_out(100_000, 3).await;
    let goods = json!({
        "mingcheng": "会员", "type": "XUNI", "jifenJiage": 5, "kucun": 2,
        "zhutu": stored(admin, "shangpin").await,
    });
    let goods = add(admin, "app/jifen/shangpin", goods).await;
    let order = json!({ "userId": customer, "shangpinId": goods });
    add(admin, "app/jifen/shangpin/dingdan", order).await;
    said(test, Some(customer)).await;
    let notice = json!({ "userIds": [customer], "biaoti": "还款", "neirong": "请还款", "type": "HUANKUAN", "tongdao": "ZHANNEI" });
    admin.post("/api/app/user/tongzhi", notice).await.ok();
}

#[test]
fn points_feedback_and_notices_are_found_by_the_customers_phone() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        leave_traces(&test, &office).await;
        let admin = &office.admin;
        for path in [
            "app/jifen",
            "app/jifen/shangpin/dingdan",
            "app/jifen/renwu/jilu",
            "app/fankui",
            "app/tongzhi",
        ] {
            let everything = total(admin, path, "").await;
            assert!(everything > 0, "{path}");
            for phone in ["13912345678", "5678"] {
                let asked = format!("phone={phone}");
                assert_eq!(total(admin, path, &asked).await, everything, "{path}");
                let found = rows(admin, path, &asked).await;
                assert_eq!(found[0]["phone"], "139****5678", "{path}");
            }
            assert_eq!(total(admin, path, "phone=13912345679").await, 0, "{path}");
            let part = format!("/api/{path}/findAllByPage?phone=139");
            blames(&admin.get(&part).await, "phone", "完整号码或后四位");
        }
    });
}

#[test]
fn credit_files_and_phones_used_are_kept_by_edit_info() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        let path = "/api/app/user/admin/editInfo";
        let mut urls = Vec::new();
        for _ in 0..21 {
            let fields = [("rootPath", "xinyong")];
            let made = admin
                .upload("/api/app/file/up", &fields, "a.png", &png())
                .await
                .ok();
            urls.push(made["url"].as_str().unwrap().to_owned());
        }
        let many = json!({ "userId": id, "xinyongFile": urls.join(",") });
        blames(&admin.post(path, many).await, "xinyongFile", "最多20个");
        let all = urls[..20].join(",");
        admin
            .post(path, json!({ "userId": id, "xinyongFile": all }))
            .await
            .ok();
        assert_eq!(find(admin, "app/user", id).await["xinyongFile"], all);
        let foreign = json!({ "userId": id, "xinyongFile": "https://example.com/a.png" });
        blames(
            &admin.post(path, foreign).await,
            "xinyongFile",
            "已上传的文件",
        );
        let phones = json!({ "userId": id, "yongguophones": "13711112222,13733334444" });
        admin.post(path, phones).await.ok();
        let row = find(admin, "app/user", id).await;
        assert_eq!(row["yongguophones"], "137****2222,137****4444");
        // What comes back masked stays; what is left out goes.
        let fewer = json!({ "userId": id, "yongguophones": "137****4444,13755556666" });
        admin.post(path, fewer).await.ok();
        let ask =
            json!({ "ziyuan": "app/user", "id": id, "ziduan": "yongguophones", "yuanyin": "核实" });
        let clear = admin.post("/api/app/mingan/chakan", ask).await.ok();
        assert_eq!(clear["zhi"], "13733334444,13755556666");
        let log = rows(admin, "sys/log", "type=XIUGAI").await;
        for line in log {
            let whole = find(admin, "sys/log", line["id"].as_i64().unwrap())
                .await
                .to_string();
            assert!(!whole.contains("13733334444") && !whole.contains("13755556666"));
        }
        admin
            .post(
                path,
                json!({ "userId": id, "xinyongFile": "", "yongguophones": "" }),
            )
            .await
            .ok();
        let row = find(admin, "app/user", id).await;
        assert_eq!(
            (&row["xinyongFile"], &row["yongguophones"]),
            (&json!(null), &json!(null))
        );
    });
}

#[test]
fn a_block_may_name_the_customer_instead_of_the_phone() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        let products = format!("/api/app/user/findProjectByUser?userId={id}");
        let open = admin.get(&products).await.ok();
        assert_eq!(
            (
                &open[0]["projectName"],
                &open[0]["type"],
                &open[0]["pingbiId"]
            ),
            (&json!("惠民贷"), &json!("可借"), &json!(null))
        );
        let body =
            json!({ "projectFenleiId": office.category, "userId": id, "yuanyin": "多头借贷" });
        let block = add(admin, "app/project/fenlei/pingbi", body.clone()).await;
        let blocked = admin.get(&products).await.ok();
        assert_eq!(
            (&blocked[0]["type"], &blocked[0]["pingbiId"]),
            (&json!("屏蔽"), &json!(block))
        );
        let listed = format!("/api/app/project/fenlei/pingbi/admin/findAllByList?userId={id}");
        assert_eq!(admin.get(&listed).await.ok()[0]["userId"], id);
        // No search was made for a number that the caller does not know.
        assert_eq!(rows(admin, "app/mingan/jilu", "").await.len(), 0);
        blames(
            &admin.post("/api/app/project/fenlei/pingbi/add", body).await,
            "phone",
            "已存在",
        );
        admin
            .delete(&format!("/api/app/project/fenlei/pingbi/delByIds/{block}"))
            .await
            .ok();
        office.paid_out(100_000, 3).await;
        assert_eq!(admin.get(&products).await.ok()[0]["type"], "已借");
    });
}

#[test]
fn the_time_line_tells_what_happened_newest_first() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        test.clock.advance_business(1_000);
        let genjin = json!({ "userId": id, "fangshi": "DIANHUA", "jieguo": "CHENGNUO", "neirong": "周五还款" });
        add(admin, "app/user/genjin", genjin).await;
        test.clock.advance_business(1_000);
        office.applied(100_000, 3).await;
        test.clock.advance_business(1_000);
        let reveal =
            json!({ "ziyuan": "app/user", "id": id, "ziduan": "phone", "yuanyin": "核实" });
        admin.post("/api/app/mingan/chakan", reveal).await.ok();
        let lines = admin
            .get(&format!("/api/app/user/shijianxian/{id}"))
            .await
            .ok();
        let kinds: Vec<&str> = lines
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["leixing"].as_str().unwrap())
            .collect();
        assert_eq!(
            kinds,
            ["CHAKAN", "DINGDAN", "GENJIN", "BIANGENG", "BIANGENG"]
        );
        assert_eq!(lines[2]["biaoti"], "电话跟进：承诺还款");
        assert_eq!(lines[2]["neirong"], "周五还款");
        assert!(!lines.to_string().contains("13912345678"));
    });
}

#[test]
fn payments_are_added_up_within_reach() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        for (phone, store, fen) in [
            ("13800000001", "ZONGDIAN", 9_900),
            ("13800000002", "FENDIAN", 50_001),
        ] {
            let body = json!({ "nickName": "客户", "phone": phone, "mendian": store });
            let customer = add(&admin, "app/user", body).await;
            let body = json!({
                "userId": customer, "xiangmu": "会员费", "jine": fen, "shijian": "2026-03-01 10:00:00",
            });
            add(&admin, "app/user/fufei", body).await;
        }
        let path = "/api/app/user/fufei/heji";
        let sums = admin.get(path).await.ok();
        assert_eq!(
            (&sums["bishu"], &sums["heji"][0]["jine"]),
            (&json!(2), &json!(59_901))
        );
        let rights = &["app:user:fufei:list"];
        let clerk = test.person_of(rights, "MENDIAN", "FENDIAN").await.client;
        let sums = clerk.get(path).await.ok();
        assert_eq!(
            (&sums["bishu"], &sums["heji"][0]["jine"]),
            (&json!(1), &json!(50_001))
        );
    });
}
