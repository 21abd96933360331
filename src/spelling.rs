//! Types with one spelling, which is what they are in JSON.

/// For `#[serde(try_from = "String", into = "String")]`: reads with the type's `parse` and writes with its `Display`.
macro_rules! by_spelling {
    ($name:ty, $refusal:ty) => {
        impl TryFrom<String> for $name {
            type Error = $refusal;
            fn try_from(text: String) -> Result<Self, $refusal> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }
    };
}

pub(crate) use by_spelling;
