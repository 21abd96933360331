//! Scanning a repository for routes, beside ripgrep looking for the same words without knowing what they mean.

mod tree;

use super::{
    build,
    import::memory,
    report::{self, Target, Than},
    rounds::{Contender, interleaved},
};
use crate::{
    failure::{At, Failure},
    product,
};
use std::{
    path::Path,
    process::{Command, Stdio},
};

const RIPGREP: &str = "rg --file";
const SCAN: &str = "routes scan";
/// In KiB.
const MOST_MEMORY: u64 = 200 * 1_024;

/// What ripgrep looks for: the words by which rules are told that they may apply.
const WORDS: &[&str] = &[
    "create",
    "alter",
    "drop",
    "grant",
    "revoke",
    "truncate",
    "extension",
    "schema",
    "migrat",
    "psql",
    "pg_restore",
    "prisma",
    "drizzle",
    "sequelize",
    "typeorm",
    "knex",
    "alembic",
    "flyway",
    "liquibase",
    "sqitch",
    "goose",
    "dbmate",
    "sqlx",
    "diesel",
    "refinery",
    "atlas",
    "synchroni",
    "initdb",
    "postgres",
    "password",
    "database_url",
    "compose",
];

/// Measures a tree of so many files and prints the figures.
pub(crate) fn run(files: usize, rounds: usize, profile: &str) -> Result<(), Failure> {
    let programs = build(profile, &[])?;
    let temporary = tempfile::Builder::new().prefix("mosaic-bench-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let root = temporary.path().join("tree");
    let bytes = tree::write(&root, files)?;
    let words = temporary.path().join("words");
    std::fs::write(&words, WORDS.join("\n")).at("write", &words)?;
    let program = programs.join(product::NAME);
    let scan = |_| scan(&program, &root);
    let ripgrep = |_| ripgrep(&words, &root);
    let mut contenders = vec![Contender::new(SCAN, &scan)];
    if is_here("rg") {
        contenders.insert(0, Contender::new(RIPGREP, &ripgrep));
    } else {
        println!("ripgrep is not measured: it is not installed (package ripgrep)");
    }
    let series = interleaved(&contenders, rounds)?;
    let title = format!("Scanning {files} files, {} MB", bytes / 1_000_000);
    report::print(&title, RIPGREP, &series, &[Target::new(SCAN, Than::Base, 3.0)]);
    let peak = memory::watch(&mut self::scan(&program, &root))?.peak;
    let verdict = if peak < MOST_MEMORY { "reached" } else { "NOT reached" };
    println!("  target: peak memory of {SCAN} under {MOST_MEMORY} KiB: {verdict}, {peak} KiB");
    Ok(())
}

/// There is no route in the tree, so success says that it was read as what it is.
fn scan(program: &Path, root: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["routes", "scan"]).arg(root).env_clear();
    command
}

fn ripgrep(words: &Path, root: &Path) -> Command {
    let mut command = Command::new("rg");
    command
        .args(["--no-config", "--ignore-case", "--fixed-strings", "--count", "--file"])
        .arg(words)
        .arg(root);
    command
}

fn is_here(program: &str) -> bool {
    let mut asked = Command::new(program);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}
