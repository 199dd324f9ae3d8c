//! /api/app/version: codes grow platform by platform, and a package says what it is.

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::support::{add, blames, find};

const VERSIONS: &str = "app/version";

fn body(platform: &str, code: i64) -> Json {
    json!({ "pingtai": platform, "banbenhao": "1.2.0", "banbenCode": code, "gengxinNeirong": "修复若干问题" })
}

/// A package as small as one can be: an archive with what tells it.
fn package() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for name in ["AndroidManifest.xml", "classes.dex"] {
        writer.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut writer, name.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

async fn uploaded(admin: &Client) -> (String, usize) {
    let fields = [("rootPath", "version")];
    let bytes = package();
    let made = admin
        .upload("/api/app/file/up", &fields, "app.apk", &bytes)
        .await
        .ok();
    let url = made["url"].as_str().unwrap().to_owned();
    (url, bytes.len())
}

#[test]
fn codes_grow_on_each_platform() {
    on_both(async |test| {
        let admin = test.admin().await;
        let path = "/api/app/version/add";
        let first = add(&admin, VERSIONS, body("ANDROID", 10)).await;
        for code in [9, 10] {
            let answer = admin.post(path, body("ANDROID", code)).await;
            blames(&answer, "banbenCode", "大于该平台已有的10");
        }
        add(&admin, VERSIONS, body("IOS", 10)).await;
        admin
            .delete(&format!("/api/app/version/delByIds/{first}"))
            .await
            .ok();
        let answer = admin.post(path, body("ANDROID", 10)).await;
        blames(&answer, "banbenCode", "大于该平台已有的10");
        add(&admin, VERSIONS, body("ANDROID", 11)).await;
        let mut odd = body("ANDROID", 12);
        odd["banbenhao"] = json!("1.2");
        blames(&admin.post(path, odd).await, "banbenhao", "x.y.z");
    });
}

#[test]
fn a_package_is_known_by_its_size_and_digest_and_stays_once_published() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut row = body("ANDROID", 1);
        row["state"] = json!("YIFABU");
        let answer = admin.post("/api/app/version/add", row).await;
        blames(&answer, "anzhuangbao", "上传安装包");
        let (url, size) = uploaded(&admin).await;
        let mut row = body("ANDROID", 1);
        row["anzhuangbao"] = json!(url);
        let id = add(&admin, VERSIONS, row).await;
        let kept = find(&admin, VERSIONS, id).await;
        assert_eq!(kept["daxiao"], size);
        let bytes = admin.get(url.strip_prefix("/server").unwrap()).await.body;
        let digest = <md5::Md5 as md5::Digest>::digest(&bytes);
        let told = kept["md5"].as_str().unwrap();
        assert_eq!(told.len(), 32);
        for (at, byte) in digest.iter().enumerate() {
            let digits = &told[2 * at..2 * at + 2];
            assert_eq!(u8::from_str_radix(digits, 16).unwrap(), *byte);
        }
        assert_eq!(kept["fabuTime"], json!(null));
        let edit = async |body: Json| {
            let mut body = body;
            body["id"] = json!(id);
            admin.post("/api/app/version/edit", body).await
        };
        edit(json!({ "state": "YIFABU" })).await.ok();
        let kept = find(&admin, VERSIONS, id).await;
        assert_eq!(kept["fabuTime"], "2026-03-01 09:00:00");
        let (other, _) = uploaded(&admin).await;
        edit(json!({ "anzhuangbao": other }))
            .await
            .refused(2002, "不能更换安装包");
        let path = format!("/api/app/version/delByIds/{id}");
        admin.delete(&path).await.refused(2002, "请先撤回");
        edit(json!({ "state": "YICHEHUI" })).await.ok();
        admin.delete(&path).await.ok();
    });
}
