//! The text of a contract: its placeholders are found, checked and filled in. They stand in words
//! alone: what is filled in never becomes part of a tag or of an address.

/// What a placeholder may be called, with what it means.
pub const FIELDS: [(&str, &str); 18] = [
    ("xingming", "客户姓名"),
    ("zhengjianhaoma", "证件号码"),
    ("phone", "手机号"),
    ("dingdanBianhao", "订单号"),
    ("chanpin", "产品名称"),
    ("jiekuanJine", "借款金额(元)"),
    ("jiekuanDaxie", "借款金额大写"),
    ("qishu", "期数"),
    ("nianlilv", "年利率"),
    ("huankuanMoshi", "还款模式"),
    ("jiekuanYongtu", "借款用途"),
    ("huankuanJine", "应还总额(元)"),
    ("shoukuanZhanghu", "收款账户"),
    ("shenqingRiqi", "申请日期"),
    ("fangkuanRiqi", "放款日期"),
    ("daoqiRiqi", "到期日期"),
    ("gongsiMingcheng", "公司名称"),
    ("kefuDianhua", "客服电话"),
];

const OPENS: &str = "{{";
const CLOSES: &str = "}}";
/// What an input method makes of braces.
const WIDE: [&str; 6] = ["｛｛", "｛{", "{｛", "｝｝", "｝}", "}｝"];
/// As much of a wrong placeholder as a sentence quotes.
const QUOTED: usize = 30;

/// Cleaned HTML, piece by piece.
enum Piece<'a> {
    Tag(&'a str),
    Words(&'a str),
}

fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (words, tag) = rest.split_at(at);
        let (tag, behind) = tag.split_at(tag_length(tag));
        found.extend([Piece::Words(words), Piece::Tag(tag)]);
        rest = behind;
    }
    found.push(Piece::Words(rest));
    found
}

/// Up to its `>`; one within quotes is part of a value.
fn tag_length(tag: &str) -> usize {
    let mut quote = None;
    for (at, letter) in tag.char_indices() {
        match (quote, letter) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            _ => {}
        }
    }
    tag.len()
}

/// The placeholders of a text in the order in which they first occur, or what is wrong with one.
pub fn placeholders(html: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces(html) {
        let words = match piece {
            Piece::Tag(tag) if tag.contains(OPENS) => {
                return Err("变量只能写在文字里，不能写在链接或图片地址里".to_owned());
            }
            Piece::Tag(_) => continue,
            Piece::Words(words) => words,
        };
        if let Some(at) = WIDE.iter().filter_map(|pair| words.find(pair)).min() {
            let begun = quoted(words.get(at..).unwrap_or(words));
            return Err(format!(
                "正文中的“{begun}”用了全角括号，变量的括号请用半角的 {{{{ }}}}"
            ));
        }
        let mut rest = words;
        while let Some((_, behind)) = rest.split_once(OPENS) {
            let Some((inside, after)) = behind.split_once(CLOSES) else {
                let begun = quoted(behind);
                return Err(format!(
                    "正文中的变量“{{{{{begun}”没有写完，请检查括号，并清除变量中间的格式"
                ));
            };
            let name = inside.trim();
            if label(name).is_none() {
                let name = quoted(name);
                return Err(format!(
                    "正文中的变量“{{{{{name}}}}}”无法识别，请从可用变量中选择"
                ));
            }
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
            rest = after;
        }
    }
    Ok(names)
}

fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// What a placeholder means; none where nobody knows it.
pub fn label(name: &str) -> Option<&'static str> {
    let field = FIELDS.iter().find(|(known, _)| *known == name);
    field.map(|(_, label)| *label)
}

/// Whether a text says nothing.
pub fn is_blank(html: &str) -> bool {
    pieces(html).iter().all(|piece| match piece {
        Piece::Tag(tag) => !tag.starts_with("<img"),
        Piece::Words(words) => words.replace("&nbsp;", "").chars().all(is_unseen),
    })
}

/// Whether a letter leaves nothing on paper: spaces, and what has no width.
fn is_unseen(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text with every placeholder replaced by what `value` says, as words.
pub fn fill(html: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(html.len());
    for piece in pieces(html) {
        let mut rest = match piece {
            Piece::Tag(tag) => {
                filled.push_str(tag);
                continue;
            }
            Piece::Words(words) => words,
        };
        while let Some((before, behind)) = rest.split_once(OPENS) {
            let Some((inside, after)) = behind.split_once(CLOSES) else {
                break;
            };
            filled.push_str(before);
            filled.push_str(&escaped(&value(inside.trim())));
            rest = after;
        }
        filled.push_str(rest);
    }
    filled
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_once_each() {
        let html = "<p>{{xingming}}、{{ jiekuanJine }}元</p><p>{{xingming}}</p>";
        assert_eq!(placeholders(html).unwrap(), ["xingming", "jiekuanJine"]);
        assert_eq!(
            placeholders("<p>没有 { 变量 }｛也没有｝</p>").unwrap(),
            [""; 0] as [&str; 0]
        );
    }

    #[test]
    fn a_wrong_one_is_named() {
        for (html, says) in [
            ("<p>{{xingmign}}</p>", "“{{xingmign}}”无法识别"),
            ("<p>{{}}</p>", "“{{}}”无法识别"),
            ("<p>{{xing<b>ming</b>}}</p>", "“{{xing”没有写完"),
            (
                "<p>甲｛｛xingming｝｝</p>",
                "“｛｛xingming｝｝”用了全角括号",
            ),
            ("<p>{{xingming｝｝</p>", "“｝｝”用了全角括号"),
            (
                r#"<a href="https://a.cn/?x=>{{phone}}">看</a>"#,
                "只能写在文字里",
            ),
        ] {
            let fault = placeholders(html).unwrap_err();
            assert!(fault.contains(says), "{html}: {fault}");
        }
    }

    #[test]
    fn what_is_filled_in_stays_words() {
        let html = r#"<p title="a>b">借款人 {{xingming}}，{{phone}}</p>"#;
        let value = |name: &str| match name {
            "xingming" => "<script>&\"".to_owned(),
            name => format!("〔{name}〕"),
        };
        assert_eq!(
            fill(html, value),
            r#"<p title="a>b">借款人 &lt;script&gt;&amp;&quot;，〔phone〕</p>"#
        );
    }

    #[test]
    fn a_text_without_words_is_blank() {
        for (html, is) in [
            ("<p><br></p>", true),
            ("<p>&nbsp; </p>", true),
            ("<p>\u{200b}\u{feff}</p><p>\u{2060}\u{ad}</p>", true),
            ("<p>甲方</p>", false),
            (r#"<p><img src="/a.png"></p>"#, false),
        ] {
            assert_eq!(is_blank(html), is, "{html}");
        }
    }
}
