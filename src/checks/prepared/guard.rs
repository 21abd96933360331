//! What the DDL guard must look like in the catalog, read from the very template that makes it.

use super::Scope;
use super::rules::Expected;
use crate::digest::Digest;

const TEMPLATE: &str = include_str!("../../../bootstrap-sql/80-ddl-guard.sql");

const TRIGGERS: [(&str, &str, &str); 3] = [
    ("command_start", "ddl_command_start", "guard_command_start"),
    ("command_end", "ddl_command_end", "guard_command_end"),
    ("drop", "sql_drop", "guard_drop"),
];

pub(super) fn expected(_: &Scope) -> Expected {
    TRIGGERS
        .into_iter()
        .map(|(name, event, function)| {
            let digest = Digest::of(body(function).as_bytes());
            let fact = format!("{event}, always, mosaic_control.{function}() sha256 {digest}");
            (name.to_owned(), [fact].into())
        })
        .collect()
}

/// The text between the dollar quotes, which is what the server stores.
fn body(function: &str) -> &'static str {
    let declared = TEMPLATE.split_once(&format!("FUNCTION mosaic_control.{function}()"));
    declared.and_then(|(_, rest)| rest.split("$guard$").nth(1)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_a_body_in_the_template() {
        for (_, _, function) in TRIGGERS {
            assert!(body(function).starts_with("\nBEGIN") && body(function).ends_with("END\n"), "{function}");
        }
    }
}
