//! A definition of the product as columns that a person can set: so a field is added to what is
//! there already.

use schema::{Column, Kind, Model, Search};

use super::column::{GenColumn, SYSTEM, name_is_common};

/// The columns of a definition in its order, or what of it cannot be set here.
pub fn columns(model: &Model) -> Result<Vec<GenColumn>, String> {
    let beyond = model.fields.iter().find(|field| is_beyond(&field.column));
    if let Some(field) = beyond {
        return Err(format!("列{}有自己的规则", field.column.name));
    }
    let table = model.table;
    let has_more = table.append_only
        || table.one_by_one.is_some()
        || table.switch.is_some()
        || !table.uniques.is_empty()
        || table.actions.len() < 7;
    if has_more {
        return Err("资源有自己的操作或唯一约束".to_owned());
    }
    let own = model.fields.iter().map(|field| one(&field.column));
    let columns = own.enumerate().map(|(at, column)| GenColumn {
        paixu: i64::try_from(at).unwrap_or_default(),
        ..column
    });
    Ok(columns.collect())
}

fn is_beyond(column: &Column) -> bool {
    let is_common = name_is_common(column.name);
    let has_more = column.computed
        || column.internal
        || column.create_only
        || column.through.is_some()
        || column.names.is_some()
        || column.out_of.is_some()
        || column.with_show
        || column.link.is_some()
        || column.pattern.is_some()
        || column.longest != 100;
    !is_common && has_more
}

fn one(column: &Column) -> GenColumn {
    let mut made = GenColumn {
        column_name: column.name.to_owned(),
        label: column.label.to_owned(),
        is_must: !column.nullable,
        is_list: column.in_list,
        is_form: column.in_form || column.read_only,
        is_sort: column.sortable,
        is_filter: column.filter,
        is_unique: column.unique,
        is_zhidu: column.read_only,
        danyuange: column
            .cell
            .map_or_else(String::new, |cell| format!("{cell:?}")),
        mulu: column
            .own_folder
            .map_or_else(String::new, |folder| format!("{folder:?}")),
        moren: column.default.map(str::to_owned),
        tishi: column.hint.unwrap_or_default().to_owned(),
        ..GenColumn::default()
    };
    if let Some(search) = column.search {
        made.is_search = true;
        let how = match search {
            Search::Equal => "=",
            Search::Like => "~",
            Search::Range => "[]",
        };
        how.clone_into(&mut made.search_type);
    }
    kind(&mut made, column.kind);
    if name_is_common(column.name) {
        SYSTEM.clone_into(&mut made.field_type);
        (made.is_list, made.is_form, made.is_sort, made.is_search) = (false, false, false, false);
        made.search_type.clear();
    }
    made.is_excel = made.is_excel_by_itself();
    made
}

fn kind(made: &mut GenColumn, kind: Kind) {
    let length = |most: usize| i64::try_from(most).ok();
    let name = match kind {
        Kind::Id => SYSTEM,
        Kind::Text { max } => {
            made.max_length = length(max);
            "text"
        }
        Kind::LongText { max } => {
            made.max_length = length(max);
            "longText"
        }
        Kind::RichText => "richText",
        Kind::Int { min, max } => {
            (made.min, made.max) = (Some(min), Some(max).filter(|max| *max < i64::MAX));
            "int"
        }
        Kind::Fen { .. } => "fen",
        Kind::Ppm { max } => {
            made.max = Some(max);
            "ppm"
        }
        Kind::Bool => {
            made.moren = made.moren.take().filter(|value| value != "false");
            "bool"
        }
        Kind::Dict(of) => {
            of.clone_into(&mut made.dict_type);
            "dict"
        }
        Kind::Dicts(of) => {
            of.clone_into(&mut made.dict_type);
            "dicts"
        }
        Kind::Date => "date",
        Kind::Timestamp => "timestamp",
        Kind::Image => "image",
        Kind::Images(most) => {
            made.max_length = length(most);
            "images"
        }
        Kind::File => "file",
        Kind::Json => "json",
        Kind::Tags => "tags",
        Kind::Ref(path) => {
            path.clone_into(&mut made.guanlian);
            "ref"
        }
        Kind::Refs(path) => {
            path.clone_into(&mut made.guanlian);
            "refs"
        }
        Kind::Secret(mask) => {
            made.tuomin = format!("{mask:?}");
            "secret"
        }
    };
    name.clone_into(&mut made.field_type);
}
