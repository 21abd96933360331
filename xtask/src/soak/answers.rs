//! What runs leave behind: a log with one line of JSON for each, and receipts. Both are read back, and add up with what was
//! done.

use super::{Error, report::Case};
use crate::{
    digest,
    failure::{At, Failure},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, OpenOptions},
    path::{Path, PathBuf},
    process::{Command, ExitStatus},
};

/// Where runs write, all to the same files.
pub(super) struct Log {
    answers: PathBuf,
    progress: PathBuf,
}

/// One line of the log.
pub(super) struct Answer(Value);

/// How often each exit status came.
pub(super) type Statuses = BTreeMap<i64, usize>;

impl Log {
    pub(super) fn new(directory: &Path) -> Self {
        Self { answers: directory.join("answers.jsonl"), progress: directory.join("progress.log") }
    }

    /// Has a run write to the end of the log.
    pub(super) fn attach(&self, command: &mut Command) -> Result<(), Failure> {
        let open = |path: &Path| -> Result<File, Failure> {
            OpenOptions::new().append(true).create(true).open(path).at("open", path)
        };
        command.stdout(open(&self.answers)?).stderr(open(&self.progress)?);
        Ok(())
    }

    /// Everything so far.
    pub(super) fn read(&self) -> Result<Vec<Answer>, Failure> {
        let text = fs::read_to_string(&self.answers).at("read", &self.answers)?;
        let parse = |line: &str| {
            serde_json::from_str(line).map(Answer).map_err(|_none| Error::Unreadable(line.to_owned()).into())
        };
        text.lines().map(parse).collect()
    }

    /// How often progress told of an entry that begins.
    fn begun(&self) -> Result<usize, Failure> {
        let text = fs::read_to_string(&self.progress).at("read", &self.progress)?;
        Ok(text.lines().filter(|line| line.contains(": entry ")).count())
    }
}

impl Answer {
    pub(super) fn status(&self) -> i64 {
        self.0["status"].as_i64().unwrap_or(-1)
    }

    /// The code; empty when the requested state was reached.
    pub(super) fn code(&self) -> &str {
        self.0["code"].as_str().unwrap_or_default()
    }

    pub(super) fn invocation(&self) -> &str {
        self.0["invocation"].as_str().unwrap_or_default()
    }

    /// The database it is about, where the run got to see it.
    pub(super) fn database(&self) -> &str {
        self.0["result"]["database"]["name"].as_str().unwrap_or_default()
    }

    /// The tags that it applied, in order.
    pub(super) fn applied(&self) -> Vec<&str> {
        let entries = self.0["result"]["applied"].as_array().into_iter().flatten();
        entries.filter_map(|entry| entry["tag"].as_str()).collect()
    }

    fn receipt(&self) -> Option<(&str, &str)> {
        let receipt = &self.0["result"]["receipt"];
        Some((receipt["file"].as_str()?, receipt["sha256"].as_str()?))
    }
}

/// How a run ended, as it will stand in the log.
pub(super) fn number(status: ExitStatus) -> i64 {
    status.code().map_or(-1, i64::from)
}

/// Judges the log and the receipts by how the runs ended and what the databases have.
pub(super) fn judge(
    case: &mut Case,
    log: &Log,
    receipts: &Path,
    Done { statuses, applied, failed }: &Done,
) -> Result<(), Failure> {
    let answers = log.read()?;
    let mut told = Statuses::new();
    for answer in &answers {
        *told.entry(answer.status()).or_default() += 1;
    }
    case.figure("answers", answers.len());
    for (status, count) in &told {
        case.figure(&format!("ended with {status}"), *count);
    }
    case.promise(
        "the log has one answer for each run, and each tells the exit status",
        (told != *statuses).then(|| format!("told {told:?}, ended {statuses:?}")),
    );
    let names: BTreeSet<_> = answers.iter().map(Answer::invocation).collect();
    case.promise(
        "every run has a name of its own",
        (names.len() != answers.len()).then(|| format!("{} names", names.len())),
    );
    let counted: usize = answers.iter().map(|answer| answer.applied().len()).sum();
    case.promise(
        "the entries that answers tell of are those that databases got",
        (counted != *applied).then(|| format!("{counted} told, {applied} there")),
    );
    let begun = log.begun()?;
    case.promise(
        "progress told of every entry that began, and of no other",
        (begun != applied + failed).then(|| format!("{begun} told, {applied} applied, {failed} failed")),
    );
    let chain = chain(&answers, receipts)?;
    case.promise("every receipt is named by one answer, says the same, and follows the one before", chain);
    Ok(())
}

/// What was done, by those who did it.
pub(super) struct Done {
    pub(super) statuses: Statuses,
    /// Entries that databases got.
    pub(super) applied: usize,
    /// Entries that failed.
    pub(super) failed: usize,
}

fn chain(answers: &[Answer], directory: &Path) -> Result<Vec<String>, Failure> {
    let named: BTreeMap<&str, (&Answer, &str)> = answers
        .iter()
        .filter_map(|answer| answer.receipt().map(|(file, digest)| (file, (answer, digest))))
        .collect();
    let files = fs::read_dir(directory).at("read", directory)?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    let mut against = Vec::new();
    if files.len() != named.len() {
        against.push(format!("{} files, {} named", files.len(), named.len()));
    }
    let mut previous = Value::Null;
    for (sequence, path) in (1_u64..).zip(&files) {
        let bytes = fs::read(path).at("read", path)?;
        let receipt: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let digest = digest::sha256(&bytes);
        let shown = path.display().to_string();
        let told = named.get(&*shown).is_some_and(|(answer, told)| {
            let entries = receipt["entries"].as_array().into_iter().flatten();
            let tags: Vec<_> = entries.filter_map(|entry| entry["tag"].as_str()).collect();
            let code = if answer.code().is_empty() { "REACHED" } else { answer.code() };
            *told == digest
                && receipt["invocation"] == answer.invocation()
                && receipt["outcome"] == code
                && tags == answer.applied()
        });
        if !told || receipt["sequence"] != sequence || receipt["previous"] != previous {
            against.push(shown);
        }
        previous = digest.into();
    }
    Ok(against)
}
