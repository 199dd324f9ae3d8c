//! Every URL in one list. The axum router, the OpenAPI document and the permission test are all made
//! from it.

use std::sync::{Arc, OnceLock};

use axum::{
    Router,
    extract::{RawPathParams, Request, rejection::RawPathParamsRejection},
    routing::{MethodFilter, get, on},
};
use schema::{Action, Model, models};
use service::reorder::reorder;

use crate::{
    app::App,
    dispatch::serve,
    error,
    handlers::{pattern, promotion, sheet, site},
    route::{Door, Permission, Route},
    table::table,
};

/// Every URL of the product.
pub fn routes() -> &'static [Route] {
    static ROUTES: OnceLock<Vec<Route>> = OnceLock::new();
    ROUTES.get_or_init(|| {
        let mut routes = table();
        for model in models() {
            for action in model.table.actions {
                let made = pattern_routes(model, *action, &routes);
                for route in made {
                    let is_taken =
                        |known: &Route| known.path == route.path && known.method == route.method;
                    if !routes.iter().any(is_taken) {
                        routes.push(route);
                    }
                }
            }
        }
        routes
    })
}

/// What the resource pattern offers for an action, where the table has not its own.
fn pattern_routes(model: &'static Model, action: Action, known: &[Route]) -> Vec<Route> {
    let (root, label) = (model.table.permission_root(), model.table.label);
    let door = |tail: &str, summary: String, log_type| Door {
        path: format!("{}/{tail}", model.table.path),
        permission: Permission::Needs(format!("{root}:{}", action.code())),
        summary,
        log_type,
    };
    match action {
        Action::List => {
            let page = door("findAllByPage", format!("{label}分页"), "QITA");
            let list = door("findAllByList", format!("{label}列表"), "QITA");
            vec![
                Route::read(page, pattern::page),
                Route::read(list, pattern::list),
            ]
        }
        Action::Query => {
            let find = door("findById/{id}", format!("{label}详情"), "QITA");
            vec![Route::read(find, pattern::find)]
        }
        Action::Add => {
            let add = door("add", format!("新增{label}"), "XINZENG");
            vec![Route::write(add, pattern::add)]
        }
        Action::Edit => {
            let edit = door("edit", format!("修改{label}"), "XIUGAI");
            let edit = Route::write(edit, pattern::edit);
            // What has an edit with rules of its own is not dragged.
            let has_own_edit = known.iter().any(|route| route.path == edit.path);
            if model.field_named("paixu").is_none() || has_own_edit {
                return vec![edit];
            }
            let order = door("paixu", format!("排序{label}"), "XIUGAI");
            vec![edit, Route::write(order, reorder)]
        }
        Action::Del => {
            let delete = door("delByIds/{ids}", format!("删除{label}"), "SHANCHU");
            vec![Route::delete(delete, pattern::delete)]
        }
        Action::Export => {
            let export = door("export", format!("导出{label}"), "DAOCHU");
            vec![Route::get(export, sheet::export).long()]
        }
        Action::Import => {
            let import = door("import", format!("导入{label}"), "DAORU");
            let template = door("import/template", format!("{label}导入模板"), "QITA");
            vec![
                Route::post(import, sheet::import).long(),
                Route::get(template, sheet::template).long(),
            ]
        }
    }
}

type Params = Result<RawPathParams, RawPathParamsRejection>;

/// The whole application as a service.
pub fn router(app: &Arc<App>) -> Router {
    let mut api = Router::new();
    for route in routes() {
        let filter = MethodFilter::try_from(route.method.clone()).unwrap_or(MethodFilter::GET);
        let app = Arc::clone(app);
        let handler = async move |params: Params, request: Request| match params {
            Ok(params) => {
                let params = params
                    .iter()
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect();
                serve(app, route, params, request).await
            }
            // A part of the path that is not UTF-8.
            Err(_) => error::no_such_path(),
        };
        api = api.route(&format!("/server{}", route.path), on(filter, handler));
    }
    let api = api.method_not_allowed_fallback(async || error::wrong_method());
    let follows = Arc::clone(app);
    let api = api.route(
        "/q/{bianma}",
        get(async move |params: Params, request: Request| {
            promotion::follow(follows, params.ok(), request).await
        }),
    );
    site::add(api, app)
}
