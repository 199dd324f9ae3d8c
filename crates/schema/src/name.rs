//! Names: Rust and the database speak snake_case, the wire camelCase, mechanically.

/// `kaishi_time` → `kaishiTime`.
pub fn camel(snake: &str) -> String {
    let mut wire = String::with_capacity(snake.len());
    let mut upper = false;
    for letter in snake.chars() {
        match letter {
            '_' => upper = true,
            _ if upper => {
                wire.extend(letter.to_uppercase());
                upper = false;
            }
            _ => wire.push(letter),
        }
    }
    wire
}

/// The database table of a resource path: `app/dict/data` → `app_dict_data`.
pub fn table_name(path: &str) -> String {
    path.replace('/', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_mechanical() {
        assert_eq!(camel("kaishi_time"), "kaishiTime");
        assert_eq!(camel("id"), "id");
        assert_eq!(camel("banben_suo"), "banbenSuo");
        assert_eq!(table_name("app/dict/data"), "app_dict_data");
    }
}
