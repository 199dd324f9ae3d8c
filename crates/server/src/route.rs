//! One URL: who may call it, and what runs when somebody does.

use http::Method;
use schema::Model;

use crate::dispatch::{OwnFn, ReadFn, WriteFn};

/// Who may call a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permission {
    /// Anyone, signed in or not. The handler itself decides what to show.
    Public,
    /// Anyone signed in.
    SignedIn,
    Needs(String),
    NeedsAny(Vec<String>),
}

#[derive(Clone, Copy)]
pub enum Run {
    Read(ReadFn),
    Write(WriteFn),
    Own(OwnFn),
}

/// One URL.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent property of a route"
)]
pub struct Route {
    pub method: Method,
    /// Under `/server`, in axum's notation.
    pub path: &'static str,
    pub permission: Permission,
    pub run: Run,
    pub summary: String,
    pub of: Option<&'static Model>,
    /// Uploads and spreadsheets take as long as they take.
    pub is_long: bool,
    /// Allowed while a password must be changed first.
    pub is_open_before_password_change: bool,
    /// Leaves no line in the log when refused.
    pub is_quiet: bool,
    /// Answers what must be kept nowhere: a repeated idempotency key asks again.
    pub is_secret: bool,
}

impl Route {
    fn new(method: Method, path: &str, permission: Permission, run: Run, summary: &str) -> Self {
        Self {
            method,
            // Routes are made once and live as long as the program.
            path: String::leak(path.to_owned()),
            permission,
            run,
            summary: summary.to_owned(),
            of: None,
            is_long: false,
            is_open_before_password_change: false,
            is_quiet: false,
            is_secret: false,
        }
    }

    pub(crate) fn of(mut self, model: &'static Model) -> Self {
        self.of = Some(model);
        self
    }

    /// For a route outside the resource's own path.
    pub(crate) fn of_path(mut self, path: &str) -> Self {
        self.of = schema::model(path);
        self
    }

    pub(crate) fn long(mut self) -> Self {
        self.is_long = true;
        self
    }

    pub(crate) fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self
    }

    pub(crate) fn secret(mut self) -> Self {
        self.is_secret = true;
        self
    }

    pub(crate) fn before_password_change(mut self) -> Self {
        self.is_open_before_password_change = true;
        self
    }

    /// What the operation log calls the part of the product.
    pub fn module(&self) -> &'static str {
        self.of.map_or("系统", |of| of.table.label)
    }

    /// The log type of this route, for refusals.
    pub fn log_type(&self) -> &'static str {
        match (&self.method, self.path) {
            (&Method::DELETE, _) => "SHANCHU",
            (_, path) if path.ends_with("/add") => "XINZENG",
            (_, path) if path.ends_with("/edit") || path.ends_with("/paixu") => "XIUGAI",
            (_, path) if path.ends_with("/import") => "DAORU",
            (_, path) if path.ends_with("/export") => "DAOCHU",
            (_, path) if path.ends_with("/shenhe") => "SHENHE",
            (_, path) if path.ends_with("/fangkuan") || path.ends_with("/chongqian") => "FANGKUAN",
            (_, path) if path.ends_with("huankuan") || path.ends_with("/yanqi") => "HUANKUAN",
            _ => "QITA",
        }
    }
}

pub(crate) fn get(path: &str, permission: Permission, run: ReadFn, summary: &str) -> Route {
    Route::new(Method::GET, path, permission, Run::Read(run), summary)
}

pub(crate) fn post(path: &str, permission: Permission, run: WriteFn, summary: &str) -> Route {
    Route::new(Method::POST, path, permission, Run::Write(run), summary)
}

pub(crate) fn delete(path: &str, permission: Permission, run: WriteFn, summary: &str) -> Route {
    Route::new(Method::DELETE, path, permission, Run::Write(run), summary)
}

pub(crate) fn own(
    method: Method,
    path: &str,
    permission: Permission,
    run: OwnFn,
    summary: &str,
) -> Route {
    Route::new(method, path, permission, Run::Own(run), summary)
}

pub(crate) fn needs(permission: &str) -> Permission {
    Permission::Needs(permission.to_owned())
}

pub(crate) fn needs_any(permissions: &[&str]) -> Permission {
    Permission::NeedsAny(
        permissions
            .iter()
            .map(|permission| (*permission).to_owned())
            .collect(),
    )
}
