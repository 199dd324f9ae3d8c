//! Values on their way to PostgreSQL and back.

use std::{borrow::Cow, error::Error as StdError};

use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use crate::{
    error::{Error, Result},
    value::{Borrowed, BorrowedRow, Value},
};

pub(super) fn refs(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params
        .iter()
        .map(|value| value as &(dyn ToSql + Sync))
        .collect()
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match (self, ty) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Bool(value), &Type::BOOL) => value.to_sql(ty, out),
            (Self::Int(value), &Type::BOOL) => (*value != 0).to_sql(ty, out),
            (Self::Int(value), &Type::INT8) => value.to_sql(ty, out),
            (Self::Int(value), &Type::INT4) => i32::try_from(*value)?.to_sql(ty, out),
            (Self::Text(value), &Type::TEXT | &Type::VARCHAR | &Type::NAME | &Type::UNKNOWN) => {
                value.to_sql(ty, out)
            }
            (Self::Blob(value), &Type::BYTEA) => value.to_sql(ty, out),
            (value, ty) => Err(format!("cannot bind {} as {ty}", value.kind()).into()),
        }
    }
    fn accepts(_: &Type) -> bool {
        true
    }
    to_sql_checked!();
}

impl BorrowedRow for tokio_postgres::Row {
    fn width(&self) -> usize {
        self.len()
    }
    fn cell(&self, at: usize) -> Result<Borrowed<'_>> {
        let column = self.columns().get(at);
        let column = column.ok_or_else(|| Error::shape("a column", "fewer columns"))?;
        cell(self, at, column.type_()).map_err(|error| Error::Shape(error.to_string()))
    }
}

fn cell<'a>(
    row: &'a tokio_postgres::Row,
    at: usize,
    ty: &Type,
) -> std::result::Result<Borrowed<'a>, tokio_postgres::Error> {
    let cell = match *ty {
        Type::BOOL => row.try_get::<_, Option<bool>>(at)?.map(Borrowed::Bool),
        Type::INT8 => row.try_get::<_, Option<i64>>(at)?.map(Borrowed::Int),
        Type::INT4 => {
            let number = row.try_get::<_, Option<i32>>(at)?;
            number.map(|number| Borrowed::Int(number.into()))
        }
        Type::BYTEA => row.try_get::<_, Option<&[u8]>>(at)?.map(Borrowed::Blob),
        _ => {
            let text = row.try_get::<_, Option<&str>>(at)?;
            text.map(|text| Borrowed::Text(Cow::Borrowed(text)))
        }
    };
    Ok(cell.unwrap_or(Borrowed::Null))
}
