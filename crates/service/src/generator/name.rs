//! Names that become code, and words that stand in it: what is not plainly one is refused.

/// Words that Rust keeps for itself and takes with `r#` before them.
const KEYWORDS: [&str; 47] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while",
];

/// Words that no spelling makes a name, and what every definition is asked for.
const NEVER: [&str; 7] = ["self", "super", "crate", "yield", "_", "model", "read"];

/// What a definition says already, or the language.
const TAKEN_TYPES: [&str; 30] = [
    "Self",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "String",
    "Vec",
    "Box",
    "Copy",
    "Clone",
    "Default",
    "Drop",
    "Action",
    "Computed",
    "Date",
    "Folder",
    "Mask",
    "Scope",
    "Secret",
    "Timestamp",
    "Equal",
    "Like",
    "Range",
    "Avatar",
    "Icon",
    "Tag",
    "Link",
    "Switch",
];
const TAKEN_TYPES_TOO: [&str; 13] = [
    "LongText", "Json", "Fuwenben", "Model", "Record", "Table", "Search", "ShownAs", "Send",
    "Sync", "Iterator", "Fn", "From",
];

/// The longest name that PostgreSQL keeps whole, with room for the name of an index.
const LONGEST: usize = 40;

fn is_snake(text: &str) -> bool {
    text.len() <= LONGEST
        && text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && !text.ends_with('_')
        && !text.contains("__")
        && text
            .bytes()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_')
}

/// A column: small letters, digits and `_`.
pub fn column(text: &str) -> Result<(), String> {
    if NEVER.contains(&text) {
        return Err(format!("列名{text}是保留的名称，请换一个"));
    }
    if !is_snake(text) {
        return Err(format!(
            "列名“{}”不能用作名称，应为小写字母开头的字母、数字和下划线，不超过{LONGEST}个字符",
            shown(text)
        ));
    }
    Ok(())
}

/// A column as Rust spells it.
pub fn field(name: &str) -> String {
    if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// A table: the module, `_` and a name.
pub fn table(text: &str) -> Result<(), String> {
    let is_reserved = ["sqlite_", "pg_"]
        .iter()
        .any(|begin| text.starts_with(begin));
    if is_reserved {
        return Err("表名不能以 sqlite_ 或 pg_ 开头，它们是数据库自己的".to_owned());
    }
    if is_snake(text) && text.contains('_') {
        return Ok(());
    }
    Err(format!(
        "表名“{}”不能用作名称，应为“模块_名称”，由小写字母、数字和下划线组成，不超过{LONGEST}个字符",
        shown(text)
    ))
}

/// A resource's path: at least two parts.
pub fn path(text: &str) -> Result<(), String> {
    let parts = text.split('/').count();
    if (2..=5).contains(&parts) && text.len() <= LONGEST && text.split('/').all(is_snake) {
        return Ok(());
    }
    Err("资源路径应如 app/gonggao：两到五段，每段由小写字母、数字和下划线组成".to_owned())
}

/// The name of a type.
pub fn class(text: &str) -> Result<(), String> {
    let is_plain = text.len() <= LONGEST
        && text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text.bytes().all(|letter| letter.is_ascii_alphanumeric());
    let mut taken = TAKEN_TYPES.iter().chain(&TAKEN_TYPES_TOO);
    if is_plain && !taken.any(|taken| *taken == text) {
        return Ok(());
    }
    Err("类名应为大写字母开头的字母和数字，且不是语言或定义中已有的名称".to_owned())
}

/// A dictionary's type.
pub fn dict(text: &str) -> Result<(), String> {
    if is_snake(text) {
        return Ok(());
    }
    Err("字典类型应由小写字母、数字和下划线组成".to_owned())
}

/// `app_gonggao` → `AppGonggao`.
pub fn pascal(snake: &str) -> String {
    let parts = snake.split(['_', '/']).map(|part| {
        let mut letters = part.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    parts.collect()
}

/// Letters that could end a text or a comment, begin a tag, or turn the line around.
fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '"' | '\'' | '`' | '\\' | '<' | '>' | '{' | '}' | '$' | '*' | '|'
        )
        || is_invisible(letter)
}

/// Letters that nobody sees, some of which turn the line around.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{3164}' | '\u{FFA0}' | '\u{FEFF}'
        | '\u{115F}'..='\u{1160}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// A label that stands in code: nothing in it ends a text or a comment.
pub fn words(what: &str, text: &str, most: usize) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err(format!("{what}不能为空"));
    }
    if text.chars().count() > most {
        return Err(format!("{what}不能超过{most}个字"));
    }
    if text.contains(is_harmful) || text.contains("//") {
        return Err(format!(
            "{what}“{}”不能含有引号、反斜杠、尖括号、花括号、星号等符号或换行",
            shown(text)
        ));
    }
    let today = schema::words::current(text);
    if today != text {
        return Err(format!(
            "{what}“{}”请按本系统的用词写作“{}”",
            shown(text),
            shown(&today)
        ));
    }
    Ok(())
}

