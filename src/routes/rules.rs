//! The rules, by what they look at.

mod builders;
mod commands;
mod credentials;
mod prose;
mod settings;
mod statements;

use super::rule::Rule;

pub(super) use prose::{DEPENDENCIES, FIRST_BOOT, INIT_SCRIPT, ORDER};

/// Every rule.
pub(super) fn all() -> impl Iterator<Item = &'static Rule> {
    [statements::RULES, commands::RULES, builders::RULES, settings::RULES, credentials::RULES, prose::RULES]
        .into_iter()
        .flatten()
}

/// The rule of this identifier.
pub(super) fn named(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
