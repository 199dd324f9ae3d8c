//! Numbers that people type: what is wrong with one is said, and nothing is kept of it.

use serde_json::json;
use testkit::{
    office::{self, Office},
    on_both,
};

use crate::support::blames;

#[test]
fn a_number_that_is_wrong_is_refused_with_the_reason() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let cases = [
            ("zhanghao", "6222020200112233447", "卡号的校验位不符"),
            ("zhanghao", "6222", "卡号应为12到19位数字"),
            ("yhkShenfenzhenghao", "11010519491231002", "应为18位证件号"),
            ("yhkShenfenzhenghao", "110105194912310021", "校验位不符"),
            ("yhkShenfenzhenghao", "11010519490231002X", "出生日期不存在"),
            // The clock stands on 2026-03-01.
            ("yhkShenfenzhenghao", "110105200803020013", "未满18周岁"),
            ("yhkYuliushouji", "12900000001", "号段不存在"),
            ("yhkYuliushouji", "1390000000", "位数不足"),
        ];
        for (wire, text, words) in cases {
            let mut body = office::account(office.customer);
            body[wire] = json!(text);
            let answer = office.admin.post("/api/app/user/shoukuan/add", body).await;
            blames(&answer, wire, words);
            assert!(!answer.message.contains(text), "{}", answer.message);
        }
        // A small x at the end is the same number.
        let mut body = office::account(office.customer);
        body["yhkShenfenzhenghao"] = json!("11010519491231002x");
        let added = office.admin.post("/api/app/user/shoukuan/add", body).await;
        added.ok();
        // A card does not become a wallet.
        let thief =
            json!({ "id": office.account, "type": "ZHIFUBAO", "shoukuanzhanghao": "a@b.cn" });
        let edited = office
            .admin
            .post("/api/app/user/shoukuan/edit", thief)
            .await;
        blames(&edited, "shoukuanzhanghao", "这类账户没有收款账号");
    });
}
