//! SQL names as types: what may become part of a statement is checked once, and quoted in one place.
//!
//! Invariant: an [`Identifier`] is a name PostgreSQL stores unchanged: not empty, no NUL, at most 63 bytes
//! (`NAMEDATALEN - 1`; a longer one would be cut silently). `Display` quotes it.

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The longest name PostgreSQL keeps, in bytes (PostgreSQL manual, 4.1.1 Identifiers and Key Words).
const MAX_BYTES: usize = 63;

/// One unqualified SQL name, unquoted as the catalog stores it. `Display` renders it quoted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Identifier(Cow<'static, str>);

/// The text cannot be a name in PostgreSQL's catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a SQL name: 1 to 63 bytes without NUL are expected")]
pub struct NotAnIdentifier;

impl Identifier {
    /// Takes a name as the catalog stores it.
    ///
    /// # Errors
    /// [`NotAnIdentifier`] if it is empty, longer than 63 bytes or holds a NUL.
    pub fn new(name: impl Into<String>) -> Result<Self, NotAnIdentifier> {
        let name = name.into();
        if name.is_empty() || name.len() > MAX_BYTES || name.contains('\0') {
            return Err(NotAnIdentifier);
        }
        Ok(Self(name.into()))
    }

    /// A name that stands in this program's text.
    pub(crate) const fn fixed(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// The name as the catalog stores it, without quotes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('"', "\"\""))
    }
}

impl TryFrom<String> for Identifier {
    type Error = NotAnIdentifier;
    fn try_from(name: String) -> Result<Self, NotAnIdentifier> {
        Self::new(name)
    }
}

impl From<Identifier> for String {
    fn from(name: Identifier) -> Self {
        name.0.into_owned()
    }
}

/// A name within a schema. `Display` renders `"schema"."name"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualifiedName {
    /// The schema.
    pub schema: Identifier,
    /// The name in it.
    pub name: Identifier,
}

/// With its fields by name, as canonical JSON has them; names are sorted by schema first.
impl Serialize for QualifiedName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("QualifiedName", 2)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("schema", &self.schema)?;
        fields.end()
    }
}

impl fmt::Display for QualifiedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.schema, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_survives_quotes() {
        let name = Identifier::new("we\"ird").unwrap();
        assert_eq!(name.to_string(), "\"we\"\"ird\"");
        assert_eq!(name.as_str(), "we\"ird");
    }

    #[test]
    fn what_the_catalog_would_not_store_is_refused() {
        for bad in ["", "a\0b", &"x".repeat(64), &"é".repeat(32)] {
            assert_eq!(Identifier::new(bad), Err(NotAnIdentifier), "{bad:?}");
        }
        assert!(Identifier::new("x".repeat(63)).is_ok());
    }
}
