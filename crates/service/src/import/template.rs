//! The sheet that is filled in for an import.

use schema::{Field, Kind, Model};
use store::{Db, dict};
use tempfile::NamedTempFile;

use super::cells;
use crate::{
    error::{Error, Result},
    export::format,
    sheet::{self, TemplateColumn},
};

/// Rows prepared for filling in.
const TEMPLATE_ROWS: u32 = 1000;

/// Headings a person can fill in.
pub(super) fn fields(of: &'static Model) -> Vec<&'static Field> {
    of.writable()
        .filter(|field| {
            field.column.in_form
                && !matches!(field.column.kind, Kind::Json | Kind::Refs(_))
                && of.table.one_by_one != Some(field.column.name)
        })
        .collect()
}

/// The sheet to fill in, with its instructions.
pub fn template(db: &Db, of: &'static Model) -> Result<NamedTempFile> {
    let fields = fields(of);
    let mut labels: Vec<Vec<String>> = Vec::new();
    for field in &fields {
        labels.push(match field.column.kind {
            Kind::Dict(kind) => {
                let rows = db.read_now(move |conn| dict::enabled(conn, Some(kind)))?;
                rows.iter()
                    .filter_map(|row| row.text(1).ok().map(str::to_owned))
                    .collect()
            }
            Kind::Bool => vec!["是".to_owned(), "否".to_owned()],
            _ => Vec::new(),
        });
    }
    let choices: Vec<Vec<&str>> = labels
        .iter()
        .map(|labels| labels.iter().map(String::as_str).collect())
        .collect();
    let rules: Vec<String> = fields.iter().map(|field| cells::rule(field)).collect();
    let columns: Vec<TemplateColumn<'_>> = fields
        .iter()
        .zip(&choices)
        .zip(&rules)
        .map(|((field, choices), rule)| TemplateColumn {
            header: field.column.label,
            is_required: field.column.required && field.column.default.is_none(),
            width: 18,
            format: format(field.column.kind),
            rule,
            choices,
        })
        .collect();
    sheet::template(of.table.label, &columns, TEMPLATE_ROWS).map_err(Error::internal)
}
