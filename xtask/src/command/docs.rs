//! `cargo xtask docs`: the generated documents, written where they are committed. A test of the product compares
//! them with what the program prints.

use crate::{
    failure::{At, Failure},
    product,
};
use mosaic_manual::generated;
use std::path::Path;
use std::process::{Command, Stdio};

/// What prints each document.
const DOCUMENTS: [(&str, &[&str]); 4] = [
    ("man/mosaic-db-migrator.1", &["man"]),
    ("completions/mosaic-db-migrator.bash", &["completions", "bash"]),
    ("completions/mosaic-db-migrator.fish", &["completions", "fish"]),
    ("completions/_mosaic-db-migrator", &["completions", "zsh"]),
];

/// Writes all of them.
pub(crate) fn run() -> Result<(), Failure> {
    let program = product::build()?.join(product::NAME);
    for (path, arguments) in DOCUMENTS {
        write(path, &printed(&program, arguments)?)?;
    }
    let arguments = ["explain", "--output", "json"];
    let answer = printed(&program, &arguments)?;
    let answer = serde_json::from_slice(&answer)
        .map_err(|source| Failure::Answer { command: shown(&arguments), source })?;
    write("docs/errors.md", generated::errors(&answer)?.as_bytes())?;
    write("docs/variables.md", generated::variables(&answer)?.as_bytes())
}

fn printed(program: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let printed = Command::new(program).args(arguments).stderr(Stdio::inherit()).output();
    let printed = printed.map_err(|source| Failure::Start { command: shown(arguments), source })?;
    match printed.status.success() {
        true => Ok(printed.stdout),
        false => Err(Failure::Step { command: shown(arguments), status: printed.status }),
    }
}

fn shown(arguments: &[&str]) -> String {
    format!("{} {}", product::NAME, arguments.join(" "))
}

fn write(path: &str, text: &[u8]) -> Result<(), Failure> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::write(&path, text).at("write", &path)
}
