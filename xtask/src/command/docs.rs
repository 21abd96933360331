//! `cargo xtask docs`: the generated documents, written where they are committed. A test of the product compares
//! them with what the program prints.

use crate::{
    failure::{At, Failure},
    product,
};
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, arguments) in DOCUMENTS {
        let command = format!("{} {}", product::NAME, arguments.join(" "));
        let printed = Command::new(&program).args(arguments).stderr(Stdio::inherit()).output();
        let printed = printed.map_err(|source| Failure::Start { command: command.clone(), source })?;
        if !printed.status.success() {
            return Err(Failure::Step { command, status: printed.status });
        }
        let path = root.join(path);
        std::fs::write(&path, printed.stdout).at("write", &path)?;
    }
    Ok(())
}
