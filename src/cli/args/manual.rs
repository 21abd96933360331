//! Every command of the manual is one that can be typed, and every name in it is known.

use super::*;
use crate::environment::Variable;
use mosaic_db::error::Code;
use mosaic_manual::page::Page;
use mosaic_manual::{shell, yaml};
use std::path::Path;

/// What the manual's commands start beside this program. A new one is added when somebody needs it.
const OTHER_PROGRAMS: &[&str] = &[
    ".",
    "[",
    "as",
    "bao",
    "cargo",
    "cat",
    "cd",
    "chmod",
    "chown",
    "cp",
    "docker",
    "echo",
    "exec",
    "exit",
    "export",
    "git",
    "grep",
    "head",
    "install",
    "kubectl",
    "ls",
    "mkdir",
    "mv",
    "new_password",
    "new_url",
    "npx",
    "od",
    "openssl",
    "pg_dump",
    "pg_restore",
    "printf",
    "psql",
    "rm",
    "sed",
    "set",
    "sh",
    "shift",
    "tail",
    "test",
    "tr",
    "umask",
];
/// What starts with its prefix and is another program's variable: of the files in `deploy/`, of tests, of the laboratory.
const OTHER_VARIABLES: [&str; 13] = [
    "DATABASE_POOL_SIZE",
    "MOSAIC_ATTESTATION",
    "MOSAIC_ATTESTATIONS",
    "MOSAIC_GENERATION",
    "MOSAIC_IMAGE_SHA256",
    "MOSAIC_LAB_ADMIN_URL_FILE",
    "MOSAIC_POSTGRES_SHA256",
    "MOSAIC_SECRETS",
    "MOSAIC_TEST_CUTS",
    "MOSAIC_TEST_SWAPS",
    "MOSAIC_BUNDLE",
    "MOSAIC_VERSION",
    "MOSAIC_DATABASE_ID",
];
/// A word of the manual in the place of a value that has a form, and a value of that form.
const PLACEHOLDERS: [(&str, &str, &str); 3] = [
    ("--key", "ID", "0000000000000000000000000000000000000000000000000000000000000000"),
    ("--backlog-project", "ID", "00000000-0000-4000-8000-000000000000"),
    ("--source-pglite", "ADDRESS", "127.0.0.1:5432"),
];
/// What a fenced block may be.
const LANGUAGES: [&str; 11] =
    ["console", "dot", "hcl", "json", "mermaid", "rust", "sh", "sql", "text", "toml", "yaml"];

