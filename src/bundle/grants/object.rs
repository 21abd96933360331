//! What a grant can be on, and which privileges each object class has for whom.

use super::Privilege::{self, Delete, Execute, Insert, Select, Update, Usage};
use super::{Grantee, Identifier};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Tables of schema `mosaic` whose rows are evidence: nobody who serves requests may change or remove one.
pub const IMMUTABLE: [&str; 6] = [
    "approval_decision_artifacts",
    "artifacts",
    "connector_lease_audit_log",
    "task_checkpoint_artifacts",
    "task_checkpoints",
    "task_events",
];

/// An object, as the grants file names it. `Display` is what stands after `ON` in a GRANT.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the parts of a qualified name")]
pub enum Object {
    /// A schema.
    Schema { name: Identifier },
    /// A table, partitioned or not.
    Table { schema: Identifier, name: Identifier },
    /// A view or materialised view.
    View { schema: Identifier, name: Identifier },
    /// A sequence.
    Sequence { schema: Identifier, name: Identifier },
    /// A function, procedure or aggregate, with its argument types.
    Routine { schema: Identifier, name: Identifier, arguments: Vec<TypeName> },
    /// An enum, domain, range or composite type.
    Type { schema: Identifier, name: Identifier },
}

/// The SQL name of an argument type, such as `timestamp with time zone`, `mosaic.task_state[]` or `numeric(9,2)`:
/// lower-case names only, so that it can hold nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TypeName(String);

/// The text is no type name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a type name: lower-case letters, digits, _ . [ ] ( ) , and single spaces are expected")]
pub struct NotATypeName;

impl TryFrom<String> for TypeName {
    type Error = NotATypeName;
    fn try_from(text: String) -> Result<Self, NotATypeName> {
        let plain = |c: char| {
            c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '.' | '[' | ']' | ',' | ' ')
        };
        // Parentheses only as one type modifier, so that an argument list cannot be closed early.
        let outside = match text.split_once('(') {
            None => Some(text.clone()),
            Some((before, rest)) => rest.split_once(')').and_then(|(inside, after)| {
                let digits = !inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit() || c == ',');
                digits.then(|| format!("{before}{after}"))
            }),
        };
        match outside {
            Some(outside) if outside.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') => {
                let names_one_type =
                    outside.chars().all(plain) && !outside.contains(',') && !outside.contains("  ");
                if names_one_type { Ok(Self(text)) } else { Err(NotATypeName) }
            }
            _ => Err(NotATypeName),
        }
    }
}

impl From<TypeName> for String {
    fn from(name: TypeName) -> Self {
        name.0
    }
}

impl Object {
    /// The privileges that grants files know for this class of object.
    pub(super) const fn privileges(&self) -> &'static [Privilege] {
        match self {
            Self::Schema { .. } | Self::Type { .. } => &[Usage],
            Self::Routine { .. } => &[Execute],
            Self::Table { .. } | Self::View { .. } => &[Delete, Insert, Select, Update],
            Self::Sequence { .. } => &[Select, Update, Usage],
        }
    }

    /// The privileges this grantee may get on this object.
    pub(super) fn grantable(&self, to: Grantee) -> &'static [Privilege] {
        match (self, to) {
            (Self::Table { schema, name }, _)
                if schema.as_str() == "mosaic" && IMMUTABLE.contains(&name.as_str()) =>
            {
                &[Insert, Select]
            }
            (_, Grantee::Runtime) | (Self::Schema { .. } | Self::Type { .. } | Self::Routine { .. }, _) => {
                self.privileges()
            }
            (Self::Table { .. }, Grantee::Importer) => &[Insert, Select],
            (Self::View { .. }, Grantee::Importer) => &[],
            (Self::Sequence { .. }, Grantee::Importer) => &[Update, Usage],
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema { name } => write!(f, "SCHEMA {name}"),
            // GRANT has no word of its own for views (PostgreSQL manual, GRANT).
            Self::Table { schema, name } | Self::View { schema, name } => write!(f, "TABLE {schema}.{name}"),
            Self::Sequence { schema, name } => write!(f, "SEQUENCE {schema}.{name}"),
            Self::Type { schema, name } => write!(f, "TYPE {schema}.{name}"),
            Self::Routine { schema, name, arguments } => {
                let arguments: Vec<&str> = arguments.iter().map(|name| name.0.as_str()).collect();
                write!(f, "ROUTINE {schema}.{name}({})", arguments.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_name_cannot_hold_anything_else() {
        for good in [
            "integer",
            "timestamp with time zone",
            "m.state[]",
            "numeric(9,2)",
            "timestamp(3) with time zone",
        ] {
            assert!(TypeName::try_from(good.to_owned()).is_ok(), "{good}");
        }
        for bad in [
            "",
            "a)",
            "a) TO public; --",
            "int, int",
            "\"A\"",
            "a(b)",
            "a()",
            "a(1)(2)",
            "a  b",
            "int;",
            "[]",
        ] {
            assert_eq!(TypeName::try_from(bad.to_owned()), Err(NotATypeName), "{bad}");
        }
    }
}
