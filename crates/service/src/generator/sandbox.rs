//! Templates run where nothing can be reached: no files, no network, no functions, and no way to
//! make a value larger than those that are given. Steps, nesting, tags and output are bounded.

use std::io::{self, Write};

use minijinja::{Environment, ErrorKind, UndefinedBehavior, Value};

use super::{expression::quoted, name};

/// Steps of all templates of a table together.
const FUEL: u64 = 50_000;
const NESTING: usize = 20;
/// Letters of one tag, tags of one template, and `elif`s in it: the parser goes as deep as they are
/// many.
const LONGEST_TAG: usize = 300;
const MOST_TAGS: usize = 2_000;
const MOST_ELIFS: usize = 50;
/// Letters of what a filter takes and gives; a step costs no more than this.
const LONGEST_FILTERED: usize = 2_000;
/// Letters of a template, and bytes of what it writes.
pub const MOST_TEMPLATE: usize = 60_000;
const MOST_OUTPUT: usize = 256 * 1024;

/// The tags there are. The others could keep what was written and write it again.
const TAGS: [&str; 6] = ["if", "elif", "else", "endif", "for", "endfor"];

/// Why a template does not serve, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    pub line: usize,
    pub why: String,
    /// It names what is not there, whatever the table.
    pub is_misnamed: bool,
}

impl Flaw {
    fn at(line: usize, why: impl Into<String>) -> Self {
        Self {
            line,
            why: why.into(),
            is_misnamed: false,
        }
    }

    pub fn sentence(&self) -> String {
        format!("第{}行：{}", self.line, self.why)
    }
}

/// Whether a template can be read.
pub fn check(text: &str) -> Result<(), Flaw> {
    if text.chars().count() > MOST_TEMPLATE {
        return Err(Flaw::at(1, format!("模板不能超过{MOST_TEMPLATE}个字")));
    }
    plain(text)?;
    let mut environment = environment();
    let added = environment.add_template_owned("template", text.to_owned());
    added.map_err(|error| flaw(&error))
}

/// Renders templates, one after the other, until they took too many steps together.
pub struct Sandbox {
    fuel: u64,
}

impl Default for Sandbox {
    fn default() -> Self {
        Self { fuel: FUEL }
    }
}

impl Sandbox {
    /// For a first look: it ends sooner.
    pub fn brief() -> Self {
        Self { fuel: FUEL / 20 }
    }

