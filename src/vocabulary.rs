//! Closed vocabularies in the words of the database.

/// Enums whose every variant is a word: in JSON, in text and in the database the same.
macro_rules! vocabulary {
    ($( $(#[$doc:meta])* $name:ident { $( $(#[$of:meta])* $variant:ident $word:literal )* } )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $( $(#[$of])* #[serde(rename = $word)] $variant, )* }

        impl $name {
            /// Every word, in order.
            pub const ALL: &[Self] = &[ $( Self::$variant, )* ];

            /// The word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$variant => $word, )* }
            }

            /// What is meant by a word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    )* };
}

pub(crate) use vocabulary;
