//! Enums whose values travel under a pinyin code and are shown under a Chinese label.

/// Declares such an enum: `Variant = "CODE" "标签"`. The code is what the wire,
/// the database and JSON hold, so code and stored text cannot drift apart.
macro_rules! coded {
    (
        $(#[$meta:meta])*
        $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $code:literal $label:literal),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $code)] $variant),+
        }

        impl $name {
            /// Every value, in the order of the dictionary.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code on the wire and in the database.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// The word on the screen.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }

            /// The value with this code, if there is one.
            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.label())
            }
        }
    };
}

pub(crate) use coded;