/// A comment of a database as a label, in the words of the product: the harmful letters are left
/// out, and it ends with its first sentence.
pub fn tamed(text: &str, most: usize) -> String {
    let text = schema::words::current(text);
    let first = text.split(['\n', '\r', '；', ';', '。', '：', ':', '（', '(', '，', ',']);
    let first = first.map(str::trim).find(|part| !part.is_empty());
    let kept: String = first
        .unwrap_or_default()
        .replace("//", "/")
        .chars()
        .filter(|letter| !is_harmful(*letter))
        .collect();
    kept.trim().chars().take(most).collect()
}

/// A text that a sentence quotes: short, and without what would break the line.
pub fn shown(text: &str) -> String {
    let letters = text.chars().filter(|letter| !is_harmful(*letter));
    letters.take(LONGEST).collect()
}

/// A file of the archive: relative, plain letters, no way up.
pub fn file(text: &str) -> Result<(), String> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && !part.ends_with('.')
            && part.chars().all(|letter| {
                letter.is_ascii_alphanumeric()
                    || matches!(letter, '_' | '-' | '.')
                    || ('\u{4E00}'..='\u{9FFF}').contains(&letter)
            })
    };
    let parts = text.split('/').count();
    if text.len() <= 200 && parts <= 12 && text.split('/').all(is_plain) {
        return Ok(());
    }
    Err(format!(
        "文件路径“{}”不正确：应为相对路径，不含 .. 和特殊符号",
        shown(text)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_name_is_refused() {
        for bad in [
            "", "Ab", "1a", "a-b", "a b", "a\"b", "a;--", "self", "crate", "model", "a__b", "a_",
            "ä", "a\nb",
        ] {
            assert!(column(bad).is_err(), "{bad}");
        }
        assert_eq!([field("type"), field("biaoti")], ["r#type", "biaoti"]);
        for bad in [
            "a",
            "app",
            "App_x",
            "app_x; DROP",
            "app/x",
            "../x",
            "sqlite_x",
            "pg_x",
        ] {
            assert!(table(bad).is_err(), "{bad}");
        }
        for bad in [
            "app", "/app/x", "app/../x", "app/x/", "app//x", "App/x", "app/x y",
        ] {
            assert!(path(bad).is_err(), "{bad}");
        }
        for bad in ["x", "Self", "Option", "A b", "A_b", "Tag", "Search", ""] {
            assert!(class(bad).is_err(), "{bad}");
        }
        assert!(column("type").is_ok() && path("app/gonggao").is_ok() && class("Gonggao").is_ok());
    }

    #[test]
    fn one_thing_has_one_word() {
        let told = words("标签", "联系手机", 30).unwrap_err();
        assert_eq!(told, "标签“联系手机”请按本系统的用词写作“联系手机号”");
        assert!(words("标签", "联系手机号", 30).is_ok());
        assert_eq!(tamed("联系手机，必填", 30), "联系手机号");
    }

    #[test]
    fn words_cannot_break_out() {
        for bad in [
            "a\"b",
            "a\\b",
            "*/ alert(1) /*",
            "a\nb",
            "a`b",
            "${x}",
            "</script>",
            "{{x}}",
            "a'b",
            "\u{202E}abc",
            "  ",
            "x // y",
            "a\u{61C}b",
            "\u{3164}",
            "a\u{E0001}",
        ] {
            assert!(words("标签", bad, 50).is_err(), "{bad}");
            assert!(
                tamed(bad, 50).is_empty() || words("标签", &tamed(bad, 50), 50).is_ok(),
                "{bad}"
            );
        }
        assert!(words("标签", "姓名/名称 A-1（元）", 50).is_ok());
        assert_eq!(tamed("标题：不超过50字\n*/ fn main() {}", 50), "标题");
    }

    #[test]
    fn names_of_files_stay_below() {
        for bad in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "a\\b",
            "C:x",
            "a/.git/x",
            "a b",
            "x\n",
            "a/.",
        ] {
            assert!(file(bad).is_err(), "{bad}");
        }
        assert!(file("crates/schema/src/resources/app_x.rs").is_ok() && file("说明.md").is_ok());
    }

    #[test]
    fn types_are_named_after_tables() {
        assert_eq!(pascal("app_dict_data"), "AppDictData");
    }
}
