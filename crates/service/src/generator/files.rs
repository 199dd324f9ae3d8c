//! The files that a table becomes: each template with the values of the plan.

use minijinja::Value;

use super::{
    builtin, name,
    plan::Plan,
    register,
    sandbox::{Flaw, Sandbox},
    shared::Shared,
};
use crate::wire::answer;

/// A template as it is rendered.
#[derive(Debug, Clone)]
pub struct Template {
    pub name: String,
    pub path: String,
    pub text: String,
}

/// Templates of one group.
pub const MOST_TEMPLATES: usize = 50;
/// The changes to files that all resources share.
pub const PATCH: &str = "gongyong.patch";

answer! {
    /// A file that was generated.
    pub struct GenFile {
        path: String,
        neirong: String,
        /// The language it is written in, for its colours.
        yuyan: &'static str,
        /// The text that stands there now, where the server knows the source tree.
        xianyou: Option<String>,
    }
}

/// The program's own templates.
pub fn builtin_templates() -> Vec<Template> {
    let all = builtin::ALL.iter();
    let all = all.map(|template| Template {
        name: template.name.to_owned(),
        path: template.path.to_owned(),
        text: template.text.to_owned(),
    });
    all.collect()
}

/// Every file of a plan, the patch for shared files last, or what is wrong with a template.
pub fn all(plan: &Plan, templates: &[Template]) -> Result<Vec<GenFile>, String> {
    let values = Value::from_serialize(plan.values());
    let mut sandbox = Sandbox::default();
    let mut files: Vec<GenFile> = Vec::new();
    for template in templates.iter().take(MOST_TEMPLATES) {
        let of = |what: &str, flaw: &Flaw| {
            format!(
                "模板“{}”的{what}{}",
                name::shown(&template.name),
                flaw.sentence()
            )
        };
        let path = sandbox.render(&template.path, &values);
        let path = path.map_err(|flaw| of("输出路径", &flaw))?;
        let path = path.trim();
        if path.is_empty() {
            continue;
        }
        name::file(path)?;
        let taken = files.iter().map(|file| file.path.as_str()).chain([PATCH]);
        if let Some(taken) = taken.into_iter().find(|taken| clash(taken, path)) {
            return Err(format!(
                "模板“{}”的文件 {path} 与 {taken} 冲突",
                name::shown(&template.name)
            ));
        }
        let text = sandbox.render(&template.text, &values);
        let mut text = text.map_err(|flaw| of("内容", &flaw))?;
        // A template is kept without the blanks around it.
        if !text.ends_with('\n') {
            text.push('\n');
        }
        files.push(GenFile {
            path: path.to_owned(),
            neirong: text,
            yuyan: language(path),
            xianyou: None,
        });
    }
    let patch = register::patch(plan, &Shared::built_in())?;
    if !patch.is_empty() {
        files.push(GenFile {
            path: PATCH.to_owned(),
            neirong: patch,
            yuyan: "diff",
            xianyou: None,
        });
    }
    Ok(files)
}

fn language(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("rs") => "rust",
        Some("ts" | "tsx") => "typescript",
        Some("sql") => "sql",
        Some("md") => "markdown",
        _ => "text",
    }
}

/// Whether two files cannot lie beside each other: the same for systems that take small letters for
/// large ones, or one a folder of the other.
fn clash(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let is_below = |above: &str, below: &str| {
        below
            .strip_prefix(above)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    one == other || is_below(&one, &other) || is_below(&other, &one)
}

/// Where files of a resource stand in the source tree, and how their names end.
const PLACES: [(&str, &[&str]); 5] = [
    ("crates/schema/src/resources/", &[".rs"]),
    ("crates/service/src/resources/", &[".rs"]),
    ("crates/server/tests/http/", &[".rs"]),
    ("web/src/pages/", &[".ts", ".tsx", ".css"]),
    ("e2e/flows/", &[".ts"]),
];

/// Whether a file of the archive has its place in the source tree.
pub fn is_source(path: &str) -> bool {
    PLACES.iter().any(|(folder, ends)| {
        path.starts_with(folder) && ends.iter().any(|end| path.ends_with(end))
    })
}

/// Whether a file is made again each time; the others are a person's once they are there.
pub fn is_made_again(plan: &Plan, path: &str) -> bool {
    plan.beyond().is_none() && path == plan.definition_path()
}
