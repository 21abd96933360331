//! Scanning a repository for routes, beside ripgrep looking for the same words without knowing what they mean:
//! those without which the product finds nothing, as it names them itself.

mod tree;

use super::{
    figures::{Comparison, grouped},
    ground::temporary_directory,
    import::memory,
    record::Record,
    rounds::{self, Contender, interleaved},
};
use crate::{
    failure::{At, Failure},
    product,
};
use serde_json::Value;
use std::{path::Path, process::Command};

const RIPGREP: &str = "rg --file";
const SCAN: &str = "routes scan";
/// In KiB.
const MOST_MEMORY: u64 = 200 * 1_024;

/// Measures a tree of so many files.
pub(super) fn measure(
    record: &mut Record,
    programs: &Path,
    files: usize,
    rounds: usize,
) -> Result<(), Failure> {
    record.ask_version("ripgrep", &mut Command::new("rg"));
    let temporary = temporary_directory()?;
    let root = temporary.path().join("tree");
    let bytes = tree::write(&root, files)?;
    let program = programs.join(product::NAME);
    let words = temporary.path().join("words");
    let count = write_words(&program, &words)?;
    let contenders = vec![
        Contender::theirs(RIPGREP, |_| Ok(ripgrep(&words, &root))),
        Contender::ours(SCAN, |_| Ok(scan(&program, &root))),
    ];
    let measured = interleaved(contenders, rounds)?;
    let title =
        format!("Scanning {} files, {} MB, for {count} words", grouped(files as u64), bytes / 1_000_000);
    let about = "ripgrep looks for the words without which the product finds nothing, and knows nothing of what they mean.";
    let peak = memory::watch(&mut scan(&program, &root))?.peak;
    record.add(
        Comparison::new("scan", title, RIPGREP, &measured, about)
            .ratio(SCAN, RIPGREP, 3.0)
            .goal(memory::goal(format!("peak memory of {SCAN}"), MOST_MEMORY, peak)),
    );
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
