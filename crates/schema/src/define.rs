//! How a resource is written down.

/// Turns a typed list of columns into a plain struct, a `const TABLE`, and a key for each column
/// that is named like its field.
#[macro_export]
macro_rules! resource {
    (
        $(#[$doc:meta])*
        $name:ident, $path:literal, $label:literal {
            $($field:ident : $ty:ty = $column:expr),* $(,)?
        }
        $(. $option:ident ( $($argument:expr),* $(,)? ))*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub struct $name {
            $(pub $field: $ty,)*
        }
        impl $name {
            pub const TABLE: $crate::Table = $crate::Table::new(
                $path,
                $label,
                const { &[$($crate::build::column_of::<$ty>(stringify!($field), &$column),)*] },
            )
            $(.$option($($argument),*))*;
        }
        impl $crate::Record for $name {
            const TABLE: &'static $crate::Table = &$name::TABLE;

            fn model() -> &'static $crate::Model {
                static MODEL: std::sync::LazyLock<$crate::Model> =
                    std::sync::LazyLock::new(|| $crate::Model::new(&$name::TABLE));
                &MODEL
            }

            fn read(
                values: &mut dyn Iterator<Item = $crate::Stored>,
            ) -> Result<Self, $crate::Misfit> {
                Ok(Self { $($field: $crate::take(values, stringify!($field))?,)* })
            }
        }
        #[expect(non_upper_case_globals, reason = "a key is named like its column")]
        const _: () = {
            #[allow(non_camel_case_types, reason = "only the numbers are of use")]
            enum Place { $($field,)* }
            impl $name {
                $(pub const $field: $crate::Key<$name, $ty> =
                    $crate::Key::at(Place::$field as usize);)*
            }
        };
    };
}
