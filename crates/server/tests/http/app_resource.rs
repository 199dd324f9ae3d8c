//! /api/app/resource: a file says itself what it is; and its import, whose rows keep where they stood.

use serde_json::json;
use testkit::on_both;

use crate::{
    app_file_rows::stored,
    spreadsheet::workbook,
    support::{add, blames, find, rows},
};

#[test]
fn a_file_of_the_library_tells_its_ending_and_size() {
    on_both(async |test| {
        let admin = test.admin().await;
        let url = stored(&admin, "resource").await;
        let body = json!({ "mingcheng": "横幅底图", "type": "TUPIAN", "url": url, "biaoqian": ["活动", "首页"], "houzhui": "exe", "daxiao": 1 });
        let id = add(&admin, "app/resource", body).await;
        let row = find(&admin, "app/resource", id).await;
        let size = admin.get(url.strip_prefix("/server").unwrap()).await;
        assert_eq!(
            (&row["houzhui"], &row["daxiao"], &row["biaoqian"]),
            (
                &json!("png"),
                &json!(size.body.len()),
                &json!(["活动", "首页"])
            )
        );
        let foreign =
            json!({ "mingcheng": "外站", "type": "TUPIAN", "url": "https://example.com/a.png" });
        let answer = admin.post("/api/app/resource/add", foreign).await;
        blames(&answer, "url", "已上传的文件");
    });
}

#[test]
fn an_import_keeps_batch_row_and_reason_of_every_line() {
    on_both(async |test| {
        let admin = test.admin().await;
        let url = stored(&admin, "resource").await;
        let titles = &["名称*", "类型*", "地址*"];
        let sheet = workbook(
            titles,
            &[
                &["底图", "图片", &url],
                &["外站", "没有这种", "https://example.com/a.png"],
            ],
        );
        let import = async |mode: &str| {
            let path = format!("/api/app/resource/copy1/import?moshi={mode}");
            let answer = admin.upload(&path, &[], "资源.xlsx", &sheet).await;
            answer.ok()
        };
        for mode in ["JIANCHA", "QUANBU"] {
            assert_eq!(import(mode).await["isXieru"], false);
            assert_eq!(
                rows(&admin, "app/resource/copy1", "").await.len(),
                0,
                "{mode}"
            );
        }
        let report = import("HAOHANG").await;
        assert_eq!(
            (&report["chenggong"], &report["shibai"]),
            (&json!(1), &json!(1))
        );
        let kept = rows(&admin, "app/resource/copy1", "orders=id:asc").await;
        assert_eq!(kept.len(), 2);
        let [good, bad] = [&kept[0], &kept[1]];
        assert_eq!(
            (&good["daoruState"], &good["hanghao"], &good["houzhui"]),
            (&json!("YIDAORU"), &json!(2), &json!("png"))
        );
        assert_eq!(
            (
                &bad["daoruState"],
                &bad["hanghao"],
                &bad["mingcheng"],
                &bad["url"]
            ),
            (&json!("SHIBAI"), &json!(3), &json!("外站"), &json!(""))
        );
        let reason = bad["shibaiYuanyin"].as_str().unwrap();
        assert!(
            reason.contains("类型") && reason.contains("地址"),
            "{reason}"
        );
        assert_eq!(good["daoruPici"], bad["daoruPici"]);
        let batch = good["daoruPici"].as_str().unwrap();
        assert_eq!(
            rows(&admin, "app/resource/copy1", &format!("daoruPici={batch}"))
                .await
                .len(),
            2
        );
        let template = admin.get("/api/app/resource/copy1/import/template").await;
        assert!(template.body.starts_with(b"PK"));
    });
}
