//! Scanning a repository for routes, beside ripgrep looking for the same words without knowing what they mean:
//! those without which the product finds nothing, as it names them itself.

mod tree;

use super::{
    import::memory,
    report::{self, Target, Than},
    rounds::{self, Contender, interleaved},
};
use crate::{
    failure::{At, Failure},
    product,
};
use serde_json::Value;
use std::{
    path::Path,
    process::{Command, Stdio},
};

const RIPGREP: &str = "rg --file";
const SCAN: &str = "routes scan";
/// In KiB.
const MOST_MEMORY: u64 = 200 * 1_024;

/// Measures a tree of so many files and prints the figures.
pub(crate) fn run(files: usize, rounds: usize, profile: &str) -> Result<(), Failure> {
    let programs = product::build_with(profile, &[])?;
    let temporary = tempfile::Builder::new().prefix("mosaic-bench-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let root = temporary.path().join("tree");
    let bytes = tree::write(&root, files)?;
    let program = programs.join(product::NAME);
    let words = temporary.path().join("words");
    let count = write_words(&program, &words)?;
    let scan = |_| scan(&program, &root);
    let ripgrep = |_| ripgrep(&words, &root);
    let mut contenders = vec![Contender::new(SCAN, &scan)];
    if is_here("rg") {
        contenders.insert(0, Contender::new(RIPGREP, &ripgrep));
    } else {
        println!("ripgrep is not measured: it is not installed (package ripgrep)");
    }
    let series = interleaved(&contenders, rounds)?;
    let title = format!("Scanning {files} files, {} MB, for {count} words", bytes / 1_000_000);
    report::print(&title, RIPGREP, &series, &[Target::new(SCAN, Than::Base, 3.0)]);
    let peak = memory::watch(&mut self::scan(&program, &root))?.peak;
    let verdict = if peak < MOST_MEMORY { "reached" } else { "NOT reached" };
    println!("  target: peak memory of {SCAN} under {MOST_MEMORY} KiB: {verdict}, {peak} KiB");
    Ok(())
}

/// Writes down the words without which the product finds nothing, and gives their number.
fn write_words(program: &Path, file: &Path) -> Result<usize, Failure> {
    let mut explain = Command::new(program);
    explain.args(["routes", "explain", "--output", "json"]).env_clear();
    let answer: Value = serde_json::from_slice(&rounds::finish(&mut explain)?).unwrap_or_default();
    let words: Vec<&str> =
        answer["result"]["words"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    std::fs::write(file, words.join("\n")).at("write", file)?;
    Ok(words.len())
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
