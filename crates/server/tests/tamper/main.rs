//! What a thief with the database file would do while the server is down: each edit of a table is
//! made with the triggers taken away and put back, and the check must find it and name it.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

mod files;
mod office;
mod orders;
mod rights;
mod seals;
mod structure;
mod upgrade;

use std::process::Command;

use server::{app, cli::check, settings::Settings};
use testkit::{Backend, Scratch, quietly};

use office::Template;

/// One edit behind the server's back.
pub struct Edit {
    pub name: &'static str,
    pub how: How,
    /// Words that stand together in one sentence of the check.
    pub found: &'static [&'static str],
}

/// The statements of an edit. `{repaying}` and the like stand for rows of the office.
pub enum How {
    /// On both engines, with every trigger out of the way.
    Quietly(&'static str),
    /// The same, where the engines need words of their own: SQLite's first.
    Each(&'static str, &'static str),
    /// As it stands, triggers in place: SQLite's first. Nothing where an engine has no such thing.
    Openly(&'static str, &'static str),
}

impl Edit {
    /// Its statements for an engine.
    fn on(&self, backend: Backend) -> &'static str {
        match (&self.how, backend) {
            (How::Quietly(sql), _)
            | (How::Each(sql, _) | How::Openly(sql, _), Backend::Sqlite)
            | (How::Each(_, sql) | How::Openly(_, sql), Backend::Postgres) => sql,
        }
    }
}

/// An edit that reads the same on both engines.
pub const fn edit(name: &'static str, sql: &'static str, found: &'static [&'static str]) -> Edit {
    Edit {
        name,
        how: How::Quietly(sql),
        found,
    }
}

#[test]
fn every_edit_of_an_order_is_found_and_named() {
    prove("orders", orders::EDITS);
}

#[test]
fn every_change_of_the_structure_is_found_and_named() {
    prove("structure", structure::EDITS);
}

#[test]
fn every_edit_of_rights_settings_and_payees_is_found_and_named() {
    prove("rights, settings and payees", rights::EDITS);
}

#[test]
fn every_edit_of_files_and_visits_is_found_and_named() {
    prove("files and visits", files::EDITS);
}

/// Makes every edit on a copy of its own, on both databases.
pub fn prove(what: &str, edits: &[Edit]) {
    let mut missed = Vec::new();
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let template = Template::new(backend);
        let clean = problems(&template, &template.scratch.copy());
        assert_eq!(clean, Vec::<String>::new(), "{backend:?} untouched");
        let tried = edits.iter().filter(|edit| !edit.on(backend).is_empty());
        let (mut count, missed_before) = (0, missed.len());
        for edit in tried {
            count += 1;
            let copy = template.scratch.copy();
            make(&template, &copy, edit);
            let problems = problems(&template, &copy);
            let words = edit.found.iter().map(|word| template.filled(word));
            let words: Vec<String> = words.collect();
            let is_named = |problem: &String| words.iter().all(|word| problem.contains(word));
            if !problems.iter().any(is_named) {
                missed.push(format!("{backend:?} {}: {problems:#?}", edit.name));
            }
        }
        let found = count - (missed.len() - missed_before);
        println!("{what} on {backend:?}: {count} edits tried, {found} found and named");
    }
    assert!(
        missed.is_empty(),
        "{} missed:\n{}",
        missed.len(),
        missed.join("\n")
    );
}

/// What `zhanggui check` says of a copy.
fn problems(template: &Template, copy: &Scratch) -> Vec<String> {
    problems_of(template, copy.settings())
}

fn problems_of(template: &Template, mut settings: Settings) -> Vec<String> {
    settings.clock = Some(template.stopped_at.clone());
    check::find(&settings, |_| {}).unwrap_or_else(|sentence| vec![sentence])
}

/// The program itself, beside or instead of the server.
fn command(settings: &Settings, name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zhanggui"));
    command
        .arg(name)
        .env("ZHANGGUI_DATA_DIR", &settings.data_dir)
        .env("ZHANGGUI_ANCHOR_FILE", settings.anchor_file());
    if let Some(url) = &settings.database_url {
        command.env("ZHANGGUI_DATABASE_URL", url);
    }
    command
}

/// What `zhanggui check` tells beside the problems.
fn notes(copy: &Scratch) -> String {
    let told = std::cell::RefCell::new(String::new());
    let _ = check::find(&copy.settings(), |note| {
        told.borrow_mut().push_str(note);
    });
    told.into_inner()
}

fn make(template: &Template, copy: &Scratch, edit: &Edit) {
    let db = app::open_db(&copy.settings()).unwrap();
    let is_quiet = !matches!(edit.how, How::Openly(..));
    let sql = template.filled(edit.on(template.backend));
    let made = db.write_now(move |tx| {
        if is_quiet {
            quietly(tx, &sql)
        } else {
            tx.batch(&sql)
        }
    });
    made.unwrap_or_else(|error| panic!("{}: {error}", edit.name));
}