fn pages() -> Vec<Page> {
    mosaic_manual::pages(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the pages")
}

/// The simple commands of a page's blocks, with the line each stands on.
fn commands(page: &Page) -> Vec<shell::Command> {
    let mut found = Vec::new();
    for block in &page.blocks {
        for (text, line) in block.shell() {
            let read = shell::commands(&text).unwrap_or_else(|error| panic!("{}:{line}: {error}", page.path));
            found.extend(
                read.into_iter().map(|command| shell::Command { line: command.line + line, ..command }),
            );
        }
        if block.language() == "yaml" {
            let at = |error| panic!("{}:{}: {error}", page.path, block.line);
            let document = yaml::read(&block.text).unwrap_or_else(at);
            for script in document.scripts() {
                let read = shell::commands(&script);
                let read = read.unwrap_or_else(|error| panic!("{}:{}: {error}", page.path, block.line));
                found.extend(read.into_iter().map(|command| shell::Command { line: block.line, ..command }));
            }
            let invocations = document.invocations().into_iter();
            found.extend(invocations.map(|words| shell::Command {
                assignments: Vec::new(),
                words,
                line: block.line,
            }));
        }
    }
    found
}

/// The arguments for this program, where a command starts it: by itself, through another one, from a checkout, as an identity
/// of the laboratory, or in a container, whose image has it as its entrypoint.
fn arguments(command: &shell::Command) -> Option<Vec<String>> {
    let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    let own = |word: &&str| matches!(word.rsplit('/').next(), Some("mosaic-db-migrator"));
    let tail = match words.as_slice() {
        ["cargo", "run", "--", rest @ ..] => rest,
        ["as", _, rest @ ..] if !rest.is_empty() => rest,
        ["as_migrator" | "as_runtime", rest @ ..] if !rest.is_empty() => rest,
        ["mosaic", "storage", rest @ ..] => rest,
        [only] if FROZEN.contains(only) => std::slice::from_ref(only),
        _ => &words[words.iter().position(own)? + 1..],
    };
    // In a function of the shell, which is called with them.
    if tail == ["$@"] {
        return None;
    }
    Some(tail.iter().map(|word| (*word).to_owned()).collect())
}

fn filled_in(mut arguments: Vec<String>) -> Vec<String> {
    for at in 1..arguments.len() {
        for (option, placeholder, value) in PLACEHOLDERS {
            if arguments[at - 1] == option && arguments[at] == placeholder {
                value.clone_into(&mut arguments[at]);
            }
        }
    }
    arguments
}

fn can_be_typed(arguments: Vec<String>) -> Result<(), UsageError> {
    let program = std::iter::once("mosaic-db-migrator".to_owned());
    let typed: Vec<OsString> = program.chain(filled_in(arguments)).map(OsString::from).collect();
    Args::read(&typed).map(drop)
}

#[test]
fn every_command_can_be_typed() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for page in pages() {
        for command in commands(&page) {
            let place = format!("{}:{}", page.path, command.line);
            match arguments(&command) {
                Some(arguments) => {
                    tried += 1;
                    wrong.extend(can_be_typed(arguments).err().map(|error| format!("{place}: {error}")));
                }
                None => {
                    let program = command.words.first().map(String::as_str);
                    let own = |program: &&str| program.ends_with("mosaic-db-migrator");
                    let unknown =
                        program.filter(|program| !own(program) && !OTHER_PROGRAMS.contains(program));
                    wrong.extend(unknown.map(|program| format!("{place}: what is {program}?")));
                }
            }
        }
    }
    assert!(tried > 50, "only {tried} commands were found");
    assert_eq!(wrong, <[String; 0]>::default());
}

/// In a sentence, what is needed besides may be left out: what is not known may not be there.
#[test]
fn every_command_in_a_sentence_is_one() {
    for page in pages() {
        for (code, line) in &page.codes {
            if let Some(rest) = code.strip_prefix("mosaic-db-migrator ") {
                let arguments = rest.split_whitespace().map(str::to_owned).collect();
                let error = can_be_typed(arguments).err().map(|error| error.to_string());
                let known = error.as_ref().is_none_or(|error| error.contains("not provided"));
                assert!(known, "{}:{line}: {error:?}", page.path);
            }
        }
    }
}

#[test]
fn every_variable_is_read_by_somebody() {
    for page in pages() {
        let inline = page.codes.iter().map(|(text, line)| (text.as_str(), *line));
        let blocks = page.blocks.iter().map(|block| (block.text.as_str(), block.line));
        for (text, line) in inline.chain(blocks) {
            let letter = |c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            for word in text.split(letter) {
                let ours = word.strip_prefix("MOSAIC_").or_else(|| word.strip_prefix("DATABASE_"));
                let stem = ours.is_none_or(str::is_empty) || Code::named(word).is_some();
                let known = stem || Variable::named(word).is_some() || OTHER_VARIABLES.contains(&word);
                assert!(known, "{}:{line}: nobody reads {word}", page.path);
            }
        }
    }
}

#[test]
fn every_block_says_what_it_is() {
    for page in pages() {
        for block in &page.blocks {
            let language = block.language();
            assert!(LANGUAGES.contains(&language), "{}:{}: {language:?}", page.path, block.line);
        }
    }
}
