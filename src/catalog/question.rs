//! The questions, one statement for each class of object, and the settings their answers depend on.

use crate::bundle::Manifest;
use crate::postgres::Literal;
use serde::{Deserialize, Serialize};

/// Settings that change how the server prints what is asked here. Set in the transaction of the questions, or from the
/// startup packet.
pub const SETTINGS: [(&str, &str); 8] = [
    ("search_path", "pg_catalog"),
    ("TimeZone", "UTC"),
    ("DateStyle", "ISO, MDY"),
    ("IntervalStyle", "postgres"),
    ("bytea_output", "hex"),
    ("extra_float_digits", "1"),
    ("quote_all_identifiers", "off"),
    ("standard_conforming_strings", "on"),
];

macro_rules! classes {
    ($( $(#[$doc:meta])* $class:ident $word:literal $file:literal )*) => {
        /// A class of object.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Class { $( $(#[$doc])* #[serde(rename = $word)] $class, )* }

        impl Class {
            /// Every class, in the order of the questions.
            pub const ALL: &[Self] = &[ $( Self::$class, )* ];

            /// The word for it, in messages and in JSON.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$class => $word, )* }
            }

            const fn question(self) -> &'static str {
                match self { $( Self::$class => include_str!(concat!("questions/", $file, ".sql")), )* }
            }
        }
    };
}

classes! {
    /// A schema.
    Schema "schema" "schema"
    /// A table, partitioned and foreign ones included.
    Table "table" "table"
    /// A column of anything that has columns.
    Column "column" "column"
    /// A constraint of a table, but NOT NULL, which is a field of its column.
    Constraint "constraint" "constraint"
    /// An index that no constraint made.
    Index "index" "index"
    /// A sequence.
    Sequence "sequence" "sequence"
    /// An enum, domain, composite, range or base type.
    Type "type" "type"
    /// A view or materialised view.
    View "view" "view"
    /// A function, procedure or aggregate.
    Routine "routine" "routine"
    /// A trigger.
    Trigger "trigger" "trigger"
    /// A row-level security policy.
    Policy "policy" "policy"
    /// A rewrite rule.
    Rule "rule" "rule"
    /// An extension.
    Extension "extension" "extension"
    /// Default privileges.
    DefaultPrivilege "default privilege" "default_privilege"
    /// Extended statistics.
    Statistics "statistics" "statistics"
    /// Anything else in a managed schema, by name only.
    Other "object" "other"
}

/// The column with the number by which other answers call an object, and the column with the number of what an object is
/// part of, whose name comes before its own. To join the names here costs less than to have the server do it. What is part
/// of something that no answer has is left out: it belongs to an extension.
pub(super) const NUMBER: &str = "oid";
pub(super) const WHOLE: &str = "of";

/// The field that a column of an answer is, or is a part of; none for the columns that say what an object is called.
#[must_use]
pub fn field_of(column: &str) -> Option<&str> {
    match column {
        "name" | NUMBER | WHOLE => None,
        part if PRIVILEGES.contains(&part) => Some("privileges"),
        field => Some(field),
    }
}

/// The managed schemas and what has columns in them, as arrays: lists that are made once, whatever a server that has not
/// yet counted its catalogs thinks of the order of joins.
const NAMESPACES: &str = "(ARRAY(SELECT oid FROM pg_namespace WHERE nspname IN ({managed})))";
const RELATIONS: &str = "(ARRAY(SELECT oid FROM pg_class \
     WHERE relnamespace = ANY {namespaces} AND relkind IN ('r', 'p', 'f', 'v', 'm', 'c')))";

/// The columns from which the field `privileges` is made: the list, NULL where it is the built-in one; the built-in one;
/// and the object's owner.
pub(super) const PRIVILEGES: [&str; 3] = ["acl", "acl_built_in", "acl_owner"];

/// The statements for this bundle's schemas on a server of this `server_version_num`.
#[must_use]
pub fn questions(manifest: &Manifest, server_version: u32) -> Vec<String> {
    let managed: Vec<String> =
        manifest.managed_schemas().iter().map(|name| Literal(name.as_str()).to_string()).collect();
    // An empty list would make IN () a syntax error; no schema has an empty name.
    let managed = if managed.is_empty() { "''".to_owned() } else { managed.join(", ") };
    // 18 has a constraint row for each NOT NULL, which can be not valid; before, NOT NULL was always proved.
    let (not_null, enforced) = if server_version >= 180_000 {
        (
            "coalesce((SELECT CASE WHEN NOT nn.convalidated THEN 'not valid' END FROM pg_constraint nn \
             WHERE nn.conrelid = a.attrelid AND nn.contype = 'n' AND nn.conkey = ARRAY[a.attnum]), 'yes')",
            "CASE WHEN NOT o.conenforced THEN 'no' END",
        )
    } else {
        ("'yes'", "NULL::text")
    };
    Class::ALL
        .iter()
        .map(|class| {
            let text = class
                .question()
                .replace("{relations}", RELATIONS)
                .replace("{namespaces}", NAMESPACES)
                .replace("{managed}", &managed)
                .replace("{not_null}", not_null)
                .replace("{enforced}", enforced);
            expand(&expand(&text, "{acl ", privileges), "{own ", own)
        })
        .collect()
}

/// Replaces each `{word a b c}` by what `with` makes of its arguments.
fn expand(text: &str, opening: &str, with: fn(&[&str]) -> String) -> String {
    let mut expanded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(opening) {
        let Some((arguments, after)) = after.split_once('}') else { break };
        expanded.push_str(before);
        expanded.push_str(&with(&arguments.split(' ').collect::<Vec<_>>()));
        rest = after;
    }
    expanded.push_str(rest);
    expanded
}

/// A list of privileges in three columns, of which the snapshot makes the field `privileges`.
fn privileges(arguments: &[&str]) -> String {
    let [acl, kind, owner] = arguments else { return "NULL".to_owned() };
    let [listed, built_in, of] = PRIVILEGES;
    format!(
        "{acl} AS {listed}, acldefault('{kind}', {owner}) AS {built_in}, pg_get_userbyid({owner}) AS {of}"
    )
}

/// That an object is not part of an extension, whose objects are the extension's business.
fn own(arguments: &[&str]) -> String {
    let [catalog, oid] = arguments else { return "false".to_owned() };
    format!(
        "NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = '{catalog}'::regclass AND x.objid = {oid} \
         AND x.deptype = 'e')"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_all_filled() {
        assert_eq!(expand("a {acl x n y} b", "{acl ", |words| words.join("+")), "a x+n+y b");
        for class in Class::ALL {
            let mut text = class.question().to_owned();
            for placeholder in ["{relations}", "{namespaces}", "{managed}", "{not_null}", "{enforced}"] {
                text = text.replace(placeholder, "");
            }
            let text = expand(&expand(&text, "{acl ", |_| String::new()), "{own ", |_| String::new());
            let text = text.replace("'{}'", "");
            assert!(!text.contains(['{', '}', ';']), "{}", class.word());
        }
    }
}
