use super::*;
use crate::environment::Variable;

/// Words that name a way around a check. No option, variable or subcommand contains one.
const BYPASS: [&str; 15] = [
    "accept-any",
    "adopt",
    "allow",
    "bypass",
    "danger",
    "disable",
    "force",
    "ignore",
    "insecure",
    "no-check",
    "no-tls",
    "no-verify",
    "plaintext",
    "skip",
    "unsafe",
];

fn names(command: &clap::Command, into: &mut Vec<String>) {
    into.push(command.get_name().to_owned());
    into.extend(command.get_all_aliases().map(str::to_owned));
    for argument in command.get_arguments() {
        into.push(argument.get_id().to_string());
        into.extend(argument.get_long().map(str::to_owned));
        into.extend(argument.get_all_aliases().into_iter().flatten().map(str::to_owned));
        into.extend(argument.get_possible_values().iter().map(|value| value.get_name().to_owned()));
    }
    command.get_subcommands().for_each(|inner| names(inner, into));
}

#[test]
fn the_definition_is_consistent() {
    Args::command().debug_assert();
}

#[test]
fn nothing_is_named_like_a_way_around_a_check() {
    let mut all = Vec::new();
    names(&Args::definition(), &mut all);
    all.extend(Variable::ALL.iter().map(|variable| variable.name().to_owned()));
    assert!(all.len() > Variable::ALL.len() + 10, "the walk found {all:?}");
    for name in all {
        // An allowance is a signed document with an owner and an end, and the name of the key that may sign one. To enforce
        // constraints is what the server does anyway.
        let plain = name.to_lowercase().replace('_', "-").replace("allowance", "").replace("enforce", "");
        for word in BYPASS {
            assert!(!plain.contains(word), "{name} contains {word}");
        }
    }
}

#[test]
fn the_frozen_surface_takes_no_company() {
    let read = |arguments: &[&str]| {
        let typed: Vec<OsString> =
            ["mosaic-db-migrator"].iter().chain(arguments).map(OsString::from).collect();
        Args::read(&typed)
    };
    for frozen in FROZEN {
        assert!(read(&[frozen]).is_ok());
        for company in ["--run", "--help", "status", "--output", "x", "--", ""] {
            assert!(matches!(read(&[frozen, company]), Err(UsageError::NotAlone(_))), "{frozen} {company}");
            assert!(read(&[company, frozen]).is_err() || company == "status", "{company} {frozen}");
        }
    }
}