    /// What a template becomes.
    pub fn render(&mut self, text: &str, values: &Value) -> Result<String, Flaw> {
        check(text)?;
        let mut environment = environment();
        environment.set_fuel(Some(self.fuel));
        let added = environment.add_template_owned("template", text.to_owned());
        added.map_err(|error| flaw(&error))?;
        let template = environment
            .get_template("template")
            .map_err(|error| flaw(&error))?;
        let mut page = Page(Vec::new());
        let state = template
            .render_captured_to(values, &mut page)
            .map_err(|error| flaw(&error))?;
        let (used, _) = state.state().fuel_levels().unwrap_or_default();
        self.fuel = self.fuel.saturating_sub(used);
        String::from_utf8(page.0).map_err(|_| Flaw::at(1, "输出不是文本"))
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::empty();
    environment.set_recursion_limit(NESTING);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_keep_trailing_newline(true);
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.add_filter("quoted", |text: &str| filtered(text, quoted));
    environment.add_filter("pascal", |text: &str| filtered(text, name::pascal));
    environment.add_filter("camel", |text: &str| filtered(text, schema::camel));
    environment
}

/// A text through a filter, neither of them long.
fn filtered(text: &str, filter: fn(&str) -> String) -> Result<String, minijinja::Error> {
    let is_long = |text: &str| text.len() > LONGEST_FILTERED;
    let made = (!is_long(text)).then(|| filter(text));
    made.filter(|made| !is_long(made))
        .ok_or_else(|| minijinja::Error::new(ErrorKind::InvalidOperation, TOO_LONG))
}

/// How a filter says that a text is too long for it.
const TOO_LONG: &str = "too long to be filtered";

/// What is written, until it is too much.
struct Page(Vec<u8>);

impl Write for Page {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.0.len() + piece.len() > MOST_OUTPUT {
            return Err(io::Error::other("too much output"));
        }
        self.0.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn flaw(error: &minijinja::Error) -> Flaw {
    let why = match error.kind() {
        ErrorKind::OutOfFuel => "模板执行的步骤过多".to_owned(),
        ErrorKind::WriteFailure => "模板的输出过长".to_owned(),
        ErrorKind::InvalidOperation if error.detail() == Some(TOO_LONG) => {
            format!("过滤器处理的文字不能超过{LONGEST_FILTERED}个字节")
        }
        ErrorKind::UndefinedError => "使用了不存在的变量".to_owned(),
        ErrorKind::UnknownFilter => "使用了不存在的过滤器".to_owned(),
        ErrorKind::UnknownFunction | ErrorKind::UnknownTest => "模板中不能调用函数".to_owned(),
        ErrorKind::SyntaxError => {
            let detail = error.detail().unwrap_or_default();
            format!("语法错误，{}", name::shown(&in_words(detail)))
        }
        _ => "模板不能执行".to_owned(),
    };
    let misnamed = [ErrorKind::UndefinedError, ErrorKind::UnknownFilter];
    Flaw {
        is_misnamed: misnamed.contains(&error.kind()),
        ..Flaw::at(error.line().unwrap_or(1), why)
    }
}

/// What the parser says, for people who read Chinese.
fn in_words(detail: &str) -> String {
    let named = |what: &str| {
        NAMED.iter().fold(what.to_owned(), |told, (said, word)| {
            told.replace(said, word)
        })
    };
    let Some(found) = detail.strip_prefix("unexpected ") else {
        return named(detail);
    };
    match found.split_once(", expected ") {
        Some(("end of input", wanted)) => format!("模板没有结束，缺少{}", named(wanted)),
        Some((found, wanted)) => format!("这里不应是{}，应为{}", named(found), named(wanted)),
        None => format!("这里不应是{}", named(found)),
    }
}

const NAMED: [(&str, &str); 11] = [
    ("template exceeds maximum recursion limit", "标签嵌套过深"),
    ("invalid integer (too large)", "数字过大"),
    ("end of variable block", "变量的结尾"),
    ("end of block", "标签的结尾"),
    ("end of input", "模板的结尾"),
    ("start of block", "标签的开头"),
    ("start of variable block", "变量的开头"),
    ("template-data", "普通文字"),
    ("identifier", "名称"),
    ("character", "这个字符"),
    ("unknown statement", "未知的标签"),
];

/// Refuses what could grow: texts put together, and tags that keep what was written. Within a tag
/// texts are checked like everything else, so that no quote hides an operator.
fn plain(text: &str) -> Result<(), Flaw> {
    let mut rest = text;
    let (mut tags, mut elifs) = (0, 0);
    while let Some(at) = rest.find('{') {
        let (_, open) = rest.split_at(at);
        let refuse = |why: &str| {
            let before = text.len() - open.len();
            let lines = text.bytes().take(before).filter(|letter| *letter == b'\n');
            Err(Flaw::at(lines.count() + 1, why))
        };
        if let Some(comment) = open.strip_prefix("{#") {
            let Some((_, after)) = comment.split_once("#}") else {
                return refuse("注释没有结束");
            };
            rest = after;
            continue;
        }
        let Some((body, close)) = begun(open) else {
            rest = open.strip_prefix('{').unwrap_or_default();
            continue;
        };
        let Some(end) = ends_at(body, close) else {
            return refuse("标签没有结束");
        };
        let (inside, after) = body.split_at(end);
        let is_statement = close == "%}";
        if let Some(why) = harm(inside, is_statement) {
            return refuse(why);
        }
        tags += 1;
        elifs += usize::from(is_statement && word_of(inside) == "elif");
        if tags > MOST_TAGS || elifs > MOST_ELIFS {
            return refuse("标签过多");
        }
        rest = after.strip_prefix(close).unwrap_or_default();
    }
    Ok(())
}

/// What is wrong with the inside of a tag. For the parser a tag does not end within brackets: each
/// must be closed in it, and there are no braces.
fn harm(inside: &str, is_statement: bool) -> Option<&'static str> {
    if inside.chars().count() > LONGEST_TAG {
        return Some("标签过长");
    }
    if inside.contains(['~', '+', '*', '{', '}']) {
        return Some("标签中不能使用 ~、+、* 和花括号");
    }
    if !closes_brackets(inside) {
        return Some("标签中的括号没有成对");
    }
    if !is_statement {
        return None;
    }
    if !TAGS.contains(&word_of(inside)) {
        return Some("只能使用 if、elif、else 和 for");
    }
    inside.contains("recursive").then_some("循环不能递归")
}

/// The word that a statement begins with.
fn word_of(inside: &str) -> &str {
    let word = inside.trim_start_matches(['-', ' ', '\t', '\r', '\n']);
    let word = word.split(|letter: char| !letter.is_alphanumeric()).next();
    word.unwrap_or_default()
}

/// Whether round and square brackets are closed as they were opened; within texts too, so that no
/// quote hides one.
fn closes_brackets(inside: &str) -> bool {
    let mut open = Vec::new();
    inside.chars().all(|letter| match letter {
        '(' => {
            open.push(')');
            true
        }
        '[' => {
            open.push(']');
            true
        }
        ')' | ']' => open.pop() == Some(letter),
        _ => true,
    }) && open.is_empty()
}

/// What follows the beginning of a tag, and how the tag ends.
fn begun(open: &str) -> Option<(&str, &'static str)> {
    let value = open.strip_prefix("{{").map(|body| (body, "}}"));
    value.or_else(|| open.strip_prefix("{%").map(|body| (body, "%}")))
}

/// Where a tag ends: not within a text.
fn ends_at(body: &str, close: &str) -> Option<usize> {
    let mut quote = None;
    let mut letters = body.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, _) if body.get(at..).is_some_and(|rest| rest.starts_with(close)) => {
                return Some(at);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flaw_is_told_in_chinese_at_its_line() {
        let told = |text: &str| check(text).unwrap_err().sentence();
        assert_eq!(
            told("一\n{% if x %}"),
            "第2行：语法错误，模板没有结束，缺少标签的结尾"
        );
        assert_eq!(
            told("{{ a b }}"),
            "第1行：语法错误，这里不应是名称，应为变量的结尾"
        );
        assert_eq!(told("一\n二\n{{ a"), "第3行：标签没有结束");
    }
}
